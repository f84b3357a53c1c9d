#pragma once
// Distances between parts (Borrmann, Schraufstetter & Rank 2009), on the CPU.
#include "libs/building/meet/triangle_trees.hpp"

namespace nearfield::building {

/// Two points, one of each part, and how far apart they are.
struct Span {
    double length = 0;            ///< m
    glm::dvec3 at_a{0}, at_b{0};  ///< m, in the building
};

/// Distances between the surfaces themselves, without a tolerance. Made once for all questions about `surfaces`, which
/// must outlive it.
class Distances {
  public:
    explicit Distances(const Surfaces& surfaces);

    /// The shortest way from a to b; 0, at a point of both, if the surfaces meet or one part is within the other.
    Span nearest(u32 a, u32 b) const;
    /// The longest way between a point of a and one of b.
    Span furthest(u32 a, u32 b) const;
    /// Whether the shortest way is shorter than `distance` m; quicker than `nearest`.
    bool closer(u32 a, u32 b, double distance) const;

  private:
    Span between(u32 a, u32 b, double enough) const;
    bool is_within(u32 inner, u32 outer) const;

    const Surfaces& surfaces_;
    SurfacesView view_;
    TriangleTrees trees_;
};

/// The shortest way between two triangles; 0 if they meet.
Span nearest(const Corners& a, const Corners& b);

}  // namespace nearfield::building
