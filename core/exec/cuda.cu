#include "exec/exec.hpp"
#include "exec/gpus.hpp"
#include "exec/stage_timer.inl"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>

namespace nearfield {
namespace {

__global__ void probe_kernel() {}

std::string version(int v) { return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10); }

/// Finds out whether this build has code for the device. If the driver compiled that code, its binary version differs
/// from its PTX version.
void look_for_code(CudaDevice& device) {
    cudaFuncAttributes code{};
    device.usable =
        cudaSetDevice(device.index) == cudaSuccess && cudaFuncGetAttributes(&code, probe_kernel) == cudaSuccess;
    device.compiles = device.usable && code.binaryVersion != code.ptxVersion;
    cudaGetLastError();
}

CudaDevice describe(int index) {
    cudaDeviceProp p{};
    check(cudaGetDeviceProperties(&p, index), "reading a device's properties");
    CudaDevice d{.name = p.name,
                 .index = index,
                 .major = p.major,
                 .minor = p.minor,
                 .total_bytes = p.totalGlobalMem,
                 .multiprocessors = p.multiProcessorCount};
    int khz = 0;
    cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, index);
    d.clock_mhz = khz / 1000;
    look_for_code(d);
    std::size_t total = 0;
    if (d.usable) cudaMemGetInfo(&d.free_bytes, &total);
    return d;
}

CudaStatus ask() {
    CudaStatus status{.built = true};
    cudaRuntimeGetVersion(&status.runtime);
    cudaDriverGetVersion(&status.driver);
    int count = 0;
    const cudaError_t code = cudaGetDeviceCount(&count);
    cudaGetLastError();
    if (status.driver == 0) {
        status.why_not = "no NVIDIA driver was found";
    } else if (code == cudaErrorInsufficientDriver || status.driver / 1000 < status.runtime / 1000) {
        status.why_not = "the NVIDIA driver supports CUDA " + version(status.driver) + " but this program needs " +
                         version(status.runtime / 1000 * 1000) + " or newer; update the driver";
    } else if (code != cudaSuccess) {
        status.why_not = std::string("the NVIDIA driver reports: ") + cudaGetErrorString(code);
    }
    if (!status.why_not.empty()) return status;
    for (int i = 0; i < count; ++i)
        if (auto device = describe(i); device.usable) status.devices.push_back(device);
        else
            status.why_not = device.name + " (compute capability " + std::to_string(device.major) + "." +
                             std::to_string(device.minor) + ") is not among the architectures of this build";
    if (!status.devices.empty()) {
        cudaSetDevice(status.devices.front().index);
        status.why_not.clear();
    } else if (count == 0) status.why_not = "the driver lists no NVIDIA GPU";
    return status;
}

}  // namespace

bool Cuda::code_overlaps() {
    cudaFuncAttributes code{};
    return cudaFuncGetAttributes(&code, probe_kernel) == cudaSuccess && code.ptxVersion >= 90;
}

const CudaStatus& cuda_status() {
    static const CudaStatus status = [] {
        try {
            return ask();
        } catch (const Error& problem) { return CudaStatus{.built = true, .why_not = problem.what()}; }
    }();
    return status;
}

void use_gpu(std::size_t number) {
    const auto& devices = cuda_status().devices;
    if (!devices.empty()) check(cudaSetDevice(devices[number % devices.size()].index), "choosing a GPU");
}

std::size_t cuda_free_bytes() {
    std::size_t free = 0, total = 0;
    if (cuda_status().devices.empty()) return 0;
    check(cudaMemGetInfo(&free, &total), "asking for free memory");
    return free;
}

void sort_pairs(Cuda& exec, u32* keys_in, u32* keys_out, u32* values_in, u32* values_out, u32 n, int bits) {
    if (n == 0) return;
    std::size_t bytes = 0;
    check(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys_in, keys_out, values_in, values_out, n, 0, bits,
                                          exec.stream()),
          "sizing a sort");
    void* scratch = exec.scratch(bytes);
    check(cub::DeviceRadixSort::SortPairs(scratch, bytes, keys_in, keys_out, values_in, values_out, n, 0, bits,
                                          exec.stream()),
          "sorting");
}

void sort_segments(Cuda& exec, u32* values, u32* sorted, u32 n, const u32* start, u32 segments) {
    if (n == 0) return;
    std::size_t bytes = 0;
    check(cub::DeviceSegmentedSort::SortKeys(nullptr, bytes, values, sorted, int(n), int(segments), start, start + 1,
                                             exec.stream()),
          "sizing a segmented sort");
    void* scratch = exec.scratch(bytes);
    check(cub::DeviceSegmentedSort::SortKeys(scratch, bytes, values, sorted, int(n), int(segments), start, start + 1,
                                             exec.stream()),
          "sorting bins");
    copy_on_device(exec, values, sorted, n);
}

template class StageTimer<Cuda>;

}  // namespace nearfield
