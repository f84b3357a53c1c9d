#pragma once
// Boundary particles on the surfaces of solids (Akinci et al. 2012). Points lie within 3/4 of the spacing of a sample; samples keep
// 0.4 spacings between each other, but for sharp corners of polygons and where two surfaces are closer.
#include "scenes/sph/geometry/shape.hpp"

namespace nearfield::sph {

/// Sides of a box without wall, as bits: 1 << (2 * axis) for the lower, twice that for the upper.
using Sides = u32;

/// Samples on the faces of a box, edges and corners once; of a side shorter than nothing, its middle. None on open sides but for
/// their edges.
template <int D> std::vector<dvec<D>> sample_box(const Box&, double spacing, Sides open = 0);
template <int D> u64 box_samples(const Box&, double spacing, Sides open = 0);  ///< their number

/// Samples on the surface of a solid, `depth` m below it: with half a spacing, the surface is in the middle between a fluid particle
/// and the first boundary particle of a lattice. A polyline is sampled where it is.
template <int D> std::vector<dvec<D>> sample(const Shape&, double spacing, double depth = 0);
/// Their number; of a mesh, the most that there can be.
template <int D> double most_samples(const Shape&, double spacing, double depth = 0);

/// The box grown by `by` on every side; it may end up inside out.
Box grown(Box, double by);

}  // namespace nearfield::sph
