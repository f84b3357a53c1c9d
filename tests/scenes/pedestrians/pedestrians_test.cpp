// The pedestrian models of scenes/pedestrians/README.md: pairs, walls, RiMEA tests, portals, flow, lanes, brute force
// and levels of service, on every backend.
#include "backends.hpp"

#include "libs/crowd/level_of_service.hpp"
#include "libs/crowd/walls.hpp"
#include "libs/plans/plan_choice.hpp"
#include "refusal.hpp"
#include "scenes/pedestrians/checks.hpp"
#include "scenes/pedestrians/checks/crowd_run.hpp"
#include "sim/run.hpp"
#include "temporary.hpp"
#include "usp/grid/settings.hpp"
#include "worlds.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace nearfield {
namespace pedestrians_test {

using Values = CrowdRun::Values;
enum Attribute { goal, speed, ratio, density, level, pressure };  // in the scene's order

// takes long
class PedestriansModel : public OnBackend {
  protected:
    static CrowdRun run(const std::string& plan, const Values& values = {}, u32 seed = 1) {
        return CrowdRun(GetParam(), plan, seed, values);
    }
    static double gone(CrowdRun& r) { return r.metric("evacuated"); }

    /// Writes a plan file.
    std::string plan_file(const std::string& text) {
        return folder_.write("plan" + std::to_string(++plan_files_) + ".json", text).string();
    }
    static std::string complaint(const std::string& plan, const Values& values = {}) {
        return nearfield::refusal<UsageError>([&] { run(plan, values); });
    }
    static void expect_met(const std::vector<Check>& checks, const std::vector<std::string>& ids) {
        for (const auto& id : ids) {
            const auto check = std::find_if(checks.begin(), checks.end(), [&](const Check& c) { return c.id == id; });
            ASSERT_NE(check, checks.end()) << id;
            const auto findings = check->run({GetParam(), true, 1});
            EXPECT_FALSE(findings.empty()) << id;
            for (const auto& finding : findings)
                EXPECT_TRUE(finding.met) << check->suite << " " << id << ": " << finding.what << " = " << finding.value
                                         << ", wanted " << finding.criterion;
        }
    }

  private:
    const TemporaryFolder folder_;
    int plan_files_ = 0;
};

TEST_P(PedestriansModel, FreeStartWallAndPairFollowTheirClosedForms) {
    expect_met(pedestrian_checks(), {"start", "press", "pair"});
}  // 1

/// Two bodies that overlap by 5 cm separate at equal speeds about a fixed centre.
TEST_P(PedestriansModel, APairKeepsItsMomentum) {
    auto r = run("validate/pair", {{"relaxation", "1e6"}, {"time_step", "0.002"}});
    r.world().actors()->place({{9.8f, 10.1f, 0}, {10.2f, 9.73f, 0}});
    const auto centre = [&] {
        const auto p = r.world().actors()->read().position;
        return (glm::dvec3(p[0]) + glm::dvec3(p[1])) / 2.0;
    };
    const auto before = centre();
    for (int s = 0; s < 50; ++s) {
        r.step();
        const auto table = r.world().actors()->read();
        const double a = table.attributes[speed][0], b = table.attributes[speed][1];
        ASSERT_GT(a, 0.1);
        ASSERT_NEAR(a / b, 1, 1e-6) << "step " << s;
    }
    const auto after = centre();
    EXPECT_NEAR(after.x, before.x, 5e-6);
    EXPECT_NEAR(after.y, before.y, 5e-6);
}

/// Without repulsion a body that pushes into a wall overlaps by m v0y / (tau k), and slides with the speed v where
/// drive and friction balance: m (v0x - v) / tau = kappa overlap v.
TEST_P(PedestriansModel, WallFrictionBrakes) {
    const auto file = plan_file(
        R"({"title": "slide", "periodic": true, "bounds": [[0, -1], [20, 5]],
            "walls": [[[0, 0], [20, 0]], [[0, 4], [20, 4]]],
        "spawns": [{"name": "one", "area": [[9, 1.5], [11, 2.5]],
            "count": 1, "speed": 8, "radius": 0.3, "heading": [0.6, 0.8]}]})");
    for (const char* dt : {"0.01", "0.002"}) {
        auto r = run(file, {{"strength", "0"}, {"time_step", dt}});
        r.run_to(10);
        const double overlap = 80 * 6.4 / (0.5 * 1.2e5), expected = (80 / 0.5 * 4.8) / (80 / 0.5 + 2.4e5 * overlap);
        const double h = std::stod(dt) / 0.5,
                     step = h / -std::expm1(-h);  // over a step the drive is (1 - exp(-h)) / h of its value
        EXPECT_NEAR(r.metric("mean_speed"), expected / step, 0.02 * expected) << "time step " << dt;
        EXPECT_NEAR(r.world().actors()->read().position[0].y, 4 - 0.3 + overlap, 1e-3);
    }
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(PedestriansModel, RimeaSubset) { expect_met(rimea_checks(), {"1", "2", "3", "5", "6", "7", "10"}); }

/// A corridor with 4 m of `ramps`, which do not slow people, or `stairs` between two storeys; with neither it is level.
std::string corridor_with(const std::string& ramp) {
    const char* people = R"("spawns": [{"area": [[14, 0.1], [20, 1.9]], "count": 16, "speed": 1.3, "radius": 0.25}])";
    const std::string exits = R"("exits": [{"door": [[0, 0.1], [0, 1.9]]}])";
    if (ramp.empty()) return R"({"walls": [{"polygon": [[0, 0], [21, 2]]}], )" + exits + ", " + people + "}";
    return R"({"storeys": [{"name": "low", "walls": [[[6, 0], [0, 0], [0, 2], [6, 2]]], )" + exits +
           R"(}, {"name": "high", "level": 3, "walls": [[[10, 0], [21, 0], [21, 2], [10, 2]]], )" + people + "}], \"" +
           ramp + R"(": [{"from": "low", "to": "high", "foot": [6, 1], "head": [10, 1], "width": 2}]})";
}

