// People in prescribed still or flowing water: speed, ways and outcomes.
#include "libs/plans/plan_reader.hpp"
#include "scenes/flood/people/people.hpp"

#include "backends.hpp"
#include "refusal.hpp"
#include "scenes/flood/checks.hpp"
#include "scenes/pedestrians/checks/crowd_run.hpp"
#include "temporary.hpp"
#include "worlds.hpp"

#include <map>
#include <numeric>

namespace nearfield::flood {
namespace people_test {

/// A plan under water. Its coordinates begin at (0, 0).
class Flooded {
  public:
    explicit Flooded(const std::string& text, u32 seed = 1) : plan_(plans::read_plan(text, "p.json")) {
        lattice_ = {.spacing = 0.25f};
        lattice_.origin = glm::vec3(plan_.lo, 0);
        lattice_.columns = u32(plan_.size().x / lattice_.spacing) + 1;
        lattice_.rows = u32(plan_.size().y / lattice_.spacing) + 1;
        for (auto* column : {&depth_, &x_, &y_}) column->assign(lattice_.cells(), 0.f);
        people_.emplace(exec_, plan_);
        people_->reset(exec_, "", seed);
    }

    /// Fills the water between two corners.
    void fill(glm::vec2 lo, glm::vec2 hi, float depth, float velocity = 0) {
        for (u32 i = 0; i < lattice_.cells(); ++i) {
            const glm::vec3 p = lattice_.middle(i);
            if (p.x < lo.x || p.y < lo.y || p.x > hi.x || p.y > hi.y) continue;
            depth_[i] = depth;
            x_[i] = depth * velocity;
        }
    }
    void step(int count = 1, float dt = 0.01f) {
        for (int n = 0; n < count; ++n) {
            timer_.begin_step(exec_, ++steps_);
            people_->step({exec_, timer_, steps_ - 1}, {depth_.data(), x_.data(), y_.data()}, lattice_, caution, "",
                          dt);
            timer_.end_step(exec_);
            timer_.collect();
        }
    }
    void move_door(const std::string& name, bool open) { people_->crowd().move_door(exec_, name, open); }
    double in(Doing doing) { return count()[std::size_t(doing)]; }
    std::array<double, doings> count() { return people_->count(exec_, steps_); }
    /// Goals of people present.
    std::vector<int> goals() {
        std::vector<int> goals;
        const auto& actors = people_->crowd().space().actors();
        const auto traits = people_->crowd().traits().download(exec_);
        for (u32 i = 0; i < actors.size(); ++i)
            if (!is_absent<2>(load<2>(actors.position.current() + i)))
                goals.push_back(traits[actors.id.current()[i]].goal);
        return goals;
    }
    void measure_in(glm::vec2 lo, glm::vec2 hi) {
        people_->crowd().measure(exec_, crowd::measured_on(plan_, {}, {{lo, hi}}));
    }
    /// Density, speed and flow in the area since measuring began.
    std::vector<double> in_area() {
        people_->crowd().sample(exec_);
        return people_->crowd().gauges().at(0).values;
    }
    std::vector<u32> left_by_exit() { return people_->crowd().left(exec_); }
    glm::vec2 place(u32 who) {
        const auto& actors = people_->crowd().space().actors();
        for (u32 i = 0; i < actors.size(); ++i)
            if (actors.id.current()[i] == who) return load<2>(actors.position.current() + i);
        return glm::vec2(NAN);
    }

    Caution caution;

