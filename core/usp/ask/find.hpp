#pragma once
// The search on given points, without a scene.
#include "exec/backend.hpp"
#include "usp/explain/report.hpp"
#include "usp/grid/settings.hpp"

#include <functional>
#include <vector>

namespace nearfield {

/// Which bins a search keeps, and what positions are relative to.
enum class GridKind {
    full,     ///< all bins
    chosen,   ///< as in a scene's search: all bins, or the occupied ones if all are too many for the points
    sparse,   ///< the occupied bins
    relative  ///< the occupied bins; positions are relative to their bins and in units of the radius, so that rounding
              ///< is small beside it in any environment, and any radius will do
};

struct FindRequest {
    int dimensions = 2;  ///< in 2D the z of points and box is ignored
    std::vector<glm::dvec3> points;
    glm::dvec3 lo{0}, hi{1};  ///< environment; every point must lie in it, borders included
    bool wrapped = false;
    double radius = 1;
    SearchSettings search;
    GridKind grid = GridKind::chosen;
    bool pairs = false;                             ///< list the pairs, not only their number
    std::function<void(u64 pairs)> before_listing;  ///< called once they are counted; what it throws ends the search
};

struct Found {
    std::vector<u32> count;   ///< neighbours per point
    std::vector<Pair> pairs;  ///< sorted, i < j; empty unless asked for
    Audit audit;              ///< over at most 65,536 queries
};

struct NearestRequest {
    FindRequest
        points;       ///< `radius` gives the width of the bins and nothing else: expected_reach(); `pairs` is ignored
    u32 nearest = 1;  ///< per point; if there are fewer others: all of them
    double within = INFINITY;  ///< only those nearer than this
};

struct NearPoint {
    u32 point;
    float distance;
};

struct FoundNearest {
    u32 room = 0;                    ///< of each point
    std::vector<u32> count;          ///< those found per point
    std::vector<NearPoint> nearest;  ///< of point i: count[i] from place i * room on, near to far

    const NearPoint* of(std::size_t point) const { return nearest.data() + point * room; }
};

/// Throws UsageError for points that are not finite or lie outside the environment, or for other than 2 or 3
/// dimensions.
void require_points(const FindRequest& request);

/// Neighbours of every point: all others nearer than the radius in double precision, coincident points included. A
/// wrapped environment may be two radii wide, or less by the rounding of decimal numbers; half its side then takes the
/// place of the radius. Throws UsageError for a point that is not finite or lies outside, a radius that is not
/// positive, an environment that makes no sense; Error if it does not fit in memory or there is no such backend.
Found find_neighbours(const FindRequest& request, Backend backend);

/// The nearest others of every point by their distances in double precision; at equal distances the lower index comes
/// first. In a wrapped environment each other point counts once, at its nearest image. Throws what find_neighbours
/// throws, and UsageError for none, or for a distance that is not positive.
FoundNearest find_nearest(const NearestRequest& request, Backend backend);

/// Distance of two points across the nearest image, in double precision.
double distance_between(const FindRequest& request, u32 i, u32 j);

/// A radius for searches for the nearest: that of the ball in which so many of the points are expected (nearest.hpp); 1
/// if all are in one place.
float expected_reach(const FindRequest& request, u32 nearest);

}  // namespace nearfield
