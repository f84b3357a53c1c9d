#pragma once
// Neighbour search on given points, without a scene.
#include "exec/backend.hpp"
#include "usp/explain/report.hpp"
#include "usp/grid/settings.hpp"

#include <functional>
#include <vector>

namespace nearfield {

/// Kind of grid, and the reference of positions.
enum class GridKind {
    full,     ///< all bins
    chosen,   ///< as in a scene: all bins, or only the occupied ones if a full grid would be too large for the number
              ///< of points
    sparse,   ///< the occupied bins
    relative  ///< only occupied bins; positions are relative to their bin, in units of the radius. Rounding errors stay
              ///< small in any environment, and any radius is allowed
};

struct FindRequest {
    int dimensions = 2;  ///< in 2D the z of points and box is ignored
    std::vector<glm::dvec3> points;
    glm::dvec3 lo{0}, hi{1};  ///< environment; all points must lie in it or on its border
    bool wrapped = false;
    double radius = 1;
    SearchSettings search;
    GridKind grid = GridKind::chosen;
    bool pairs = false;                             ///< list the pairs, besides the counts
    std::function<void(u64 pairs)> before_listing;  ///< called after counting; an exception ends the search
};

struct Found {
    std::vector<u32> count;   ///< neighbours per point
    std::vector<Pair> pairs;  ///< sorted, i < j; empty unless asked for
    Audit audit;              ///< of at most 65,536 queries
};

struct NearestRequest {
    FindRequest points;        ///< `radius` sets the width of bins only: expected_reach(); `pairs` is ignored
    u32 nearest = 1;           ///< per point; if fewer other points exist, all of them
    double within = INFINITY;  ///< maximum distance, exclusive
};

struct NearPoint {
    u32 point;
    float distance;
};

struct FoundNearest {
    u32 room = 0;                    ///< capacity per point
    std::vector<u32> count;          ///< number found per point
    std::vector<NearPoint> nearest;  ///< of point i: count[i] entries from i * room on, by distance

    const NearPoint* of(std::size_t point) const { return nearest.data() + point * room; }
};

/// Throws UsageError for points that are not finite or lie outside of the environment, and for dimensions other than 2
/// and 3.
void require_points(const FindRequest& request);

/// Neighbours of every point: all others nearer than the radius in double precision, coincident ones included. A
/// wrapped environment must be at least two radii wide; if only decimal rounding makes it narrower, half its side
/// replaces the radius. Throws UsageError for a point that is not finite or lies outside, a radius that is not positive
/// or an invalid environment; Error if memory is full or the backend is missing.
Found find_neighbours(const FindRequest& request, Backend backend);

/// The nearest others of every point by distance in double precision; ties go to the lower index. In a wrapped
/// environment each other point counts once, at its nearest image. Throws like find_neighbours, and UsageError for
/// `nearest` 0 or a distance that is not positive.
FoundNearest find_nearest(const NearestRequest& request, Backend backend);

/// Distance of two points to the nearest image, in double precision.
double distance_between(const FindRequest& request, u32 i, u32 j);

/// Radius of the ball that is expected to hold `nearest` points (nearest.hpp), as bin width for find_nearest; 1 if all
/// points coincide.
float expected_reach(const FindRequest& request, u32 nearest);

}  // namespace nearfield