  private:
    const plans::Plan plan_;
    Cpu exec_;
    StageTimer<Cpu> timer_;
    CellLattice lattice_;
    std::vector<float> depth_, x_, y_;
    std::optional<People<Cpu>> people_;
    u64 steps_ = 0;
};

std::string corridor(const std::string& person) {
    return R"({"bounds": [[0, 0], [40, 3]], "walls": [{"polygon": [[0, 0.5], [40, 2.5]]}],
  "exits": [{"name": "out", "door": [[40, 0.8], [40, 2.2]]}],
  "spawns": [{"area": [[1, 1.2], [1.7, 1.8]], "count": 1, "speed": 1.34, "radius": 0.25)" +
           person + "}]}";
}

TEST(PeopleInTheFlood, WalkAsFastAsWaterLetsThem) {
    const std::pair<float, double> published[] = {{0.f, 1.34}, {0.2f, 1.115}, {0.5f, 0.787}, {0.9f, 0.629}};
    for (const auto& [depth, speed] : published) {
        Flooded flooded(corridor(""));
        flooded.fill({0, 0}, {40, 3}, depth);
        flooded.step(400);
        const glm::vec2 from = flooded.place(0);
        flooded.step(500);
        EXPECT_NEAR((flooded.place(0).x - from.x) / 5, speed, 0.002) << depth;
        EXPECT_EQ(flooded.in(depth > 0 ? Doing::wading : Doing::dry), 1) << depth;
    }
}

TEST(PeopleInTheFlood, FallWhereTheirBuildSaysSo) {
    for (const auto& [build, velocity] :
         {std::pair(R"(, "height": 1.7, "mass": 70)", 1.343f), std::pair(R"(, "height": 1.25, "mass": 25)", 0.825f)})
        for (const float share : {0.98f, 1.02f}) {
            Flooded flooded(corridor(build));
            flooded.caution.blocked_from = 6;
            flooded.fill({0, 0}, {40, 3}, 0.5f, share * velocity);
            flooded.step(2);
            EXPECT_EQ(flooded.in(Doing::toppled), share > 1) << build << share;
            flooded.fill({0, 0}, {40, 3}, 0);
            flooded.step(300);
            EXPECT_EQ(flooded.place(0).x<2.5, share> 1);  // fallen people lie there
        }
}

const char* two_ways = R"({"bounds": [[0, 0], [21, 11]], "walls": [{"polygon": [[0.5, 0.5], [20.5, 10.5]]}],
  "exits": [{"name": "west", "door": [[0.5, 5], [0.5, 7]]}, {"name": "east", "door": [[20.5, 5], [20.5, 7]]}],
  "refuges": [{"name": "stage", "area": [[7, 7.5], [14, 10.3]]}],
  "spawns": [{"area": [[5, 2], [9, 7]], "count": 24}]})";

TEST(PeopleInTheFlood, ABlockedExitIsGivenUpWithinTwoSeconds) {
    Flooded flooded(two_ways);
    flooded.step(50);
    for (const int goal : flooded.goals()) EXPECT_EQ(goal, 0);
    flooded.fill({0, 3}, {2, 9}, 1.3f);  // H4
    flooded.step(200);
    ASSERT_EQ(flooded.goals().size(), 24u);
    for (const int goal : flooded.goals()) EXPECT_EQ(goal, 1);
    flooded.caution.blocked_from = 6;
    flooded.step(200);
    const auto goals = flooded.goals();
    EXPECT_GT(std::count(goals.begin(), goals.end(), 0), 0);
}

TEST(PeopleInTheFlood, ADoorThatOpensOrShutsIsMinded) {
    Flooded flooded(two_ways);
    flooded.step(10);
    flooded.move_door("west", false);
    flooded.step();
    for (const int goal : flooded.goals()) EXPECT_EQ(goal, 1);
    flooded.move_door("west", true);
    flooded.step();
    for (const int goal : flooded.goals()) EXPECT_EQ(goal, 0);
}

TEST(PeopleInTheFlood, GoUpToARefugeAndFindOutLater) {
    Flooded flooded(two_ways);
    flooded.fill({0, 3}, {2, 9}, 1.3f);
    flooded.fill({19, 3}, {21, 9}, 1.3f);
    flooded.step(3000);
    EXPECT_EQ(flooded.in(Doing::left), 0);
    EXPECT_EQ(flooded.in(Doing::refuge), 24);
    flooded.fill({0, 0}, {21, 11}, 0);
    flooded.step(3000);
    EXPECT_EQ(flooded.in(Doing::left), 24);
}

TEST(PeopleInTheFlood, WithoutAWayTheyAreTrapped) {
    Flooded flooded(two_ways);
    flooded.step(20);
    flooded.fill({0, 7}, {21, 11}, 1.3f);
    flooded.fill({12, 0}, {21, 11}, 1.3f);
    flooded.fill({0, 0}, {3, 11}, 1.3f);
    flooded.step(200);
    EXPECT_EQ(flooded.in(Doing::trapped), 24);
    flooded.fill({0, 0}, {21, 11}, 1.3f, 0.1f);  // and standing people stay
    const glm::vec2 before = flooded.place(3);
    flooded.step(200);
    EXPECT_LT(glm::distance(before, flooded.place(3)), 0.2f);
}

/// Sixty people of every age between two exits and a refuge.
std::string sixty_people(const std::string& more = "") {
    return R"({"bounds": [[0, 0], [21, 11]], "walls": [{"polygon": [[0.5, 0.5], [20.5, 10.5]]}],
  "exits": [{"name": "west", "door": [[0.5, 5], [0.5, 7]]}, {"name": "east", "door": [[20.5, 5], [20.5, 7]]}],
  "refuges": [{"area": [[7, 7.5], [14, 10.3]]}],
  "spawns": [{"area": [[2, 2], [18, 7]], "count": 60, "age": [5, 80], "height": [1.1, 1.9], "mass": [20, 90]}])" +
           more + "}";
}

