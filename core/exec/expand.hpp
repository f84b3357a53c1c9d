#pragma once
// Expands counts to work items: owner k has count[k] items. Their total may exceed 2^32.
#include "exec/launch_budget.hpp"

#include <array>
#ifdef __CUDACC__
#include "exec/warp_sums.cuh"
#endif

namespace nearfield {

/// start[k] = count[0] + ... + count[k-1] for k <= n, so that `start` has n + 1 elements. Works in place.
void offsets_of(Cpu&, const u64* count, u64* start, u32 n);
/// Totals of two kinds of items, with one synchronisation.
inline std::array<u64, 2> items_of(Cpu&, const u64* first, u32 owners, const u64* second, u32 other_owners) {
    return {first[owners], second[other_owners]};
}
#ifdef __CUDACC__
void offsets_of(Cuda&, const u64* count, u64* start, u32 n);
std::array<u64, 2> items_of(Cuda&, const u64* first, u32 owners, const u64* second, u32 other_owners);
#endif

/// Total number of items; synchronises.
template <class Exec> u64 items_of(Exec& exec, const u64* start, u32 n) {
    u64 items = 0;
    copy_to_host(exec, &items, start + n, 1);
    return items;
}

namespace detail {

template <class Count> struct StoreCount {
    Count count;
    u64* to;
    NF_HD void operator()(u32 k) const { to[k] = count(k); }
};

#ifdef __CUDACC__
/// Offsets by a single block in one launch. Each thread counts for consecutive owners. `sum` may be null.
template <class Count> __global__ void __launch_bounds__(summing_threads)
    offsets_kernel(Count count, u64* start, u32 n, u64* sum) {
    wait_for_previous();
    const u32 each = n / summing_threads + 1, first = threadIdx.x * each, end = first + each;
    u64 own = 0;
    for (u32 k = first; k < end && k < n; ++k) own += start[k] = count(k);
    auto [before, all] = block_sums(own);
    for (u32 k = first; k < end && k < n; ++k) {
        const u64 here = start[k];
        start[k] = before;
        before += here;
    }
    if (first <= n && n < end) start[n] = all;
    if (sum && threadIdx.x == 0) *sum = all;
}
template <class Count> void offsets_by_a_block(Cuda& exec, u32 n, const Count& count, u64* start, u64* sum = nullptr) {
    launch(exec, offsets_kernel<Count>, 1, summing_threads, 0, "adding up counts", count, start, n, sum);
}
constexpr u32 most_by_a_block = 8 * summing_threads;
#endif

}  // namespace detail

/// Offsets of the counts count(k), which is called once for each k.
template <class Count> void count_offsets(Cpu& exec, u32 n, const Count& count, u64* start) {
    for_each(exec, n, detail::StoreCount<Count>{count, start});
    offsets_of(exec, start, start, n);
}
/// Like count_offsets, and returns the total; synchronises.
template <class Count> u64 count_items(Cpu& exec, u32 n, const Count& count, u64* start) {
    count_offsets(exec, n, count, start);
    return start[n];
}
#ifdef __CUDACC__
template <class Count> void count_offsets(Cuda& exec, u32 n, const Count& count, u64* start) {
    if (n < detail::most_by_a_block) return detail::offsets_by_a_block(exec, n, count, start);
    for_each(exec, n, detail::StoreCount<Count>{count, start});
    offsets_of(exec, start, start, n);
}
template <class Count> u64 count_items(Cuda& exec, u32 n, const Count& count, u64* start) {
    if (n < detail::most_by_a_block) {
        u64* const sum = static_cast<u64*>(exec.mailbox());
        detail::offsets_by_a_block(exec, n, count, start, sum);
        exec.finish();
        return *sum;
    }
    count_offsets(exec, n, count, start);
    return items_of(exec, start, n);
}
#endif

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

/// Calls f(owner, index) for every item; index counts from 0 for each owner.
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

/// The CPU ignores the budget.
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

/// Uses one resident wave of threads in a grid-stride loop, so that the host need not know the number of items; with a
/// budget it is read and the work split.
template <class F> void for_each_item(Cuda& exec, const u64* start, u32 n, const F& f, LaunchBudget<Cuda>& budget) {
    constexpr u32 threads = 128;
    static const u32 blocks = u32(resident_blocks(detail::for_each_item_kernel<F>, threads));
    const auto work = [&](u64 first, u64 end) {
        launch(exec, detail::for_each_item_kernel<F>, blocks, threads, 0, "working through items", start, n, first, end,
               f);
    };
    if (!budget.cuts()) return work(0, ~u64(0));
    budget.work(exec, items_of(exec, start, n), threads, work);
}
template <class F> void for_each_item(Cuda& exec, const u64* start, u32 n, const F& f) {
    LaunchBudget<Cuda> none;
    for_each_item(exec, start, n, f, none);
}
#endif

}  // namespace nearfield