/// Portals transmit forces and ways: a crowd needs the same time as on one floor.
TEST_P(PedestriansModel, PortalsChangeNothing) {
    auto flat = run(plan_file(corridor_with(""))), parted = run(plan_file(corridor_with("ramps")));
    const double on_one_floor = flat.empty(60), over_the_ramp = parted.empty(60);
    EXPECT_EQ(gone(flat), 16);
    EXPECT_EQ(gone(parted), 16);
    EXPECT_NEAR(over_the_ramp, on_one_floor, 0.02 * on_one_floor);
}

/// Two people at the foot of a ramp, one on it, separate as on one floor, near the foot and farther away.
TEST_P(PedestriansModel, PeopleFeelEachOtherThroughPortals) {
    struct Pair {
        const char* model;
        float off;  ///< distance from the foot, m
        int steps;
    };
    for (const Pair& pair : {Pair{"helbing-2000", 0.2f, 10}, Pair{"helbing-1995", 0.8f, 40}}) {
        const Values free{{"actors", "2"}, {"relaxation", "1e6"}, {"model", pair.model}};
        auto flat = run(plan_file(corridor_with("")), free), parted = run(plan_file(corridor_with("ramps")), free);
        const glm::vec3 shift(parted.plan().stairs[0].to_low, 0), low(6 - pair.off, 1.1f, 0),
            high(6 + pair.off, 0.9f, 0);
        flat.world().actors()->place({low, high});
        parted.world().actors()->place({low, high - shift});
        flat.step(pair.steps);
        parted.step(pair.steps);
        const auto a = flat.world().actors()->read().position, b = parted.world().actors()->read().position;
        EXPECT_GT(glm::distance(a[0], a[1]), 0.6f);
        EXPECT_LT(glm::distance(a[0], b[0]), 1e-4f);
        EXPECT_LT(glm::distance(a[1] - shift, b[1]), 1e-4f);
    }
}

