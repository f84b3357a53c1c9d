#pragma once
// The only file that asks which compiler runs.
#ifdef __CUDACC__
#define NF_HD __host__ __device__
#define NF_INLINE __host__ __device__ __forceinline__
#else
#define NF_HD
#define NF_INLINE inline __attribute__((always_inline))
#endif

#ifdef __CUDA_ARCH__
#define NF_ON_DEVICE 1
#else
#define NF_ON_DEVICE 0
#include <atomic>
#endif

#include <cstdint>

namespace nearfield {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

/// Adds to a shared counter and returns the value before; safe from any thread on either side. Relaxed order.
NF_INLINE u32 atomic_add(u32* counter, u32 amount) {
#if NF_ON_DEVICE
    return atomicAdd(counter, amount);
#else
    return std::atomic_ref<u32>(*counter).fetch_add(amount, std::memory_order_relaxed);
#endif
}

/// Lowers `*value` to `candidate` if that is smaller. Relaxed order.
NF_INLINE void atomic_min(u32* value, u32 candidate) {
#if NF_ON_DEVICE
    atomicMin(value, candidate);
#else
    std::atomic_ref<u32> shared(*value);
    u32 seen = shared.load(std::memory_order_relaxed);
    while (candidate < seen && !shared.compare_exchange_weak(seen, candidate, std::memory_order_relaxed)) {}
#endif
}

/// Raises `*value` to `candidate` if that is larger. Relaxed order.
NF_INLINE void atomic_max(u32* value, u32 candidate) {
#if NF_ON_DEVICE
    atomicMax(value, candidate);
#else
    std::atomic_ref<u32> shared(*value);
    u32 seen = shared.load(std::memory_order_relaxed);
    while (candidate > seen && !shared.compare_exchange_weak(seen, candidate, std::memory_order_relaxed)) {}
#endif
}

}  // namespace nearfield
