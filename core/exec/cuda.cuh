#pragma once
// The primitives of exec.hpp on CUDA: own launches, sums and scans; cuda.cu sorts with CUB. Only for nvcc. CUB's
// headers are left out here, since parsing them takes longer than most of the files that include this one.
#include "base/error.hpp"
#include "base/platform.hpp"
#include "exec/backend.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

namespace nearfield {

/// Throws Error if a CUDA call failed; `doing` completes "CUDA failed while".
inline void check(cudaError_t code, const char* doing) {
    if (code != cudaSuccess) throw Error(std::string("CUDA failed while ") + doing + ": " + cudaGetErrorString(code));
}

/// A stream, and scratch memory for CUB that grows and is reused.
class Cuda {
  public:
    static constexpr Backend backend = Backend::cuda;
    Cuda() {
        check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "opening a stream");
        overlaps_ = code_overlaps();
        check(cudaMallocHost(&mailbox_, mailbox_bytes), "allocating page-locked memory");
    }
    ~Cuda() {
        cudaStreamSynchronize(stream_);
        cudaFree(scratch_);
        cudaFree(scan_states_);
        cudaFreeHost(mailbox_);
        cudaStreamDestroy(stream_);
    }
    Cuda(const Cuda&) = delete;
    Cuda& operator=(const Cuda&) = delete;

    cudaStream_t stream() const { return stream_; }
    /// True if a kernel can start while the previous one ends: for code compiled for compute capability 9.0 and above.
    bool overlaps() const { return overlaps_; }
    void finish() { check(cudaStreamSynchronize(stream_), "running a step"); }

    /// At least `bytes` of device memory. Its previous content is lost.
    void* scratch(std::size_t bytes) {
        if (bytes > scratch_bytes_) {
            finish();
            cudaFree(scratch_);
            scratch_ = nullptr;
            scratch_bytes_ = 0;
            require_memory(backend, bytes, "scratch memory");
            check(cudaMalloc(&scratch_, bytes), "allocating scratch memory");
            scratch_bytes_ = bytes;
        }
        return scratch_;
    }

    static constexpr std::size_t mailbox_bytes = 4096;
    /// Page-locked host memory that kernels write a few numbers to, which saves a separate copy. Read them after
    /// finish(); the next user overwrites them.
    void* mailbox() { return mailbox_; }

    /// Tile states for a scan, and a scan number that no state holds yet.
    std::pair<u64*, u64> scan_states(u32 tiles) {
        if (tiles > scan_tiles_ || ++scans_ >> 30) {
            finish();
            cudaFree(scan_states_);
            scan_states_ = nullptr;
            scan_tiles_ = 0;
            check(cudaMalloc(&scan_states_, tiles * sizeof(u64)), "allocating a scan's states");
            check(cudaMemsetAsync(scan_states_, 0, tiles * sizeof(u64), stream_), "clearing a scan's states");
            scan_tiles_ = tiles;
            scans_ = 1;
        }
        return {scan_states_, scans_};
    }

  private:
    static bool code_overlaps();
    bool overlaps_ = false;
    u64* scan_states_ = nullptr;
    u64 scans_ = 0;
    u32 scan_tiles_ = 0;
    cudaStream_t stream_ = nullptr;
    void* scratch_ = nullptr;
    std::size_t scratch_bytes_ = 0;
    void* mailbox_ = nullptr;
};

/// Must be the first statement of a kernel started by `launch`: allows the next kernel to be scheduled, and waits until
/// all previous kernels are done and their writes are visible.
__device__ inline void wait_for_previous() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Enqueues a kernel. In a chain of kernels each starts while the previous one ends (programmatic dependent launch),
/// which saves most of the 3 us between two kernels.
template <class... P> void launch(Cuda& exec, void (*kernel)(P...), u32 blocks, u32 threads, std::size_t shared,
                                  const char* doing, const std::type_identity_t<P>&... arguments) {
    cudaLaunchAttribute overlap{};
    overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    overlap.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = shared;
    config.stream = exec.stream();
    config.attrs = &overlap;
    config.numAttrs = exec.overlaps();
    check(cudaLaunchKernelEx(&config, kernel, arguments...), doing);
}

/// Number of blocks of a kernel that this device can run at the same time.
template <class... P> int resident_blocks(void (*kernel)(P...), u32 threads) {
    int device = 0, processors = 0, each = 0;
    check(cudaGetDevice(&device), "asking for the device");
    check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "asking for multiprocessors");
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, int(threads), 0), "asking for a kernel's size");
    return processors * each;
}

