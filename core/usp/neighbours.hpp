#pragma once
#include "usp/fused.hpp"
#include "usp/lanes.hpp"

namespace nearfield {

/// Whether actors at the same place as the query are visited (their `towards` is zero). Below 1e-15 counts as the same.
enum class Coincident { visited, skipped };

/// Candidates that the fused walk reads and tests at a time on CUDA.
constexpr u32 candidates_at_a_time = 4;

/// What a rule sees of its surroundings: the neighbours of one actor are everyone else at a distance below the radius.
///
/// `each` visits them one by one. `sum` adds something up over them, which leaves the search free to look at several
/// candidates at a time, without branches, and to share one actor's neighbours among threads. Neither promises an order.
template <class Way, int D> struct Neighbours {
    Way way;
    Storage<D> storage;
    int together = 2;  ///< Visit::fused: rows per loop, at least 2
    int lanes = 1;     ///< Way::split: threads that share one actor

    /// Calls f(j, towards, d2) per neighbour: its storage index, the vector from actor i to it across the nearest
    /// image, and the distance squared.
    template <Coincident C = Coincident::visited, class F> NF_INLINE void each(u32 i, F&& f) const {
        static_assert(!splits, "a rule that splits may only use sum");
        candidates<C>(i, position(i), [&](u32 j, const vec<D>& towards, float d2, bool near) {
            if (near) f(j, towards, d2);
        });
    }

    /// `zero` plus what f(sum, j, towards, d2, near) adds for every neighbour. f is also called for candidates beyond the
    /// radius, with near = false, and must then add nothing. Sum is made of 32-bit numbers and has operator+.
    template <Coincident C = Coincident::visited, class Sum, class F> NF_INLINE Sum sum(u32 i, const Sum& zero, F&& f) const {
        return sum_over<C, false>(i, position(i), zero, f);
    }

    /// The same over the actors of another search with the same radius (`others`: its storage) around the position `at`, which stands
    /// for actor i; nobody is left out as oneself. Where threads share an actor, all of a warp have to come here: ask `anyone`
    /// before a branch round it. With noted neighbours those are visited that were in reach of where the first query asked from;
    /// all queries of a step ask the same other search, the first after its `sum`.
    template <class Sum, class F> NF_INLINE Sum sum_of(u32 i, const Storage<D>& others, const vec<D>& at, const Sum& zero, F&& f) const {
        Neighbours among = *this;
        among.storage = others;
        return among.template sum_over<Coincident::visited, true>(i, at, zero, f);
    }

    /// Whether this is wanted: where threads share an actor, by any of the warp.
    NF_INLINE bool anyone(bool wants) const {
#if NF_ON_DEVICE
        if constexpr (splits) return __any_sync(~0u, wants);
#endif
        return wants;
    }

    static constexpr bool splits = Way::split;

    /// Where actors come and go (`present`: Search::present()): true if actor i is absent, and the rule has to return. Where
    /// threads share an actor, they may become the last present one instead, so that all of a warp stay together.
    NF_INLINE bool absent(u32& i, const u32* present) const {
        const u32 end = *present;
#if NF_ON_DEVICE
        if constexpr (splits) {
            if (__shfl_sync(~0u, i, 0) >= end) return true;
            i = min(i, end - 1);
            return false;
        }
#endif
        return i >= end;
    }

    /// A stretch to walk; across a wrapped border also the query as seen from there.
    struct SeenStrip {
        u32 first, end;
        vec<D> q;
    };
    struct Strip {
        u32 first, end;
    };
    using Slot = std::conditional_t<Way::may_wrap, SeenStrip, Strip>;

    NF_INLINE vec<D> position(u32 i) const { return load<D>(storage.position + i); }

    /// Of the threads that run the rule for actor i true for one, which has to write what it gives.
    NF_INLINE bool leads([[maybe_unused]] u32 i) const {
#if NF_ON_DEVICE
        if constexpr (is_listed<Way>)
            if (NeighbourList::is_spilled(way.list.counts[owner(i)])) return false;
        return is_first(i);
#endif
        return true;
    }

  private:
    /// `Others`: of sum_of.
    template <Coincident C, bool Others, class Sum, class F> NF_INLINE Sum sum_over(u32 i, const vec<D>& at, const Sum& zero, F&& f) const {
        const u32 self = Others ? ~u32{0} : i;
#if NF_ON_DEVICE
        Sum all = zero;
        if constexpr (is_listed<Way>) {
            each_listed<Others>(i, at, [&](u32 j, const vec<D>& towards, float d2, bool near) { f(all, j, towards, d2, near); });
        } else if constexpr (is_noting<Way>) {
            static_assert(C == Coincident::visited, "noted neighbours hold the coincident too");
            note<Others>(i, [&](auto&& take) {
                candidates<C>(self, at, [&](u32 j, const vec<D>& towards, float d2, bool near) {
                    if (near) take(j);
                    f(all, j, towards, d2, near);
                });
            });
        } else {
            candidates<C>(self, at, [&](u32 j, const vec<D>& towards, float d2, bool near) { f(all, j, towards, d2, near); });
        }
        return combine(all);
#else
        Lanes<Sum> all(zero);
        if constexpr (std::is_same_v<Way, AnyWay> && C == Coincident::visited) {
            if (way.notes) note<Others>(i, [&](auto&& take) { candidates<C>(self, at, [&](u32 j, const vec<D>&, float, bool) { take(j); }); });
            if (way.list && !NeighbourList::is_spilled(way.list.counts[i])) {
                add_listed<Others>(all, i, at, f);
                return all.total();
            }
        }
        walk_strips(at, [&](const Slot* slots, u32 blocks) { add_blocks<C>(all, self, at, slots, blocks, f); });
        return all.total();
#endif
    }

    /// Runs find(take) and notes what it takes: neighbours, or with `Others` those in the other storage.
    template <bool Others, class Find> NF_INLINE void note(u32 i, Find&& find) const {
        const NeighbourList& list = way.list;
        const u32 before = Others && list ? list.counts[owner(i)] : 0, first = NeighbourList::part(before, Others).first, room = list.room - first;
        u32* to = entries(i, first);
        u32 taken = 0;
        find([&](u32 j) {
            if (taken < room) *to = j, to += list.apart();
            ++taken;
        });
        if (!list) return;
        const bool spills = any_sharing(taken > room);
        taken = taken < room ? taken : room;
        list.counts[owner(i)] = before | taken << (Others ? 16 : 0) | (spills ? NeighbourList::full : 0);
#if NF_ON_DEVICE
        if (spills && !NeighbourList::is_spilled(before) && is_first(i)) list.spilled[1 + atomic_add(list.spilled, 1)] = i;
#else
        for (; taken % cpu_lanes != 0; ++taken) *to++ = 0;  // may be looked at, but is not near
#endif
    }

    /// Who notes for actor i.
    NF_INLINE u32 owner(u32 i) const {
#if NF_ON_DEVICE
        if constexpr (splits) return i * u32(lanes) + threadIdx.x % u32(lanes);
#endif
        return i;
    }
    NF_INLINE u32* entries(u32 i, u32 first) const { return way.list.entries + std::size_t(owner(i)) * way.list.per_owner() + std::size_t(first) * way.list.apart(); }

    /// Whether any of the threads that share an actor says so.
    NF_INLINE bool any_sharing(bool yes) const {
#if NF_ON_DEVICE
        if constexpr (splits) return __ballot_sync(~0u, yes) >> (threadIdx.x % 32 / lanes * lanes) & ((1u << lanes) - 1);
#endif
        return yes;
    }

    /// The shortest of the vectors that are the same across wrapped borders.
    NF_INLINE vec<D> shortest(const vec<D>& v) const { return way.wrap ? nearest_image(v) : v; }

    /// Calls f(j, towards, d2, near) for every candidate, `near` saying whether it is a neighbour; the CPU leaves out others.
    template <Coincident C, class F> NF_INLINE void candidates(u32 i, const vec<D>& at, F&& f) const {
#if NF_ON_DEVICE
        if constexpr (Way::fused) return walk_fused<C>(i, at, f);
        each_range(way, storage, at, [&](const Stretch& stretch, const vec<D>& q) { visit<C>(i, stretch, q, f); });
#else
        each_range(way, storage, at, [&](const Stretch& stretch, const vec<D>& q) { test_in_blocks<C>(i, stretch, q, f); });
#endif
    }

    static constexpr float same_place = 1e-30f;  ///< distance squared
    static constexpr bool images = !std::is_same_v<Way, AnyWay>;  ///< false: never brute in a wrapped environment, and no question about it per candidate

#if NF_ON_DEVICE
    /// Of the threads that share actor i true for one.
    NF_INLINE bool is_first([[maybe_unused]] u32 i) const {
        if constexpr (splits) return blockIdx.x * blockDim.x + threadIdx.x == i * u32(lanes);
        return true;
    }

    /// Some at a time, so that they are fetched together.
    template <bool Others, class F> NF_INLINE void each_listed(u32 i, const vec<D>& q, F&& f) const {
        constexpr u32 block = candidates_at_a_time;
        const auto part = NeighbourList::part(way.list.counts[owner(i)], Others);
        const u32* from = entries(i, part.first);
        for (u32 k = 0; k < part.count; k += block) {
            u32 j[block];
            vec<D> p[block];
            for (u32 b = 0; b < block; ++b, from += way.list.apart()) j[b] = k + b < part.count ? __ldg(from) : 0;
            for (u32 b = 0; b < block; ++b) p[b] = load<D>(storage.position + j[b]);
            for (u32 b = 0; b < block; ++b) {
                const vec<D> to = shortest(p[b] - q);
                f(j[b], to, dot<D>(to, to), k + b < part.count);
            }
        }
    }

    template <Coincident C, class F> NF_INLINE void visit(u32 i, const Stretch& stretch, const vec<D>& q, F&& f) const {
        for (u32 j = stretch.first; j < stretch.end; ++j) test<C>(i, j, towards(j, q), storage.grid.radius * storage.grid.radius, true, f);
    }

    NF_INLINE vec<D> towards(u32 j, const vec<D>& q) const {
        const vec<D> to = load<D>(storage.position + j) - q;
        return way.wrap && way.visit == Visit::brute ? nearest_image(to) : to;
    }

    template <Coincident C, class F> NF_INLINE void test(u32 i, u32 j, const vec<D>& to, float r2, bool valid, F&& f) const {
        if constexpr (C == Coincident::skipped) {
            // below zero for oneself and the coincident: as an unsigned number that is beyond any radius
            float d2 = fmaf(to[0], to[0], -same_place);
            for (int a = 1; a < D; ++a) d2 = fmaf(to[a], to[a], d2);
            f(j, to, d2, valid & (__float_as_uint(d2) < __float_as_uint(r2)));
        } else {
            const float d2 = dot<D>(to, to);
            f(j, to, d2, valid & (d2 < r2) & ((d2 > 0.f) | (j != i)));
        }
    }

    /// Notes the strips of several rows in shared memory, then walks them in one loop, some candidates at a time. The last
    /// ones may lie behind a strip's end: they are read (arrays are padded for that) but not valid.
    template <Coincident C, class F> NF_INLINE void walk_fused(u32 i, const vec<D>& at, F&& f) const {
        extern __shared__ __align__(16) unsigned char nearfield_strips[];
        Slot* const slots = reinterpret_cast<Slot*>(nearfield_strips) + threadIdx.x;
        Slot* free = slots;
        const Packed<D>* const positions = eager(storage.position);
        const float r2 = eager(storage.grid.radius * storage.grid.radius);
        const auto push = [&](const Stretch& t, const vec<D>& q) {
            if (t.first >= t.end) return;
            if constexpr (Way::may_wrap) {  // a row across the border gives several stretches
                if (free == slots + together * blockDim.x) return visit<C>(i, t, q, f);
                free->q = q;
            }
            free->first = t.first, free->end = t.end;
            free += blockDim.x;
        };
        const auto flush = [&] {
            free->first = free->end = 0;
            walk<C>(i, at, slots, positions, r2, f);
            free = slots;
        };
        if constexpr (splits) each_fused_shared(way, storage, at, together, int(threadIdx.x) % lanes, lanes, push, flush);
        else each_fused(way, storage, at, together, push, flush);
    }

    template <Coincident C, class F> NF_INLINE void walk(u32 i, vec<D> q, const Slot* slot, const Packed<D>* positions, float r2, F&& f) const {
        constexpr u32 block = candidates_at_a_time;
        Slot strip = *slot;
        while (strip.first < strip.end) {
            if constexpr (Way::may_wrap) q = strip.q;
            const Packed<D>* from = positions + strip.first;
            const u32 left = strip.end - strip.first;
            vec<D> p[block];
            for (u32 b = 0; b < block; ++b) p[b] = load<D>(from + b);
            for (u32 b = 0; b < block; ++b) test<C>(i, strip.first + b, p[b] - q, r2, b == 0 || b < left, f);
            strip.first += block;
            if (strip.first >= strip.end) strip = *(slot += blockDim.x);
        }
    }

    /// The sum over the threads that share an actor; all of them get it.
    template <class Sum> NF_INLINE Sum combine(Sum all) const {
        if constexpr (splits) {
            constexpr int words = sizeof(Sum) / sizeof(u32);
            static_assert(sizeof(Sum) == words * sizeof(u32) && std::is_trivially_copyable_v<Sum>);
            for (int apart = lanes / 2; apart > 0; apart /= 2) {
                u32 mine[words], others[words];
                memcpy(mine, &all, sizeof(Sum));
                for (int w = 0; w < words; ++w) others[w] = __shfl_xor_sync(~0u, mine[w], apart);
                Sum other;
                memcpy(&other, others, sizeof(Sum));
                all = all + other;
            }
        }
        return all;
    }
#else
    /// Towards number first + k: k counts a vector's lanes, so that their numbers are loaded as they lie.
    NF_INLINE vec<D> towards(u32 first, u32 k, const vec<D>& q) const {
        vec<D> to;
        for (int a = 0; a < D; ++a) to[a] = (storage.axis[a] + first)[k] - q[a];
        return images && way.wrap && way.visit == Visit::brute ? nearest_image(to) : to;
    }

    /// Lists an actor's strips, so that finding them and walking them do not wait for each other, and calls walk(slots, blocks)
    /// for every listful: `blocks` of at most `cpu_lanes` candidates.
    template <class Walk> NF_INLINE void walk_strips(const vec<D>& at, Walk&& walk) const {
        constexpr u32 room = 32;
        Slot slots[room];
        u32 held = 0, blocks = 0;
        each_range(way, storage, at, [&](const Stretch& t, const vec<D>& q) {
            slots[held].first = t.first, slots[held].end = t.end;
            if constexpr (Way::may_wrap) slots[held].q = q;
            held += t.first < t.end;
            blocks += (t.end - t.first + cpu_lanes - 1) / cpu_lanes;
            if (held == room) walk(slots, blocks), held = blocks = 0;
        });
        walk(slots, blocks);
    }

    /// Adds listed strips to the lanes, one candidate to each at a time. There is no branch but the one over all blocks: the
    /// lengths of strips are too irregular to predict. The last candidates may lie behind a strip's end: they are read (arrays
    /// are padded for that) but not near.
    template <Coincident C, class Sum, class F> NF_INLINE void add_blocks(Lanes<Sum>& all, u32 i, const vec<D>& at, const Slot* slot, u32 blocks, F&& f) const {
        vec<D> q = at;
        u32 done = 0;
        for (u32 b = 0; b < blocks; ++b) {
            const u32 first = slot->first + done, end = slot->end;
            if constexpr (Way::may_wrap) q = slot->q;
            asm volatile("");  // keeps GCC from merging this loop's head with that of the lanes, which it would then not vectorise
            add_block<C>(all, i, first, end, q, f);
            const bool more = end - first > cpu_lanes;
            done = more ? done + cpu_lanes : 0;
            slot += !more;
        }
    }

    template <Coincident C, class Sum, class F> NF_INLINE void add_block(Lanes<Sum>& all, u32 i, u32 first, u32 end, const vec<D>& q, F&& f) const {
#pragma omp simd
        for (u32 k = 0; k < cpu_lanes; ++k) add_lane<C>(all, i, first, end, k, q, f);
    }

    /// A function of its own: what a body of a simd loop declares would lie in memory, once per lane.
    template <Coincident C, class Sum, class F> NF_INLINE void add_lane(Lanes<Sum>& all, u32 i, u32 first, u32 end, u32 k, const vec<D>& q, F&& f) const {
        const float r2 = storage.grid.radius * storage.grid.radius;
        const u32 j = first + k;
        const vec<D> to = towards(first, k, q);
        const float d2 = dot<D>(to, to);
        const bool other = C == Coincident::skipped ? d2 > same_place : j != i;
        Sum sum = all.get(k);
        f(sum, std::size_t(first) + k, to, d2, (j < end) & (d2 < r2) & other);  // a sum that cannot wrap: what f reads there is loaded as it lies
        all.set(k, sum);
    }

    template <bool Others, class Sum, class F> NF_INLINE void add_listed(Lanes<Sum>& all, u32 i, const vec<D>& q, F&& f) const {
        const auto part = NeighbourList::part(way.list.counts[i], Others);
        const u32* const from = entries(i, part.first);
        for (u32 done = 0; done < part.count; done += cpu_lanes) {
            asm volatile("");  // as in add_blocks
            add_listed_block(all, from + done, part.count - done, q, f);
        }
    }
    template <class Sum, class F> NF_INLINE void add_listed_block(Lanes<Sum>& all, const u32* from, u32 left, const vec<D>& q, F&& f) const {
#pragma omp simd
        for (u32 k = 0; k < cpu_lanes; ++k) add_listed_lane(all, from, left, k, q, f);
    }
    template <class Sum, class F> NF_INLINE void add_listed_lane(Lanes<Sum>& all, const u32* from, u32 left, u32 k, const vec<D>& q, F&& f) const {
        const std::size_t j = from[k];
        vec<D> to;
        for (int a = 0; a < D; ++a) to[a] = storage.axis[a][j] - q[a];
        to = shortest(to);
        Sum sum = all.get(k);
        f(sum, j, to, dot<D>(to, to), k < left);
        all.set(k, sum);
    }

    /// On the CPU first all distances of a block, in vector registers, then the hits, gathered without a branch: whether
    /// a candidate is a neighbour is a coin toss that the branch predictor would lose.
    template <Coincident C, class F> NF_INLINE void test_in_blocks(u32 i, const Stretch& stretch, const vec<D>& q, F&& f) const {
        constexpr u32 block = 64;
        const float r2 = storage.grid.radius * storage.grid.radius;
        for (u32 first = stretch.first; first < stretch.end; first += block) {
            const u32 n = stretch.end - first < block ? stretch.end - first : block;
            float d2[block];
            u32 hit[block], hits = 0;
#pragma omp simd
            for (u32 k = 0; k < n; ++k) {
                const vec<D> to = towards(first, k, q);
                d2[k] = dot<D>(to, to);
            }
            for (u32 k = 0; k < n; ++k) hit[hits] = k, hits += d2[k] < r2;
            for (u32 h = 0; h < hits; ++h) {
                const u32 j = first + hit[h];
                if (C == Coincident::skipped ? d2[hit[h]] > same_place : j != i) f(j, towards(first, hit[h], q), d2[hit[h]], true);
            }
        }
    }
#endif

    NF_INLINE vec<D> nearest_image(vec<D> v) const {
        for (int a = 0; a < D; ++a) {
            const float side = storage.grid.box.hi[a] - storage.grid.box.lo[a];
            v[a] -= side * rintf(v[a] / side);
        }
        return v;
    }
};

}  // namespace nearfield