/// Weidmann's speeds on stairs: 4 m take 5.76 s down instead of 2.99 s on the level at 1.34 m/s; the relaxation time of
/// 0.5 s saves some time at the top and costs less at the foot.
TEST_P(PedestriansModel, StairsSlowPeople) {
    auto ramp = run(plan_file(corridor_with("ramps")), {{"actors", "1"}, {"speed", "1.34"}}),
         stairs = run(plan_file(corridor_with("stairs")), {{"actors", "1"}, {"speed", "1.34"}});
    const double lag = (1.34 - 0.694) * 0.5 * (1 / 0.694 - 1 / 1.34);
    EXPECT_NEAR(stairs.empty(60) - ramp.empty(60), 4 / 0.694 - 4 / 1.34 - lag, 0.02);
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(PedestriansModel, EverybodyComesDown) {
    auto house = run("house", {{"actors", "40"}});
    const auto look = look_closely(house, 12000, 0.35);
    EXPECT_EQ(gone(house), 40);
    EXPECT_EQ(look.crossings, 0u);
    EXPECT_EQ(house.metric("stopped"), 0);
}

TEST_P(PedestriansModel, NobodyCrossesAWallAndNobodyIsLost) { expect_met(pedestrian_checks(), {"walls"}); }

/// The wide door passes more than in reference runs; see `nearfield validate`.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(PedestriansModel, FlowThroughDoors) {
    constexpr u32 seeds = 8;
    const auto flow = [&](const char* width) {
        double sum = 0;
        for (u32 seed = 1; seed <= seeds; ++seed) {
            auto door = run("validate/flow", {{"door_width", width}}, seed);
            sum += middle_flow(door, 300) / std::stod(width) / seeds;
        }
        return sum;
    };
    const double one = flow("1"), two = flow("2.4");
    EXPECT_TRUE(one >= 1.1 && one <= 1.6) << one;
    EXPECT_TRUE(two >= 2.0 && two <= 2.8) << two;
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(PedestriansModel, FasterIsSlower) { expect_met(pedestrian_checks(), {"faster"}); }  // one seed

/// One step from rest in double precision over all pairs: drive and forces, then friction with the resulting
/// velocities.
std::vector<glm::dvec2> brute_step(const std::vector<glm::vec3>& at, const std::vector<float>& radius,
                                   const std::vector<plans::Wall>& walls, double dt, double tau) {
    std::vector<glm::dvec2> next;
    const auto radial = [](double overlap) { return 2000 * std::exp(overlap / 0.08) + 1.2e5 * std::max(0., overlap); };
    for (std::size_t i = 0; i < at.size(); ++i) {
        const glm::dvec2 p(at[i].x, at[i].y);
        glm::dvec2 force(0);
        glm::dmat2 friction(0);
        const auto touch = [&](glm::dvec2 n, double overlap) {
            const glm::dvec2 t(-n.y, n.x);
            friction += 2.4e5 * std::max(0., overlap) * glm::outerProduct(t, t);
        };
        for (std::size_t j = 0; j < at.size(); ++j) {
            const glm::dvec2 from = p - glm::dvec2(at[j].x, at[j].y);
            const double d = glm::length(from);
            if (i != j && d < 2) {
                force += from / d * radial(double(radius[i]) + radius[j] - d);
                touch(from / d, double(radius[i]) + radius[j] - d);
            }
        }
        for (const auto& wall : walls) {
            const glm::dvec2 a(wall.a), along = glm::dvec2(wall.b) - a;
            const glm::dvec2 from = p - a - std::clamp(glm::dot(p - a, along) / glm::dot(along, along), 0., 1.) * along;
            const double d = glm::length(from);
            force += from / d * radial(radius[i] - d);
            touch(from / d, radius[i] - d);
        }
        next.push_back(p + glm::inverse(glm::dmat2(1) + friction * (dt / 80)) *
                               (force / 80. * tau * -std::expm1(-dt / tau)) * dt);
    }
    return next;
}

TEST_P(PedestriansModel, OneStepAgreesWithBruteForce) {
    const auto file = plan_file(
        R"({"title": "box", "walls": [{"polygon": [[0, 0], [12, 12]]}],
            "exits": [{"name": "far", "door": [[0, 5], [0, 6]]}],
        "spawns": [{"name": "all", "area": [[1, 1], [11, 11]],
            "count": 150, "speed": 1, "radius": 0.3, "premovement": 100}]})");
    auto r = run(file, {{"shut", "far"}, {"premovement", "on"}, {"relaxation", "0.5"}});
    std::vector<glm::vec3> at;
    for (int i = 0; i < 150; ++i)
        at.push_back({1 + 0.62f * float(i % 15) + 0.03f * std::sin(float(7 * i)),
                      1.5f + 0.61f * float(i / 15) + 0.03f * std::cos(float(5 * i)), 0});
    r.world().actors()->place(at);
    const auto expected =
        brute_step(at, std::vector<float>(150, 0.3f), standing_walls(plans::with_shut(r.plan(), "far")), 0.01, 0.5);
    r.step();
    const auto after = r.world().actors()->read().position;
    double moved = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
        moved = std::max(moved, glm::length(expected[i] - glm::dvec2(at[i])));
        ASSERT_NEAR(after[i].x, expected[i].x, 1e-5) << i;
        ASSERT_NEAR(after[i].y, expected[i].y, 1e-5) << i;
    }
    EXPECT_GT(moved, 1e-3) << "something happened";
}

/// Both backends take the same step from a moving crowd.
TEST(Pedestrians, CpuAndGpuTakeTheSameStep) {
    if (cuda_status().devices.empty()) GTEST_SKIP() << cuda_status().why_not;
    CrowdRun cpu(Backend::cpu, "room", 1), gpu(Backend::cuda, "room", 1);
    for (int s = 0; s < 20; ++s) {
        cpu.step();
        gpu.step();
        const auto a = cpu.world().actors()->read().position, b = gpu.world().actors()->read().position;
        const float bound = s == 0 ? 1e-5f : 1e-3f;
        for (std::size_t i = 0; i < a.size(); ++i)
            ASSERT_LE(glm::length(a[i] - b[i]), bound) << "actor " << i << " step " << s;
    }
}

