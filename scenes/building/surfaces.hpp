#pragma once
// Parts as flat arrays of triangles on a lattice. Each part has three copies: its own surface, and offsets outwards and
// inwards by a tolerance. These arrays alone determine the relations, on either backend.
#include "scenes/building/building.hpp"
#include "scenes/building/lattice.hpp"

#include <array>

namespace nearfield::building {

enum class Copy : u32 { outer, inner, own };

struct Triangle {
    u32 corner[3];  ///< vertex indices
};

/// A part's range in an array, in sections: closed shells, open shells, back sides of open shells. The outer copy of an
/// open shell has both sides; its inner copy is its own surface and has no back.
struct Share {
    u32 closed, open, back, end;

    NF_HD u32 end_in(Copy copy) const { return copy == Copy::outer ? end : back; }
};

constexpr u32 block_size = 32;  ///< consecutive triangles of a part that share a bounding box

/// A part's ranges in the arrays of Surfaces.
struct PartSurface {
    Share triangles, shells;
    u32 blocks;                    ///< first block of its triangles
    u32 first_corner, end_corner;  ///< in each copy
    u64 form;                      ///< hash of the connectivity, shell by shell; independent of coordinates
    Box box;                       ///< around all three copies

    NF_HD u32 block_count() const { return (triangles.end - triangles.closed + block_size - 1) / block_size; }
};

/// Defects of a part, found while its copies were made.
struct Soundness {
    u32 open_shells = 0;     ///< shells with an edge that is not shared by exactly two consistently oriented triangles
    u32 thin_shells = 0;     ///< closed shells without an interior at this tolerance; treated as open
    u32 flipped_shells = 0;  ///< closed shells that faced inwards
    u32 flat_triangles = 0;  ///< triangles without area
    double volume = 0;       ///< of closed shells, m³

    bool open() const { return open_shells + thin_shells > 0; }
};

/// All parts of a building. The three copies share their indices.
struct Surfaces {
    glm::dvec3 origin{0};                       ///< position of the lattice's origin in the building, m
    double tolerance = 0;                       ///< m
    std::array<std::vector<Point>, 3> corners;  ///< per Copy
    std::vector<Triangle> triangles;            ///< counter-clockwise from outside
    std::vector<Box> boxes, blocks;             ///< per triangle and per block, around all three copies
    std::vector<u32> shells;                    ///< one corner of each shell
    std::vector<PartSurface> parts;
    std::vector<Soundness> soundness;  ///< per part
};

/// Throws UsageError for a tolerance that is not positive or exceeds the building's size, and for a building that is
/// empty, wider than the lattice (4 km), or has a corner that is not finite.
Surfaces surfaces_of(const Building&, double tolerance);

/// The arrays of Surfaces, for kernels.
struct SurfacesView {
    const Point* corners[3];
    const Triangle* triangles;
    const Box *boxes, *blocks;
    const u32* shells;
    const PartSurface* parts;
    u32 part_count;
    i64 margin;  ///< twice the tolerance, in lattice steps

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
