#pragma once
// How a CPU visits the neighbours of an actor: a function that all rules share lists the strips first; then one loop
// reads them, several candidates at a time.
#include "usp/walk/contribution.hpp"
#include "usp/walk/lanes.hpp"
#include "usp/walk/neighbour_list.hpp"
#include "usp/walk/sparse_walk.hpp"

namespace nearfield {

namespace detail {

constexpr float same_place = 1e-30f;  ///< distance squared

/// A query's strips, as many as there is room for; `next` tells where to continue.
template <int D> struct StripList {
    struct Strip {
        u32 first, end;
        vec<D> moved;  ///< not set unless a strip crosses
    };
    static constexpr u32 room = 64;
    Strip strips[room];
    u32 held;      ///< strips that are not empty
    u32 blocks;    ///< blocks of at most `cpu_lanes` candidates in these strips
    bool crosses;  ///< the query is moved for one of them
    bool more = true;
    RowNumber next;
};

/// The code that all queries share, compiled once per instruction set (cpu_walk.cpp).
template <int D> struct CpuWalk {
    /// The next strips of the position `at`. If positions are relative to bins, `at` is that of actor i.
    void (*list_strips)(const Storage<D>&, u32 i, const vec<D>& at, StripList<D>&);
    /// Notes what is near `at`, the position of actor i: the neighbours of i, or actors of another storage.
    void (*note_with)(decltype(list_strips), const Storage<D>&, const vec<D>& at, u32 i, const NeighbourList&,
                      bool others);

    void note(const Storage<D>& s, const vec<D>& at, u32 i, const NeighbourList& list, bool others) const {
        note_with(list_strips, s, at, i, list, others);
    }
};
/// `looks`: trimmed strips are also cut to what is in sight, in a full grid.
template <int D> CpuWalk<D> cpu_walk(Visit visit, bool wrap, bool looks = false);

/// Calls f(j, towards, d2) for the neighbours in strip number n. First computes all distances of a block in vector
/// registers, then collects the hits without a branch: the branch predictor could not tell which candidates are
/// neighbours.
template <int D, class F>
NF_INLINE void each_hit(const Storage<D>& s, u32 self, const vec<D>& at, const StripList<D>& strips, u32 n, F&& f) {
    constexpr u32 block = 64;
    const float r2 = s.grid.radius * s.grid.radius;
    const auto& strip = strips.strips[n];
    const vec<D> moved = strips.crosses ? strip.moved : vec<D>(0.f);
    for (u32 first = strip.first; first < strip.end; first += block) {
        const u32 many = strip.end - first < block ? strip.end - first : block;
        const auto towards = [&](u32 k) {
            vec<D> to;
            for (int a = 0; a < D; ++a) to[a] = (s.axis[a] + first)[k] - at[a] - moved[a];
            return to;
        };
        float d2[block];
        u32 hit[block], hits = 0;
#pragma omp simd
        for (u32 k = 0; k < many; ++k) {
            const vec<D> to = towards(k);
            d2[k] = dot<D>(to, to);
        }
        for (u32 k = 0; k < many; ++k) hit[hits] = k, hits += d2[k] < r2;
        for (u32 h = 0; h < hits; ++h)
            if (first + hit[h] != self) f(first + hit[h], towards(hit[h]), d2[hit[h]]);
    }
}

/// A rule's view of its surroundings on the CPU (neighbours.hpp). `Lists`: it can read noted neighbours. `Costly`:
/// contributions are asked for neighbours alone. `Looks`: it may leave out what is out of sight.
template <int D, bool Lists, bool Costly = false, bool Looks = false> struct CpuNeighbours {
    Storage<D> storage;
    CpuWalk<D> walk;
    NeighbourList list{};  ///< read instead of walking, if there is one...
    bool notes = false;    ///< ... once this query has noted it

    NF_INLINE vec<D> position(u32 i) const { return load<D>(storage.position + i); }
    static constexpr bool leads(u32) { return true; }  ///< actors are not shared among threads

    template <class F> NF_INLINE void each(u32 i, F&& f) const {
        const vec<D> at = position(i);
        StripList<D> strips;
        do {
            walk.list_strips(storage, i, at, strips);
            for (u32 s = 0; s < strips.held; ++s) each_hit(storage, i, at, strips, s, f);
        } while (strips.more);
    }

    template <Coincident C = Coincident::visited, class Sum, class F>
    NF_INLINE Sum sum(u32 i, const Sum& zero, F&& f) const {
        return sum_over<C, false>(storage, i, position(i), zero, f);
    }

    template <class Sum, class F>
    NF_INLINE Sum sum_of(u32 i, const Storage<D>& others, const vec<D>& at, bool wanted, const Sum& zero, F&& f) const {
        static_assert(!Looks, "a rule that looks ahead sees its own search alone");
        return wanted ? sum_over<Coincident::visited, true>(others, i, at, zero, f) : zero;
    }

  private:
    template <Coincident C, bool Others, class Sum, class F>
    NF_INLINE Sum sum_over(const Storage<D>& s, u32 i, const vec<D>& at, const Sum& zero, F&& f) const {
        Lanes<Sum> all(zero);
        if constexpr (Lists) {
            static_assert(C == Coincident::visited, "noted neighbours hold the coincident too");
            if (list && notes) walk.note(s, at, i, list, Others);
            if (list && !NeighbourList::is_spilled(list.counts[i])) {
                if (s.grid.box.wrapped) add_listed<Others, true>(all, s, i, at, f);
                else add_listed<Others, false>(all, s, i, at, f);
                return all.total();
            }
        }
        StripList<D> strips;
        do {
            walk.list_strips(s, i, at, strips);
            const u32 self = Others ? ~u32{0} : i;
            if constexpr (Costly) add_hits<C>(all, s, self, at, strips, f);
            else if (strips.crosses) add_blocks<C, true>(all, s, self, at, strips, f);
            else add_blocks<C, false>(all, s, self, at, strips, f);
        } while (strips.more);
        return all.total();
    }

    /// Adds listed strips to the lanes, one candidate per lane at a time. The only branch is that over all blocks: the
    /// lengths of strips are too irregular to predict. The last candidates may lie beyond a strip's end: they are read
    /// (arrays are padded for this) but are not near.
    template <Coincident C, bool Crosses, class Sum, class F> static NF_INLINE void
    add_blocks(Lanes<Sum>& all, const Storage<D>& s, u32 self, const vec<D>& at, const StripList<D>& strips, F&& f) {
        const auto* strip = strips.strips;
        u32 done = 0;
        for (u32 b = 0; b < strips.blocks; ++b) {
            const u32 first = strip->first + done, end = strip->end;
            const vec<D> moved = Crosses ? strip->moved : vec<D>(0.f);
            asm volatile("");  // keeps GCC from merging this loop's head with that of the lanes, which it would then
                               // not vectorise
            add_block<C, Crosses>(all, s, self, first, end, at, moved, f);
            const bool more = end - first > cpu_lanes;
            done = more ? done + cpu_lanes : 0;
            strip += !more;
        }
    }

    /// The same sums in the same order, of the neighbours alone.
    template <Coincident C, class Sum, class F> static NF_INLINE void
    add_hits(Lanes<Sum>& all, const Storage<D>& s, u32 self, const vec<D>& at, const StripList<D>& strips, F&& f) {
        for (u32 n = 0; n < strips.held; ++n)
            each_hit(s, self, at, strips, n, [&](u32 j, const vec<D>& towards, float d2) {
                add_to(all, (j - strips.strips[n].first) % cpu_lanes, C == Coincident::visited || d2 > same_place,
                       f(Other(j, true), towards, d2));
            });
    }

    template <Coincident C, bool Crosses, class Sum, class F>
    static NF_INLINE void add_block(Lanes<Sum>& all, const Storage<D>& s, u32 self, u32 first, u32 end,
                                    const vec<D>& at, const vec<D>& moved, F&& f) {
#pragma omp simd
        for (u32 k = 0; k < cpu_lanes; ++k) add_lane<C, Crosses>(all, s, self, first, end, k, at, moved, f);
    }

    /// A separate function: variables declared in the body of a simd loop would lie in memory, once per lane.
    template <Coincident C, bool Crosses, class Sum, class F>
    static NF_INLINE void add_lane(Lanes<Sum>& all, const Storage<D>& s, u32 self, u32 first, u32 end, u32 k,
                                   const vec<D>& at, const vec<D>& moved, F&& f) {
        const u32 j = first + k;
        vec<D> to;
        for (int a = 0; a < D; ++a) to[a] = (s.axis[a] + first)[k] - at[a];  // contiguous numbers load as a vector
        if constexpr (Crosses) to -= moved;
        const float d2 = dot<D>(to, to);
        const bool other = C == Coincident::skipped ? d2 > same_place : j != self;
        add_to(all, k, (j < end) & (d2 < s.grid.radius * s.grid.radius) & other,
               f(Other(std::size_t(first) + k, true), to, d2));
    }

    template <class Sum, class Part>
    static NF_INLINE void add_to(Lanes<Sum>& all, u32 k, bool near, const Part& contribution) {
        Sum sum = all.get(k);
        add_if(sum, near, contribution);
        all.set(k, sum);
    }

    template <bool Others, bool Wrapped, class Sum, class F>
    NF_INLINE void add_listed(Lanes<Sum>& all, const Storage<D>& s, u32 i, const vec<D>& at, F&& f) const {
        const auto part = NeighbourList::part(list.counts[i], Others);
        const u32* const from = list.entries + std::size_t(i) * list.per_owner() + part.first;
        for (u32 done = 0; done < part.count; done += cpu_lanes) {
            asm volatile("");  // as in add_blocks
            add_listed_block<Wrapped>(all, s, from + done, part.count - done, at, f);
        }
    }
    template <bool Wrapped, class Sum, class F> static NF_INLINE void
    add_listed_block(Lanes<Sum>& all, const Storage<D>& s, const u32* from, u32 left, const vec<D>& at, F&& f) {
#pragma omp simd
        for (u32 k = 0; k < cpu_lanes; ++k) add_listed_lane<Wrapped>(all, s, from, left, k, at, f);
    }
    template <bool Wrapped, class Sum, class F> static NF_INLINE void
    add_listed_lane(Lanes<Sum>& all, const Storage<D>& s, const u32* from, u32 left, u32 k, const vec<D>& at, F&& f) {
        const std::size_t j = from[k];
        vec<D> to;
        for (int a = 0; a < D; ++a) to[a] = s.axis[a][j] - at[a];
        if constexpr (Wrapped) to = nearest_image(s.grid.box, to);
        add_to(all, k, k < left, f(Other(j, true), to, dot<D>(to, to)));
    }
};

}  // namespace detail

}  // namespace nearfield
