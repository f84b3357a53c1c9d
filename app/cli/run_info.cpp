#include "app/cli/run_info.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <omp.h>

#include <ctime>
#include <fstream>
#include <regex>

namespace nearfield {

std::string cuda_version(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

namespace {

/// The first match of `pattern`'s group in a kernel file, or `otherwise`.
std::string from_kernel(const char* file, const char* pattern, const char* otherwise) {
    std::ifstream in(file);
    std::smatch found;
    for (std::string line; std::getline(in, line);)
        if (std::regex_search(line, found, std::regex(pattern))) return found[1];
    return otherwise;
}

std::string cuda_line() {
    const auto& cuda = cuda_status();
    const auto& device = cuda.devices.front();
    return fmt::format(
        "device: {}, compute capability {}.{}, {} multiprocessors, up to {} MHz; driver {} (CUDA {}), runtime {}",
        device.name, device.major, device.minor, device.multiprocessors, device.clock_mhz,
        from_kernel("/proc/driver/nvidia/version", R"(\s(\d+\.\d+(\.\d+)?)\s)", "unknown"), cuda_version(cuda.driver),
        cuda_version(cuda.runtime));
}

}  // namespace

std::vector<std::string> describe_run(Backend backend, const std::string& note) {
    std::vector<std::string> lines{
        fmt::format("nearfield {}, {:%Y-%m-%dT%H:%M:%SZ}, {}", NEARFIELD_VERSION, fmt::gmtime(std::time(nullptr)),
                    note),
        fmt::format("host: {}, {} MHz at the start, {} OpenMP threads",
                    from_kernel("/proc/cpuinfo", "model name\\s*: (.*)", "unknown processor"),
                    from_kernel("/proc/cpuinfo", "cpu MHz\\s*: (\\d+)", "unknown"), omp_get_max_threads())};
    if (backend == Backend::cuda && !cuda_status().devices.empty()) lines.push_back(cuda_line());
    return lines;
}

}  // namespace nearfield
