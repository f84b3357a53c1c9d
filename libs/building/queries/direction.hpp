#pragma once
// Where parts lie as seen along an axis (Borrmann & Rank 2009), on the CPU.
#include "libs/building/surfaces/surfaces.hpp"

#include <functional>
#include <optional>

namespace nearfield::building {

enum class Direction { above, below, north, south, east, west };
constexpr const char* name(Direction d) {
    constexpr const char* names[]{"above", "below", "north", "south", "east", "west"};
    return names[int(d)];
}

/// projection: A's points lie straight above points of B; halfspace: beyond all of B.
/// relaxed: this holds of some points of A; strict: of all.
enum class View { projection, halfspace };
enum class Strictness { relaxed, strict };

/// Directions between parts. What is within the tolerance t does not count: A stands for its inner copy, which is t
/// away from whatever touches A, and in halfspaces a part that reaches up to 2 t into another still lies beyond it.
class Directions {
  public:
    using Ask = std::function<bool(u32, u32)>;
    using Tell = std::function<void(u32, u32)>;

    /// `north` has length 1 and is the direction in the plan that counts as north.
    Directions(const Surfaces& surfaces, glm::dvec2 north);

    /// Whether a lies in that direction of b.
    bool holds(u32 a, u32 b, Direction, View, Strictness) const;

    /// Calls found(a, b) for every ordered pair for which this holds, in any order. Only pairs that parts' extents
    /// leave open are looked at, and of these only those for which wanted(a, b).
    void each(Direction, View, Strictness, const Ask& wanted, const Tell& found) const;

    /// A point of a's inner copy straight above one of b, if there is one.
    std::optional<glm::dvec3> point_above(u32 a, u32 b, Direction) const;

  private:
    void each_beyond(Direction, Strictness, const Ask& wanted, const Tell& found) const;
    bool is_beyond(u32 a, u32 b, Direction, Strictness) const;
    bool is_all_above(u32 a, u32 b, Direction) const;
    double noise() const { return 2 * surfaces_.tolerance; }
    glm::dmat3 turned_up(Direction) const;

    const Surfaces& surfaces_;
    glm::dvec2 north_;
};

}  // namespace nearfield::building