namespace detail {

template <class T> T* allocate(Cuda*, std::size_t n, std::size_t pad) {
    T* p = nullptr;
    check(cudaMalloc(&p, n * sizeof(T) + pad), "allocating device memory");
    check(cudaMemset(p + n, 0, pad), "clearing device memory");
    return p;
}
template <class T> void release(Cuda*, T* p) { cudaFree(p); }

template <class F> __global__ void for_each_kernel(u32 n, F f) {
    wait_for_previous();
    const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(i);
}

}  // namespace detail

template <class F> void for_each(Cuda& exec, u32 n, const F& f, int block = 256) {
    if (n == 0) return;
    launch(exec, detail::for_each_kernel<F>, (n + u32(block) - 1) / u32(block), u32(block), 0, "launching a kernel", n,
           f);
}

template <class T> void copy_to_device(Cuda& exec, T* to, const T* from, std::size_t n) {
    check(cudaMemcpyAsync(to, from, n * sizeof(T), cudaMemcpyHostToDevice, exec.stream()), "copying to the device");
    exec.finish();
}
/// Synchronous: the host copy is complete on return.
template <class T> void copy_to_host(Cuda& exec, T* to, const T* from, std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    void* const at = bytes <= Cuda::mailbox_bytes ? exec.mailbox() : to;
    check(cudaMemcpyAsync(at, from, bytes, cudaMemcpyDeviceToHost, exec.stream()), "copying from the device");
    exec.finish();
    if (at != to) std::memcpy(static_cast<void*>(to), at, bytes);
}
template <class T> void copy_on_device(Cuda& exec, T* to, const T* from, std::size_t n) {
    check(cudaMemcpyAsync(to, from, n * sizeof(T), cudaMemcpyDeviceToDevice, exec.stream()), "copying on the device");
}
template <class T> void fill_zero(Cuda& exec, T* to, std::size_t n) {
    check(cudaMemsetAsync(to, 0, n * sizeof(T), exec.stream()), "clearing device memory");
}

namespace detail {

constexpr u32 sum_threads = 256, sum_chunk = 4 * sum_threads;

/// Block b sums value(i) over chunk b.
template <class T, class F> __global__ void __launch_bounds__(sum_threads)
    sums_kernel(u32 n, u32 chunk, F value, T* sum_of_chunk) {
    static_assert(sum_threads / 2 * sizeof(T) <= 48 * 1024, "a sum must fit into shared memory once per two threads");
    __shared__ alignas(T) unsigned char shared[sum_threads / 2 * sizeof(T)];
    T* const upper_half = reinterpret_cast<T*>(shared);
    wait_for_previous();
    T sum{};
    const u64 first = u64(blockIdx.x) * chunk, end = first + chunk < n ? first + chunk : n;
    for (u64 i = first + threadIdx.x; i < end; i += sum_threads) sum = sum + value(u32(i));
#pragma unroll 1
    for (u32 half = sum_threads / 2; half > 0; half /= 2) {
        if (threadIdx.x >= half && threadIdx.x < 2 * half) upper_half[threadIdx.x - half] = sum;
        __syncthreads();
        if (threadIdx.x < half) sum = sum + upper_half[threadIdx.x];
        __syncthreads();
    }
    if (threadIdx.x == 0) sum_of_chunk[blockIdx.x] = sum;
}

template <class T> struct SumOfChunk {
    const T* sum;
    __device__ T operator()(u32 chunk) const { return sum[chunk]; }
};

}  // namespace detail

/// Sum of map(i) over i < n; waits for the result. The order of additions depends on n only, and trailing zeros do not
/// change a bit of the result.
template <class T, class F> T reduce(Cuda& exec, u32 n, const F& map) {
    if (n == 0) return T{};
    static_assert(sizeof(T) <= Cuda::mailbox_bytes);
    T* const out = static_cast<T*>(exec.mailbox());
    const u32 chunks = (n - 1) / detail::sum_chunk + 1;
    T* const sums = chunks > 1 ? static_cast<T*>(exec.scratch(chunks * sizeof(T))) : out;
    const auto add = [&](u32 blocks, u32 of, u32 chunk, const auto& value, T* to) {
        launch(exec, detail::sums_kernel<T, std::decay_t<decltype(value)>>, blocks, detail::sum_threads, 0, "adding up",
               of, chunk, value, to);
    };
    add(chunks, n, detail::sum_chunk, map, sums);
    if (chunks > 1) add(1, chunks, chunks, detail::SumOfChunk<T>{sums}, out);
    exec.finish();
    return *out;
}

void exclusive_scan(Cuda&, const u32* in, u32* out, std::size_t n);
void sort_pairs(Cuda&, u32* keys_in, u32* keys_out, u32* values_in, u32* values_out, u32 n, int bits);
void sort_segments(Cuda&, u32* values, u32* scratch, u32 n, const u32* start, u32 segments);

}  // namespace nearfield
