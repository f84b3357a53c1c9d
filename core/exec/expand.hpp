#pragma once
// Counts expanded to work items: owner k has count[k] items, and there may be more than 2^32 of them in all.
#include "exec/launch_budget.hpp"

#include <array>

namespace nearfield {

/// start[k] = count[0] + ... + count[k-1] for k <= n, so that `start` has n + 1 elements.
void offsets_of(Cpu&, const u64* count, u64* start, u32 n);
/// How many items there are of two kinds; waits once for both.
inline std::array<u64, 2> items_of(Cpu&, const u64* first, u32 owners, const u64* second, u32 other_owners) {
    return {first[owners], second[other_owners]};
}
#ifdef __CUDACC__
void offsets_of(Cuda&, const u64* count, u64* start, u32 n);
std::array<u64, 2> items_of(Cuda&, const u64* first, u32 owners, const u64* second, u32 other_owners);
#endif

/// How many items there are; waits for it.
template <class Exec> u64 items_of(Exec& exec, const u64* start, u32 n) {
    u64 items = 0;
    copy_to_host(exec, &items, start + n, 1);
    return items;
}

/// The owner k of an item: start[k] <= item < start[k + 1].
NF_INLINE u32 owner_of(const u64* start, u32 n, u64 item) {
    u32 lo = 0, hi = n;
    while (hi - lo > 1) {
        const u32 middle = lo + (hi - lo) / 2;
        if (start[middle] <= item) lo = middle;
        else hi = middle;
    }
    return lo;
}

/// Calls f(owner, index) for every item, where index counts an owner's items from 0.
template <class F> void for_each_item(Cpu&, const u64* start, u32 n, const F& f) {
    constexpr u64 chunk = 256;
    const u64 items = start[n];
    const long long chunks = (long long)((items + chunk - 1) / chunk);
#pragma omp parallel for schedule(dynamic, 1) if (chunks > 16)
    for (long long c = 0; c < chunks; ++c) {
        const u64 first = u64(c) * chunk, end = first + chunk < items ? first + chunk : items;
        u32 owner = owner_of(start, n, first);
        for (u64 i = first; i < end; ++i) {
            while (start[owner + 1] <= i) ++owner;
            f(owner, i - start[owner]);
        }
    }
}

/// Loops on the CPU are not cut.
template <class F> void for_each_item(Cpu& exec, const u64* start, u32 n, const F& f, LaunchBudget<Cpu>&) {
    for_each_item(exec, start, n, f);
}

#ifdef __CUDACC__
namespace detail {
template <class F> __global__ void for_each_item_kernel(const u64* start, u32 n, u64 first, u64 end, F f) {
    wait_for_previous();
    const u64 items = start[n] < end ? start[n] : end, apart = u64(gridDim.x) * blockDim.x;
    for (u64 i = first + u64(blockIdx.x) * blockDim.x + threadIdx.x; i < items; i += apart) {
        const u32 owner = owner_of(start, n, i);
        f(owner, i - start[owner]);
    }
}
}  // namespace detail

/// As many threads as run side by side share the items, so that nobody waits for their number, unless a budget cuts
/// them.
template <class F> void for_each_item(Cuda& exec, const u64* start, u32 n, const F& f, LaunchBudget<Cuda>& budget) {
    constexpr u32 threads = 128;
    static const u32 blocks = u32(resident_blocks(detail::for_each_item_kernel<F>, threads));
    const auto work = [&](u64 first, u64 end) {
        launch(exec, detail::for_each_item_kernel<F>, blocks, threads, 0, "working through items", start, n, first, end,
               f);
    };
    if (!budget.cuts()) return work(0, ~u64(0));
    budget.work(exec, items_of(exec, start, n), u64(blocks) * threads, threads, work);
}
template <class F> void for_each_item(Cuda& exec, const u64* start, u32 n, const F& f) {
    LaunchBudget<Cuda> none;
    for_each_item(exec, start, n, f, none);
}
#endif

}  // namespace nearfield
