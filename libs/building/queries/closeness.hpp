#pragma once
// How near two related parts are, in a number and in a sentence, and where: for whoever looks at a pair.
#include "libs/building/meet/relation.hpp"
#include "libs/building/surfaces/surfaces.hpp"

#include <optional>

namespace nearfield::building {

/// m. Parts that touch or are apart have a gap, 0 where their surfaces meet; others are in each other to a depth
/// (depth.hpp), 0 where a surface is open.
struct Closeness {
    double gap = 0, depth = 0;
};

/// Of two parts as they lie, at a tolerance in m. Throws UsageError as surfaces_of does.
Closeness closeness_of(const Part& a, const Part& b, Predicate, double tolerance);

/// "34 mm deep", "gap 0.4 mm", "no gap"; empty where there is nothing to say.
std::string text_of(const Closeness&, Predicate);

/// "IfcDuctSegment 'Duct' overlaps IfcBeam 'Steel beam', 34 mm deep."
std::string sentence_of(const Part& a, const Part& b, Predicate, const std::optional<Closeness>&);

/// A part so many metres from where it was read.
Part moved(const Part&, glm::dvec3 by);

/// The triangles of a and of b that decide how the two lie to each other: whose copies meet where the question is about
/// surfaces that meet; of parts that touch, those that face each other, if there are such. None where a point of each
/// shell decides, inside and contains. Very large pairs are looked at in part. In the order of their numbers.
struct Deciding {
    std::vector<u32> of_a, of_b;
};
Deciding deciding_triangles(const Surfaces&, u32 a, u32 b, Predicate);

}  // namespace nearfield::building
