// Relations of a building's parts: against closed forms, against other methods of computing them, and against the FZK
// house, with numbers from independent exact arithmetic and with relations that its file states.
#include "base/error.hpp"
#include "base/read_number.hpp"
#include "libs/building/queries/parts.hpp"
#include "libs/building/queries/relate.hpp"
#include "libs/building/readers/models.hpp"
#include "libs/building/surfaces/surfaces.hpp"
#include "scenes/building/checks.hpp"
#include "sim/scene_run.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <set>
#include <tuple>

namespace nearfield {
namespace {

using building::Predicate;

class BuildingRun : public SceneRun {
  public:
    BuildingRun(const Conditions& g, const Values& values)
        : SceneRun("building", g.backend, {{"seed", std::to_string(g.seed)}}, values) {}
    /// Complete work counts of the query for all pairs.
    Audit audit() {
        run_.measure();
        return world().search()->audit(UINT32_MAX);
    }
    /// Number of pairs per predicate.
    std::map<std::string, double> relations() {
        std::map<std::string, double> found;
        for (u32 p = 0; p < building::predicates; ++p) {
            std::string key = name(Predicate(p));
            for (char& c : key) c = c == '-' ? '_' : c;
            found[key] = metric(key);
        }
        return found;
    }
};

Finding exactly(std::string what, double value, double expected) {
    return within(std::move(what), value, expected, expected);
}

Findings predicates(const Conditions& g) {
    Findings findings;
    BuildingRun run(g, {{"model", "predicates"}});
    const auto still = run.relations();
    for (const auto& [key, count] : still)
        findings.push_back(exactly("pairs of one predicate each: " + key, count, key == "disjoint" ? 0 : 1));
    int changed = 0;
    for (unsigned seed = 1; seed <= (g.quick ? 5u : 40u); ++seed) {
        Conditions other = g;
        other.seed = seed;
        changed += BuildingRun(other, {{"model", "predicates"}, {"shake", "0.49"}}).relations() != still;
    }
    findings.push_back(exactly("shakes by half of the tolerance that change an answer", changed, 0));
    return findings;
}

/// n³ cubes side by side: neighbours are all pairs within one step on each axis.
Findings grid(const Conditions& g) {
    const int n = g.quick ? 6 : 16;
    const double pairs = (std::pow(3. * n - 2, 3) - std::pow(double(n), 3)) / 2;
    Findings findings;
    const std::string count = std::to_string(n);
    const auto found = [&](const char* gap, const char* key) {
        return BuildingRun(g, {{"model", "grid"}, {"count", count}, {"gap", gap}}).metric(key);
    };
    findings.push_back(exactly("cubes side by side: touch", found("0", "touch"), pairs));
    findings.push_back(exactly("cubes 1.5 mm apart, at 1 mm: touch", found("0.0015", "touch"), pairs));
    findings.push_back(exactly("cubes 2.5 mm apart, at 1 mm: touch", found("0.0025", "touch"), 0));
    findings.push_back(exactly("cubes 2.5 mm into each other, at 1 mm: overlap", found("-0.0025", "overlap"), pairs));
    return findings;
}

Findings ways(const Conditions& g) {
    const std::string count = g.quick ? "300" : "3000";
    BuildingRun run(g, {{"model", "soup"}, {"count", count}});
    const auto expected = run.relations();
    Findings findings{reported("overlaps of solids at random", expected.at("overlap"), "pairs")};
    int others = 0, asked = 0;
    const auto ask = [&](const SceneRun::Values& way) {
        for (const auto& [key, value] : way) run.set(key, value);
        others += run.relations() != expected;
        ++asked;
    };
    for (const char* width : {"0.25", "1", "4"}) ask({{"broad", "bins"}, {"bin_width", width}});
    for (const char* broad : {"lbvh", "brute"}) ask({{"broad", broad}});
    for (const char* build : {"packed", "linear", "rstar"})
        for (const char* fan : {"4", "8", "32"})
            for (const char* queue : {"1", "64"})
                ask({{"broad", "rtree"}, {"build", build}, {"least", "2"}, {"fan", fan}, {"queue", queue}});
    if (g.backend == Backend::cuda)
        for (const char* queue : {"1", "64"})
            ask({{"broad", "rtree"}, {"build", "packed"}, {"walker", "block"}, {"queue", queue}});
    if (g.backend == Backend::cuda) ask({{"launch_budget", "0.01"}});
    ask({{"narrow", "fragments"}});
    if (g.backend == Backend::cpu) ask({{"narrow", "trees"}});
    findings.push_back(reported("ways of asking", asked));
    findings.push_back(exactly("methods with another answer", others, 0));
    return findings;
}

using Answers = std::set<std::tuple<u32, u32, u32>>;

/// Relations of all parts that are not disjoint, in both orders.
Answers answers_of(BuildingRun& run) {
    Answers answers;
    for (const auto& e : run.world().elements()->pairs()->entries) answers.insert({e.a, e.b, e.kind});
    return answers;
}

/// The same on the CPU, with a tree of boxes and all triangles tested.
Answers answers_of(const building::Building& building) {
    const auto surfaces = building::surfaces_of(building, 1e-3);
    const auto pairs = building::candidates_of(surfaces);
    const auto found = building::relate(surfaces, pairs, {.narrow = building::Narrow::fragments});
    Answers answers;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (found[i] == Predicate::disjoint) continue;
        answers.insert({pairs[i].a, pairs[i].b, u32(found[i]) - 1});
        answers.insert({pairs[i].b, pairs[i].a, u32(inverse(found[i])) - 1});
    }
    return answers;
}

/// Compares the answer for each pair, by every broad phase with every narrow phase, with the CPU's.
Findings pairs(const Conditions& g) {
    Findings findings;
    for (const char* model : {"house", "fzk", "soup"}) {
        building::Building read;
        try {
            read = building::load_building(model, {.count = 300, .seed = g.seed});
        } catch (const Error& problem) {
            findings.push_back(left_out(problem.what()));
            continue;
        }
        const Answers expected = answers_of(read);
        BuildingRun run(g, {{"model", model}, {"count", "300"}});
        double others = 0;
        for (const char* broad : {"bins", "rtree", "lbvh", "brute"})
            for (const char* narrow : {"clipped", "fragments"}) {
                run.set("broad", broad);
                run.set("narrow", narrow);
                others += answers_of(run) != expected;
            }
        findings.push_back(
            reported(fmt::format("{}: pairs that are not disjoint", model), double(expected.size()) / 2));
        findings.push_back(
            exactly(fmt::format("{}: of 8 ways, those with another answer for a pair", model), others, 0));
    }
    return findings;
}

/// Side lengths of the parts' boxes, in lattice steps.
std::vector<glm::dvec3> sides_of(const building::Building& solids) {
    std::vector<glm::dvec3> sides;
    for (const auto& part : building::surfaces_of(solids, 1e-3).parts)
        sides.push_back({part.box.side(0), part.box.side(1), part.box.side(2)});
    return sides;
}

/// Expected box tests per intersecting pair, for randomly placed boxes with these sides in bins `ratio` times as wide
/// as the mean side. A box covers M = mean of the product of 1 + e / W bins; W^3 M^2 over the mean of the product of e1
/// + e2 boxes are tested. Where side lengths are correlated this differs from the product of means that the panel
/// shows.
double tests_of_boxes(const std::vector<glm::dvec3>& sides, double ratio) {
    glm::dvec3 mean(0);
    for (const glm::dvec3& e : sides) mean += e / double(sides.size());
    const double width = ratio * std::cbrt(mean.x * mean.y * mean.z);
    const auto volume = [](const glm::dvec3& v) { return v.x * v.y * v.z; };
    double entries = 0, room = 0;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        entries += volume(1. + sides[i] / width);
        room += volume(sides[i] + sides[i * 7919 % sides.size()]);  // a prime stride pairs unrelated boxes
    }
    return entries * entries * volume(glm::dvec3(width)) / (room * double(sides.size()));
}

