#pragma once
#include "exec/step_times.hpp"

namespace nearfield::box_stages {

/// Stages of the query for boxes that meet; no other place names them.
constexpr Stage boxes{"boxes", true}, build{"build", true}, candidates{"candidates", false};

}  // namespace nearfield::box_stages
