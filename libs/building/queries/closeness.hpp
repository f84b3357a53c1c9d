#pragma once
// Gap or depth between two related parts, as a number, as a sentence, and as the triangles that decide.
#include "libs/building/meet/relation.hpp"
#include "libs/building/surfaces/surfaces.hpp"

#include <optional>

namespace nearfield::building {

/// In m. Parts that touch or are disjoint have a gap, 0 if their surfaces meet. Other pairs have a penetration depth
/// (depth.hpp), 0 if a surface is open.
struct Closeness {
    double gap = 0, depth = 0;
};

/// Closeness of two parts in place, at a tolerance in m. Throws UsageError as surfaces_of does.
Closeness closeness_of(const Part& a, const Part& b, Predicate, double tolerance);

/// "34 mm deep", "gap 0.4 mm", "no gap"; empty for 0 depth.
std::string text_of(const Closeness&, Predicate);

/// "IfcDuctSegment 'Duct' overlaps IfcBeam 'Steel beam', 34 mm deep."
std::string sentence_of(const Part& a, const Part& b, Predicate, const std::optional<Closeness>&);

/// A part translated by a vector in m.
Part moved(const Part&, glm::dvec3 by);

/// The triangles of a and b that decide their relation, sorted by index. If meeting surfaces decide: the triangles
/// whose copies meet. If the parts touch: triangles that face each other, if any. Empty for inside and contains, where
/// a point of each shell decides. Very large pairs are searched in part.
struct Deciding {
    std::vector<u32> of_a, of_b;
};
Deciding deciding_triangles(const Surfaces&, u32 a, u32 b, Predicate);

}  // namespace nearfield::building