/// Helbing & Molnár 1995: two people at rest repel each other by V0/sigma exp(-d/sigma), half of that from behind;
/// speeds are limited to 1.3 v0.
TEST_P(PedestriansModel, HelbingMolnarPair) {
    auto r = run("validate/pair",
                 {{"model", "helbing-1995"}, {"relaxation", "1e6"}, {"time_step", "0.001"}, {"cutoff", "4"}});
    r.world().actors()->place({{9.6f, 10, 0}, {10.4f, 10, 0}});  // all look to the right
    r.step();
    const auto table = r.world().actors()->read();
    const double expected = 2.1 / 0.3 * std::exp(-0.8 / 0.3) * 0.001;
    EXPECT_NEAR(table.attributes[speed][0], expected, 2e-5 * expected) << "sees the other";
    EXPECT_NEAR(table.attributes[speed][1], expected / 2, 2e-5 * expected) << "does not";
    auto crowd = run("corridor", {{"model", "helbing-1995"}, {"cutoff", "4"}});
    crowd.step(300);
    const auto all = crowd.world().actors()->read();
    for (const float share : all.attributes[ratio]) ASSERT_LE(share, 1.3f + 1e-5f);
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(PedestriansModel, LanesForm) {
    constexpr u32 seeds = 6;  // one in ten is still at 0.2 to 0.7
    double start = 0, end = 0;
    for (u32 seed = 1; seed <= seeds; ++seed) {
        auto r = run("corridor", {}, seed);
        start += r.metric("lanes") / seeds;
        r.run_to(100);
        end += r.metric("lanes") / seeds;
    }
    EXPECT_LT(std::abs(start), 0.2);
    EXPECT_GT(end, 0.6);
}

/// Helbing & Molnár 1995 as printed, with a stride of 2 s, forms no lanes. With half a second, about the time of a
/// step, it does.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(PedestriansModel, LanesFormByHelbingMolnarWithAShorterStride) {
    double lanes[2] = {};
    for (u32 seed = 1; seed <= 2; ++seed)
        for (const int brief : {0, 1}) {
            auto r = run(
                "corridor",
                {{"model", "helbing-1995"}, {"cutoff", "4"}, {"time_step", "0.02"}, {"stride", brief ? "0.5" : "2"}},
                seed);
            r.run_to(80);
            lanes[brief] += r.metric("lanes") / 2;
        }
    EXPECT_LT(std::abs(lanes[0]), 0.3);
    EXPECT_GT(lanes[1], 0.7);
}

