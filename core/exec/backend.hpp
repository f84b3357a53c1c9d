#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace nearfield {

enum class Backend { cpu, cuda };

inline const char* name(Backend b) { return b == Backend::cpu ? "cpu" : "cuda"; }

/// One CUDA device as the driver reports it.
struct CudaDevice {
    std::string name;
    int index = 0;
    int major = 0, minor = 0;      ///< compute capability
    std::size_t total_bytes = 0, free_bytes = 0;
    int multiprocessors = 0;
    int clock_mhz = 0;
    bool usable = true;            ///< this build holds code it can run
};

/// What CUDA offers here. `devices` is empty when it cannot be used; `why_not` then says so in one sentence.
struct CudaStatus {
    bool built = false;            ///< the program was compiled with the CUDA toolkit
    int driver = 0, runtime = 0;   ///< as 1000*major + 10*minor; 0 if there is no driver
    std::vector<CudaDevice> devices;
    std::string why_not;
};

/// Asks the driver once; never throws, and works on machines with neither GPU nor driver.
const CudaStatus& cuda_status();

/// "auto", "cpu" or "cuda" to a backend. "cuda" without a usable device throws Error that says why; an unknown
/// word throws UsageError.
Backend choose_backend(const std::string& word);

/// "AMD EPYC, 2 threads" or "NVIDIA H200".
std::string device_name(Backend backend);

/// Bytes that can still be allocated on the backend's memory.
std::size_t available_bytes(Backend backend);

/// Throws Error unless `bytes` fit now. `what` names the thing in the message.
void require_memory(Backend backend, std::size_t bytes, const std::string& what);

/// "1.5 GB"
std::string format_bytes(double bytes);

/// Gives the calling thread (and threads it starts later) less of the processor than the window gets.
void yield_priority_to_window();

}  // namespace nearfield
