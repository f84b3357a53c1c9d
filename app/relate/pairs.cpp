#include "app/relate/pairs.hpp"

#include "base/error.hpp"
#include "scenes/building/relate.hpp"

#include <algorithm>

namespace nearfield {
namespace {

using building::Predicate;

bool on_sides(const std::vector<Sides>& sides, const building::Part& a, const building::Part& b) {
    return std::any_of(sides.begin(), sides.end(), [&](const auto& s) { return s.a.holds(a) && s.b.holds(b); });
}

/// Whether a pair is asked for in this order.
bool is_wanted(const building::Building& of, const Question& question, u32 a, u32 b) {
    const auto &first = of.parts[a], &second = of.parts[b];
    if (question.search && (a >= *question.search || b < *question.search)) return false;
    if (on_sides(question.ignore, first, second) || on_sides(question.ignore, second, first)) return false;
    return question.between.empty() || on_sides(question.between, first, second);
}

/// All pairs of parts, as most of those that are disjoint are no candidates.
std::vector<BoxPair> all_pairs(std::size_t parts) {
    constexpr std::size_t most = 20'000'000;
    if (parts * (parts - 1) / 2 > most)
        throw UsageError(fmt::format("--predicate disjoint: {} pairs of parts; more than {} are not listed",
                                     parts * (parts - 1) / 2, most));
    std::vector<BoxPair> pairs;
    for (u32 a = 0; a < parts; ++a)
        for (u32 b = a + 1; b < parts; ++b) pairs.push_back({a, b});
    return pairs;
}

void require_sides(const building::Building& building, const Question& question) {
    for (const auto* list : {&question.between, &question.ignore})
        for (const auto& sides : *list) sides.a.require_some(building), sides.b.require_some(building);
}

geometry::Bounds bounds_of(const building::Part& part) {
    geometry::Bounds bounds;
    for (const auto& mesh : part.surfaces)
        for (const auto& p : mesh.vertices) bounds.hold(p);
    return bounds;
}

}  // namespace

Answer answer(const building::Building& building, const Question& question) {
    require_sides(building, question);
    Answer answer{.surfaces = building::surfaces_of(building, question.tolerance)};
    auto candidates = building::candidates_of(answer.surfaces);
    if (question.predicates.count(Predicate::disjoint)) candidates = all_pairs(building.parts.size());
    std::erase_if(candidates, [&](const BoxPair& pair) {
        return !is_wanted(building, question, pair.a, pair.b) && !is_wanted(building, question, pair.b, pair.a);
    });
    answer.candidates = candidates.size();
    const auto predicates = building::relate(answer.surfaces, candidates);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto [a, b] = candidates[i];
        const Predicate there = predicates[i], back = inverse(there);
        if (question.predicates.count(there) && is_wanted(building, question, a, b))
            answer.pairs.push_back({a, b, there});
        else if (question.predicates.count(back) && is_wanted(building, question, b, a))
            answer.pairs.push_back({b, a, back});
    }
    return answer;
}

glm::dvec3 place_of(const building::Building& building, const RelatedPair& pair) {
    const auto a = bounds_of(building.parts[pair.a]), b = bounds_of(building.parts[pair.b]);
    return 0.5 * (glm::max(a.lo, b.lo) + glm::min(a.hi, b.hi));
}

}  // namespace nearfield
