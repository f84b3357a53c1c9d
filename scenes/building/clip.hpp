#pragma once
// Selection of the triangles of two parts to test: all of them, or those within the other part's box.
#include "base/error.hpp"
#include "boxes/walk.hpp"
#include "exec/expand.hpp"
#include "scenes/building/surfaces.hpp"
#include "scenes/building/triangles.hpp"

namespace nearfield::building {

NF_INLINE Corners corners_of(const SurfacesView& s, Copy copy, u32 triangle) {
    return {s.corner(copy, triangle, 0), s.corner(copy, triangle, 1), s.corner(copy, triangle, 2)};
}

/// The triangles of each side of each candidate. Side 2 k is the first part of candidate k, side 2 k + 1 the second.
struct SidesView {
    const u64* first;
    const u32* count;
    const u32* list;  ///< triangle indices; null: consecutive

    NF_INLINE u32 triangle(u32 side, u64 i) const { return list ? list[first[side] + i] : u32(first[side] + i); }
};

namespace detail {

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
        first[side] = t.closed;
        count[side] = t.end - t.closed;
    }
};

struct CountBlocks {
    SideOf of;
    NF_HD u64 operator()(u32 side) const { return of.part(side).block_count(); }
};

/// Clips one block of a side to the other part's box.
struct ClipBlock {
    SideOf of;
    const u64* start;  ///< first block of each side
    u32* hits;         ///< one bit per triangle of a block
    u64* count;
    NF_HD void operator()(u32 side, u64 block) const {
        const PartSurface& part = of.part(side);
        const Box& box = of.other(side).box;
        const u32 first = part.triangles.closed + u32(block) * block_size,
                  end = first + block_size < part.triangles.end ? first + block_size : part.triangles.end;
        u32 bits = 0, found = 0;
        if (meet(of.surfaces.blocks[part.blocks + block], box))
            for (u32 i = first; i < end; ++i) {
                const u32 hit = meet(of.surfaces.boxes[i], box);
                bits |= hit << (i - first);
                found += hit;
            }
        hits[start[side] + block] = bits;
        count[start[side] + block] = found;
    }
};

struct ListBlock {
    SideOf of;
    const u64 *start, *where;
    const u32* hits;
    u32* list;
    NF_HD void operator()(u32 side, u64 block) const {
        const u64 item = start[side] + block;
        u64 to = where[item];
        u32 triangle = of.part(side).triangles.closed + u32(block) * block_size;
        for (u32 bits = hits[item]; bits; bits >>= 1, ++triangle)
            if (bits & 1) list[to++] = triangle;
    }
};

struct EndSide {
    const u64 *start, *where;
    u64* first;
    u32* count;
    NF_HD void operator()(u32 side) const {
        first[side] = where[start[side]];
        count[side] = u32(where[start[side + 1]] - where[start[side]]);
    }
};

}  // namespace detail

template <class Exec> class ClippedSides {
  public:
    /// Takes all triangles of each candidate's parts.
    void take_all(Exec& exec, const SurfacesView& surfaces, const BoxPair* candidates, u32 n) {
        resize(n);
        clipped_ = false;
        for_each(exec, 2 * n, detail::WholeSide{{surfaces, candidates}, first_.data(), count_.data()});
    }
    /// Counts the blocks of all sides. Returns 2 n + 1 offsets, which clip() needs.
    const u64* count_blocks(Exec& exec, const SurfacesView& surfaces, const BoxPair* candidates, u32 n) {
        start_.resize(2 * n + 1, "sides of pairs");
        count_offsets(exec, 2 * n, detail::CountBlocks{{surfaces, candidates}}, start_.data());
        return start_.data();
    }
    /// Keeps the triangles whose box meets the other part's box. Throws Error if they do not fit in memory.
    void clip(Exec& exec, const SurfacesView& surfaces, const BoxPair* candidates, u32 n, u64 blocks,
              LaunchBudget<Exec>& budget) {
        if (blocks > 0xfffffff0u)
            throw Error("the boxes of " + std::to_string(n) + " pairs of parts meet, with " + std::to_string(blocks) +
                        " blocks of triangles, too many to list; use narrow=fragments, or a smaller tolerance");
        resize(n);
        clipped_ = true;
        const u32 sides = 2 * n;
        const detail::SideOf of{surfaces, candidates};
        const char* what = "triangles within other parts' boxes";
        hits_.resize(blocks, what);
        found_.resize(blocks, what);
        where_.resize(blocks + 1, what);
        for_each_item(exec, start_.data(), sides, detail::ClipBlock{of, start_.data(), hits_.data(), found_.data()},
                      budget);
        offsets_of(exec, found_.data(), where_.data(), u32(blocks));
        list_.resize(blocks < few ? blocks * block_size : items_of(exec, where_.data(), u32(blocks)), what);
        for_each_item(exec, start_.data(), sides,
                      detail::ListBlock{of, start_.data(), where_.data(), hits_.data(), list_.data()}, budget);
        for_each(exec, sides, detail::EndSide{start_.data(), where_.data(), first_.data(), count_.data()});
    }
    SidesView view() const { return {first_.data(), count_.data(), clipped_ ? list_.data() : nullptr}; }
    std::size_t bytes() const {
        return first_.bytes() + count_.bytes() + list_.bytes() + start_.bytes() + hits_.bytes() + found_.bytes() +
               where_.bytes();
    }

  private:
    static constexpr u64 few = 1 << 20;  ///< up to this number, room for all their triangles is reserved, so the host
                                         ///< need not wait for their number

    void resize(u32 n) {
        first_.resize(2 * n, "sides of pairs");
        count_.resize(2 * n, "sides of pairs");
    }

    Array<Exec, u64> first_, start_, found_, where_;
    Array<Exec, u32> count_, hits_, list_;
    bool clipped_ = false;
};

}  // namespace nearfield::building
