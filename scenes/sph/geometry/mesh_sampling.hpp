#pragma once
#include "scenes/sph/geometry/mesh.hpp"

namespace nearfield::sph {

/// Samples on the triangles: every point of the surface within 3/4 of the spacing of one, no two nearer than 0.68 of it, whatever
/// the triangles' shape. Candidates on a fine grid over each triangle are taken in turn where no sample is near: first as close as
/// 0.95 of the spacing, which makes nearly hexagonal patches, then between the patches (Poisson disk sampling, as Akinci et al. 2012
/// and Corsini et al. 2012, with the darts in order).
std::vector<glm::dvec3> sample_mesh(const Mesh&, double spacing);

/// More than it becomes, unless the surface is all spikes thinner than the spacing.
double most_mesh_samples(const Mesh&, double spacing);

}  // namespace nearfield::sph
