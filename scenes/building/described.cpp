#include "scenes/building/described.hpp"

#include "base/joined.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace nearfield::building {
namespace {

constexpr std::size_t most_partners = 40;  ///< longest list of partners in the facts of a part

std::string soundness_text(const Soundness& s) {
    std::string text = s.open_shells ? fmt::format("open: {} of its surfaces", s.open_shells) : "closed";
    if (s.thin_shells) text += fmt::format(", {} thinner than twice the tolerance", s.thin_shells);
    if (s.flipped_shells) text += fmt::format(", {} turned outside out", s.flipped_shells);
    if (s.flat_triangles) text += fmt::format(", {} triangles without area", s.flat_triangles);
    return text;
}

std::set<std::string> types_of(const Building& building) {
    std::set<std::string> types;
    for (const Part& part : building.parts) types.insert(part.type);
    return types;
}

/// Facts about the part alone.
std::vector<Fact> own_facts(const Part& own, const Soundness& sound) {
    std::vector<Fact> facts;
    const auto say = [&](const char* label, const std::string& text, const char* help) {
        if (!text.empty()) facts.push_back({label, text, help, {}, {}});
    };
    say("Type", own.type, "As IFC calls it.");
    say("Name", own.name, "As the author of the model calls it.");
    say("Id", own.id, "GlobalId in IFC; elsewhere the name of the object or node.");
    say("Storey", own.storey, "");
    say("Groups", joined(own.groups, ", "), "Groups, systems and zones; in glTF the nodes above it.");
    say("Volume", fmt::format("{:.4g} m³", sound.volume), "Of its closed surfaces.");
    say("Surface", soundness_text(sound), "Open surfaces have no inside: they touch at most.");
    return facts;
}

/// A fact about a partner, with a link to it.
Fact partner_fact(const Known& known, u32 part, const Partner& partner) {
    const Part &own = known.building.parts[part], &other = known.building.parts[partner.part];
    const auto closeness = known.closeness(part, partner.part, partner.predicate);
    const std::string number = closeness ? text_of(*closeness, partner.predicate) : "";
    return {verb(partner.predicate), (number.empty() ? "" : number + " · ") + called(other),
            sentence_of(own, other, partner.predicate, closeness) + " Click to go there and see both.", partner.part,
            known.extent(part).joined(known.extent(partner.part))};
}

}  // namespace

std::vector<MetricSpec> describe_metrics() {
    using M = Metrics;
    const auto pairs = [](Predicate p, const char* help) {
        std::string key = name(p);
        std::replace(key.begin(), key.end(), '-', '_');
        return metric(&M::pairs, u32(p), key, name(p), "", help);
    };
    return metric_list<M>({
        metric(&M::candidates, "candidates", "candidates", "", "Pairs of parts whose boxes meet."),
        pairs(Predicate::disjoint, "Disjoint candidates."),
        pairs(Predicate::touch, "Pairs that intersect by no more than the tolerance."),
        pairs(Predicate::contains, "Pairs whose first part contains the second."),
        pairs(Predicate::inside, "Pairs whose first part is inside the second."),
        pairs(Predicate::equals, "Pairs of equal solids."),
        pairs(Predicate::covers, "Pairs whose first part covers the second: contains it, with contact of surfaces."),
        pairs(Predicate::covered_by,
              "Pairs whose first part is covered by the second: inside it, with contact of surfaces."),
        pairs(Predicate::overlap, "Pairs whose interiors intersect: clashes."),
        metric(&M::candidates_per_hit, "candidates_per_hit", "candidates per hit", "",
               "Candidates per pair that is not disjoint."),
        metric(&M::clusters, "clusters", "clusters", "", "Groups of parts connected by overlaps."),
        metric(&M::open, "open", "open parts", "",
               "Parts with an open surface, or one thinner than twice the tolerance."),
        metric(&M::box_tests, "box_tests", "box tests", "per part", "Box tests of the broad phase per part."),
        metric(&M::tests_per_pair, "tests_per_pair", "box tests per pair", "", "Box tests per candidate."),
        metric(&M::tests_theory, "tests_theory", "expected", "",
               "Expected box tests per candidate, with bins and randomly placed parts."),
        metric(&M::overflow_rounds, "overflow_rounds", "overflow rounds", "",
               "Rounds in which nodes overflowed a queue."),
        metric(&M::wee, "wee", "warp efficiency", "",
               "Warp execution efficiency: share of useful lane time when 32 queries, or a block's 32 threads, test "
               "boxes in lock step."),
        metric(&M::launches, "launches", "launches", "",
               "Launches into which the launch budget split the kernels of the narrow phase; 0: none was split."),
        metric(&M::triangle_pairs, "triangle_pairs", "triangle pairs", "",
               "Triangle pairs of the candidates, after clipping."),
        metric(&M::triangle_tests, "triangle_tests", "triangle tests", "", "Triangle pairs tested."),
        metric(&M::signs, "signs", "signs", "", "Determinant signs computed for triangle tests and rays."),
        metric(&M::undecided, "undecided", "undecided signs", "",
               "Signs undecided in floating point, then decided in integers."),
        metric(&M::rays, "rays", "ray tests", "", "Triangles tested against a ray to tell inside from outside."),
    });
}

