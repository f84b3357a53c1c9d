#include "app/relate/pairs.hpp"

#include "base/error.hpp"
#include "scenes/building/depth.hpp"
#include "scenes/building/distance.hpp"
#include "scenes/building/relate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace nearfield {
namespace {

using building::Predicate;

bool on_sides(const std::vector<Sides>& sides, const building::Part& a, const building::Part& b) {
    return std::any_of(sides.begin(), sides.end(), [&](const auto& s) { return s.a.holds(a) && s.b.holds(b); });
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

class Answerer {
  public:
    Answerer(const building::Building& building, const Question& question)
        : building_(building),
          question_(question),
          answer_{.surfaces = building::surfaces_of(building, question.tolerance)},
          distances_(answer_.surfaces) {}

    Answer work() {
        ask_predicates();
        for (const auto& relation : question_.relations) {
            if (const auto* metric = std::get_if<Metric>(&relation.what)) ask_metric(relation.name, *metric);
            if (const auto* heading = std::get_if<Heading>(&relation.what)) ask_heading(relation.name, *heading);
        }
        return std::move(answer_);
    }

  private:
    /// Whether a pair is asked for in this order.
    bool is_wanted(u32 a, u32 b) const {
        const auto &first = building_.parts[a], &second = building_.parts[b];
        if (question_.search && (a >= *question_.search) == (b >= *question_.search)) return false;
        if (on_sides(question_.ignore, first, second) || on_sides(question_.ignore, second, first)) return false;
        return question_.between.empty() || on_sides(question_.between, first, second);
    }

    void add(u32 a, u32 b, const std::string& relation) {
        const auto way = distances_.nearest(a, b);
        answer_.pairs.push_back({a, b, relation, way.length, depth(a, b, way.length), 0.5 * (way.at_a + way.at_b)});
    }
    double depth(u32 a, u32 b, double distance) {
        if (distance > 0) return 0;
        const auto known = depths_.find({std::min(a, b), std::max(a, b)});
        if (known != depths_.end()) return known->second;
        return depths_[{std::min(a, b), std::max(a, b)}] =
                   building::depth_of(building_.parts[a], building_.parts[b], question_.tolerance);
    }

    /// All pairs in one order: for what boxes that do not meet say nothing of.
    std::vector<BoxPair> all_pairs() const {
        constexpr std::size_t most = 20'000'000;
        const std::size_t n = building_.parts.size();
        if (n * (n - 1) / 2 > most)
            throw UsageError(
                fmt::format("{} pairs of parts; for this relation at most {} are looked at", n * (n - 1) / 2, most));
        std::vector<BoxPair> pairs;
        for (u32 a = 0; a < n; ++a)
            for (u32 b = a + 1; b < n; ++b)
                if (is_wanted(a, b) || is_wanted(b, a)) pairs.push_back({a, b});
        return pairs;
    }

    void ask_predicates() {
        std::map<Predicate, std::string> asked;
        for (const auto& relation : question_.relations)
            if (const auto* predicate = std::get_if<Predicate>(&relation.what)) asked[*predicate] = relation.name;
        if (asked.empty()) return;
        auto candidates = asked.count(Predicate::disjoint) ? all_pairs() : building::candidates_of(answer_.surfaces);
        std::erase_if(candidates, [&](const BoxPair& p) { return !is_wanted(p.a, p.b) && !is_wanted(p.b, p.a); });
        answer_.candidates += candidates.size();
        const auto predicates = building::relate(answer_.surfaces, candidates);
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const auto [a, b] = candidates[i];
            const auto there = asked.find(predicates[i]), back = asked.find(inverse(predicates[i]));
            if (there != asked.end() && is_wanted(a, b)) add(a, b, there->second);
            else if (back != asked.end() && is_wanted(b, a)) add(b, a, back->second);
        }
    }

    void ask_metric(const std::string& name, const Metric& metric) {
        std::vector<geometry::Bounds> boxes;
        for (const auto& part : building_.parts) boxes.push_back(bounds_of(part));
        for (const auto& [a, b] : all_pairs()) {
            const auto gap = glm::max(glm::max(boxes[a].lo - boxes[b].hi, boxes[b].lo - boxes[a].hi), glm::dvec3(0));
            const bool may_be = glm::length(gap) < metric.distance;
            answer_.candidates += may_be;
            if ((may_be && distances_.closer(a, b, metric.distance)) != metric.closer) continue;
            if (is_wanted(a, b)) add(a, b, name);
            else add(b, a, name);
        }
    }

    void ask_heading(const std::string& name, const Heading& heading) {
        const building::Directions directions(answer_.surfaces, building_.north);
        for (const auto& pair : all_pairs())
            for (const auto& [a, b] : {pair, BoxPair{pair.b, pair.a}}) {
                if (!is_wanted(a, b)) continue;
                ++answer_.candidates;
                if (directions.holds(a, b, heading.direction, heading.view, heading.strictness)) add(a, b, name);
            }
    }

    const building::Building& building_;
    const Question& question_;
    Answer answer_;
    building::Distances distances_;
    std::map<std::pair<u32, u32>, double> depths_;  ///< pairs of several relations are measured once
};

}  // namespace

Answer answer(const building::Building& building, const Question& question) {
    require_sides(building, question);
    return Answerer(building, question).work();
}

}  // namespace nearfield
