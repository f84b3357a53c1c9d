#include "usp/walk/cpu_neighbours.hpp"

#include "exec/simd.hpp"
#include "usp/walk/sparse_walk.hpp"

namespace nearfield::detail {
namespace {

/// A walk fixed at compile time. Each combination is a function of its own, called through a pointer.
template <class V, bool Wrap> struct FixedWalk {
    static constexpr Visit visit = visit_of<V>;
    static constexpr bool wrap = Wrap, curve = info(visit).by_curve();
};

/// Trimmed strips cut to the field of view.
template <bool Wrap> struct FixedLook : FixedWalk<TrimmedVisit, Wrap> { static constexpr bool looks = true; };

/// Not inlined, since it would take registers from the code for full grids.
template <class Way, int D>
__attribute__((noinline)) void list_sparse(Way way, const Storage<D>& s, u32 i, const vec<D>& at, StripList<D>& list) {
    const auto from = standpoint(s, i, at);
    u32 held = 0, blocks = 0;
    const auto push = [&](const Stretch& t, const vec<D>& moved) {
        if (held == list.room) return false;
        list.strips[held++] = {t.first, t.end, moved};
        blocks += (t.end - t.first + cpu_lanes - 1) / cpu_lanes;
        return true;
    };
    if (!reads_bins(way.visit) && s.occupied.bin_of) {
        list.more = !each_bin_and_image(way, s, from, list.next, push);
    } else if (!reads_bins(way.visit)) {
        each_image(way, s, at, push);
        list.more = false;
    } else {
        const float most = 2 * s.grid.reach * s.grid.per_width[0] + 4;
        list.more = !each_occupied_row(way, s, from, list.next, [&](u32 row, const vec<D>& moved, float half) {
            if (float(held) + most > float(list.room)) return false;
            each_bin(way, s, row, from, moved, half, push);
            return true;
        });
    }
    list.held = held;
    list.blocks = blocks;
    list.crosses = true;
}

template <class Way, int D>
NF_INLINE void list(Way way, const Storage<D>& s, u32 i, const vec<D>& at, StripList<D>& list) {
    if (s.grid.sparse) return list_sparse(way, s, i, at, list);
    u32 held = 0, blocks = 0;
    bool crosses = false;
    const auto push = [&](const Stretch& t, const vec<D>& moved) {
        auto& strip = list.strips[held];
        strip.first = t.first;
        strip.end = t.end;
        held += t.first < t.end;
        blocks += (t.end - t.first + cpu_lanes - 1) / cpu_lanes;
        if constexpr (Way::wrap) {
            strip.moved = moved;
            crosses |= moved != vec<D>(0.f);
        }
    };
    if constexpr (!reads_bins(Way::visit)) {
        each_image(way, s, at, push);
        list.more = false;
    } else {
        // across wrapped borders a row has up to three stretches, or four with a gap out of sight, unless each bin is
        // one
        const float bins = one_by_one(Way::visit) ? 2 * s.grid.reach * s.grid.per_width[0] + 4 : may_look<Way> ? 4 : 3;
        const bool many = bins > float(list.room);
        const u32 most = many ? 3 : u32(bins);
        RowNumber next = list.next;
        Outlook<D> ahead;
        if constexpr (may_look<Way>) ahead = outlook(way, s, i);
        list.more =
            !each_row(way, s.grid, at, next, [&](u32 row, const vec<D>& moved, float half, const vec<D>& corner) {
                if (held + most > list.room) return false;
                if constexpr (may_look<Way>)
                    seen_ranges(way, s, row, moved, seen_of_row(way, s.grid, at, half, corner, ahead), push);
                else if (many) row_ranges(FixedWalk<StripsVisit, Way::wrap>{}, s, row, at, moved, half, push);
                else row_ranges(way, s, row, at, moved, half, push);
                return true;
            });
        list.next = next;
    }
    list.held = held;
    list.blocks = blocks;
    list.crosses = crosses;
}

template <int D> NF_INLINE void note(void (*list_strips)(const Storage<D>&, u32, const vec<D>&, StripList<D>&),
                                     const Storage<D>& s, const vec<D>& at, u32 i, const NeighbourList& noted,
                                     bool others) {
    const u32 before = others ? noted.counts[i] : 0, first = NeighbourList::part(before, others).first,
              room = noted.room - first, self = others ? ~u32{0} : i;
    u32* const to = noted.entries + std::size_t(i) * noted.per_owner() + first;
    u32 taken = 0;
    StripList<D> strips;
    do {
        list_strips(s, i, at, strips);
        for (u32 n = 0; n < strips.held; ++n)
            each_hit(s, self, at, strips, n, [&](u32 j, const vec<D>&, float) {
                if (taken < room) to[taken] = j;
                ++taken;
            });
    } while (strips.more);
    const u32 spills = taken > room ? NeighbourList::full : 0;
    taken = taken < room ? taken : room;
    noted.counts[i] = before | taken << (others ? 16 : 0) | spills;
    for (; taken % cpu_lanes != 0; ++taken) to[taken] = 0;  // padding that may be read but is not counted
}

template <int D> using ListStrips = void (*)(const Storage<D>&, u32, const vec<D>&, StripList<D>&);

#define NF_CPU_WALK(set, attributes)                                                                                   \
    template <int D, class V, bool Wrap>                                                                               \
    attributes void list_##set(const Storage<D>& s, u32 i, const vec<D>& at, StripList<D>& strips) {                   \
        list(FixedWalk<V, Wrap>{}, s, i, at, strips);                                                                  \
    }                                                                                                                  \
    template <int D, bool Wrap>                                                                                        \
    attributes void look_##set(const Storage<D>& s, u32 i, const vec<D>& at, StripList<D>& strips) {                   \
        list(FixedLook<Wrap>{}, s, i, at, strips);                                                                     \
    }                                                                                                                  \
    template <int D> attributes void note_##set(ListStrips<D> list_strips, const Storage<D>& s, const vec<D>& at,      \
                                                u32 i, const NeighbourList& noted, bool others) {                      \
        note(list_strips, s, at, i, noted, others);                                                                    \
    }                                                                                                                  \
    template <int D, bool Wrap, class... V> ListStrips<D> lister_##set(Visit visit, VisitList<V...>) {                 \
        constexpr ListStrips<D> listers[] = {list_##set<D, Visits::Like<V>, Wrap>...};                                 \
        return listers[int(visit)];                                                                                    \
    }                                                                                                                  \
    template <int D> CpuWalk<D> walk_##set(Visit visit, bool wrap, bool looks) {                                       \
        if (looks) return {wrap ? look_##set<D, true> : look_##set<D, false>, note_##set<D>};                          \
        return {wrap ? lister_##set<D, true>(visit, Visits{}) : lister_##set<D, false>(visit, Visits{}),               \
                note_##set<D>};                                                                                        \
    }

#ifdef NEARFIELD_BASELINE
NF_CPU_WALK(baseline, NF_FOR_BASELINE)
#endif
#ifdef NEARFIELD_AVX2
NF_CPU_WALK(avx2, NF_FOR_AVX2)
#endif
#ifdef NEARFIELD_AVX512
NF_CPU_WALK(avx512, NF_FOR_AVX512)
#endif

}  // namespace

template <int D> CpuWalk<D> cpu_walk(Visit visit, bool wrap, bool looks) {
    switch (instructions()) {
#ifdef NEARFIELD_AVX512
    case Instructions::avx512: return walk_avx512<D>(visit, wrap, looks);
#endif
#ifdef NEARFIELD_AVX2
    case Instructions::avx2: return walk_avx2<D>(visit, wrap, looks);
#endif
#ifdef NEARFIELD_BASELINE
    case Instructions::baseline: return walk_baseline<D>(visit, wrap, looks);
#endif
    default: return {};  // ruled out by require_instructions
    }
}

template CpuWalk<2> cpu_walk(Visit, bool, bool);
template CpuWalk<3> cpu_walk(Visit, bool, bool);

}  // namespace nearfield::detail
