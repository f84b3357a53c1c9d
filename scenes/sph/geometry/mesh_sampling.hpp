#pragma once
#include "libs/geometry/mesh.hpp"

namespace nearfield::sph {

/// Samples on the triangles, whatever their shape: every point of the surface is within 3/4 of the spacing of a sample,
/// and no two samples are nearer than 0.68 of it. Candidates on a fine grid over each triangle are taken in turn where
/// no sample is near: first at distances from 0.95 of the spacing on, which makes nearly hexagonal patches, then
/// between the patches (Poisson disk sampling as in Akinci et al. 2012 and Corsini et al. 2012, with the darts in
/// order).
std::vector<glm::dvec3> sample_mesh(const geometry::Mesh&, double spacing);

/// An upper bound on the number of samples, unless the surface is all spikes thinner than the spacing.
double most_mesh_samples(const geometry::Mesh&, double spacing);

}  // namespace nearfield::sph
