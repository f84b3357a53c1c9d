#pragma once
// The relations that --predicate offers, by name.
#include "scenes/building/direction.hpp"
#include "scenes/building/relation.hpp"

#include <set>
#include <string>
#include <variant>
#include <vector>

namespace nearfield {

/// A condition on the distance of two parts (Borrmann, Schraufstetter & Rank 2009).
struct Metric {
    bool closer;      ///< closer than `distance`; else farther
    double distance;  ///< m
};

/// A directional relation along an axis (Borrmann & Rank 2009).
struct Heading {
    building::Direction direction;
    building::View view;
    building::Strictness strictness;
};

struct Relation {
    std::string name;
    std::variant<building::Predicate, Metric, Heading> what;
};

/// touch, overlap …; closer-than, farther-than; above-strict, above-relaxed, above-halfspace-strict …
std::vector<std::string> relation_names();

/// The relation of that name. `distance`: value of --distance, or empty. Throws UsageError for an unknown name and for
/// a missing distance.
Relation read_relation(const std::string& name, const std::string& distance);

/// All predicates except disjoint.
std::vector<Relation> all_relations();

}  // namespace nearfield
