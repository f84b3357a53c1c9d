#pragma once
#include "exec/backend.hpp"

#include <string>
#include <vector>

namespace nearfield {

/// "13.0" of 13000, as CUDA numbers its versions
std::string cuda_version(int version);

/// Lines that say when and on what something was measured: date, program, device, driver, clocks, threads. `note` ends
/// the first one.
std::vector<std::string> describe_run(Backend backend, const std::string& note = "times in ms");

}  // namespace nearfield
