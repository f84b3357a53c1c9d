#pragma once
// Counts expanded to work items: owner k has count[k] items, and there may be more than 2^32 of them in all.
#include "exec/exec.hpp"

namespace nearfield {

/// start[k] = count[0] + ... + count[k-1] for k <= n, so that `start` has n + 1 elements. Returns start[n], and waits
/// for it.
u64 offsets_of(Cpu&, const u64* count, u64* start, u32 n);

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
template <class F> void for_each_item(Cpu&, const u64* start, u32 n, u64 items, const F& f) {
    constexpr u64 chunk = 256;
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

#ifdef __CUDACC__
u64 offsets_of(Cuda&, const u64* count, u64* start, u32 n);

namespace detail {
template <class F> struct ItemOf {
    const u64* start;
    u32 owners;
    u64 first;
    F f;
    NF_HD void operator()(u32 i) const {
        const u32 owner = owner_of(start, owners, first + i);
        f(owner, first + i - start[owner]);
    }
};
}  // namespace detail

/// In launches of at most 2^30 items.
template <class F> void for_each_item(Cuda& exec, const u64* start, u32 n, u64 items, const F& f) {
    constexpr u64 most = u64(1) << 30;
    for (u64 first = 0; first < items; first += most)
        for_each(exec, u32(items - first < most ? items - first : most),
                 detail::ItemOf<F>{.start = start, .owners = n, .first = first, .f = f}, 128);
}
#endif

}  // namespace nearfield
