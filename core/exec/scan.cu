// Exclusive scan in one kernel by decoupled look-back (Merrill & Garland 2016). CUB takes two launches, one of them to
// clear the tiles' states. Here every state holds the number of its scan, so that stale states need no clearing. For
// the few hundred thousand bins of a search this halves the time.
#include "exec/exec.hpp"
#include "exec/warp_sums.cuh"

namespace nearfield {
namespace {

constexpr u32 threads = 256, vectors = 4, tile = threads * vectors * 4, warps = threads / 32;

// A tile's state in one word: scan number (30 bits) | progress (2 bits) | sum (32 bits).
enum Progress : u64 { nothing = 0, own_sum = 1, whole_sum = 2 };
__device__ u64 state_of(u64 scan, Progress progress, u32 sum) { return scan << 34 | progress << 32 | sum; }

/// Sum of all earlier tiles, computed by one warp. It reads 32 states at a time, back to the nearest with an inclusive
/// sum.
__device__ u32 look_back(volatile const u64* states, u64 scan) {
    u32 sum = 0;
    for (int at = int(blockIdx.x) - 1 - int(threadIdx.x);; at -= 32) {
        u64 state;
        u32 progress;
        do {
            state = at >= 0 ? states[at] : state_of(scan, whole_sum, 0);
            progress = state >> 34 == scan ? u32(state >> 32) & 3 : u32(nothing);
        } while (__any_sync(~0u, progress == nothing));
        const u32 whole = __ballot_sync(~0u, progress == whole_sum);
        const u32 last = whole ? __ffs(int(whole)) - 1 : 31;
        sum += __shfl_sync(~0u, warp_inclusive(threadIdx.x <= last ? u32(state) : 0), 31);
        if (whole) return sum;
    }
}

__device__ uint4 load_up_to(const u32* in, u32 at, u32 n) {
    if (at + 4 <= n) return *reinterpret_cast<const uint4*>(in + at);
    return {at < n ? in[at] : 0, at + 1 < n ? in[at + 1] : 0, at + 2 < n ? in[at + 2] : 0, 0};
}
__device__ void store_up_to(u32* out, u32 at, u32 n, uint4 v) {
    if (at + 4 <= n) return void(*reinterpret_cast<uint4*>(out + at) = v);
    if (at < n) out[at] = v.x;
    if (at + 1 < n) out[at + 1] = v.y;
    if (at + 2 < n) out[at + 2] = v.z;
}

/// Publishes the tile's own sum, computes the sum of the earlier tiles, and publishes the inclusive sum. Called by the
/// first warp.
__device__ u32 sum_before(u32 own, volatile u64* states, u64 scan) {
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0) states[0] = state_of(scan, whole_sum, own);
        return 0;
    }
    if (threadIdx.x == 0) states[blockIdx.x] = state_of(scan, own_sum, own);
    const u32 before = look_back(states, scan);
    if (threadIdx.x == 0) states[blockIdx.x] = state_of(scan, whole_sum, before + own);
    return before;
}

__global__ void __launch_bounds__(threads) scan_kernel(const u32* in, u32* out, u32 n, volatile u64* states, u64 scan) {
    __shared__ u32 before_warp[warps], before_tile;
    wait_for_previous();
    const u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const u32 first = blockIdx.x * tile + warp * (tile / warps) + lane * 4;
    uint4 v[vectors];
    u32 before[vectors], sum = 0;
    for (u32 k = 0; k < vectors; ++k) v[k] = load_up_to(in, first + k * 128, n);
    for (u32 k = 0; k < vectors; ++k) {
        const u32 four = v[k].x + v[k].y + v[k].z + v[k].w, inclusive = warp_inclusive(four);
        before[k] = sum + inclusive - four;
        sum += __shfl_sync(~0u, inclusive, 31);
    }
    if (lane == 0) before_warp[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        const u32 x = lane < warps ? before_warp[lane] : 0, inclusive = warp_inclusive(x);
        const u32 whole = __shfl_sync(~0u, inclusive, 31);
        if (lane < warps) before_warp[lane] = inclusive - x;
        const u32 earlier = sum_before(whole, states, scan);
        if (lane == 0) before_tile = earlier;
    }
    __syncthreads();
    for (u32 k = 0; k < vectors; ++k) {
        const u32 a = before_tile + before_warp[warp] + before[k], b = a + v[k].x, c = b + v[k].y;
        store_up_to(out, first + k * 128, n, {a, b, c, c + v[k].z});
    }
}

}  // namespace

void exclusive_scan(Cuda& exec, const u32* in, u32* out, std::size_t n) {
    if (n == 0) return;
    const u32 tiles = u32((n + tile - 1) / tile);
    const auto [states, scan] = exec.scan_states(tiles);
    launch(exec, scan_kernel, tiles, threads, 0, "scanning", in, out, u32(n), states, scan);
}

}  // namespace nearfield
