#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

enum class Backend { cpu, cuda };

inline const char* name(Backend b) { return b == Backend::cpu ? "cpu" : "cuda"; }

/// The inverse of name(); none for any other word.
std::optional<Backend> backend_named(const std::string& word);

/// A CUDA device as reported by the driver.
struct CudaDevice {
    std::string name;
    int index = 0;
    int major = 0, minor = 0;  ///< compute capability
    std::size_t total_bytes = 0, free_bytes = 0;
    int multiprocessors = 0;
    int clock_mhz = 0;
    bool usable = true;     ///< this build contains code that runs on it
    bool compiles = false;  ///< the driver compiles that code before the first run of a kernel
};

/// State of CUDA on this machine. If it cannot be used, `devices` is empty and `why_not` holds the reason in one
/// sentence.
struct CudaStatus {
    bool built = false;           ///< the program was compiled with the CUDA toolkit
    int driver = 0, runtime = 0;  ///< as 1000*major + 10*minor; 0 if there is no driver
    std::vector<CudaDevice> devices;
    std::string why_not;
};

/// Queries the driver once. Never throws, and works without GPU or driver.
const CudaStatus& cuda_status();

/// Parses "auto", "cpu" or "cuda". Throws Error with the reason for "cuda" without a usable device, and UsageError for
/// another word.
Backend choose_backend(const std::string& word);

/// "AMD EPYC, 2 threads" or "NVIDIA H200".
std::string device_name(Backend backend);

/// Message to show during slow first steps; empty if nothing is compiled at run time.
std::string compiling_notice(Backend backend);

/// Bytes that can still be allocated in the backend's memory.
std::size_t available_bytes(Backend backend);

constexpr const char* fewer_actors = "use fewer actors, a larger bin ratio or a smaller environment";

/// Throws Error if `bytes` cannot be allocated now. For the message, `what` names their use, and `way_out` the remedy.
void require_memory(Backend backend, std::size_t bytes, const std::string& what,
                    const std::string& way_out = fewer_actors);

/// "1.5 GB"
std::string format_bytes(double bytes);

/// Lowers the priority of the calling thread, and of threads that it starts later, below that of the window.
void yield_priority_to_window();

/// Gives the calling thread only idle time of the cores.
void yield_to_everybody();

}  // namespace nearfield