/// Where walls meet, each of their points pushes once: a joint in a straight wall has no effect.
TEST(Pedestrians, AJointInAWallIsNotFelt) {
    const auto whole = crowd::join({{{0, 0}, {4, 0}}}), split = crowd::join({{{0, 0}, {1.5f, 0}}, {{1.5f, 0}, {4, 0}}});
    const auto push = [](const std::vector<crowd::JoinedWall>& walls, vec<2> p) {
        vec<2> sum(0.f);
        for (const auto& wall : walls) {
            const auto at = wall.nearest(p);
            const float d = std::sqrt(dot<2>(at.to, at.to));
            sum += at.to / d * at.share * std::exp(-d);
        }
        return sum;
    };
    for (float x = -0.5f; x < 4.5f; x += 0.0625f) {
        const auto a = push(whole, {x, 0.3f}), b = push(split, {x, 0.3f});
        EXPECT_NEAR(a[0], b[0], 1e-6) << x;
        EXPECT_NEAR(a[1], b[1], 1e-6) << x;
    }
    const auto corner = crowd::join({{{0, 0}, {1, 0}}, {{1, 0}, {1, 1}}});
    const auto outside = push(corner, {1.3f, -0.4f});
    EXPECT_NEAR(std::hypot(outside[0], outside[1]), std::exp(-0.5f), 1e-6) << "the corner, once";
    EXPECT_TRUE(corner[0].stops({0.5f, 0.1f}, {0.5f, -0.1f}));
    EXPECT_FALSE(corner[0].stops({1.5f, 0.1f}, {1.5f, -0.1f}));
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(PedestriansModel, PeopleComeAndGoAndAreAllCounted) {
    auto r = run("hub");
    const double start = r.metric("present");
    r.run_to(60);
    const double before = r.metric("present"), left = gone(r);
    EXPECT_EQ(r.world().elements()->present(), before);
    EXPECT_GT(left, 0);
    EXPECT_GT(before + left - start, 20) << "came in";
    EXPECT_LT(before, r.room());
    r.reset();
    EXPECT_EQ(r.metric("present"), start);
    EXPECT_EQ(gone(r), 0);
    EXPECT_EQ(r.time(), 0);
}

// not in tsan: nothing new for threads
TEST_P(PedestriansModel, EveryWayOfSearchingFindsTheSameAmongThePresent) {
    auto r = run("hub");
    r.run_to(20);
    const Settings start = [&] {
        Settings s = find_scene("pedestrians").defaults();
        s.set("plan", "hub");
        s.set("seed", 1);
        return s;
    }();
    const u64 signature = r.world().search()->signature();
    for (const char* sort : {"counting", "radix"})
        for (const auto& visit : visit_names())
            for (const char* deterministic : {"on", "off"}) {
                Settings way = start;
                way.set("search.sort", sort);
                way.set("search.visit", visit);
                way.set("search.deterministic", deterministic);
                r.world().configure(way);
                EXPECT_EQ(r.world().search()->verify(10000).mismatches, 0u) << sort << " " << visit;
                EXPECT_EQ(r.world().search()->signature(), signature) << sort << " " << visit;
                const u32 before = r.world().elements()->present();
                const double left = gone(r);
                r.world().search()->audit(1000);
                EXPECT_EQ(r.world().elements()->present(), before);
                EXPECT_EQ(gone(r), left);
            }
    r.world().configure(start);
    const double time = r.time(), before = r.metric("present"), left = gone(r), crossed = r.metric("crossed");
    Settings other = start;
    other.set("search.visit", "trimmed");
    EXPECT_TRUE(r.world().search()->compare(start, other, 3).same_neighbours);
    EXPECT_EQ(r.time(), time) << "a comparison leaves all as it was";
    EXPECT_EQ(r.metric("present"), before);
    EXPECT_EQ(gone(r), left);
    EXPECT_EQ(r.metric("crossed"), crossed);
}

TEST_P(PedestriansModel, TheAbsentAreNeitherDrawnNorPicked) {
    auto r = run("room", {{"speed", "2"}});
    r.run_to(20);
    Picture picture;
    r.world().draw(picture, 0, true);
    const PointLayer& people = picture.points[0];
    u32 shown = 0;
    for (u32 i = 0; i < people.count; ++i) shown += people.size.at<float>(i) > 0;
    EXPECT_EQ(shown, r.world().elements()->present());
    EXPECT_LT(shown, 200u);
    u32 absent = 0, present = 0;
    const auto table = r.world().actors()->read();
    for (u32 i = 0; i < r.room(); ++i) {
        const bool there = std::isfinite(table.position[i].x);
        EXPECT_EQ(r.world().elements()->is_present(i), there);
        if (there) present = i;
        else absent = i;
    }
    EXPECT_THROW(r.world().search()->inspect(absent), Error);
    EXPECT_EQ(r.world().search()->inspect(present)->actor, present);
    EXPECT_EQ(r.world().elements()->pick({1e6f, 1e6f, 0}, {0, 0, -1}, 0.1f), std::nullopt);
    for (u32 i = 0; i < people.count; ++i) {
        const float size = people.size.at<float>(i);
        EXPECT_TRUE(size == 0 || (size >= 0.25f && size <= 0.35f)) << "true radius";
    }
}

TEST_P(PedestriansModel, DoorsOpenAndShutLive) {
    Settings s = find_scene("pedestrians").defaults();
    s.set("plan", "room");
    s.set("shut", "door");
    auto w = make_world(find_scene("pedestrians"), s, GetParam());
    const auto go = [&](int steps) { nearfield::run(*w, steps); };
    go(500);
    EXPECT_EQ(w->elements()->present(), 200u) << "nobody gets out";
    s.set("shut", "");
    w->configure(s);
    go(1500);
    EXPECT_LT(w->elements()->present(), 195u);
    s.set("shut", "door");
    w->configure(s);
    go(10);
    const u32 left = w->elements()->present();
    go(500);
    EXPECT_EQ(w->elements()->present(), left);
    s.set("shut", "dor");
    EXPECT_THROW(w->configure(s), UsageError);
    go(1);
}

/// Going back restores doors and destinations with the people; lines drawn since count from there on.
TEST_P(PedestriansModel, AStateThatIsGoneBackToTakesDoorsAndCountsAlong) {
    const auto file = plan_file(R"({"walls": [{"polygon": [[0, 0], [20, 10]]}],
            "exits": [{"name": "near", "door": [[20, 4], [20, 6]]}, {"name": "far", "door": [[0, 4], [0, 6]]}],
            "spawns": [{"area": [[10, 2], [14, 8]], "count": 30}]})");
    const auto& scene = find_scene("pedestrians");
    const auto run_with = [&](bool goes_back) {
        auto settings = settings_of(scene, Values{{"plan", file}, {"search.deterministic", "true"}});
        auto w = make_world(scene, settings, GetParam());
        nearfield::run(*w, 10);
        const auto kept = w->keep();
        settings.set("shut", "near");
        settings.set("lines", "9 1 9 9; 8 1 8 9");
        settings.set("line", "2");
        w->configure(settings);
        if (goes_back) {
            nearfield::run(*w, 1);
            w->go_back(*kept);
        }
        nearfield::run(*w, 400);
        return std::pair(state_checksum(*w), w->metrics().at(index_by_key(scene.metrics, "crossed").value()));
    };
    const auto straight = run_with(false), back = run_with(true);
    EXPECT_EQ(straight, back);
    EXPECT_GT(straight.second, 0);
}

