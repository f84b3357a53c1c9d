#pragma once
// Neighbour iteration on a CPU: a function shared by all rules lists the strips; then a loop reads them with several
// candidates at a time.
#include "usp/walk/contribution.hpp"
#include "usp/walk/lanes.hpp"
#include "usp/walk/neighbour_list.hpp"
#include "usp/walk/sparse_walk.hpp"

namespace nearfield {

namespace detail {

constexpr float same_place = 1e-30f;  ///< distance squared

/// The next strips of a query, up to `room`; `next` is the position to continue from.
template <int D> struct StripList {
    struct Strip {
        u32 first, end;
        vec<D> moved;  ///< set only if a strip crosses a wrapped border
    };
    static constexpr u32 room = 64;
    Strip strips[room];
    u32 held;      ///< number of non-empty strips
    u32 blocks;    ///< blocks of at most `cpu_lanes` candidates in these strips
    bool crosses;  ///< a strip lies across a wrapped border, so that the query is shifted for it
    bool more = true;
    RowNumber next;
};

/// Code that all queries share, compiled once per instruction set (cpu_walk.cpp).
template <int D> struct CpuWalk {
    /// Lists the next strips for a query at `at`. If positions are relative to bins, `at` is the position of actor i.
    void (*list_strips)(const Storage<D>&, u32 i, const vec<D>& at, StripList<D>&);
    /// Records in the list of actor i its neighbours, or with `others` the actors of another storage near `at`.
    void (*note_with)(decltype(list_strips), const Storage<D>&, const vec<D>& at, u32 i, const NeighbourList&,
                      bool others);

    void note(const Storage<D>& s, const vec<D>& at, u32 i, const NeighbourList& list, bool others) const {
        note_with(list_strips, s, at, i, list, others);
    }
};
/// `looks`: trimmed strips are also cut to the field of view, in a full grid.
template <int D> CpuWalk<D> cpu_walk(Visit visit, bool wrap, bool looks = false);

/// Calls f(j, towards, d2) for the neighbours in strip n. Computes all distances of a block in vector registers and
/// collects the hits without branches, since these are unpredictable.
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
        for (u32 k = 0; k < many; ++k) {
            hit[hits] = k;
            hits += d2[k] < r2;
        }
        for (u32 h = 0; h < hits; ++h)
            if (first + hit[h] != self) f(first + hit[h], towards(hit[h]), d2[hit[h]]);
    }
}

/// A rule's access to its neighbours on the CPU (neighbours.hpp). `Lists`: can read recorded neighbours. `Costly`:
/// contributions are evaluated for neighbours only. `Looks`: may skip actors out of sight.
template <int D, bool Lists, bool Costly = false, bool Looks = false> struct CpuNeighbours {
    Storage<D> storage;
    CpuWalk<D> walk;
    NeighbourList list{};  ///< read instead of searching, if not empty
    bool notes = false;    ///< record the list first

    NF_INLINE vec<D> position(u32 i) const { return load<D>(storage.position + i); }
    static constexpr bool leads(u32) { return true; }  ///< a single thread handles an actor

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

    /// Adds listed strips to the lanes, one candidate per lane at a time. The loop over all blocks has the only branch,
    /// since the lengths of strips are unpredictable. The last candidates may lie beyond a strip's end; padded arrays
    /// allow reading them, and the test rejects them.
    template <Coincident C, bool Crosses, class Sum, class F> static NF_INLINE void
    add_blocks(Lanes<Sum>& all, const Storage<D>& s, u32 self, const vec<D>& at, const StripList<D>& strips, F&& f) {
        const auto* strip = strips.strips;
        u32 done = 0;
        for (u32 b = 0; b < strips.blocks; ++b) {
            const u32 first = strip->first + done, end = strip->end;
            const vec<D> moved = Crosses ? strip->moved : vec<D>(0.f);
            asm volatile("");  // keeps GCC from merging this loop's head with the loop over lanes, which would prevent
                               // vectorisation
            add_block<C, Crosses>(all, s, self, first, end, at, moved, f);
            const bool more = end - first > cpu_lanes;
            done = more ? done + cpu_lanes : 0;
            strip += !more;
        }
    }

    /// The same sums in the same order, evaluated for neighbours only.
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

    /// A separate function, since variables in the body of a simd loop would be kept in memory per lane.
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
            asm volatile("");  // see add_blocks
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
