#pragma once
#include "exec/backend.hpp"

#include <string>
#include <vector>

namespace nearfield {

/// When and on what something was measured, a line each: date, program, device, driver, clocks, threads.
std::vector<std::string> describe_run(Backend backend);

}  // namespace nearfield