TEST_P(PedestriansModel, CountsOfAStateThatIsGoneBackToStayWithTheirLines) {
    const auto& scene = find_scene("pedestrians");
    // The plan has its own line.
    auto settings = settings_of(
        scene,
        Values{{"plan", "corridor"}, {"lines", "5 0 5 4; 10 0 10 4"}, {"line", "3"}, {"search.deterministic", "true"}});
    auto w = make_world(scene, settings, GetParam());
    const auto crossed = [&] { return w->metrics().at(index_by_key(scene.metrics, "crossed").value()); };
    nearfield::run(*w, 300);
    const double there = crossed();
    settings.set("line", "2");
    w->configure(settings);
    ASSERT_NE(crossed(), there);
    settings.set("line", "3");
    w->configure(settings);
    const auto kept = w->keep();
    nearfield::run(*w, 200);
    const double later = crossed();
    ASSERT_GT(later, there);
    w->go_back(*kept);
    settings.set("lines", "10 0 10 4");
    settings.set("line", "2");
    w->configure(settings);
    EXPECT_EQ(crossed(), there);
    nearfield::run(*w, 20);
    w->go_back(*kept);
    EXPECT_EQ(crossed(), there) << "it is the first of those drawn now";
    w->go_back(*kept);
    nearfield::run(*w, 200);
    EXPECT_EQ(crossed(), later) << "steps count for it before anybody looks";
}

TEST_P(PedestriansModel, TheLastToLeaveIsTimedByTheStepsAsTheyWere) {
    auto r = run("room", {{"time_step", "0.02"}});
    r.run_to(15);
    ASSERT_GT(gone(r), 0);
    const double last = r.metric("last_left");
    EXPECT_GT(last, 0);
    EXPECT_LE(last, 15.001);
    r.set("time_step", "0.005");
    EXPECT_EQ(r.metric("last_left"), last);
}

TEST_P(PedestriansModel, ExitsLetAsManyThroughAsTheyCan) {
    const auto file = plan_file(
        R"({"title": "gate", "walls": [{"polygon": [[0, 0], [8, 8]]}],
            "exits": [{"name": "gate", "door": [[8, 3], [8, 5]], "capacity": 0.5}],
        "spawns": [{"name": "all", "area": [[4, 1], [7.5, 7]], "count": 40, "speed": 1.3, "radius": 0.25}]})");
    auto r = run(file);
    r.run_to(40);
    EXPECT_LE(gone(r), 0.5 * 40 + 1.5);
    EXPECT_GE(gone(r), 0.5 * 40 * 0.8);
    const auto late = plan_file(
        R"({"title": "train", "walls": [{"polygon": [[0, 0], [8, 8]]}],
            "exits": [{"name": "train", "door": [[8, 3], [8, 5]], "timetable": {"first": 10, "open": 5}}],
        "spawns": [{"name": "all", "area": [[4, 1], [7.5, 7]], "count": 40, "speed": 1.3, "radius": 0.25}]})");
    auto t = run(late);
    t.run_to(9.5);
    EXPECT_EQ(gone(t), 0) << "the train is not there yet";
    t.run_to(15);
    const double boarded = gone(t);
    EXPECT_GT(boarded, 3);
    t.run_to(25);
    EXPECT_LE(gone(t), boarded + 1) << "it has left";
}

/// A known density: 25 people in a square of 2.5 m in the middle of a hall.
TEST_P(PedestriansModel, LevelsOfServiceOfAKnownCrowd) {
    const auto file = plan_file(
        R"({"title": "hall", "walls": [{"polygon": [[0, 0], [20, 20]]}],
            "exits": [{"name": "far", "door": [[0, 5], [0, 6]]}],
        "spawns": [{"name": "all", "area": [[1, 1], [19, 19]],
            "count": 25, "speed": 1, "radius": 0.2, "premovement": 1000}]})");
    auto r = run(file);
    std::vector<glm::vec3> at;
    for (int i = 0; i < 25; ++i) at.push_back({8.8f + 0.45f * float(i % 5), 8.8f + 0.45f * float(i / 5), 0});
    r.world().actors()->place(at);
    const auto table = r.world().actors()->read();
    EXPECT_NEAR(*std::max_element(table.attributes[density].begin(), table.attributes[density].end()), 25 / 6.25, 1e-4);
    EXPECT_EQ(*std::max_element(table.attributes[level].begin(), table.attributes[level].end()), 5)
        << "F by Fruin's walkways";
    Picture picture;
    r.world().draw(picture, 0, true);
    ASSERT_EQ(picture.cells.size(), 1u);
    const CellLayer& field = picture.cells[0];
    const auto cell = [&](float x, float y) {
        const CellLattice& lattice = field.lattice;
        return field.kind.at<std::uint8_t>(lattice.cell_at(glm::vec2(x, y) - glm::vec2(lattice.origin)));
    };
    EXPECT_EQ(cell(9.7f, 9.7f), 5);
    EXPECT_EQ(cell(3, 3), 0);
    EXPECT_EQ(field.classes.size(), 6u);
    double shares = 0;
    for (const char* key : {"level_a", "level_b", "level_c", "level_d", "level_e", "level_f"}) shares += r.metric(key);
    EXPECT_NEAR(shares, 1, 1e-6);
    EXPECT_GT(r.metric("level_f"), 0);
    EXPECT_NEAR(r.metric("mean_density"), 3.2, 1.0);
}