/// Ratio of measured to expected box tests per pair.
Findings bins(const Conditions& g) {
    Findings findings;
    const int count = g.quick ? 3000 : 20000;
    BuildingRun run(g, {{"model", "soup"}, {"count", std::to_string(count)}});
    const auto sides = sides_of(building::load_building("soup", {.count = count, .seed = g.seed}));
    for (const char* width : {"0.5", "1", "2"}) {
        run.set("bin_width", width);
        const Audit work = run.audit();
        findings.push_back(within(fmt::format("box tests per pair over theory, width {}", width),
                                  work.surplus / tests_of_boxes(sides, number_from(width)), 0.8, 1.1));
        findings.push_back(reported("the same over the product of means", work.surplus / work.surplus_theory));
    }
    return findings;
}

/// Reason why the FZK house cannot be read; empty if it can.
std::string missing_house() {
    try {
        building::load_building("fzk");
    } catch (const Error& problem) { return problem.what(); }
    return "";
}

Findings fzk(const Conditions& g) {
    if (const auto why = missing_house(); !why.empty()) return {left_out(why)};
    Findings findings;
    BuildingRun run(g, {{"model", "fzk"}});
    findings.push_back(exactly("candidates", run.metric("candidates"), 570));
    findings.push_back(reported("open parts, and parts thinner than 2 mm, of 117", run.metric("open")));
    const std::pair<const char*, double> known[] = {
        {"disjoint", 65}, {"touch", 322}, {"covered_by", 70}, {"overlap", 113}};
    for (const auto& [key, count] : known) findings.push_back(exactly(key, run.metric(key), count));
    for (const auto& [setting, value] : {std::pair{"tolerance", "0.1"}, {"shake", "0.3"}}) {
        BuildingRun other(g, {{"model", "fzk"}, {setting, value}});
        if (std::string(setting) == "tolerance")
            findings.push_back(exactly("tolerance 0.1: open parts of 117", other.metric("open"), 14));
        for (const auto& [key, count] : known)
            if (std::string(key) != "disjoint")
                findings.push_back(exactly(fmt::format("{} {}: {}", setting, value, key), other.metric(key), count));
    }
    return findings;
}

