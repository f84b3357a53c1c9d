#pragma once
// Buildings made of simple solids, to look at what the queries answer and to load them with work.
#include "libs/building/readers/building.hpp"

namespace nearfield::building {

/// A box with its faces along the axes, 12 triangles.
geometry::Mesh box_mesh(glm::dvec3 lo, glm::dvec3 hi);

/// For each predicate a pair of parts, "NAME A" and "NAME B", between which it holds at any tolerance below 0.1 m;
/// pairs are 4 m apart.
Building make_predicates();

/// per_axis³ cubes with sides of 1 m, `gap` m apart; at 0 neighbours touch, below they overlap by as much.
Building make_grid(int per_axis, double gap);

/// Boxes and tetrahedra with sides of 0.5 to 1.5 m, turned at random, one per m³ on average.
Building make_soup(int count, unsigned seed);

/// Copies of a house in rows on the ground, each in a plot 4 m longer and wider than the house.
Building make_town(const Building& house, int count);

}  // namespace nearfield::building
