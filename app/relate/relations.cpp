#include "app/relate/relations.hpp"

#include "base/error.hpp"
#include "base/read_number.hpp"

#include <fmt/format.h>

#include <cmath>

namespace nearfield {
namespace {

using building::Direction, building::Predicate, building::Strictness, building::View;

std::vector<Relation> known(double distance) {
    std::vector<Relation> relations;
    for (u32 p = 0; p < building::predicates; ++p) relations.push_back({name(Predicate(p)), Predicate(p)});
    relations.push_back({"closer-than", Metric{true, distance}});
    relations.push_back({"farther-than", Metric{false, distance}});
    for (const View view : {View::projection, View::halfspace})
        for (const Strictness strictness : {Strictness::strict, Strictness::relaxed})
            for (int d = 0; d < 6; ++d)
                relations.push_back(
                    {fmt::format("{}{}{}", name(Direction(d)), view == View::halfspace ? "-halfspace" : "",
                                 strictness == Strictness::strict ? "-strict" : "-relaxed"),
                     Heading{Direction(d), view, strictness}});
    return relations;
}

double metres(const std::string& text) {
    double value = 0;
    if (!read_number(text, value) || !(value > 0) || !std::isfinite(value))
        throw UsageError(fmt::format("--distance: '{}' is not a positive number; give metres, as 0.3", text));
    return value;
}

}  // namespace

std::vector<std::string> relation_names() {
    std::vector<std::string> names;
    for (const auto& relation : known(0)) names.push_back(relation.name);
    return names;
}

Relation read_relation(const std::string& text, const std::string& distance) {
    for (auto& relation : known(distance.empty() ? 0 : metres(distance))) {
        if (relation.name != text) continue;
        if (std::holds_alternative<Metric>(relation.what) && distance.empty())
            throw UsageError(fmt::format("--predicate {} needs --distance, in m", text));
        return relation;
    }
    throw UsageError(fmt::format("--predicate {}: unknown relation.{}", text, suggest(text, relation_names())));
}

std::vector<Relation> all_relations() {
    std::vector<Relation> relations;
    for (auto& relation : known(0))
        if (const auto* p = std::get_if<Predicate>(&relation.what); p && *p != Predicate::disjoint)
            relations.push_back(std::move(relation));
    return relations;
}

}  // namespace nearfield
