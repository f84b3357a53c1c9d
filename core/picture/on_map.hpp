#pragma once
// From a landscape back to the map of its cells.
#include "picture/picture.hpp"

#include <cmath>

namespace nearfield {

/// The place on the map of a relief's lattice that a place of the picture shows: of the highest part below it.
inline glm::vec3 place_on_map(const CellLayer& layer, glm::vec3 place) {
    const CellLattice& lattice = layer.lattice;
    glm::vec3 map(glm::dot(place, lattice.across), glm::dot(place, lattice.up), 0);
    float highest = -INFINITY;
    for (const CellPart& part : layer.parts) {
        const glm::vec3 own = place - part.shift, from = own - lattice.origin;
        const u32 cell = lattice.cell_at({glm::dot(from, lattice.across), glm::dot(from, lattice.up)});
        const u32 column = cell % lattice.columns, row = cell / lattice.columns;
        const float over = glm::dot(own, glm::cross(lattice.across, lattice.up)) - part.base, base = -over;
        const bool inside = cell != CellLattice::none && column >= part.column && row >= part.row &&
                            column < part.column + part.columns && row < part.row + part.rows;
        if (!inside || over < 0 || base <= highest) continue;
        highest = base, map = {glm::dot(own, lattice.across), glm::dot(own, lattice.up), 0};
    }
    return map;
}

}  // namespace nearfield
