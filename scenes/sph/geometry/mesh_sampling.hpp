#pragma once
#include "scenes/geometry/mesh.hpp"

namespace nearfield::sph {

/// Samples the triangles of a mesh: every point of the surface is within 3/4 of the spacing of a sample, and samples
/// are at least 0.68 of it apart. Candidates from a fine grid over each triangle are accepted in order if no sample is
/// near. The first round uses a distance of 0.95 spacings, which makes nearly hexagonal patches; the second fills the
/// seams between them (Poisson disk sampling as in Akinci et al. 2012 and Corsini et al. 2012, with ordered instead of
/// random darts).
std::vector<glm::dvec3> sample_mesh(const geometry::Mesh&, double spacing);

/// Upper bound on the number of samples, unless the whole surface consists of spikes thinner than the spacing.
double most_mesh_samples(const geometry::Mesh&, double spacing);

}  // namespace nearfield::sph
