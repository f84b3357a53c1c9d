#pragma once
// The parts of a plan that lie on different levels. In the plane in which people are searched for, storeys and the
// strips of stairs lie side by side, far enough apart that nobody feels anybody on another; portals join them.
#include "base/vec.hpp"
#include "document/place.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace nearfield::plans {

/// A level of a building. Its walls, people and so on are the plan's items whose `storey` is its index.
struct Storey {
    std::string name;
    float level = 0;         ///< height of the floor, m
    float height = 3;        ///< of the room over it, m
    glm::vec2 lo{0}, hi{0};  ///< its bounds in the plane
    glm::vec2 offset{0};     ///< from the author's coordinates to the plane
    document::Place place;
};

/// A straight flight of stairs, or a ramp. Its strip lies alone in the plane; on both storeys it takes the place that
/// it has in the building from their floors.
struct Stair {
    std::string name;
    int low = 0, high = 0;            ///< the storeys at its foot and at its head
    glm::vec2 foot{0}, head{0};       ///< middles of its ends, in the plane
    float width = 1, rise = 0;        ///< m
    float level = 0;                  ///< height of the foot, m
    float up = 1, down = 1;           ///< factors of the walking speed, along the horizontal; 0: nobody goes that way
    glm::vec2 to_low{0}, to_high{0};  ///< from the strip to its place on the storeys
    document::Place place;

    float length() const { return glm::length(head - foot); }  ///< along the horizontal, m
    bool one_way() const { return up == 0 || down == 0; }
    /// The factor at which people get on, whichever way they were pushed on stairs of one way.
    float pace(bool rising) const { return one_way() ? std::max(up, down) : rising ? up : down; }
    glm::vec2 along() const { return (head - foot) / length(); }
    glm::vec2 half_across() const { return 0.5f * width * glm::vec2(along().y, -along().x); }
    /// Height of the floor at a point of the strip, m.
    float level_at(glm::vec2 p) const {
        return level + rise * glm::clamp(glm::dot(p - foot, along()) / length(), 0.f, 1.f);
    }
};

/// Who crosses a-b to its left (seen from a) comes out `shift` further.
struct Portal {
    glm::vec2 a, b, shift;
    bool onto;      ///< onto the stairs, not off them
    bool walkable;  ///< ways lead through it; not against stairs of one way
};

/// Weidmann 1993: horizontal component of the free speed on stairs, m/s; on level ground it is 1.34.
constexpr float weidmann_stairs_up = 0.61f, weidmann_stairs_down = 0.694f, weidmann_level = 1.34f;

struct Plan;
struct Wall;

/// The corners of a strip, or of its place on a storey if that is added.
std::vector<glm::vec2> outline_of(const Stair& stair, glm::vec2 shift = glm::vec2(0));

/// The ways on and off stairs: four for each.
std::vector<Portal> portals_of(const Plan& plan);

/// The walls that stairs bring: along their strips, and around the holes in the floors at their place, where no wall of
/// the plan stands and no other stairs begin.
std::vector<Wall> walls_of(const Plan& plan, const Stair& stair);

/// Calls move(point) for every point of a storey's walls, doors, exits, areas and people.
void each_point(Plan& plan, int storey, const std::function<void(glm::vec2&)>& move);

/// Lays the storeys and strips of a plan, whose items have the author's coordinates, side by side; sets its bounds,
/// and the cell of its navigation, of which all offsets are multiples. Does nothing to a plan of one storey without
/// stairs.
void lay_side_by_side(Plan& plan);

/// Moves everything in the plane.
void shift(Plan& plan, glm::vec2 by);

/// The storey whose bounds hold a point of the plane, or -1.
int storey_at(const Plan& plan, glm::vec2 p);

/// Height of the floor at a point of a storey, m: of the storey, and of a platform there.
float floor_level(const Plan& plan, int storey, glm::vec2 p);

}  // namespace nearfield::plans
