// The scene `building` as the program sees it, on every backend.
#include "backends.hpp"

#include "base/error.hpp"
#include "sim/scene.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace nearfield {
namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

class BuildingScene : public OnBackend {
  protected:
    static const SceneInfo& scene() { return find_scene("building"); }
    static Settings settings(const Values& values) {
        Settings all = scene().defaults();
        for (const auto& [key, value] : values) all.set(key, value);
        return all;
    }
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
        for (std::size_t a = 0; a < scene().attributes.size(); ++a)
            if (scene().attributes[a].key == attribute) return world.elements()->values(int(a));
        throw std::logic_error("no attribute " + attribute);
    }
    static std::string message(const Values& values) {
        try {
            world(values);
        } catch (const Error& problem) { return problem.what(); }
        return "nothing was refused";
    }
    /// The counts of predicates alone.
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
        Settings settings = this->settings(soup);
        for (const auto& [key, value] : way) settings.set(key, value);
        w->configure(settings);
        EXPECT_EQ(relations(*w), expected) << way.back().first << "=" << way.back().second;
        for (int step = 0; step < 3; ++step) w->step();
        w->finish();
        EXPECT_EQ(relations(*w), expected) << "after steps";
    }
}

/// Without preselection every two parts are candidates, and those that are added are apart.
TEST_P(BuildingScene, PreselectionLosesNothing) {
    const Values soup{{"model", "soup"}, {"count", "60"}};
    auto with = world(soup);
    Values off = soup;
    off.push_back({"preselect", "off"});
    auto without = world(off);
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
        Settings settings = this->settings(still);
        settings.set("shake", shake);
        w->configure(settings);
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

TEST_P(BuildingScene, PartsNearTheMouse) {
    auto w = world({{"model", "predicates"}, {"reach", "0.2"}});
    // the middle of the drawing is at (6.5, 2.5) of the building; the pair that is apart is at its corner, y up
    w->tools()->use({"reach", {{-6.6f, 0.5f, 2.f}}});
    const auto near = values(*w, "near");
    EXPECT_EQ(std::count(near.begin(), near.end(), 1.f), 1) << "the first part of the first pair";
    EXPECT_EQ(near[0], 1);
    w->tools()->use({"reach", {}});
    EXPECT_EQ(values(*w, "near")[0], 0);
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
    EXPECT_NE(message({{"model", "hous"}}).find("hous"), std::string::npos);
    EXPECT_NE(message({{"model", "predicates"}, {"fan", "4"}, {"least", "3"}}).find("least: 3"), std::string::npos);
    auto w = world({{"model", "predicates"}});
    const auto expected = relations(*w);
    Settings settings = this->settings({{"model", "predicates"}});
    settings.set("fan", "2"), settings.set("shake", "0.5");
    EXPECT_THROW(w->configure(settings), UsageError);
    EXPECT_EQ(relations(*w), expected) << "nothing is changed by what is refused";
}

NF_ON_BACKENDS(BuildingScene);

}  // namespace
}  // namespace nearfield