// not in tsan: nothing new for threads
TEST(PeopleInTheFlood, StatesSumToEverybodyAtEveryStep) {
    Flooded flooded(sixty_people());
    std::array<double, doings> seen{};
    for (int s = 0; s < 1200; ++s) {
        flooded.fill({0, 0}, {7, 11}, 0.002f * float(s), 0.5f);
        flooded.fill({17, 0}, {21, 11}, 0.002f * float(s));
        flooded.step();
        const auto count = flooded.count();
        ASSERT_EQ(std::accumulate(count.begin(), count.end(), 0.), 60) << s;
        for (std::size_t k = 0; k < doings; ++k) seen[k] = std::max(seen[k], count[k]);
    }
    for (std::size_t k = 0; k < doings; ++k) EXPECT_GT(seen[k], 0) << k;
}

/// Steps are shorter while people are in the area: time counts, not steps.
TEST(PeopleInTheFlood, AnAreaKnowsHowLongPeopleWereThere) {
    Flooded flooded(corridor(""));
    flooded.step(200);
    flooded.measure_in({4, 0.5f}, {12, 2.5f});
    double inside = 0, all = 0, last = 0, first = 0;
    while (all < 9.5) {
        const float x = flooded.place(0).x;
        const bool in = x > 4 && x < 12;
        const float dt = in ? 0.002f : 0.01f;
        flooded.step(1, dt);
        all += double(dt);
        if (in) {
            first = inside == 0 ? double(x) : first;
            inside += double(dt);
            last = double(flooded.place(0).x);
        }
    }
    const auto values = flooded.in_area();
    EXPECT_GT(inside, 4);
    EXPECT_NEAR(values[0] * 16 * all, inside, 0.01);
    EXPECT_NEAR(values[1], (last - first) / inside, 0.002);
    EXPECT_NEAR(values[2], values[0] * values[1], 1e-9);
}

/// All start near one of two doors. People who mind queues use both, also in water, where ways are recomputed.
TEST(PeopleInTheFlood, QueuesSendThemToTheOtherDoor) {
    for (const auto& [queues, depth] : {std::pair(false, 0.f), std::pair(true, 0.f), std::pair(true, 0.06f)}) {
        Flooded flooded(R"({"bounds": [[0, 0], [21, 11]], "walls": [{"polygon": [[0.5, 0.5], [20.5, 10.5]]}],
  "exits": [{"name": "near", "door": [[0.5, 5], [0.5, 5.9]]}, {"name": "far", "door": [[20.5, 5], [20.5, 6.5]]}],
  "spawns": [{"area": [[1, 1], [9.5, 10]], "count": 70}]})");
        flooded.caution.choice = queues ? crowd::ExitChoice::queues : crowd::ExitChoice::nearest;
        flooded.fill({0, 0}, {21, 11}, depth);
        for (int s = 0; s < 2000; ++s) flooded.step(1, s % 3 ? 0.01f : 0.007f);
        const auto left = flooded.left_by_exit();
        EXPECT_GT(left[0], 5u);
        EXPECT_EQ(left[1] > 5, queues) << left[1] << " " << depth;
    }
}

class PeopleOnBackends : public OnBackend {
  protected:
    std::string plan_file(const std::string& text) const { return folder_.write("plan.json", text).string(); }
    static nearfield::Run begin(const std::string& site, std::map<std::string, std::string> values = {}) {
        values["site"] = site;
        return nearfield::Run(find_scene("flood"), settings_of(find_scene("flood"), values), GetParam());
    }

  private:
    const TemporaryFolder folder_;
};

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(PeopleOnBackends, WadeAndGiveUpABlockedExit) {
    for (const auto& check : people_in_flood_checks())
        for (const auto& finding : check.run({.backend = GetParam(), .quick = true}))
            EXPECT_TRUE(finding.met) << finding.what << " = " << finding.value;
}

