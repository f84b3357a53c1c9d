#pragma once
// Storeys and stairs of a plan. In the plane of the neighbour search, storeys and strips of stairs lie side by side,
// too far apart for any interaction. Portals connect them.
#include "base/vec.hpp"
#include "scenes/document/place.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace nearfield::plans {

/// A level of a building. Walls, people and other items of the plan belong to it if their `storey` is its index.
struct Storey {
    std::string name;
    float level = 0;         ///< height of the floor, m
    float height = 3;        ///< height of the room above it, m
    glm::vec2 lo{0}, hi{0};  ///< bounds in the plane
    glm::vec2 offset{0};     ///< from the author's coordinates to the plane
    document::Place place;
};

/// A straight flight of stairs, or a ramp. Its strip lies apart in the plane, and its true place is cut out of the
/// floors of both storeys.
struct Stair {
    std::string name;
    int low = 0, high = 0;            ///< storeys at foot and head
    glm::vec2 foot{0}, head{0};       ///< middles of the ends, in the plane
    float width = 1, rise = 0;        ///< m
    float level = 0;                  ///< height of the foot, m
    float up = 1, down = 1;           ///< factors of the horizontal walking speed; 0: closed in that direction
    glm::vec2 to_low{0}, to_high{0};  ///< from the strip to its place on each storey
    document::Place place;

    float length() const { return glm::length(head - foot); }  ///< horizontal, m
    bool one_way() const { return up == 0 || down == 0; }
    /// Speed factor up or down. On one-way stairs it holds for both, as people may be pushed back.
    float pace(bool rising) const { return one_way() ? std::max(up, down) : rising ? up : down; }
    glm::vec2 along() const { return (head - foot) / length(); }
    glm::vec2 half_across() const { return 0.5f * width * glm::vec2(along().y, -along().x); }
    /// Height of the floor at a point of the strip, m.
    float level_at(glm::vec2 p) const {
        return level + rise * glm::clamp(glm::dot(p - foot, along()) / length(), 0.f, 1.f);
    }
};

/// Moves everybody who crosses a-b to its left (seen from a) by `shift`.
struct Portal {
    glm::vec2 a, b, shift;
    bool onto;      ///< true: onto the stairs; false: off them
    bool walkable;  ///< true if ways lead through it; false against one-way stairs
};

/// Weidmann 1993: horizontal component of the free speed on stairs, m/s; on level ground it is 1.34.
constexpr float weidmann_stairs_up = 0.61f, weidmann_stairs_down = 0.694f, weidmann_level = 1.34f;

struct Plan;
struct Wall;

/// Corners of a strip; with `shift`, of its place on a storey.
std::vector<glm::vec2> outline_of(const Stair& stair, glm::vec2 shift = glm::vec2(0));

/// Portals on and off all stairs: four for each.
std::vector<Portal> portals_of(const Plan& plan);

/// Walls along the strips of stairs, and around their holes in the floors where there is no other wall and no other
/// stairs.
std::vector<Wall> walls_of(const Plan& plan, const Stair& stair);

/// Calls move(point) for every point of a storey's walls, doors, exits, areas and people.
void each_point(Plan& plan, int storey, const std::function<void(glm::vec2&)>& move);

/// Lays the storeys and strips of a plan, given in the author's coordinates, side by side. Sets its bounds and its
/// navigation cell, of which all offsets are multiples. No-op for one storey without stairs.
void lay_side_by_side(Plan& plan);

/// Translates the whole plan.
void shift(Plan& plan, glm::vec2 by);

/// The storey whose bounds contain a point of the plane, or -1.
int storey_at(const Plan& plan, glm::vec2 p);

/// Height of the floor at a point of a storey, m, including platforms.
float floor_level(const Plan& plan, int storey, glm::vec2 p);

}  // namespace nearfield::plans
