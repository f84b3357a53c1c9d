#pragma once
// Relations and placement of a building's parts, on the CPU.
#include "boxes/walk.hpp"
#include "scenes/building/building.hpp"
#include "scenes/building/relation.hpp"
#include "scenes/building/surfaces.hpp"

#include <array>
#include <optional>
#include <string>

namespace nearfield::building {

/// A partner of a part, with the relation: this part `predicate` the partner.
struct Partner {
    u32 part;
    Predicate predicate;
};

/// All relations except disjoint.
class Relations {
  public:
    Relations() = default;
    /// Relations of `parts` parts from the predicates of the candidates.
    Relations(u32 parts, const std::vector<BoxPair>& candidates, const std::vector<Predicate>& predicates);

    u32 count(Predicate p) const { return counts_[u32(p)]; }
    /// Partners of a part, the most serious first.
    const std::vector<Partner>& of(u32 part) const { return partners_[part]; }
    Predicate between(u32 a, u32 b) const;
    u32 candidates(u32 part) const { return candidates_[part]; }
    /// Group of parts connected by overlaps, from 1 on, the largest first; 0: no overlap.
    u32 cluster(u32 part) const { return cluster_[part]; }
    u32 clusters() const { return clusters_; }

  private:
    void find_clusters();

    std::array<u32, predicates> counts_{};
    std::vector<std::vector<Partner>> partners_;
    std::vector<u32> candidates_, cluster_;
    u32 clusters_ = 0;
};

/// "touches", "lies inside", ...: the verb of a sentence about two parts.
std::string verb(Predicate);

/// "IfcWall 'North wall'"; uses the id of a part without a name.
std::string called(const Part&);

/// A lattice vector plus a vector in m. Throws UsageError if the sum exceeds the lattice.
Point further(Point way, glm::dvec3 by);

/// Surfaces whose parts can be moved by whole lattice steps from where they were read, with all copies. Shaking is
/// applied on top.
class PlacedSurfaces {
  public:
    PlacedSurfaces() = default;
    explicit PlacedSurfaces(Surfaces from);
    const Surfaces& now() const { return now_; }
    /// Moves a part relative to where it was read. Throws UsageError if it would leave the lattice.
    void move(u32 part, Point by);
    Point moved(u32 part) const { return moved_[part]; }
    /// Total displacement from where the part was read, m, including shaking.
    glm::dvec3 offset(u32 part) const;
    /// Displaces every part at random by at most `share` of the tolerance along each axis.
    void shake(double share, u32 seed);

  private:
    void place(u32 part);

    Surfaces start_, now_;
    std::vector<Point> moved_, shaken_;
};

}  // namespace nearfield::building