std::vector<Quantity> describe_attributes() {
    return {{"type", "type", "", "Type of the part; drawn in the colour of its material."},
            {"relation", "relation", "",
             "Relation of the part to the picked one, with a legend. Without a picked part, parts that overlap another "
             "are red."},
            {"partners", "partners", "", "Number of parts that it touches, overlaps, contains or lies in."},
            {"cluster", "cluster", "", "Group of parts connected by overlaps, the largest first; 0: no overlap."},
            {"storey", "storey", "", "Number of the storey, from the lowest up."},
            {"work", "work", "candidates", "Number of parts whose boxes meet its box."},
            {"near", "near the mouse", "", "1 within reach of the mouse while A is held."}};
}

Metrics metrics_of(const Surfaces& surfaces, const Relations& relations, const Audit& boxes, const NarrowCounts& narrow,
                   u32 launches) {
    Metrics metrics;
    for (u32 p = 0; p < predicates; ++p) {
        metrics.pairs[p] = relations.count(Predicate(p));
        metrics.candidates += metrics.pairs[p];
    }
    const double hits = metrics.candidates - relations.count(Predicate::disjoint);
    metrics.candidates_per_hit = hits > 0 ? metrics.candidates / hits : 0;
    metrics.clusters = double(relations.clusters());
    metrics.open = double(std::count_if(surfaces.soundness.begin(), surfaces.soundness.end(),
                                        [](const Soundness& s) { return s.open(); }));
    metrics.box_tests = boxes.candidates;
    metrics.tests_per_pair = boxes.surplus;
    metrics.tests_theory = boxes.surplus_theory;
    metrics.overflow_rounds = double(boxes.overflow_rounds);
    metrics.wee = boxes.wee;
    metrics.launches = double(launches);
    metrics.triangle_pairs = double(narrow.pairs);
    metrics.triangle_tests = double(narrow.tests);
    metrics.signs = double(narrow.signs);
    metrics.undecided = double(narrow.undecided);
    metrics.rays = double(narrow.rays);
    return metrics;
}

std::vector<std::string> value_names(const Building& building, Colouring colouring) {
    std::vector<std::string> names;
    if (colouring == Colouring::type)
        for (const std::string& type : types_of(building)) names.push_back(type);
    if (colouring == Colouring::storey) names = building.storeys;
    if (colouring == Colouring::relation)
        for (u32 p = 0; p < predicates; ++p) names.push_back(name(Predicate(p)));
    return names;
}

