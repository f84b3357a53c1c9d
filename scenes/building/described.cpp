#include "scenes/building/described.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace nearfield::building {
namespace {

constexpr std::size_t most_partners = 40;  ///< that facts name

std::string described(const Soundness& s) {
    std::string text = s.open_shells ? fmt::format("open: {} of its surfaces", s.open_shells) : "closed";
    if (s.thin_shells) text += fmt::format(", {} thinner than twice the tolerance", s.thin_shells);
    if (s.flipped_shells) text += fmt::format(", {} turned outside out", s.flipped_shells);
    if (s.flat_triangles) text += fmt::format(", {} triangles without area", s.flat_triangles);
    return text;
}

}  // namespace

std::vector<Quantity> describe_metrics() {
    std::vector<Quantity> all{{"candidates", "candidates", "", "Pairs of parts whose boxes meet."}};
    const char* help[]{"Candidates that are apart all the same.",
                       "Pairs that share no more than the tolerance.",
                       "Pairs of which the first has the second wholly within.",
                       "Pairs of which the first is wholly within the second.",
                       "Pairs of the same solid.",
                       "Pairs of which the first has the second within, up to its surface.",
                       "Pairs of which the first is within the second, up to its surface.",
                       "Pairs that share a part of their insides: clashes."};
    for (u32 p = 0; p < predicates; ++p) {
        std::string key = name(Predicate(p));
        std::replace(key.begin(), key.end(), '-', '_');
        all.push_back({key, name(Predicate(p)), "", help[p]});
    }
    for (const Quantity& q : std::initializer_list<Quantity>{
             {"clusters", "clusters", "", "Groups of parts that overlaps join."},
             {"open", "open parts", "", "Parts with an open surface, or one thinner than twice the tolerance."},
             {"box_tests", "box tests", "per part", "Boxes compared to find the candidates."},
             {"tests_per_pair", "box tests per pair", "", "Boxes compared for each pair that meets."},
             {"tests_theory", "expected", "", "The same, expected with bins for parts at random."},
             {"overflow_rounds", "overflow rounds", "", "How often nodes did not fit in a queue."},
             {"wee", "warp efficiency", "", "Useful share of the lanes' time when 32 queries test boxes in lock step."},
             {"triangle_pairs", "triangle pairs", "", "Pairs of triangles of candidates, after clipping."},
             {"triangle_tests", "triangle tests", "", "Of these, tested."},
             {"undecided", "undecided signs", "", "Signs that floating point could not tell; integers did."},
             {"rays", "ray tests", "", "Triangles held against a ray, to tell inside from outside."}})
        all.push_back(q);
    return all;
}

std::vector<Quantity> describe_attributes() {
    return {{"type", "type", "", "What the part is; drawn in the colour of what it is made of."},
            {"relation", "relation", "",
             "How the part lies to the picked one: 0 disjoint, 1 touch, 2 contains, 3 inside, 4 equals, 5 covers, 6 "
             "covered-by, 7 overlap. Red overlaps, green touches, blue contains, orange lies inside. With none picked, "
             "parts that overlap another are red."},
            {"partners", "partners", "", "Parts that it touches, overlaps, contains or lies in."},
            {"cluster", "cluster", "", "Group of parts that overlaps join, the largest first; 0: it overlaps none."},
            {"storey", "storey", "", "Number of the storey, from the lowest up."},
            {"work", "work", "candidates", "Parts whose boxes meet its own."},
            {"near", "near the mouse", "", "1 within reach of the mouse, while A is held."}};
}

std::vector<double> metrics_of(const Surfaces& surfaces, const Relations& relations, const BoxAudit& boxes,
                               const NarrowCounts& narrow) {
    double candidates = 0;
    for (u32 p = 0; p < predicates; ++p) candidates += relations.count(Predicate(p));
    std::vector<double> values{candidates};
    for (u32 p = 0; p < predicates; ++p) values.push_back(relations.count(Predicate(p)));
    const auto open = std::count_if(surfaces.soundness.begin(), surfaces.soundness.end(),
                                    [](const Soundness& s) { return s.open(); });
    for (const double value :
         {double(relations.clusters()), double(open), boxes.tests, boxes.tests_per_pair, boxes.tests_per_pair_theory,
          double(boxes.overflow_rounds), boxes.wee, double(narrow.pairs), double(narrow.tests),
          double(narrow.undecided), double(narrow.rays)})
        values.push_back(value);
    return values;
}

std::array<std::vector<float>, colourings> values_of(const Building& building, const Relations& relations,
                                                     std::optional<u32> picked, const std::vector<bool>& near) {
    std::array<std::vector<float>, colourings> values;
    std::set<std::string> types;
    for (const Part& part : building.parts) types.insert(part.type);
    for (u32 p = 0; p < building.parts.size(); ++p) {
        const Part& part = building.parts[p];
        const auto storey = std::find(building.storeys.begin(), building.storeys.end(), part.storey);
        const float of_part[colourings] = {float(std::distance(types.begin(), types.find(part.type))),
                                           picked && *picked != p ? float(u32(relations.between(*picked, p))) : NAN,
                                           float(relations.of(p).size()),
                                           float(relations.cluster(p)),
                                           storey == building.storeys.end() ? NAN
                                                                            : float(storey - building.storeys.begin()),
                                           float(relations.candidates(p)),
                                           p < near.size() && near[p] ? 1.f : 0.f};
        for (std::size_t v = 0; v < colourings; ++v) values[v].push_back(of_part[v]);
    }
    return values;
}

std::vector<Fact> facts_of(const Building& building, const Surfaces& surfaces, const Relations& relations, u32 part) {
    const Part& own = building.parts[part];
    const Soundness& sound = surfaces.soundness[part];
    std::vector<Fact> facts;
    const auto say = [&](const char* label, const std::string& text, const char* help) {
        if (!text.empty()) facts.push_back({label, text, help, std::nullopt});
    };
    say("Type", own.type, "As IFC calls it.");
    say("Name", own.name, "As the author of the model calls it.");
    say("Id", own.id, "GlobalId in IFC; elsewhere the name of the object or node.");
    say("Storey", own.storey, "");
    say("Volume", fmt::format("{:.4g} m³", sound.volume), "Of its closed surfaces.");
    say("Surface", described(sound), "Open surfaces have no inside: they touch at most.");
    const auto& partners = relations.of(part);
    for (std::size_t k = 0; k < std::min(partners.size(), most_partners); ++k) {
        const Part& other = building.parts[partners[k].part];
        facts.push_back({verb(partners[k].predicate), called(other),
                         called(own) + " " + verb(partners[k].predicate) + " " + called(other) + ". Click to go there.",
                         partners[k].part});
    }
    if (partners.size() > most_partners)
        say("and more", fmt::format("{} partners", partners.size() - most_partners), "");
    return facts;
}

}  // namespace nearfield::building
