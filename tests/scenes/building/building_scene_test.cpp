// The scene `building` through the program's interface, on every backend.
#include "backends.hpp"
#include "elements.hpp"
#include "refusal.hpp"

#include "libs/building/readers/ifc_process.hpp"
#include "sim/tune.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

namespace nearfield {
namespace building_scene_test {

using Values = std::vector<std::pair<std::string, std::string>>;
Values operator+(Values a, const Values& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

class BuildingScene : public OnBackend {
  protected:
    static const SceneInfo& scene() { return find_scene("building"); }
    static Settings settings(const Values& values) { return settings_of(scene(), values); }
    static std::unique_ptr<World> world(const Values& values) {
        return make_world(scene(), settings(values), GetParam());
    }
    static std::map<std::string, double> metrics(World& world) {
        std::map<std::string, double> by_key;
        const auto values = world.metrics();
        for (std::size_t m = 0; m < values.size(); ++m) by_key[scene().metrics[m].key] = values[m];
        return by_key;
    }
    static std::vector<float> values(World& world, const std::string& attribute) {
        return values_of(world, scene(), attribute);
    }
    /// Counts of the predicates only.
    static std::map<std::string, double> relations(World& world) {
        auto all = metrics(world);
        std::map<std::string, double> some;
        for (const char* key : {"candidates", "disjoint", "touch", "contains", "inside", "equals", "covers",
                                "covered_by", "overlap", "clusters"})
            some[key] = all[key];
        return some;
    }
};

TEST_P(BuildingScene, EachPredicateHasItsPair) {
    auto w = world({{"model", "predicates"}});
    const auto found = metrics(*w);
    EXPECT_EQ(found.at("candidates"), 7) << "the boxes of the pair that is apart do not meet";
    EXPECT_EQ(found.at("disjoint"), 0);
    for (const char* key : {"touch", "contains", "inside", "equals", "covers", "covered_by", "overlap"})
        EXPECT_EQ(found.at(key), 1) << key;
    EXPECT_EQ(found.at("open"), 0);
    EXPECT_EQ(found.at("clusters"), 1);
}

/// 4³ cubes side by side: 26 neighbours inside the grid, fewer at its rim.
TEST_P(BuildingScene, CubesOfAGridTouch) {
    const double touching = 10 * 10 * 10 - 64;  // pairs of neighbours on a line of 4, itself counted: 4 + 2 * 3
    for (const auto& [gap, key, count] :
         {std::tuple{"0", "touch", touching / 2}, {"-0.1", "overlap", touching / 2}, {"0.1", "candidates", 0.}}) {
        auto w = world({{"model", "grid"}, {"count", "4"}, {"gap", gap}});
        EXPECT_EQ(metrics(*w).at(key), count) << "gap " << gap;
    }
}

TEST_P(BuildingScene, NoWayOfAskingChangesTheAnswers) {
    const Values soup{{"model", "soup"}, {"count", "300"}};
    auto w = world(soup);
    const auto expected = relations(*w);
    ASSERT_GT(expected.at("overlap"), 50);
    for (const Values& way : std::initializer_list<Values>{{{"broad", "rtree"}},
                                                           {{"broad", "rtree"}, {"queue", "1"}},
                                                           {{"broad", "rtree"}, {"build", "linear"}, {"least", "2"}},
                                                           {{"broad", "rtree"}, {"build", "rstar"}, {"keep", "on"}},
                                                           {{"broad", "lbvh"}},
                                                           {{"broad", "brute"}},
                                                           {{"bin_width", "0.3"}},
                                                           {{"narrow", "fragments"}, {"fragment", "3"}}}) {
        w->configure(settings(soup + way));
        EXPECT_EQ(relations(*w), expected) << way.back().first << "=" << way.back().second;
        for (int step = 0; step < 3; ++step) w->step();
        w->finish();
        EXPECT_EQ(relations(*w), expected) << "after steps";
    }
}

std::set<std::tuple<u32, u32, u32>> answers(World& world) {
    std::set<std::tuple<u32, u32, u32>> all;
    for (const auto& e : world.elements()->pairs()->entries) all.insert({e.a, e.b, e.kind});
    return all;
}

/// Every pair's predicate, not only their counts, in all combinations of broad and narrow phases.
TEST_P(BuildingScene, EveryPairIsAnsweredAsOnTheCpu) {
    for (const Values& model : std::initializer_list<Values>{{{"model", "house"}},
                                                             {{"model", "fzk"}},
                                                             {{"model", "soup"}, {"count", "200"}},
                                                             {{"model", "predicates"}}}) {
        const bool is_here = std::filesystem::exists("/usr/share/assimp/models/IFC/AC14-FZK-Haus.ifc");
        if (model[0].second == "house" && !building::ifc_is_read()) continue;
        if (model[0].second == "fzk" && (!is_here || !building::ifc_is_read() || sanitized)) continue;
        const auto expected = answers(*make_world(scene(), settings(model), Backend::cpu));
        EXPECT_GE(expected.size(), 14u);
        auto w = world(model);
        for (const char* broad : {"bins", "rtree", "lbvh", "brute"})
            for (const char* narrow : {"clipped", "fragments"}) {
                w->configure(settings(model + Values{{"broad", broad}, {"narrow", narrow}}));
                EXPECT_TRUE(answers(*w) == expected) << model[0].second << ' ' << broad << ' ' << narrow;
            }
        EXPECT_EQ(search_of(*w).verify(64).mismatches, 0u);
    }
}

/// Without preselection all pairs are candidates, and the additional ones are disjoint.
TEST_P(BuildingScene, PreselectionLosesNothing) {
    const Values soup{{"model", "soup"}, {"count", "60"}};
    auto with = world(soup);
    auto without = world(soup + Values{{"preselect", "off"}});
    auto a = relations(*with), b = relations(*without);
    EXPECT_EQ(b.at("candidates"), 60 * 59 / 2);
    EXPECT_EQ(a.at("candidates") - a.at("disjoint"), b.at("candidates") - b.at("disjoint"));
    EXPECT_EQ(a.at("overlap"), b.at("overlap"));
}

TEST_P(BuildingScene, ShakingByLessThanTheToleranceChangesNothing) {
    const Values still{{"model", "predicates"}};
    auto w = world(still);
    const auto expected = relations(*w);
    for (const char* shake : {"0.2", "0.45"}) {
        w->configure(settings(still + Values{{"shake", shake}}));
        EXPECT_EQ(relations(*w), expected) << "shake " << shake;
    }
}

TEST_P(BuildingScene, StagesAreThoseOfTheQuery) {
    auto w = world({{"model", "soup"}, {"count", "50"}});
    w->step();
    const auto times = w->finish();
    ASSERT_EQ(times.size(), 1u);
    std::vector<std::string> names;
    for (const auto& stage : times[0].stages) names.emplace_back(stage.name);
    EXPECT_EQ(names,
              (std::vector<std::string>{"boxes", "build", "candidates", "clip", "triangles", "inside", "classify"}));
}

TEST_P(BuildingScene, FactsNameAPartAndLeadToItsPartners) {
    auto w = world({{"model", "predicates"}});
    Elements& parts = *w->elements();
    ASSERT_EQ(parts.count(), 16u);
    const auto fact = [&](u32 part, const std::string& label) {
        for (const Fact& f : parts.facts(part))
            if (f.label == label) return f;
        return Fact{"none", "", "", std::nullopt};
    };
    EXPECT_EQ(fact(4, "Volume").text, "1 m³");
    EXPECT_EQ(fact(4, "Surface").text, "closed");
    EXPECT_EQ(fact(4, "overlaps").leads_to, std::optional<u32>(5));
    EXPECT_EQ(fact(5, "overlaps").leads_to, std::optional<u32>(4));
    EXPECT_EQ(fact(8, "contains").leads_to, std::optional<u32>(9));
    EXPECT_EQ(fact(9, "lies inside").leads_to, std::optional<u32>(8));
    parts.look_at(8);
    const auto relation = values(*w, "relation");
    EXPECT_TRUE(std::isnan(relation[8]));
    EXPECT_EQ(relation[9], 2);
    EXPECT_EQ(relation[0], 0);
    parts.look_at(std::nullopt);
    EXPECT_TRUE(std::isnan(values(*w, "relation")[9]));
    EXPECT_EQ(values(*w, "cluster")[4], 1);
    EXPECT_EQ(values(*w, "partners")[0], 0);
}

/// Half a metre of the overlapping pair's metre is shared.
TEST_P(BuildingScene, PartnersAreNamedWithGapOrDepthInASentence) {
    auto w = world({{"model", "predicates"}});
    Elements& parts = *w->elements();
    const auto link = [&](u32 part, u32 to) {
        for (const Fact& f : parts.facts(part))
            if (f.leads_to == to) return f;
        return Fact{"none", "", "", {}, {}};
    };
    const Fact overlap = link(4, 5), touch = link(2, 3);
    EXPECT_NE(overlap.text.find("500 mm deep"), std::string::npos) << overlap.text;
    EXPECT_NE(touch.text.find("no gap"), std::string::npos) << touch.text;
    ASSERT_TRUE(overlap.shows);
    const auto one = parts.pairs()->extents;
    for (const u32 part : {4u, 5u})
        for (int a = 0; a < 3; ++a) {
            EXPECT_LE(overlap.shows->lo[a], one[part].lo[a]);
            EXPECT_GE(overlap.shows->hi[a], one[part].hi[a]);
        }
    parts.look_at(5);
    EXPECT_NE(parts.facts(5).front().label, "") << "no pair yet";
    parts.look_at(4);
    const Fact sentence = parts.facts(4).front();
    EXPECT_EQ(sentence.label, "");
    EXPECT_NE(sentence.text.find(" overlaps "), std::string::npos) << sentence.text;
    EXPECT_NE(sentence.text.find(", 500 mm deep."), std::string::npos) << sentence.text;
    parts.look_at(0);
    EXPECT_NE(parts.facts(0).front().label, "") << "no partner of the one before";
}

u32 marked(World& world) {
    Picture picture;
    world.draw(picture, 1, true);
    for (const auto& layer : picture.triangles)
        if (layer.name == "deciding triangles") return layer.count;
    return 0;
}

TEST_P(BuildingScene, DecidingTrianglesAndColoursAreExplainedInThePicture) {
    auto w = world({{"model", "predicates"}});
    EXPECT_EQ(marked(*w), 0u) << "nothing is picked";
    w->elements()->look_at(4);
    const u32 crossing = marked(*w);
    EXPECT_GE(crossing, 6u) << "faces of both boxes that cross";
    EXPECT_LT(crossing, 24u) << "not all of them";
    w->elements()->look_at(2);
    EXPECT_EQ(marked(*w), 4u) << "two of each face that touches the other";
    w->elements()->look_at(8);
    EXPECT_EQ(marked(*w), 0u) << "it contains its partner: no surfaces meet";
    Picture picture;
    w->draw(picture, 1, true);
    EXPECT_EQ(picture.legend.classes.size(), 8u);
    w->draw(picture, 0, true);
    EXPECT_TRUE(picture.legend.classes.empty()) << "colours of materials explain themselves";
}

TEST_P(BuildingScene, EveryPairIsInTheMatrix) {
    auto w = world({{"model", "predicates"}});
    const auto table = w->elements()->pairs();
    ASSERT_TRUE(table);
    EXPECT_EQ(table->entries.size(), 14u) << "seven pairs, both orders";
    auto order = table->order;
    std::sort(order.begin(), order.end());
    for (u32 p = 0; p < 16; ++p) EXPECT_EQ(order[p], p);
    for (const auto& e : table->entries) {
        const bool back = std::any_of(table->entries.begin(), table->entries.end(),
                                      [&](const auto& o) { return o.a == e.b && o.b == e.a; });
        EXPECT_TRUE(back) << table->names[e.a];
        if (e.a == 8) EXPECT_EQ(table->kinds[e.kind].label, "contains");
        if (e.a == 9) EXPECT_EQ(table->kinds[e.kind].label, "lies inside");
    }
    EXPECT_EQ(w->elements()->value_names(1).at(7), "overlap");
    EXPECT_EQ(w->elements()->value_names(0), std::vector<std::string>{"Solid"});
    EXPECT_TRUE(w->elements()->value_names(2).empty()) << "a number of partners is a number";
    EXPECT_FALSE(world({{"model", "soup"}, {"count", "2001"}})->elements()->pairs()) << "too many for a picture";
}

/// Moves the second of the overlapping pair away and back; the former relation is no longer reported.
TEST_P(BuildingScene, ACarriedPartTakesItsRelationsAlong) {
    auto w = world({{"model", "predicates"}});
    const auto before = relations(*w);
    Tools& tools = *w->tools();
    const auto kept = w->keep();
    const Extent there = w->elements()->pairs()->extents[5];
    const glm::vec3 grip = {there.hi.x, (there.lo.y + there.hi.y) / 2, (there.lo.z + there.hi.z) / 2};
    tools.use({"carry", {grip}});
    EXPECT_EQ(relations(*w), before) << "taken, not moved";
    tools.use({"carry", {grip + glm::vec3(0, 30, 0)}});
    EXPECT_EQ(relations(*w)["overlap"], 0);
    EXPECT_EQ(w->elements()->pairs()->extents[5].lo.y, there.lo.y + 30);
    w->step();
    w->finish();
    EXPECT_EQ(relations(*w)["overlap"], 0) << "after a step";
    const auto table = w->elements()->pairs();
    EXPECT_EQ(search_of(*w).verify(16).mismatches, 0u);
    EXPECT_EQ(w->elements()->pairs(), table) << "a question about the boxes asks nothing anew";
    EXPECT_EQ(relations(*w)["overlap"], 0);
    tools.use({"carry", {grip}});
    EXPECT_EQ(relations(*w), before) << "back again";
    tools.use({"carry", {grip + glm::vec3(0, 30, 0)}});
    tools.use({"carry", {}});
    tools.use({"carry", {grip}});
    tools.use({"carry", {grip + glm::vec3(0, 1, 0)}});
    EXPECT_EQ(w->elements()->pairs()->extents[5].lo.y, there.lo.y + 30) << "nothing is there any more";
    tools.use({"carry", {}});
    w->go_back(*kept);
    EXPECT_EQ(relations(*w), before) << "undone";
    tools.use({"carry", {grip}});
    tools.use({"carry", {grip + glm::vec3(0, 30, 0)}});
    EXPECT_THROW(tools.use({"carry", {grip + glm::vec3(0, 3000, 0)}}), UsageError);
    w->configure(settings({{"model", "predicates"}, {"tolerance", "0.5"}}));
    EXPECT_EQ(relations(*w)["overlap"], 0) << "it stays where it was carried";
    w->reset();
    EXPECT_EQ(relations(*w), before);
}

TEST_P(BuildingScene, PartsNearTheMouse) {
    auto w = world({{"model", "predicates"}, {"reach", "0.2"}});
    // the drawing's centre is at (6.5, 2.5) of the building; the disjoint pair is at its corner, y up
    w->tools()->use({"reach", {{-6.6f, 0.5f, 2.f}}});
    const auto near = values(*w, "near");
    EXPECT_EQ(std::count(near.begin(), near.end(), 1.f), 1) << "the first part of the first pair";
    EXPECT_EQ(near[0], 1);
    w->tools()->use({"reach", {}});
    EXPECT_EQ(values(*w, "near")[0], 0);
    // the broad phase changes nothing, also with storeys drawn apart
    for (const char* way : {"bins", "rtree", "lbvh", "brute"}) {
        w->configure(settings({{"model", "predicates"}, {"reach", "2.5"}, {"broad", way}}));
        w->tools()->use({"reach", {{-6.6f, 0.5f, 2.f}}});
        const auto some = values(*w, "near");
        EXPECT_EQ(std::count(some.begin(), some.end(), 1.f), 2) << way;
        w->tools()->use({"reach", {}});
    }
    // three storeys of nine cubes, 10 m apart: the centre of the top one as drawn
    auto storeys = world({{"model", "grid"}, {"count", "3"}, {"gap", "0.5"}, {"apart", "10"}, {"reach", "0.4"}});
    storeys->tools()->use({"reach", {{0, 24.2f, 0}}});
    const auto above = values(*storeys, "near");
    EXPECT_EQ(std::count(above.begin(), above.end(), 1.f), 1);
}

TEST_P(BuildingScene, APictureHasEveryPartThatIsNotHidden) {
    const auto triangles = [&](const Values& values) {
        auto w = world(values);
        Picture picture;
        w->draw(picture, 0, true);
        u32 sum = 0;
        for (const auto& layer : picture.triangles) sum += layer.count;
        EXPECT_EQ(picture.dimensions, 3);
        return sum;
    };
    EXPECT_EQ(triangles({{"model", "grid"}, {"count", "3"}}), 27u * 12);
    EXPECT_EQ(triangles({{"model", "grid"}, {"count", "3"}, {"storeys", "1"}}), 9u * 12);
    EXPECT_EQ(triangles({{"model", "grid"}, {"count", "3"}, {"hidden", "c*e"}}), 0u);
}

TEST_P(BuildingScene, RefusalsNameTheValue) {
    EXPECT_NE(refusal([] { world({{"model", "hous"}}); }).find("'hous'. Did you mean 'house'?"), std::string::npos);
    const Values predicates{{"model", "predicates"}};
    const Values tree{{"broad", "rtree"}, {"build", "linear"}, {"fan", "4"}};
    EXPECT_NE(refusal([&] { world(predicates + tree); }).find("least: 3"), std::string::npos);
    auto w = world(predicates);
    const auto expected = relations(*w);
    const Values thin{{"broad", "rtree"}, {"build", "rstar"}, {"fan", "2"}, {"shake", "0.5"}};
    EXPECT_THROW(w->configure(settings(predicates + thin)), UsageError);
    EXPECT_EQ(relations(*w), expected) << "nothing is changed by what is refused";
}

/// The search lens queries pairs of boxes.
TEST_P(BuildingScene, EveryWayOfSearchingIsVerified) {
    const Values soup{{"model", "soup"}, {"count", "400"}};
    auto w = world(soup);
    SearchLens& search = search_of(*w);
    const u64 pairs = search.signature();
    for (const std::string way : {"bins", "rtree", "lbvh", "brute"}) {
        w->configure(settings(soup + Values{{"broad", way}}));
        const Verification found = search.verify(400);
        EXPECT_EQ(found.queries, 400u) << way;
        EXPECT_EQ(found.mismatches, 0u) << way;
        EXPECT_EQ(search.signature(), pairs) << way;
        const Audit work = search.audit(1u << 30);
        EXPECT_NEAR(work.neighbours, metrics(*w)["candidates"] / 400, 1e-9) << way;
        EXPECT_NEAR(found.neighbours, 2 * work.neighbours, 1e-9) << way << ": each pair has two parts";
        EXPECT_EQ(search.grid().nodes > 0, way == "rtree" || way == "lbvh") << way;
        EXPECT_FALSE(search.inspect(3)) << "boxes are no points";
    }
}

TEST_P(BuildingScene, ComparingAndTuningLeaveTheAnswers) {
    const Values soup{{"model", "soup"}, {"count", "400"}};
    auto w = world(soup);
    w->elements()->look_at(7);
    const auto expected = relations(*w);
    const auto relation = values(*w, "relation");
    const Settings bins = settings(soup), tree = settings(soup + Values{{"broad", "rtree"}});
    const Comparison both = search_of(*w).compare(bins, tree, 3);
    EXPECT_TRUE(both.same_neighbours);
    EXPECT_EQ(both.a.settings, "bins, width 1");
    EXPECT_EQ(both.b.settings, "rtree, packed, M 8");
    EXPECT_GT(both.a.audit.surplus_theory, 1);
    EXPECT_EQ(both.b.audit.surplus_theory, 0);
    EXPECT_GT(both.b.construct_ms + both.b.query_ms, 0);
    const Tuning tuning = tune(*w, bins, GetParam(), [](double) {});
    std::set<std::string> kinds;
    for (const TunedWay* way : best_of_kinds(tuning)) {
        kinds.insert(way->settings.text("broad"));
        ASSERT_TRUE(way->times.work);
        EXPECT_NEAR(way->times.work->neighbours, both.a.audit.neighbours, 1e-9) << way_text(way->settings);
    }
    EXPECT_EQ(kinds, (std::set<std::string>{"bins", "brute", "lbvh", "rtree"}));
    EXPECT_GE(cost_curve(tuning, "bins").size(), 4u);
    EXPECT_GE(cost_curve(tuning, "rtree").size(), 3u);
    EXPECT_TRUE(cost_curve(tuning, "lbvh").empty());
    EXPECT_EQ(relations(*w), expected);
    EXPECT_EQ(differing(values(*w, "relation"), relation), 0u);
}

NF_ON_BACKENDS(BuildingScene);

}  // namespace building_scene_test
}  // namespace nearfield