Findings stated(const Conditions&) {
    if (const auto why = missing_house(); !why.empty()) return {left_out(why)};
    const building::Building house = building::load_building("fzk");
    const auto surfaces = building::surfaces_of(house, 1e-3);
    const auto pairs = building::candidates_of(surfaces);
    const building::Relations relations(u32(house.parts.size()), pairs, building::relate(surfaces, pairs));
    std::map<std::pair<building::Stated, Predicate>, int> count;
    for (const auto& s : house.stated) ++count[{s.what, relations.between(s.a, s.b)}];
    using building::Stated;
    return {exactly("IfcRelConnectsPathElements: touch", count[{Stated::connects, Predicate::touch}], 16),
            exactly("IfcRelFillsElement: touch", count[{Stated::fills, Predicate::touch}], 14),
            exactly("IfcRelFillsElement: overlap", count[{Stated::fills, Predicate::overlap}], 2),
            exactly("IfcRelSpaceBoundary: touch", count[{Stated::bounds, Predicate::touch}], 68),
            exactly("IfcRelSpaceBoundary: overlap", count[{Stated::bounds, Predicate::overlap}], 2),
            exactly("IfcRelSpaceBoundary: disjoint, in a reveal", count[{Stated::bounds, Predicate::disjoint}], 14)};
}

}  // namespace

std::vector<Check> building_checks() {
    const auto check = [](std::string id, std::string title, std::function<Findings(const Conditions&)> run) {
        return Check{"building", std::move(id), std::move(title), "", std::move(run)};
    };
    return {check("predicates", "Two solids for every predicate, shaken", predicates),
            check("cubes", "Cubes of a grid", grid),
            check("ways", "The same answers by every method", ways),
            check("pairs", "Each pair's answer beside the CPU's, all triangles tested", pairs),
            check("bins", "Work of bins beside its theory", bins),
            check("fzk", "The FZK house (KIT/IAI)", fzk),
            check("stated", "Relations that the FZK house's file states", stated)};
}

}  // namespace nearfield
