#pragma once
#include "exec/backend.hpp"

#include <string>
#include <vector>

namespace nearfield {

/// Returns "13.0" for 13000, the form in which CUDA numbers its versions.
std::string cuda_version(int version);

/// Lines with the conditions of a measurement: date, program, device, driver, clocks, threads. `note` ends the first
/// line.
std::vector<std::string> describe_run(Backend backend, const std::string& note = "times in ms");

}  // namespace nearfield
