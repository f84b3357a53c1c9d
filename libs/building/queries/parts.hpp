#pragma once
// What the last query says of a building's parts, on the CPU: for pictures, for words, for whoever asks.
#include "boxes/walk.hpp"
#include "libs/building/meet/relation.hpp"
#include "libs/building/readers/building.hpp"
#include "libs/building/surfaces/surfaces.hpp"

#include <array>
#include <optional>
#include <string>

namespace nearfield::building {

/// A part that another lies to in this way: this part `predicate` the other.
struct Partner {
    u32 part;
    Predicate predicate;
};

/// All relations but disjoint.
class Relations {
  public:
    Relations() = default;
    /// Answers to candidates among so many parts.
    Relations(u32 parts, const std::vector<BoxPair>& candidates, const std::vector<Predicate>& predicates);

    u32 count(Predicate p) const { return counts_[u32(p)]; }
    /// Partners of a part: the most serious first.
    const std::vector<Partner>& of(u32 part) const { return partners_[part]; }
    Predicate between(u32 a, u32 b) const;
    u32 candidates(u32 part) const { return candidates_[part]; }
    /// Number of the group of parts that are joined by overlaps, from 1 on, the largest first; 0: no overlap.
    u32 cluster(u32 part) const { return cluster_[part]; }
    u32 clusters() const { return clusters_; }

  private:
    void find_clusters();

    std::array<u32, predicates> counts_{};
    std::vector<std::vector<Partner>> partners_;
    std::vector<u32> candidates_, cluster_;
    u32 clusters_ = 0;
};

/// "touches", "lies inside", ...: how a sentence goes on after the first part.
std::string verb(Predicate);

/// "IfcWall 'North wall'"; of a part without a name its id.
std::string called(const Part&);

/// A way on the lattice, and so many metres more. Throws UsageError if that is beyond the lattice.
Point further(Point way, glm::dvec3 by);

/// Moves parts by whole lattice steps from where they were read; their copies go along. A part lies where it was moved,
/// and shaken there.
class PlacedSurfaces {
  public:
    PlacedSurfaces() = default;
    explicit PlacedSurfaces(Surfaces from);
    const Surfaces& now() const { return now_; }
    /// From where it was read. Throws UsageError if that is beyond the lattice.
    void move(u32 part, Point by);
    Point moved(u32 part) const { return moved_[part]; }
    /// m; how far it lies from where it was read, shaken or not.
    glm::dvec3 offset(u32 part) const;
    /// Moves every part at random by at most `share` of the tolerance along each axis.
    void shake(double share, u32 seed);

  private:
    void place(u32 part);

    Surfaces start_, now_;
    std::vector<Point> moved_, shaken_;
};

}  // namespace nearfield::building
