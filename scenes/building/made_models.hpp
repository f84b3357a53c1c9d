#pragma once
// Generated buildings of simple solids, as examples of the predicates and as test loads.
#include "scenes/building/building.hpp"

namespace nearfield::building {

/// An axis-parallel box of 12 triangles.
geometry::Mesh box_mesh(glm::dvec3 lo, glm::dvec3 hi);

/// For each predicate a pair of parts, "NAME A" and "NAME B", for which it holds at any tolerance below 0.1 m. Pairs
/// are 4 m apart.
Building make_predicates();

/// per_axis³ cubes with sides of 1 m, `gap` m apart; at 0 neighbours touch, below 0 they overlap.
Building make_grid(int per_axis, double gap);

/// Randomly rotated boxes and tetrahedra with sides of 0.5 to 1.5 m, one per m³ on average.
Building make_soup(int count, unsigned seed);

/// Copies of a house in rows on the ground, on plots 4 m longer and wider than the house.
Building make_town(const Building& house, int count);

}  // namespace nearfield::building