/// People on a ring of 20 m, all at 1.5 m/s, between walls 4 m apart; measured from x = 0 on.
std::string stream(int measured) {
    return R"({"title": "stream", "periodic": true, "bounds": [[0, -1], [20, 5]],
        "walls": [[[0, 0], [20, 0]], [[0, 4], [20, 4]]],
        "spawns": [{"name": "all", "area": [[0, 0.5], [20, 3.5]],
            "count": 8, "speed": 1.5, "radius": 0.2, "heading": [1, 0]}],
        "areas": [{"name": "part", "area": [[0, 0], [)" +
           std::to_string(measured) + R"(, 4]], "measured": true}],
        "lines": [{"name": "across", "line": [[10, 4], [10, 0]]}]})";
}

TEST_P(PedestriansModel, LinesAndAreasMeasure) {
    auto r = run(plan_file(stream(20)));
    r.run_to(20);
    r.metric("flow");
    r.run_to(20 + 20 / 1.5);
    EXPECT_NEAR(r.metric("area_speed"), 1.5, 0.02);
    EXPECT_NEAR(r.metric("area_density"), 8 / 80., 0.003);
    EXPECT_NEAR(r.metric("area_flow"), r.metric("area_speed") * r.metric("area_density"), 1e-9);
    const double before = r.metric("crossed");
    r.run_to(r.time() + 20 / 1.5);
    EXPECT_NEAR(r.metric("crossed") - before, 8, 1) << "all of them once a round";
    EXPECT_GT(r.metric("net_flow"), 0) << "to the left of a line that leads down";
}

const Gauge& gauge(const std::vector<Gauge>& gauges, const std::string& name) {
    const auto at = std::find_if(gauges.begin(), gauges.end(), [&](const Gauge& g) { return g.name == name; });
    if (at == gauges.end()) throw std::out_of_range("no gauge " + name);
    return *at;
}

TEST_P(PedestriansModel, GaugesShowDensitySpeedAndFlow) {
    auto r = run(plan_file(stream(10)));
    r.world().metrics();
    EXPECT_TRUE(std::isnan(gauge(r.world().gauges()->readings(), "across").values[0])) << "nothing is known yet";
    for (const double time : {30, 35, 40}) {
        r.run_to(time);
        r.world().metrics();
    }
    for (const auto& g : r.world().gauges()->readings()) {
        ASSERT_EQ(g.values.size(), 3u);
        EXPECT_NEAR(g.values[1], 1.5, 0.02) << g.name;
        EXPECT_NEAR(g.values[0], 8 / 80., 0.035) << g.name << ": eight on 80 m², not all of them in ten seconds";
        EXPECT_NEAR(g.values[2], g.values[0] * g.values[1], 1e-9) << g.name;
        EXPECT_TRUE(g.key.empty()) << "belongs to the plan";
    }
    EXPECT_NEAR(gauge(r.world().gauges()->readings(), "across").values[2], r.metric("flow") / 4, 1e-9);
}

TEST_P(PedestriansModel, OwnLinesAndAreasCountAsThoseOfThePlan) {
    Settings s = find_scene("pedestrians").defaults();
    const auto& keys = find_scene("pedestrians").metrics;
    s.set("plan", plan_file(stream(10)));
    auto w = make_world(find_scene("pedestrians"), s, GetParam());
    const auto go = [&](int steps) { nearfield::run(*w, steps); };
    const auto metric = [&](const char* key, const char* line, const char* area) {
        Settings one = s;
        one.set("line", line);
        one.set("area", area);
        w->configure(one);
        const auto values = w->metrics();
        w->configure(s);
        return values[index_by_key(keys, key).value()];
    };
    go(1000);
    const double before = metric("crossed", "1", "0");
    ASSERT_GT(before, 2);
    s.set("lines", "10 4 10 0; 4, 0, 4, 4");
    s.set("areas", "10 4 0 0");
    w->configure(s);
    EXPECT_EQ(metric("crossed", "1", "0"), before) << "the plan's line goes on";
    EXPECT_EQ(metric("crossed", "2", "0"), 0) << "a new line begins at none";
    go(1000);
    EXPECT_GT(metric("crossed", "2", "0"), 2);
    EXPECT_EQ(metric("crossed", "2", "0"), metric("crossed", "1", "0") - before) << "the same line as the plan's";
    EXPECT_EQ(metric("crossed", "0", "0"),
              metric("crossed", "1", "0") + metric("crossed", "2", "0") + metric("crossed", "3", "0"));
    EXPECT_NEAR(metric("area_density", "0", "2"), metric("area_density", "0", "1"), 1e-9)
        << "the same area as the plan's";
    EXPECT_GT(metric("area_density", "0", "2"), 0.05);
    const auto gauges = w->gauges()->readings();
    EXPECT_EQ(gauge(gauges, "line 2").values, gauge(gauges, "across").values);
    EXPECT_EQ(gauge(gauges, "line 3").key, "lines");
    EXPECT_EQ(gauge(gauges, "line 3").item, 1u);
    EXPECT_EQ(gauge(gauges, "area 2").key, "areas");

    const double second = metric("crossed", "3", "0");
    s.set("lines", "4 0 4 4");
    s.set("areas", "");
    w->configure(s);
    EXPECT_EQ(metric("crossed", "2", "0"), second) << "what stays keeps its count";
    EXPECT_EQ(w->gauges()->readings().size(), 3u);
    Settings trimmed = s;
    trimmed.set("search.visit", "trimmed");
    w->search()->compare(s, trimmed, 1);
    EXPECT_EQ(metric("crossed", "2", "0"), second) << "a comparison leaves all as it was";
    w->reset();
    EXPECT_EQ(metric("crossed", "0", "0"), 0);
    EXPECT_EQ(w->gauges()->readings().size(), 3u) << "own lines outlive a reset";
    go(300);
}

TEST_P(PedestriansModel, BadLinesAndAreasAreRefusedAndTheOldOnesStay) {
    Settings s = find_scene("pedestrians").defaults();
    s.set("plan", "room");
    s.set("lines", "10 2 10 8");
    auto w = make_world(find_scene("pedestrians"), s, GetParam());
    const auto expect_refused = [&](const char* key, const std::string& value, const char* part) {
        Settings bad = s;
        bad.set(key, value);
        const auto said = refusal<UsageError>([&] { w->configure(bad); });
        EXPECT_NE(said.find(part), std::string::npos) << said;
    };
    expect_refused("lines", "3 3 3 3", "lines: '3 3 3 3' is 0 m long");
    expect_refused("lines", "3 3 300 3", "(300, 3) of '3 3 300 3' is outside the plan");
    expect_refused("lines", "10 2 10 8; 1 2 x", "lines: ' 1 2 x' is not four numbers");
    expect_refused("areas", "3 3 9 3.1", "areas: '3 3 9 3.1' is 6 m by 0.1 m");
    expect_refused("areas", "1 2 3 nan", "not four numbers");
    std::string many;
    for (int i = 0; i < 40; ++i) many += "1 1 2 2;";
    expect_refused("areas", many, "the limit is 32");
    w->step();
    w->finish();
    w->metrics();
    EXPECT_NO_THROW(gauge(w->gauges()->readings(), "line 2"));
    EXPECT_EQ(w->gauges()->readings().size(), 3u) << "a line and an area of the room, and one's own line";
    EXPECT_NE(complaint("room", {{"lines", "0 0 0 0"}}).find("'0 0 0 0' is 0 m long"), std::string::npos)
        << "at the start too";
}

TEST_P(PedestriansModel, TheSameSeedWalksTheSame) {
    const Values fixed{{"search.deterministic", "on"}};
    auto a = run("bottleneck", fixed), b = run("bottleneck", fixed), c = run("bottleneck", fixed, 2);
    a.step(400);
    b.step(400);
    c.step(400);
    const auto pa = a.world().actors()->read().position, pb = b.world().actors()->read().position,
               pc = c.world().actors()->read().position;
    EXPECT_EQ(std::memcmp(pa.data(), pb.data(), pa.size() * sizeof(pa[0])), 0);
    EXPECT_NE(std::memcmp(pa.data(), pc.data(), pa.size() * sizeof(pa[0])), 0);
}

TEST_P(PedestriansModel, BadInputIsNamedWithItsPlace) {
    EXPECT_NE(complaint("corridr").find("Did you mean 'corridor'?"), std::string::npos) << complaint("corridr");
    const auto broken = plan_file("{\"title\": \"x\",\n  \"walls\": [[[0, 0], [1, 0}\n");
    EXPECT_NE(complaint(broken).find(broken + ":2:"), std::string::npos) << complaint(broken);
    const auto negative = plan_file(
        R"({"title": "x", "walls": [{"polygon": [[0, 0], [8, 8]]}], "exits": [{"name": "e", "door": [[8, 3], [8, 5]]}],
 "spawns": [{"name": "s", "area": [[1, 1], [5, 5]], "count": 3, "radius": -1}]})");
    EXPECT_NE(complaint(negative).find(negative + ":2:"), std::string::npos) << complaint(negative);
    EXPECT_NE(complaint("room", {{"actors", "5000"}}).find("but 5000 are asked for"), std::string::npos);
    EXPECT_NE(complaint("room", {{"door_width", "0.3"}}).find("is 0.3 m wide, but people"), std::string::npos);
    EXPECT_NE(complaint("room", {{"cutoff", "0.6"}}).find("cutoff: 0.6 m"), std::string::npos);
    EXPECT_NE(complaint("room", {{"shut", "window"}}).find("no exit or door 'window'"), std::string::npos);
    for (const auto& [key, value] :
         Values{{"time_step", "0"}, {"mass", "-1"}, {"radius_scale", "0"}, {"speed", "-1"}, {"relaxation", "0"}})
        EXPECT_NE(complaint("room", {{key, value}}).find(key), std::string::npos);
}

NF_ON_BACKENDS(PedestriansModel);

}  // namespace pedestrians_test
}  // namespace nearfield