/// A main bursts at either exit: people fall, are trapped, leave, or reach the stage; each is counted once.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(PeopleOnBackends, StatesSumToEverybody) {
    auto run = begin(plan_file(sixty_people(R"(, "water": {"inflows": [
  {"area": [[0.5, 0.5], [2, 10.5]], "flow": 12}, {"area": [[19, 0.5], [20.5, 10.5]], "flow": 12}]})")));
    const std::vector<std::string> states{"dry", "wading", "trapped", "toppled", "refuge", "left"};
    std::map<std::string, double> seen;
    for (int s = 0; s < 100; ++s) {
        double sum = 0;
        for (const auto& state : states) {
            const double count = run.metric(state);
            sum += count;
            seen[state] = std::max(seen[state], count);
        }
        ASSERT_EQ(sum, 60) << s;
        run.advance(15);
    }
    for (const auto& state : states) EXPECT_GT(seen[state], 0) << state;
}

/// People behind a shut door are trapped until the water breaks it, and then leave.
// not in tsan: nothing new for threads
TEST_P(PeopleOnBackends, ADoorThatBreaksLetsThemOut) {
    const auto plan = plan_file(R"({"walls": [{"polygon": [[0, 0], [10, 5]]}, [[5, 0], [5, 5]]],
  "doors": [{"name": "gate", "line": [[5, 2], [5, 3.2]], "open": false, "breaks_at": 0.3}],
  "exits": [{"name": "out", "door": [[10, 2], [10, 3.2]]}],
  "spawns": [{"area": [[1, 1], [4, 4]], "count": 5}],
  "water": {"areas": [{"area": [[0, 0], [5, 5]], "depth": 0.25}],
            "inflows": [{"area": [[0.5, 0.5], [1.5, 1.5]], "hydrograph": [[2, 0], [3, 1], [6, 1], [7, 0]]}]}})");
    auto run = begin(plan);
    run.advance(180);
    EXPECT_EQ(run.metric("broken"), 0);
    EXPECT_EQ(run.metric("trapped"), 5);
    run.advance(2000);
    EXPECT_EQ(run.metric("broken"), 1);
    EXPECT_EQ(run.metric("trapped"), 0);
    EXPECT_GT(run.metric("left"), 2);
}

/// A wall drawn by hand across the room blocks people's way; a breach reopens it.
TEST_P(PeopleOnBackends, WallsDrawnAndBreachedByHandAreMinded) {
    const auto plan = plan_file(R"({"bounds": [[0, 0], [10, 5]], "walls": [{"polygon": [[0, 0], [10, 5]]}],
  "exits": [{"name": "out", "door": [[10, 2], [10, 3.2]]}],
  "spawns": [{"area": [[1, 1], [3, 4]], "count": 5, "premovement": 0}], "water": {}})");
    auto run = begin(plan, {{"brush", "0.8"}});
    const auto farthest = [&] {
        Picture picture;
        run.world().draw(picture, 0, true);
        float most = -INFINITY;
        for (const auto& people : picture.points)
            for (u32 i = 0; i < people.count; ++i)
                if (const float x = people.position.at<float>(i); x < 1e6f) most = std::max(most, x);
        return most;
    };
    run.advance(20);
    run.apply(parse_command("tool wall 5 -0.1 0 5 5.1 0"));
    run.advance(600);
    EXPECT_EQ(run.metric("trapped"), 5);
    EXPECT_LT(farthest(), 5) << "nobody walks through it";
    run.apply(parse_command("tool breach 5 1 0"));
    run.advance(60);
    EXPECT_EQ(run.metric("trapped"), 0);
    run.advance(1200);
    EXPECT_EQ(run.metric("left"), 5);
    run.apply(parse_command("reset"));
    run.advance(60);
    EXPECT_EQ(run.metric("trapped"), 0) << "the walls of the plan are back";
    run.advance(1000);
    EXPECT_EQ(run.metric("left"), 5);
}

const char* measured_hall = R"({"bounds": [[0, 0], [21, 11]], "walls": [{"polygon": [[0.5, 0.5], [20.5, 10.5]]}],
  "exits": [{"name": "east", "door": [[20.5, 5], [20.5, 7]]}],
  "lines": [{"name": "gate", "line": [[18, 0.5], [18, 10.5]]}, {"name": "middle", "line": [[11, 0.5], [11, 10.5]]}],
  "areas": [{"name": "east part", "area": [[12, 1], [19, 10]], "measured": true}],
  "spawns": [{"area": [[2, 2], [10, 9]], "count": 60}]})";

