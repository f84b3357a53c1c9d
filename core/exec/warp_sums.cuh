#pragma once
// Prefix sums within a warp and within a block. Only for nvcc.
#include "base/platform.hpp"

namespace nearfield {

/// Inclusive prefix sum of x over the lanes of a warp.
template <class T> __device__ T warp_inclusive(T x) {
    for (u32 apart = 1; apart < 32; apart *= 2) {
        const T below = __shfl_up_sync(~0u, x, apart);
        if (threadIdx.x % 32 >= apart) x += below;
    }
    return x;
}

/// Required block size of block_sums.
constexpr u32 summing_threads = 1024;

template <class T> struct BlockSums {
    T before, all;  // exclusive prefix sum of this thread, and total of the block
};

/// Prefix sums over a block. Must be called once per kernel, by all threads.
template <class T> __device__ BlockSums<T> block_sums(T own) {
    static_assert(summing_threads == 32 * 32, "one warp adds up the sums of all");
    __shared__ T to_warp[32];
    const u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const T inclusive = warp_inclusive(own);
    if (lane == 31) to_warp[warp] = inclusive;
    __syncthreads();
    if (warp == 0) to_warp[lane] = warp_inclusive(to_warp[lane]);
    __syncthreads();
    return {inclusive - own + (warp > 0 ? to_warp[warp - 1] : 0), to_warp[31]};
}

}  // namespace nearfield
