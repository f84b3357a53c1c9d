#pragma once
#include "exec/backend.hpp"

#include <string>
#include <vector>

namespace nearfield {

/// Lines that say when and on what something was measured: date, program, device, driver, clocks, threads. `note` ends
/// the first one.
std::vector<std::string> describe_run(Backend backend, const std::string& note = "times in ms");

}  // namespace nearfield
