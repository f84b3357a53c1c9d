#pragma once
// The relations that can be asked for, by name.
#include "libs/building/meet/relation.hpp"
#include "libs/building/queries/direction.hpp"

#include <set>
#include <string>
#include <variant>
#include <vector>

namespace nearfield {

/// Of the shortest way between two parts (Borrmann, Schraufstetter & Rank 2009).
struct Metric {
    bool closer;      ///< than `distance`; else farther
    double distance;  ///< m
};

/// Of how a part lies to another along an axis (Borrmann & Rank 2009).
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

/// The relation of that name. `distance` is that of --distance, empty if it is not given. Throws UsageError for an
/// unknown name, and if the distance is missing.
Relation read_relation(const std::string& name, const std::string& distance);

/// Every predicate but disjoint.
std::vector<Relation> all_relations();

}  // namespace nearfield
