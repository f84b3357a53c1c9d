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

/// The parts on either side, determined once.
struct Members {
    std::vector<bool> a, b;
    bool hold(u32 first, u32 second) const { return a[first] && b[second]; }
};

std::vector<Members> members_of(const building::Building& building, const std::vector<Sides>& sides) {
    std::vector<Members> all;
    for (const auto& s : sides) {
        all.emplace_back();
        for (const auto& part : building.parts) {
            all.back().a.push_back(s.a.holds(part));
            all.back().b.push_back(s.b.holds(part));
        }
    }
    return all;
}

bool on_sides(const std::vector<Members>& sides, u32 a, u32 b) {
    return std::any_of(sides.begin(), sides.end(), [&](const Members& s) { return s.hold(a, b); });
}

void require_sides(const building::Building& building, const Question& question) {
    for (const auto* list : {&question.between, &question.ignore})
        for (const auto& sides : *list) {
            sides.a.require_some(building);
            sides.b.require_some(building);
        }
}

/// Difference of two sorted lists.
std::vector<BoxPair> without(const std::vector<BoxPair>& all, const std::vector<BoxPair>& some) {
    std::vector<BoxPair> rest;
    std::set_difference(all.begin(), all.end(), some.begin(), some.end(), std::back_inserter(rest));
    return rest;
}

class Answerer {
  public:
    Answerer(const building::Building& building, const Question& question)
        : building_(building),
          question_(question),
          between_(members_of(building, question.between)),
          ignore_(members_of(building, question.ignore)),
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
    /// True if the pair matches the question in this order.
    bool is_wanted(u32 a, u32 b) const {
        if (question_.search && (a >= *question_.search) == (b >= *question_.search)) return false;
        if (on_sides(ignore_, a, b) || on_sides(ignore_, b, a)) return false;
        return between_.empty() || on_sides(between_, a, b);
    }
    bool is_wanted(const BoxPair& pair) const { return is_wanted(pair.a, pair.b) || is_wanted(pair.b, pair.a); }

    void add(u32 a, u32 b, const std::string& relation) {
        const auto way = distances_.nearest(a, b);
        answer_.pairs.push_back({a, b, relation, way.length, depth(a, b, way.length), 0.5 * (way.at_a + way.at_b),
                                 question_.greatest ? distances_.furthest(a, b).length : NAN});
    }
    double depth(u32 a, u32 b, double distance) {
        if (distance > 0) return 0;
        const auto [known, fresh] = depths_.try_emplace(std::minmax({a, b}));
        if (fresh) known->second = building::depth_of(building_.parts[a], building_.parts[b], question_.tolerance);
        return known->second;
    }

    void add(const BoxPair& pair, const std::string& relation) {
        if (is_wanted(pair.a, pair.b)) add(pair.a, pair.b, relation);
        else add(pair.b, pair.a, relation);
    }

    static void require_few(std::size_t pairs) {
        if (pairs > most)
            throw UsageError(fmt::format("over {} pairs of parts; this relation is limited to {}; select "
                                         "fewer with --between, --ignore or --search",
                                         pairs, most));
    }
    /// All pairs, in one order, for relations that box tests cannot exclude.
    std::vector<BoxPair> all_pairs() const {
        std::vector<BoxPair> pairs;
        const u32 n = u32(building_.parts.size()), end = u32(question_.search.value_or(n));
        for (u32 a = 0; a < end; ++a)
            for (u32 b = question_.search ? end : a + 1; b < n; ++b)
                if (is_wanted({a, b})) {
                    pairs.push_back({a, b});
                    require_few(pairs.size());
                }
        return pairs;
    }
    /// Candidate pairs whose boxes come within `distance` m and whose relation the boxes do not decide.
    std::vector<BoxPair> candidates(double distance) {
        auto pairs = building::candidates_of(answer_.surfaces, distance, question_.search);
        std::erase_if(pairs, [&](const BoxPair& p) { return !is_wanted(p); });
        answer_.candidates += pairs.size();
        return pairs;
    }

    void ask_predicates() {
        std::map<Predicate, std::string> asked;
        for (const auto& relation : question_.relations)
            if (const auto* predicate = std::get_if<Predicate>(&relation.what)) asked[*predicate] = relation.name;
        if (asked.empty()) return;
        const auto pairs = candidates(0);
        const auto predicates = building::relate(answer_.surfaces, pairs);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto [a, b] = pairs[i];
            const auto there = asked.find(predicates[i]), back = asked.find(inverse(predicates[i]));
            if (there != asked.end() && is_wanted(a, b)) add(a, b, there->second);
            else if (back != asked.end() && is_wanted(b, a)) add(b, a, back->second);
        }
        if (const auto apart = asked.find(Predicate::disjoint); apart != asked.end())
            for (const auto& pair : without(all_pairs(), pairs)) add(pair, apart->second);
    }

    void ask_metric(const std::string& name, const Metric& metric) {
        auto pairs = candidates(metric.distance);
        std::erase_if(pairs, [&](const BoxPair& p) { return !distances_.closer(p.a, p.b, metric.distance); });
        if (!metric.closer) pairs = without(all_pairs(), pairs);
        for (const auto& pair : pairs) add(pair, name);
    }

    void ask_heading(const std::string& name, const Heading& heading) {
        const building::Directions directions(answer_.surfaces, building_.north);
        const auto wanted = [&](u32 a, u32 b) {
            const bool is = is_wanted(a, b);
            answer_.candidates += is;
            return is;
        };
        std::vector<BoxPair> pairs;
        directions.each(heading.direction, heading.view, heading.strictness, wanted, [&](u32 a, u32 b) {
            pairs.push_back({a, b});
            require_few(pairs.size());
        });
        std::sort(pairs.begin(), pairs.end());
        for (const auto& [a, b] : pairs) add(a, b, name);
    }

    static constexpr std::size_t most = 20'000'000;

    const building::Building& building_;
    const Question& question_;
    std::vector<Members> between_, ignore_;
    Answer answer_;
    building::Distances distances_;
    std::map<std::pair<u32, u32>, double> depths_;  ///< cache for pairs with several relations
};

}  // namespace

std::string open_of(const Answer& answer, const RelatedPair& pair) {
    const bool a = answer.surfaces.soundness[pair.a].open(), b = answer.surfaces.soundness[pair.b].open();
    return a && b ? "both" : a ? "a" : b ? "b" : "";
}

Answer answer(const building::Building& building, const Question& question) {
    require_sides(building, question);
    return Answerer(building, question).work();
}

}  // namespace nearfield
