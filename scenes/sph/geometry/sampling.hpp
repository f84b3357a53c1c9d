#pragma once
// Boundary particles on the surfaces of solids (Akinci et al. 2012). Every point of a surface is within 3/4 of the
// spacing of a sample; samples are at least 0.4 spacings apart, except at sharp corners of polygons and where two
// surfaces are closer.
#include "scenes/sph/geometry/shape.hpp"

namespace nearfield::sph {

/// Open sides of a box, as bits: 1 << (2 * axis) for the lower side, twice that for the upper.
using Sides = u32;

/// Samples on the faces of a box; edges and corners are sampled once. A side of negative length is sampled at its
/// middle. Open sides are sampled only where they meet closed ones.
template <int D> std::vector<dvec<D>> sample_box(const Box&, double spacing, Sides open = 0);
template <int D> u64 box_samples(const Box&, double spacing, Sides open = 0);  ///< their number

/// Samples `depth` m below the surface of a solid: with half a spacing, the surface is midway between a fluid particle
/// and the first boundary particle of a lattice. A polyline is sampled in place.
template <int D> std::vector<dvec<D>> sample(const Shape&, double spacing, double depth = 0);
/// Their number; for a mesh, an upper bound.
template <int D> double most_samples(const Shape&, double spacing, double depth = 0);

/// The box grown by `by` on every side; a negative `by` may turn it inside out.
Box grown(Box, double by);

}  // namespace nearfield::sph
