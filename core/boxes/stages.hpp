#pragma once
#include "exec/step_times.hpp"

namespace nearfield::box_stages {

/// Stages of the box search. Their names appear only here.
constexpr Stage boxes{"boxes", true}, build{"build", true}, candidates{"candidates", false};

}  // namespace nearfield::box_stages