std::array<std::vector<float>, colourings> values_of(const Building& building, const Relations& relations,
                                                     std::optional<u32> picked, const std::vector<bool>& near) {
    std::array<std::vector<float>, colourings> values;
    const std::set<std::string> types = types_of(building);
    for (u32 p = 0; p < building.parts.size(); ++p) {
        const Part& part = building.parts[p];
        const int storey = building.storey_of(part);
        const float of_part[colourings] = {float(std::distance(types.begin(), types.find(part.type))),
                                           picked && *picked != p ? float(u32(relations.between(*picked, p))) : NAN,
                                           float(relations.of(p).size()),
                                           float(relations.cluster(p)),
                                           storey < 0 ? NAN : float(storey),
                                           float(relations.candidates(p)),
                                           p < near.size() && near[p] ? 1.f : 0.f};
        for (std::size_t v = 0; v < colourings; ++v) values[v].push_back(of_part[v]);
    }
    return values;
}

std::optional<Closeness> ClosenessOfPairs::of(const Building& building, const PlacedSurfaces& placed, u32 a, u32 b,
                                              Predicate predicate) {
    constexpr auto patience = std::chrono::milliseconds(80);
    const std::pair pair(std::min(a, b), std::max(a, b));
    if (const auto known = known_.find(pair); known != known_.end()) return known->second;
    if (Clock::now() - since_ > patience) return {};
    const auto part = [&](u32 p) { return moved(building.parts[p], placed.offset(p)); };
    return known_[pair] = closeness_of(part(a), part(b), predicate, placed.now().tolerance);
}

std::vector<std::string> remarks_on(const Building& building, const Shapes& shapes) {
    auto remarks = building.notes;
    if (shapes.are_boxes())
        remarks.push_back(fmt::format("more than {} million triangles: parts are drawn as their bounding boxes",
                                      Shapes::most_triangles / 1'000'000));
    return remarks;
}

std::vector<Fact> facts_of(const Known& known, u32 part, std::optional<u32> beside) {
    const Part& own = known.building.parts[part];
    const auto& partners = known.relations.of(part);
    auto facts = own_facts(own, known.surfaces.soundness[part]);
    if (beside) {
        const Predicate predicate = known.relations.between(part, *beside);
        facts.insert(facts.begin(), {"",
                                     sentence_of(own, known.building.parts[*beside], predicate,
                                                 known.closeness(part, *beside, predicate)),
                                     "Relation to the previously picked part. The contact is marked.",
                                     {},
                                     {}});
    }
    for (std::size_t k = 0; k < std::min(partners.size(), most_partners); ++k)
        facts.push_back(partner_fact(known, part, partners[k]));
    if (partners.size() > most_partners)
        facts.push_back({"and more", fmt::format("{} partners", partners.size() - most_partners), "", {}, {}});
    return facts;
}

std::shared_ptr<const PairTable> pair_table(const Building& building, const Relations& relations,
                                            const std::function<Extent(u32)>& extent) {
    constexpr std::size_t most_parts = 2000;
    const std::size_t n = building.parts.size();
    if (n > most_parts) return nullptr;
    auto table = std::make_shared<PairTable>();
    table->title = "Relations";
    for (u32 p = 1; p < predicates; ++p) table->kinds.push_back({verb(Predicate(p)), colour_of(Predicate(p))});
    const auto key = [&](u32 p) {
        const Part& part = building.parts[p];
        return std::tuple(u32(building.storey_of(part)), part.type, part.name, p);  // parts without a storey come last
    };
    for (u32 p = 0; p < n; ++p) {
        table->order.push_back(p);
        table->names.push_back(called(building.parts[p]));
        table->extents.push_back(extent(p));
        for (const Partner& other : relations.of(p))
            table->entries.push_back({p, other.part, std::uint8_t(u32(other.predicate) - 1)});
    }
    std::sort(table->order.begin(), table->order.end(), [&](u32 a, u32 b) { return key(a) < key(b); });
    return table;
}

}  // namespace nearfield::building
