#pragma once
// Parts as flat arrays of triangles on a lattice, each part as three copies: its own surface, and that surface moved
// outwards and inwards by a tolerance. Relations between parts are found from these arrays alone, on either backend.
#include "libs/building/readers/building.hpp"
#include "libs/building/surfaces/lattice.hpp"

#include <array>

namespace nearfield::building {

enum class Copy : u32 { outer, inner, own };

struct Triangle {
    u32 corner[3];  ///< indices
};

/// A part's places in an array: first what belongs to closed shells, then to open ones, then to the back sides of open
/// ones. An open shell's outer copy lies on both sides of it; its inner copy is its own surface, and has no back.
struct Share {
    u32 closed, open, back, end;

    NF_HD u32 end_in(Copy copy) const { return copy == Copy::outer ? end : back; }
};

constexpr u32 block_size = 32;  ///< triangles of a part that follow each other in space, and have a box

/// One part's places in the arrays of Surfaces.
struct PartSurface {
    Share triangles, shells;
    u32 blocks;                    ///< the first of its blocks of triangles
    u32 first_corner, end_corner;  ///< in each copy
    u64 form;                      ///< the same for parts whose triangles join corners alike, shell by shell
    Box box;                       ///< of all three copies

    NF_HD u32 block_count() const { return (triangles.end - triangles.closed + block_size - 1) / block_size; }
};

/// What was found of a part while its copies were made.
struct Soundness {
    u32 open_shells = 0;     ///< with an edge that is not between exactly two triangles that agree on what is outside
    u32 thin_shells = 0;     ///< closed, but nothing is left inside at this tolerance; they are treated as open
    u32 flipped_shells = 0;  ///< closed, but faced inwards
    u32 flat_triangles = 0;  ///< without area
    double volume = 0;       ///< m³, of closed shells

    bool open() const { return open_shells + thin_shells > 0; }
};

/// All parts of a building. Corners of the three copies have the same indices.
struct Surfaces {
    glm::dvec3 origin{0};                       ///< m; where the lattice's origin is in the building
    double tolerance = 0;                       ///< m
    std::array<std::vector<Point>, 3> corners;  ///< of each Copy
    std::vector<Triangle> triangles;            ///< counter-clockwise seen from outside
    std::vector<Box> boxes, blocks;             ///< of all three copies of each triangle, and of each block
    std::vector<u32> shells;                    ///< a corner of each
    std::vector<PartSurface> parts;
    std::vector<Soundness> soundness;  ///< of each part
};

/// Throws UsageError for a tolerance that is not positive or larger than the building, and for a building that is
/// empty, wider than the lattice (4 km), or has a corner that is not finite.
Surfaces surfaces_of(const Building&, double tolerance);

/// The arrays of Surfaces where kernels read them.
struct SurfacesView {
    const Point* corners[3];
    const Triangle* triangles;
    const Box *boxes, *blocks;
    const u32* shells;
    const PartSurface* parts;
    u32 part_count;
    i64 margin;  ///< twice the tolerance, in steps

    NF_INLINE Point corner(Copy copy, u32 triangle, u32 k) const {
        return corners[u32(copy)][triangles[triangle].corner[k]];
    }
};

inline i64 margin_of(const Surfaces& s) { return i64(2 * s.tolerance / lattice_step); }

inline SurfacesView view_of(const Surfaces& s) {
    return {.corners = {s.corners[0].data(), s.corners[1].data(), s.corners[2].data()},
            .triangles = s.triangles.data(),
            .boxes = s.boxes.data(),
            .blocks = s.blocks.data(),
            .shells = s.shells.data(),
            .parts = s.parts.data(),
            .part_count = u32(s.parts.size()),
            .margin = margin_of(s)};
}

}  // namespace nearfield::building
