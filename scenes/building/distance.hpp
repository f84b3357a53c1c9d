#pragma once
// Distances between parts (Borrmann, Schraufstetter & Rank 2009), on the CPU.
#include "scenes/building/triangle_trees.hpp"

namespace nearfield::building {

/// The end points of a distance, one on each part, and its length.
struct Span {
    double length = 0;            ///< m
    glm::dvec3 at_a{0}, at_b{0};  ///< m, in the coordinates of the building
};

/// Distances between the surfaces themselves, without a tolerance. Built once per `surfaces`, which must outlive it.
class Distances {
  public:
    explicit Distances(const Surfaces& surfaces);

    /// Shortest distance; 0, at a common point, if the surfaces meet or one part lies within the other.
    Span nearest(u32 a, u32 b) const;
    /// Longest distance between points of a and b.
    Span furthest(u32 a, u32 b) const;
    /// True if the shortest distance is below `distance` m; faster than nearest().
    bool closer(u32 a, u32 b, double distance) const;

  private:
    Span between(u32 a, u32 b, double enough) const;
    bool is_within(u32 inner, u32 outer) const;

    const Surfaces& surfaces_;
    SurfacesView view_;
    TriangleTrees trees_;
};

/// Shortest distance between two triangles; 0 if they meet.
Span nearest(const Corners& a, const Corners& b);

}  // namespace nearfield::building