/// On dry ground, lines and areas measure people as in the Pedestrians scene; lines measure the water, too.
TEST_P(PeopleOnBackends, AreCountedAtLinesAndInAreas) {
    const auto plan = plan_file(measured_hall);
    auto run = begin(plan, {{"lines", "14 10.5 14 0.5; 15 5 15 5"}, {"areas", "6 1 10 10"}, {"seed", "1"}});
    CrowdRun there(GetParam(), plan, 1,
                   {{"search.deterministic", "true"}, {"lines", "14 10.5 14 0.5"}, {"areas", "6 1 10 10"}});
    const auto compare = [&](const std::string& line, const std::string& area) {
        run.apply(command::Set{"line", line});
        run.apply(command::Set{"area", area});
        there.set("line", line);
        there.set("area", area);
        for (const char* key : {"flow", "net_flow", "crossed", "area_density", "area_speed", "area_flow"})
            EXPECT_NEAR(run.metric(key), there.metric(key), 1e-6 * std::abs(there.metric(key))) << key << line << area;
    };
    for (int second = 0; second < 18; ++second) {
        run.advance(100);
        there.step(100);
        compare("0", "0");
    }
    compare("1", "1");
    compare("2", "2");
    run.apply(command::Set{"line", "1"});
    EXPECT_GE(run.metric("crossed"), run.metric("left"));
    EXPECT_GT(run.metric("left"), 5);

    const auto gauges = run.world().gauges()->readings(), known = there.world().gauges()->readings();
    ASSERT_EQ(known.size(), 5u);
    ASSERT_EQ(gauges.size(), 6u) << "a point, too";
    for (const auto& g : gauges) {
        ASSERT_EQ(g.values.size(), 7u);
        if (g.name == "point 4") EXPECT_TRUE(std::isnan(g.values[6])) << "people do not cross it";
        EXPECT_EQ(std::isnan(g.values[0]), g.name == "east part" || g.name == "area 2")
            << "water crosses no area: " << g.name;
    }
    EXPECT_EQ(gauges[0].name, "gate");
    EXPECT_EQ(gauges[1].name, "middle");
    EXPECT_EQ(gauges[2].name, "line 3");
    EXPECT_GT(gauges[0].values[6], 0);
    const std::size_t ours[] = {0, 1, 2, 4, 5};  // the point has no counterpart
    for (std::size_t k = 0; k < 5; ++k)
        for (std::size_t v = 0; v < 3; ++v) {
            const double here = gauges[ours[k]].values[4 + v], beside = known[k].values[v];
            EXPECT_TRUE(std::isnan(beside) ? std::isnan(here) : std::abs(here - beside) < 1e-6) << k << v << here;
        }

    const auto people_cross = [&](const std::string& lines) {
        run.apply(command::Set{"lines", lines});
        run.measure();
        std::vector<bool> crossed;
        for (const auto& g : run.world().gauges()->readings()) crossed.push_back(!std::isnan(g.values[6]));
        return crossed;
    };
    EXPECT_EQ(people_cross("15 5 15 5; 14 10.5 14 0.5"), (std::vector<bool>{true, true, false, true, true, true}));
    EXPECT_EQ(people_cross("14 10.5 14 0.5"), (std::vector<bool>{true, true, true, true, true}));
}

TEST_P(PeopleOnBackends, AreasThatDoNotFitAreRefused) {
    const auto plan = plan_file(measured_hall);
    const auto said = [](const std::string& site, const std::string& areas) {
        return refusal<UsageError>([&] { begin(site, {{"areas", areas}}); });
    };
    EXPECT_NE(said("lake", "1 1 5 5").find("this site has none"), std::string::npos);
    EXPECT_NE(said(plan, "1 1 50 5").find("outside the plan"), std::string::npos);
    EXPECT_NE(said(plan, "1 1 5 1.1").find("4 m by 0.1 m"), std::string::npos);
    EXPECT_EQ(said(plan, "1 1 5 5"), "");
}

NF_ON_BACKENDS(PeopleOnBackends);

/// On dry ground the flood's people walk exactly like those of the Pedestrians scene, bit for bit.
TEST(PeopleInTheFlood, DryWaterChangesNothing) {
    Flooded flooded(two_ways);
    flooded.step(300);
    const TemporaryFolder folder;
    CrowdRun run(Backend::cpu, folder.write("plan.json", two_ways).string(), 1, {{"search.deterministic", "true"}});
    run.step(300);
    const auto table = run.world().actors()->read();
    for (std::size_t i = 0; i < table.position.size(); ++i) {
        const glm::vec2 p = flooded.place(u32(i));
        EXPECT_EQ(p.x, table.position[i].x) << i;
        EXPECT_EQ(p.y, table.position[i].y) << i;
    }
}

}  // namespace people_test
}  // namespace nearfield::flood
