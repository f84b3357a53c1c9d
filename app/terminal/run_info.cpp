#include "app/terminal/run_info.hpp"

#include "base/build.hpp"
#include "base/read_file.hpp"
#include "base/utc.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <ctime>
#include <sstream>

namespace nearfield {

std::string cuda_version(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

namespace {

/// A value of the first processor in /proc/cpuinfo, which has lines such as "cpu MHz : 2100.000".
std::string of_processor(const std::string& key, const char* otherwise) {
    std::istringstream in(read_system_file("/proc/cpuinfo"));
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(key) && line.find(": ") != std::string::npos) return line.substr(line.find(": ") + 2);
    return otherwise;
}

/// The first word that is a version, as in "NVIDIA UNIX x86_64 Kernel Module  580.82.07".
std::string driver_version() {
    std::istringstream in(read_system_file("/proc/driver/nvidia/version"));
    for (std::string word; in >> word;)
        if (word.find('.') != std::string::npos && word.find_first_not_of("0123456789.") == std::string::npos)
            return word;
    return "unknown";
}

std::string cuda_line() {
    const auto& cuda = cuda_status();
    const auto& device = cuda.devices.front();
    return fmt::format(
        "device: {}, compute capability {}.{}, {} multiprocessors, up to {} MHz; driver {} (CUDA {}), runtime {}",
        device.name, device.major, device.minor, device.multiprocessors, device.clock_mhz, driver_version(),
        cuda_version(cuda.driver), cuda_version(cuda.runtime));
}

}  // namespace

std::vector<std::string> describe_run(Backend backend, const std::string& note) {
    const std::string mhz = of_processor("cpu MHz", "unknown");
    std::vector<std::string> lines{fmt::format("{}, {}, {}", text_of(this_build()), utc(std::time(nullptr)), note),
                                   fmt::format("host: {}, {} MHz at the start, {} OpenMP threads",
                                               of_processor("model name", "unknown processor"),
                                               mhz.substr(0, mhz.find('.')), omp_get_max_threads())};
    if (backend == Backend::cuda && !cuda_status().devices.empty()) lines.push_back(cuda_line());
    return lines;
}

}  // namespace nearfield
