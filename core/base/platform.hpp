#pragma once
// The only file that depends on the compiler.
#ifdef __CUDACC__
#define NF_HD __host__ __device__
#define NF_INLINE __host__ __device__ __forceinline__
#define NF_NOINLINE __host__ __device__ __noinline__  // for functions called in many places, never in timed code
#else
#define NF_HD
#define NF_INLINE inline __attribute__((always_inline))
#define NF_NOINLINE __attribute__((noinline))
#endif

#ifdef __CUDA_ARCH__
#define NF_ON_DEVICE 1
#else
#define NF_ON_DEVICE 0
#include <atomic>
#endif

#include <cmath>
#include <cstdint>

namespace nearfield {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

/// Largest int not above x. Out of range: the nearest int. NaN: 0.
NF_INLINE int floor_int(float x) {
#if NF_ON_DEVICE
    return __float2int_rd(x);
#else
    const float f = floorf(x);
    return f > -2147483648.f ? (f < 2147483648.f ? int(f) : 2147483647) : (f <= -2147483648.f ? -2147483647 - 1 : 0);
#endif
}

NF_INLINE int limited(int x, int lo, int hi) {
#if NF_ON_DEVICE
    return max(min(x, hi), lo);
#else
    return x < lo ? lo : (x > hi ? hi : x);
#endif
}

/// The larger of two numbers. On the CPU fmaxf is a function call that also handles NaN.
NF_INLINE float larger(float a, float b) {
#if NF_ON_DEVICE
    return fmaxf(a, b);
#else
    return a > b ? a : b;
#endif
}

/// The smaller of two numbers, likewise.
NF_INLINE float smaller(float a, float b) {
#if NF_ON_DEVICE
    return fminf(a, b);
#else
    return a < b ? a : b;
#endif
}

/// a / b with an error of up to 2 units in the last place; |b| below 2^126.
NF_INLINE float quick_quotient(float a, float b) {
#if NF_ON_DEVICE
    return __fdividef(a, b);
#else
    return a / b;
#endif
}

/// Square root with a relative error up to 2^-22; NaN for negative x.
NF_INLINE float quick_sqrt(float x) {
#if NF_ON_DEVICE
    float root;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
#else
    return sqrtf(x);
#endif
}

/// 1 / x with a relative error up to 2^-22, for x > 0.
NF_INLINE float quick_inverse(float x) {
#if NF_ON_DEVICE
    float inverse;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(x));
    return inverse;
#else
    return 1.f / x;
#endif
}

/// a * b with its own rounding, never contracted to a fused multiply-add: both backends get the same bits.
NF_INLINE double product(double a, double b) {
#if NF_ON_DEVICE
    return __dmul_rn(a, b);
#else
    return a * b;
#endif
}
NF_INLINE float product(float a, float b) {
#if NF_ON_DEVICE
    return __fmul_rn(a, b);
#else
    return a * b;
#endif
}

/// Returns x, but forces its computation or load at this place, into a register. For arithmetic that only one branch
/// needs, since a short branch costs a warp more than it saves; and for constants that a loop would reload in every
/// iteration.
NF_INLINE float eager(float x) {
#if NF_ON_DEVICE
    asm volatile("" : "+f"(x));
#endif
    return x;
}
template <class T> NF_INLINE const T* eager(const T* p) {
#if NF_ON_DEVICE
    asm volatile("" : "+l"(p));
#endif
    return p;
}

/// Zero bits above the highest bit that is set; 32 for 0.
NF_INLINE int leading_zeros(u32 x) {
#if NF_ON_DEVICE
    return __clz(int(x));
#else
    return x ? __builtin_clz(x) : 32;
#endif
}

/// Adds to a shared counter and returns its previous value. Atomic on either backend, with relaxed order.
NF_INLINE u32 atomic_add(u32* counter, u32 amount) {
#if NF_ON_DEVICE
    return atomicAdd(counter, amount);
#else
    return std::atomic_ref<u32>(*counter).fetch_add(amount, std::memory_order_relaxed);
#endif
}

/// Increments the counter of a meeting point and returns its previous value. Later arrivals see all writes that earlier
/// ones made before their call.
NF_INLINE u32 arrive(u32* counter) {
#if NF_ON_DEVICE
    __threadfence();
    const u32 before = atomicAdd(counter, 1u);
    __threadfence();
    return before;
#else
    return std::atomic_ref<u32>(*counter).fetch_add(1u, std::memory_order_acq_rel);
#endif
}

NF_INLINE u64 atomic_add(u64* counter, u64 amount) {
#if NF_ON_DEVICE
    return atomicAdd(reinterpret_cast<unsigned long long*>(counter), static_cast<unsigned long long>(amount));
#else
    return std::atomic_ref<u64>(*counter).fetch_add(amount, std::memory_order_relaxed);
#endif
}

/// Volatile read of a flag shared between threads.
NF_INLINE u32 read_flag(const u32* flag) {
#if NF_ON_DEVICE
    return *static_cast<const volatile u32*>(flag);
#else
    return std::atomic_ref<u32>(*const_cast<u32*>(flag)).load(std::memory_order_relaxed);
#endif
}
/// Sets such a flag to 1.
NF_INLINE void raise_flag(u32* flag) {
#if NF_ON_DEVICE
    *static_cast<volatile u32*>(flag) = 1;
#else
    std::atomic_ref<u32>(*flag).store(1, std::memory_order_relaxed);
#endif
}

/// Increments counters[k] and returns its previous value. Lanes of a warp that share a counter use one atomic
/// operation; their values follow the lane order.
NF_INLINE u32 take_number(u32* counters, u32 k) {
#if NF_ON_DEVICE
    const u32 here = __activemask(), same = __match_any_sync(here, k);
    const u32 lane = threadIdx.x % 32, first = __ffs(int(same)) - 1;
    u32 number = 0;
    if (lane == first) number = atomicAdd(counters + k, u32(__popc(same)));
    return __shfl_sync(here, number, first) + __popc(same & ((1u << lane) - 1));
#else
    return atomic_add(counters + k, 1u);
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
