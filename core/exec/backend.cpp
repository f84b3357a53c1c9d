#include "exec/backend.hpp"

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/read_file.hpp"
#include "exec/address_space.hpp"
#include "exec/memory_group.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace nearfield {

std::size_t cuda_free_bytes();  // cuda.cu or no_cuda.cpp

std::optional<Backend> backend_named(const std::string& word) {
    for (const auto backend : {Backend::cpu, Backend::cuda})
        if (word == name(backend)) return backend;
    return std::nullopt;
}

Backend choose_backend(const std::string& word) {
    if (word == "cpu") return Backend::cpu;
    const auto& cuda = cuda_status();
    if (word == "auto") return cuda.devices.empty() ? Backend::cpu : Backend::cuda;
    if (word != "cuda")
        throw UsageError("--backend " + word + ": no such backend." + suggest(word, {"auto", "cpu", "cuda"}));
    if (cuda.devices.empty())
        throw Error("--backend cuda: " + cuda.why_not + "; use --backend cpu, or auto to fall back by itself");
    return Backend::cuda;
}

std::string device_name(Backend backend) {
    if (backend == Backend::cuda && !cuda_status().devices.empty()) return cuda_status().devices.front().name;
    std::istringstream info(read_system_file("/proc/cpuinfo"));
    std::string line, model = "CPU";
    while (std::getline(info, line))
        if (line.rfind("model name", 0) == 0) {
            model = line.substr(line.find(':') + 2);
            break;
        }
    return model + ", " + counted(omp_get_max_threads(), "thread");
}

std::string compiling_notice(Backend backend) {
    if (backend != Backend::cuda || cuda_status().devices.empty() || !cuda_status().devices.front().compiles) return "";
    return fmt::format("compiling kernels for {}, once", device_name(backend));
}

namespace {

std::size_t unused_bytes() {
    std::istringstream info(read_system_file("/proc/meminfo"));
    std::string key, unit;
    std::size_t kilobytes = 0;
    while (info >> key >> kilobytes) {
        if (key == "MemAvailable:") return kilobytes * 1024;
        std::getline(info, unit);
    }
    return std::size_t(sysconf(_SC_AVPHYS_PAGES)) * std::size_t(sysconf(_SC_PAGESIZE));
}

}  // namespace

std::size_t available_bytes(Backend backend) {
    if (backend == Backend::cuda) return cuda_free_bytes();
    return std::min({unused_bytes(), addressable_bytes(), bytes_left_in_group()});
}

void require_memory(Backend backend, std::size_t bytes, const std::string& what, const std::string& way_out) {
    if (bytes < (std::size_t{1} << 20)) return;  // too small to be worth the query
    const std::size_t available = available_bytes(backend);
    if (bytes > available)
        throw Error(fmt::format("{} needs {} but only {} of {} memory is free; {}", what, format_bytes(double(bytes)),
                                format_bytes(double(available)), backend == Backend::cuda ? "device" : "main",
                                way_out));
}

std::string format_bytes(double bytes) {
    const char* units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    int unit = 0;
    while (std::round(bytes) >= 1000 && unit < 5) {
        bytes /= 1000;
        ++unit;
    }
    return unit == 0 || bytes >= 100 ? fmt::format("{:.0f} {}", bytes, units[unit])
                                     : fmt::format("{:.1f} {}", bytes, units[unit]);
}

void yield_priority_to_window() {
    setpriority(PRIO_PROCESS, 0, 5);  // on Linux this affects the calling thread; OpenMP workers inherit it
}

void yield_to_everybody() {
    const sched_param none{};
    if (sched_setscheduler(0, SCHED_IDLE, &none) != 0)
        setpriority(PRIO_PROCESS, 0, 19);  // also affects the calling
                                           // thread only
}

}  // namespace nearfield
