// The keratinocyte model of scenes/keratinocyte/README.md: single steps, cycles, types, populations and searches, on
// every backend.
#include "backends.hpp"
#include "keratinocyte_reference.hpp"

#include "exec/simd.hpp"
#include "refusal.hpp"
#include "worlds.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

namespace nearfield {
namespace keratinocyte_test {

using Values = std::map<std::string, std::string>;
using Cells = std::vector<glm::vec3>;
constexpr float stem = 0, amplifying = 1, committed = 2, corneocyte = 3, hacat = 4;  // of the attribute "type"

/// Few cells: threads would mostly wait.
class Keratinocytes : public OnBackend {
  protected:
    void SetUp() override {
        OnBackend::SetUp();
        omp_set_num_threads(1);
    }
    void TearDown() override { omp_set_num_threads(threads_); }
    const int threads_ = omp_get_max_threads();
    static const SceneInfo& scene() { return find_scene("keratinocyte"); }
    /// Few bins, which are cheapest for few cells.
    static std::unique_ptr<World> world(const Values& values) {
        Values all = values;
        all.insert({{"search.visit", "strips"}, {"search.bin_ratio", "1"}});
        return make_world(scene(), settings_of(scene(), all), GetParam());
    }
    /// Cells at these positions in a box of 2 mm, with no room for more unless `values` set it.
    static std::unique_ptr<World> world_of(const Cells& at, Values values = {}) {
        values.emplace("room", std::to_string(at.size()));
        const int room = std::stoi(values["room"]);
        values["actors"] = std::to_string(at.size());
        values["density"] = std::to_string(at.size() / 4.);
        auto w = world(values);
        Cells all(static_cast<std::size_t>(room), glm::vec3(INFINITY));
        std::copy(at.begin(), at.end(), all.begin());
        w->actors()->place(all);
        return w;
    }
    static double metric(World& w, const std::string& key) {
        return w.metrics().at(index_by_key(scene().metrics, key).value());
    }
    static std::vector<float> values(World& w, const std::string& key) {
        return w.elements()->values(int(index_by_key(scene().attributes, key).value()));
    }
    static void run_to_tick(World& w, int tick) {
        while (metric(w, "tick") < tick) run(w, 1);
    }
    /// Ticks between the divisions of each cell; a step is one tick.
    static std::vector<int> intervals(World& w, int ticks, float type) {
        std::vector<int> all;
        std::vector<float> before = values(w, "cycle");
        std::vector<int> since(before.size(), -1);
        for (int t = 1; t <= ticks; ++t) {
            run(w, 1);
            const auto now = values(w, "cycle"), types = values(w, "type");
            for (std::size_t i = 0; i < now.size(); ++i) {
                if (std::isnan(now[i]) || std::isnan(before[i]) || types[i] != type || now[i] > before[i]) continue;
                if (since[i] >= 0) all.push_back(t - since[i]);
                since[i] = t;
            }
            before = now;
        }
        return all;
    }
    static std::vector<u32> bits(World& w) {
        const auto at = w.actors()->read().position;
        std::vector<u32> all(at.size() * 3);
        std::memcpy(all.data(), at.data(), all.size() * 4);
        return all;
    }
};

TEST_P(Keratinocytes, TwoCellsMoveAsByHand) {
    const double heights[] = {100, 2};
    for (const double gap : {-4., 0., 5.})
        for (const double height : heights) {
            const double looseness = height < 5 ? .1 : 1, pull = gap < 0 ? .5 : .06;
            for (int axis = 0; axis < 3; axis += 2) {
                glm::vec3 a(1000, height, 1000), b = a;
                b[axis] += float(20 + gap);
                auto w = world_of({a, b});
                run(*w, 1);
                const auto now = w->actors()->read().position;
                const double apart = now[1][axis] - now[0][axis];
                EXPECT_NEAR(apart - (20 + gap), -2 * gap * pull * .4 * looseness, 2.5e-4) << gap << " at " << height;
                EXPECT_NEAR(now[0].y, height - (height < 30 ? .3 : 0), 1e-6) << "the substrate pulls";
            }
        }
    // near the origin, where single precision is fine enough for 1e-6
    auto w = world_of({{1, 100, 1}, {17, 100, 1}});
    run(*w, 1);
    const auto now = w->actors()->read().position;
    EXPECT_NEAR(now[0].x, 1 - .8, 1e-6);
    EXPECT_NEAR(now[1].x, 17 + .8, 2e-6);
    w = world_of({{1, 100, 1}, {26, 100, 1}});
    run(*w, 1);
    EXPECT_NEAR(w->actors()->read().position[0].x, 1 + .12, 1e-6);
}

TEST_P(Keratinocytes, CellsAtTheSamePlacePart) {
    auto w = world_of({{1000, 100, 1000}, {1000, 100, 1000}});
    run(*w, 1);
    auto now = w->actors()->read().position;
    EXPECT_NEAR(now[0].x, 1000 - .5 * .4 * 20, 1e-3);
    EXPECT_NEAR(now[1].x, 1000 + .5 * .4 * 20, 1e-3);
    for (const auto& p : now) EXPECT_EQ(glm::vec2(p.y, p.z), glm::vec2(100, 1000));
    EXPECT_EQ(metric(*w, "neighbours"), 1);
    EXPECT_NEAR(metric(*w, "most_overlap"), 20, 1e-5);
    // in a corner one of them stays, and the other moves by 0.5 * 0.4 * 0.1 of the overlap per round
    w = world_of({{0, 0, 0}, {0, 0, 0}});
    run(*w, 10);
    now = w->actors()->read().position;
    EXPECT_EQ(now[0], glm::vec3(0));
    EXPECT_NEAR(now[1].x, 20 * (1 - std::pow(.98, 10)), 1e-4);
    // forces do not part these, so the tick finds them at the same place
    w = world_of({{0, 0, 0}, {0, 0, 0}}, {{"damping", "0"}});
    run(*w, 2);
    EXPECT_EQ(metric(*w, "tick"), 1);
    EXPECT_EQ(values(*w, "stems"), (std::vector<float>{1, 1}));
}

TEST_P(Keratinocytes, DivideWhenTheirCycleEndsAndThenAfterSevenEighthsOfIt) {
    const Values free = {{"rounds", "1"},       {"contacts", "100"}, {"stacking", "100"},      {"crowd", "10000"},
                         {"reach_up", "10000"}, {"room", "600"},     {"reach_across", "10000"}};
    for (const float type : {stem, amplifying}) {
        Values v = free;
        Cells at = {{1000, 0, 1000}};
        if (type == amplifying) {
            v["stem_cycle"] = "10000";
            at.push_back({1000, 8, 1030});
        }
        auto w = world_of(at, v);
        run(*w, 2);  // the second one is the first tick
        const int length = type == stem ? 120 : 60, born = int(type);
        const int left = length + 1 - int(values(*w, "cycle")[std::size_t(born)]);
        ASSERT_EQ(values(*w, "type")[std::size_t(born)], type);
        run(*w, left - 1);
        EXPECT_EQ(metric(*w, "cells"), at.size()) << "at cycle " << length << " it does not divide";
        run(*w, 1);
        EXPECT_EQ(metric(*w, "cells"), at.size() + 1) << "it does above";
        const auto all = intervals(*w, length * 5, type);
        ASSERT_GT(all.size(), 20u);
        double mean = 0;
        for (const int i : all) mean += double(i) / double(all.size());
        EXPECT_NEAR(mean, length + 1 - length / 8., length * .04);
        EXPECT_GE(*std::min_element(all.begin(), all.end()), length + 1 - length / 4);
        EXPECT_LE(*std::max_element(all.begin(), all.end()), length + 1);
    }
}

TEST_P(Keratinocytes, ACommittedCellBecomesACorneocyteAfter600Ticks) {
    auto w = world_of({{1000, 6, 1000}}, {{"room", "8"}, {"substrate", "0"}, {"ta_cycle", "10000"}});
    const auto type_at = [&](int tick) {
        run_to_tick(*w, tick);
        return values(*w, "type")[0];
    };
    EXPECT_EQ(type_at(0), stem);
    EXPECT_EQ(type_at(1), amplifying) << "above the substrate";
    EXPECT_EQ(type_at(2), committed) << "it knows of no stem cell";
    EXPECT_EQ(type_at(602), committed);
    EXPECT_EQ(type_at(603), corneocyte);
    run_to_tick(*w, 620);
    EXPECT_EQ(metric(*w, "cells"), 1);
}

TEST_P(Keratinocytes, NoTypeGoesBackAndOverlapsStaySmall) {
    auto w = world({{"lifetime", "40"}, {"seed", "3"}, {"room", "800"}});
    auto before = values(*w, "type");
    std::set<std::pair<int, int>> seen;
    double tick = 0, deepest = 0, mean = 0;
    int rounds = 0;
    for (int n = 0; n < enough(1200); ++n) {
        const double unsettled = metric(*w, "unsettled"), overlap = metric(*w, "most_overlap"),
                     usual = metric(*w, "overlap");
        run(*w, 1);
        const double now = metric(*w, "tick");
        if (now > tick) {
            EXPECT_TRUE(unsettled == 0 || rounds == 200) << rounds << " rounds, " << unsettled << " unsettled";
            if (unsettled == 0) {
                deepest = std::max(deepest, overlap);
                mean = std::max(mean, usual);
            }
            rounds = 0;
        }
        tick = now;
        ++rounds;
        const auto types = values(*w, "type");
        for (std::size_t i = 0; i < types.size(); ++i)
            if (!std::isnan(before[i]) && types[i] != before[i]) seen.insert({int(before[i]), int(types[i])});
        before = types;
    }
    for (const auto& [from, to] : seen) EXPECT_LT(from, to);
    EXPECT_TRUE(seen.contains({stem, amplifying}) && seen.contains({amplifying, committed}));
    RecordProperty("overlap_at_rest", std::to_string(mean) + ", deepest " + std::to_string(deepest));
    EXPECT_GT(mean, 0);
    EXPECT_LT(mean, 5) << "at rest; single cells held by the substrate overlap deeper (README.md)";
    EXPECT_LT(deepest, 20);
}

TEST_P(Keratinocytes, PopulationsAgreeWithAPlainProgram) {
    constexpr int seeds = 10;
    const int ticks = enough(150);
    double mean[2] = {}, squares[2] = {};
    for (int s = 1; s <= seeds; ++s) {
        auto w = world({{"seed", std::to_string(s)}, {"room", "1000"}});
        run_to_tick(*w, ticks);
        plain_colony::Colony plain(60, 500, unsigned(s));
        for (int t = 0; t < ticks; ++t) plain.tick();
        const double n[2] = {metric(*w, "cells"), double(plain.size())};
        for (int k = 0; k < 2; ++k) {
            mean[k] += n[k] / seeds;
            squares[k] += n[k] * n[k] / seeds;
        }
    }
    const auto variance = [&](int k) { return (squares[k] - mean[k] * mean[k]) / (seeds - 1); };  // of the mean
    const double error = std::sqrt(variance(0) + variance(1));
    RecordProperty("cells", std::to_string(mean[0]) + " and " + std::to_string(mean[1]));
    EXPECT_NEAR(mean[0], mean[1], 3 * error);
    EXPECT_LT(error, .05 * mean[1]) << "the check can fail";
}

/// Measured with an independent program for the model of Chisholm 2020: 647, 1072 and 1498 cells at ticks 300, 400 and
/// 500. `nearfield validate keratinocyte` continues to tick 500.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(Keratinocytes, ThePopulationAtTick300IsThePublishedOne) {
    double cells = 0;
    constexpr int seeds = 5;
    for (int s = 1; s <= seeds; ++s) {
        auto w = world({{"seed", std::to_string(s)}, {"room", "1000"}});
        while (metric(*w, "tick") < 300) run(*w, 10);
        cells += metric(*w, "cells") / seeds;
    }
    RecordProperty("cells", std::to_string(cells));
    EXPECT_NEAR(cells, 647, .05 * 647);
}

TEST_P(Keratinocytes, BothSearchesFindWhatBruteForceFinds) {
    for (const char* visit : {"bins", "z-order", "strips", "trimmed", "fused", "brute"})
        for (const char* ratio : {"0.3", "0.5", "1"}) {
            auto w = world({{"search.visit", visit},
                            {"search.bin_ratio", ratio},
                            {"actors", "300"},
                            {"room", "900"},
                            {"settled", "100"}});
            run(*w, 6);  // a tick in each but the first
            const auto before = w->actors()->read().position;
            const auto types = values(*w, "type");
            run(*w, 1);
            const auto stems = values(*w, "stems"), nearest = values(*w, "nearest");
            for (std::size_t i = 0; i < before.size(); ++i) {
                if (std::isinf(before[i].x)) continue;
                int count = 0;
                double least = INFINITY;
                for (std::size_t j = 0; j < before.size(); ++j) {
                    if (j == i || std::isinf(before[j].x) || types[j] != stem) continue;
                    const double d = glm::length(glm::dvec3(before[j]) - glm::dvec3(before[i]));
                    if (d < 200 && d > 0) {
                        ++count;
                        least = std::min(least, d);
                    }
                }
                ASSERT_EQ(stems[i], count) << visit << " " << ratio << " cell " << i;
                if (count) { ASSERT_NEAR(nearest[i], least, 1e-3); }
            }
            const auto verified = w->search()->verify(100000);
            EXPECT_EQ(verified.mismatches, 0u) << visit << " " << ratio;
            EXPECT_GT(verified.queries, 290u);
        }
}

TEST_P(Keratinocytes, RunsAreEqualForEveryWayOfSearching) {
    const Values colony = {{"actors", "200"},  {"seed", "5"},      {"room", "3000"},   {"stem_cycle", "20"},
                           {"ta_cycle", "10"}, {"lifetime", "15"}, {"shedding", "0.2"}};
    const auto after = [&](Values how) {
        how.insert(colony.begin(), colony.end());
        auto w = world(how);
        run(*w, enough(360));
        EXPECT_GT(metric(*w, "cells"), 250);
        return std::pair(bits(*w), values(*w, "cycle"));
    };
    const auto same = [](const auto& a, const auto& b) {
        return a.first == b.first && std::memcmp(a.second.data(), b.second.data(), a.second.size() * 4) == 0;
    };
    const auto first = after({});
    EXPECT_TRUE(same(first, after({}))) << "the same once more";
    for (const char* visit : {"bins", "z-order", "trimmed", "fused", "brute"})
        EXPECT_TRUE(same(first, after({{"search.visit", visit}, {"search.bin_ratio", "0.7"}}))) << visit;
    EXPECT_TRUE(same(first, after({{"search.sort", "radix"}, {"search.bin_ratio", "0.4"}})));
    EXPECT_TRUE(same(first, after({{"search.deterministic", "on"}, {"search.count_ahead", "off"}})));
    if (GetParam() == Backend::cpu) {
        omp_set_num_threads(3);
        EXPECT_TRUE(same(first, after({}))) << "three threads";
        omp_set_num_threads(1);
        const auto widest = instructions();
        limit_instructions(Instructions::baseline);
        EXPECT_TRUE(same(first, after({}))) << "baseline instructions";
        limit_instructions(widest);
    }
    EXPECT_FALSE(same(first, after({{"damping", "0.41"}}))) << "the comparison can fail";
}

TEST_P(Keratinocytes, FallBackToAKeptState) {
    auto w = world({{"stem_cycle", "10"}});
    run(*w, 60);
    const auto kept = w->keep();
    run(*w, 40);
    const auto first = bits(*w);
    w->go_back(*kept);
    run(*w, 40);
    EXPECT_EQ(first, bits(*w));
}

TEST_P(Keratinocytes, WaitWhereThereIsNoRoom) {
    auto w = world({{"actors", "60"}, {"room", "75"}, {"stem_cycle", "8"}});
    run(*w, 200);
    EXPECT_EQ(metric(*w, "cells"), 75);
    EXPECT_GT(metric(*w, "waiting"), 0);
    EXPECT_EQ(w->elements()->present(), 75u);
    // leaving cells make room
    w = world({{"actors", "60"},
               {"room", "75"},
               {"stem_cycle", "8"},
               {"ta_cycle", "8"},
               {"lifetime", "5"},
               {"reach_across", "1"},
               {"reach_up", "1"},
               {"shedding", "1"},
               {"crowd", "0"}});
    run(*w, 400);
    EXPECT_GT(metric(*w, "shed"), 20);
    EXPECT_LE(metric(*w, "cells"), 75);
}

TEST_P(Keratinocytes, SeeAsFarAsThePublishedBinsLetThem) {
    // at 40.9 and 69.9 on x: bins 2 and 4 of 15.625 µm, 5 and 8 of half of it; 29 µm apart
    const auto seen = [&](const char* reads, float from, float apart) {
        auto w = world_of({{from, 100, 1000}, {from + apart, 100, 1000}}, {{"reads", reads}});
        run(*w, 1);
        return values(*w, "neighbours")[0];
    };
    EXPECT_EQ(seen("all", 40.9f, 29), 1);
    EXPECT_EQ(seen("bins", 40.9f, 29), 0);
    EXPECT_EQ(seen("half-bins", 40.9f, 29), 0);
    EXPECT_EQ(seen("bins", 31.3f, 29), 1) << "bins 2 and 3";
    EXPECT_EQ(seen("half-bins", 31.3f, 29), 0) << "bins 4 and 7";
    EXPECT_EQ(seen("half-bins", 31.3f, 23), 1) << "bins 4 and 6";
    EXPECT_EQ(seen("half-bins", 38.9f, 17), 0) << "bins 4 and 7: cells that overlap";
}

TEST_P(Keratinocytes, HacatCellsStayInOneLayer) {
    auto w = world({{"start", "hacat"}, {"hacat_cycle", "20"}});
    run(*w, 600);
    EXPECT_EQ(metric(*w, "hacat") + metric(*w, "committed"), metric(*w, "cells"));
    EXPECT_GT(metric(*w, "cells"), 200);
    EXPECT_LT(metric(*w, "top"), 40);
}

TEST_P(Keratinocytes, RefuseInOneLine) {
    const auto refused = [&](const Values& values) { return refusal<UsageError>([&] { world(values); }); };
    EXPECT_EQ(refused({{"room", "10"}}),
              "room: 10 is less than the 60 cells at the start; raise room, or lower actors");
    EXPECT_EQ(refused({{"radius", "15.625"}}), "radius: 15.625 is not above the diameter of a cell, 20; raise it");
    EXPECT_EQ(refused({{"signal_radius", "30"}}), "signal_radius: 30 is not above the contact radius, 30; raise it");
    // radii larger than the box are valid
    auto w = world({{"actors", "2"}, {"density", "10000"}});
    run(*w, 5);
    EXPECT_EQ(w->search()->verify(10).mismatches, 0u);
}

// not in tsan: nothing new for threads
TEST_P(Keratinocytes, AreNotDrawnInFrontOfTheCut) {
    for (const double cut : {0., .25, 1.}) {
        auto w = world({{"actors", "4000"}, {"cut", std::to_string(cut)}});
        Picture picture;
        w->draw(picture, 0, true);
        const auto at = w->actors()->read().position;
        const u32 n = picture.points.at(0).count;
        u32 shown = 0, behind = 0;
        for (u32 i = 0; i < n; ++i) shown += !std::isinf(picture.points[0].position.at<float>(i));
        for (const auto& p : at) behind += !std::isinf(p.x) && (cut == 0 || p.z <= (1 - cut) * picture.hi.z);
        EXPECT_EQ(shown, behind) << cut;
        EXPECT_EQ(picture.lines.size(), cut > 0 ? 1u : 0u);
    }
}

NF_ON_BACKENDS(Keratinocytes);

}  // namespace keratinocyte_test
}  // namespace nearfield
