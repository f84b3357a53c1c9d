#pragma once
#include "exec/backend.hpp"

#include <string>
#include <vector>

namespace nearfield {

/// Lines that say when and on what something was measured: date, program, device, driver, clocks, threads.
std::vector<std::string> describe_run(Backend backend);

}  // namespace nearfield
