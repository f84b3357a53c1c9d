#pragma once
// Walls as obstacles for bodies: every point acts once, also where walls meet.
#include "scenes/plans/wall_lookup.hpp"

namespace nearfield::crowd {

using namespace plans;

/// A wall, with the continuing wall at each end. A body whose nearest point is such an end feels it from both walls,
/// each with its share; a body beside the other wall does not feel the end at all.
struct JoinedWall {
    glm::vec2 a, b;
    glm::vec2 beyond_a{0}, beyond_b{0};  ///< direction of the continuing wall; 0: none
    float share_a = 1, share_b = 1;      ///< share of the force from that end

    struct Nearest {
        vec<2> to;    ///< vector from the nearest point of the wall to p
        float share;  ///< 1 beside the wall
    };
    NF_INLINE Nearest nearest(const vec<2>& p) const {
        const vec<2> along = b - a, from = p - a;
        const float length2 = dot<2>(along, along), t = dot<2>(from, along) / length2;
        if (t <= 0.f) return {from, dot<2>(from, beyond_a) <= 0.f ? share_a : 0.f};
        if (t >= 1.f) return {p - b, dot<2>(vec<2>(p - b), beyond_b) <= 0.f ? share_b : 0.f};
        return {from - along * t, 1.f};
    }

    /// True if the step from p to q meets the wall.
    NF_INLINE bool stops(const vec<2>& p, const vec<2>& q) const {
        const vec<2> along = b - a, way = q - p, from = p - a, to = q - a;
        const float side_p = along[0] * from[1] - along[1] * from[0], side_q = along[0] * to[1] - along[1] * to[0];
        const vec<2> end = b - p;
        const float side_a = way[1] * from[0] - way[0] * from[1], side_b = way[0] * end[1] - way[1] * end[0];
        return (side_p > 0.f) != (side_q > 0.f) && (side_a >= 0.f) != (side_b >= 0.f);
    }
};

/// Finds the walls that meet. An end that lies along another wall is hidden: share 0.
std::vector<JoinedWall> join(const std::vector<Wall>& walls);

}  // namespace nearfield::crowd
