#pragma once
// Maps points on a relief back to its lattice.
#include "picture/picture.hpp"

#include <cmath>

namespace nearfield {

/// Projects a point of a relief's picture onto the lattice's plane, through the highest part below the point.
inline glm::vec3 place_on_map(const CellLayer& layer, glm::vec3 place) {
    const CellLattice& lattice = layer.lattice;
    glm::vec3 map(glm::dot(place, lattice.across), glm::dot(place, lattice.up), 0);
    float highest = -INFINITY;
    for (const CellPart& part : layer.parts) {
        const glm::vec3 own = place - part.shift, from = own - lattice.origin;
        const u32 cell = lattice.cell_at({glm::dot(from, lattice.across), glm::dot(from, lattice.up)});
        const float over = glm::dot(own, glm::cross(lattice.across, lattice.up)) - part.base, base = -over;
        const bool inside = cell != CellLattice::none && part.holds(cell % lattice.columns, cell / lattice.columns);
        if (!inside || over < 0 || base <= highest) continue;
        highest = base;
        map = {glm::dot(own, lattice.across), glm::dot(own, lattice.up), 0};
    }
    return map;
}

}  // namespace nearfield
