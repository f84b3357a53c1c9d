#pragma once
// Directional relations of parts along an axis (Borrmann & Rank 2009), on the CPU.
#include "scenes/building/surfaces.hpp"

#include <functional>
#include <optional>

namespace nearfield::building {

enum class Direction { above, below, north, south, east, west };
constexpr const char* name(Direction d) {
    constexpr const char* names[]{"above", "below", "north", "south", "east", "west"};
    return names[int(d)];
}

/// projection: points of A lie straight above points of B. halfspace: points of A lie beyond all of B. relaxed: this
/// holds for some points of A; strict: for all.
enum class View { projection, halfspace };
enum class Strictness { relaxed, strict };

/// Directional relations, up to the tolerance t. A is represented by its inner copy, which has a distance of t to
/// everything that touches A. In half-spaces, a part that intersects another by up to 2 t still lies beyond it.
class Directions {
  public:
    using Ask = std::function<bool(u32, u32)>;
    using Tell = std::function<void(u32, u32)>;

    /// `north`: unit vector in the plan that counts as north.
    Directions(const Surfaces& surfaces, glm::dvec2 north);

    /// True if a lies in that direction of b.
    bool holds(u32 a, u32 b, Direction, View, Strictness) const;

    /// Calls found(a, b) for every ordered pair for which the relation holds, in any order. Only pairs that pass a test
    /// of their extents and wanted(a, b) are examined.
    void each(Direction, View, Strictness, const Ask& wanted, const Tell& found) const;

    /// A point of a's inner copy straight above a point of b, if any.
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
