#pragma once
// Which triangles of two parts are tested against each other: all of them, or those within the other part's box.
#include "boxes/walk.hpp"
#include "exec/expand.hpp"
#include "scenes/building/surfaces.hpp"
#include "scenes/building/triangles.hpp"

namespace nearfield::building {

NF_INLINE Corners corners_of(const SurfacesView& s, Copy copy, u32 triangle) {
    return {s.corner(copy, triangle, 0), s.corner(copy, triangle, 1), s.corner(copy, triangle, 2)};
}

/// Of all three copies of a triangle.
NF_INLINE Box box_of(const SurfacesView& s, u32 triangle) {
    Box box;
    for (u32 copy = 0; copy < 3; ++copy)
        for (u32 k = 0; k < 3; ++k) box.hold(box_of(s.corner(Copy(copy), triangle, k)));
    return box;
}

/// The triangles of a side; side 2 k is the first part of candidate k, and 2 k + 1 the second.
struct SidesView {
    const u64* first;
    const u32* count;
    const u32* list;  ///< null: the triangles follow each other

    NF_INLINE u32 triangle(u32 side, u64 i) const { return list ? list[first[side] + i] : u32(first[side] + i); }
};

namespace detail {

constexpr u32 clip_chunk = 32;  ///< triangles that one thread looks at

NF_INLINE u64 chunks(u64 n, u64 size) { return (n + size - 1) / size; }

struct SideOf {
    SurfacesView surfaces;
    const BoxPair* candidates;
    NF_INLINE const PartSurface& part(u32 side) const {
        const BoxPair& c = candidates[side / 2];
        return surfaces.parts[side % 2 ? c.b : c.a];
    }
    NF_INLINE const PartSurface& other(u32 side) const { return part(side ^ 1); }
};

struct WholeSide {
    SideOf of;
    u64* first;
    u32* count;
    NF_HD void operator()(u32 side) const {
        const Share& t = of.part(side).triangles;
        first[side] = t.closed, count[side] = t.end - t.closed;
    }
};

struct CountChunks {
    SideOf of;
    u64* chunks;
    NF_HD void operator()(u32 side) const {
        const Share& t = of.part(side).triangles;
        chunks[side] = detail::chunks(t.end - t.closed, clip_chunk);
    }
};

/// One chunk of a side: counts its triangles within the other part's box, or writes them.
struct ClipChunk {
    SideOf of;
    const u64* start;  ///< of a side's chunks
    u64* hits;         ///< null: write
    const u64* where;
    u32* list;
    NF_HD void operator()(u32 side, u64 chunk) const {
        const Share& t = of.part(side).triangles;
        const Box& box = of.other(side).box;
        const u32 first = t.closed + u32(chunk) * clip_chunk,
                  end = first + clip_chunk < t.end ? first + clip_chunk : t.end;
        const u64 item = start[side] + chunk;
        u64 found = 0;
        for (u32 i = first; i < end; ++i) {
            if (!meet(box_of(of.surfaces, i), box)) continue;
            if (!hits) list[where[item] + found] = i;
            ++found;
        }
        if (hits) hits[item] = found;
    }
};

struct EndSide {
    const u64 *start, *where;
    u64* first;
    u32* count;
    NF_HD void operator()(u32 side) const {
        first[side] = where[start[side]], count[side] = u32(where[start[side + 1]] - where[start[side]]);
    }
};

}  // namespace detail

template <class Exec> class ClippedSides {
  public:
    /// All triangles of each candidate's parts.
    void take_all(Exec& exec, const SurfacesView& surfaces, const BoxPair* candidates, u32 n) {
        resize(n);
        clipped_ = false;
        for_each(exec, 2 * n, detail::WholeSide{{surfaces, candidates}, first_.data(), count_.data()});
    }
    /// Those whose box meets the other part's. Throws Error if they do not fit in memory.
    void clip(Exec& exec, const SurfacesView& surfaces, const BoxPair* candidates, u32 n) {
        resize(n);
        clipped_ = true;
        const u32 sides = 2 * n;
        const detail::SideOf of{surfaces, candidates};
        chunks_.resize(sides, "counts of triangles"), start_.resize(sides + 1, "counts of triangles");
        for_each(exec, sides, detail::CountChunks{of, chunks_.data()});
        const u64 items = offsets_of(exec, chunks_.data(), start_.data(), sides);
        hits_.resize(items, "counts of triangles"), where_.resize(items + 1, "counts of triangles");
        const auto chunk = [&](u64* hits) {
            return detail::ClipChunk{of, start_.data(), hits, where_.data(), list_.data()};
        };
        for_each_item(exec, start_.data(), sides, items, chunk(hits_.data()));
        list_.resize(offsets_of(exec, hits_.data(), where_.data(), u32(items)), "triangles within other parts' boxes");
        for_each_item(exec, start_.data(), sides, items, chunk(nullptr));
        for_each(exec, sides, detail::EndSide{start_.data(), where_.data(), first_.data(), count_.data()});
    }
    SidesView view() const { return {first_.data(), count_.data(), clipped_ ? list_.data() : nullptr}; }
    std::size_t bytes() const {
        return first_.bytes() + count_.bytes() + list_.bytes() + chunks_.bytes() + start_.bytes() + hits_.bytes() +
               where_.bytes();
    }

  private:
    void resize(u32 n) { first_.resize(2 * n, "sides of pairs"), count_.resize(2 * n, "sides of pairs"); }

    Array<Exec, u64> first_, chunks_, start_, hits_, where_;
    Array<Exec, u32> count_, list_;
    bool clipped_ = false;
};

}  // namespace nearfield::building
