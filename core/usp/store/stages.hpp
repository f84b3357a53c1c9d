#pragma once
#include "exec/step_times.hpp"

namespace nearfield::stages {

/// Stages of a construction. Their names appear only here.
constexpr Stage histogram{"histogram", true}, scan{"scan", true}, place{"place", true}, bin{"bin", true},
    sort{"sort", true}, boundaries{"boundaries", true}, reorder{"reorder", true};

/// All stages in order; each sort method uses some.
constexpr Stage construction[] = {histogram, scan, place, bin, sort, boundaries, reorder};

}  // namespace nearfield::stages
