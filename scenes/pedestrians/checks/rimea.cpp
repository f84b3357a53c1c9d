// RiMEA guideline 4.1.1, annex 1: the tests that a plan can express. Plans: assets/plans/rimea.
#include "libs/crowd/starting_crowd.hpp"
#include "scenes/pedestrians/checks.hpp"
#include "scenes/pedestrians/checks/crowd_run.hpp"
#include "scenes/pedestrians/fundamental.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

Findings corridor(const Conditions& g) {
    CrowdRun run(g.backend, "rimea/01-corridor", g.seed);
    const double time = run.empty(60);
    return {within("time for 40 m", time, 26, 34, "s"),
            within("the same, closed form from rest", time, 30.48, 30.68, "s")};
}

/// Time between the first and the last step of a flight of stairs, measured at lines on its storeys.
Findings stairs(const Conditions& g, const char* plan) {
    CrowdRun run(g.backend, plan, g.seed);
    double first = -1, last = -1;
    while (run.world().elements()->present() > 0 && run.time() < 60) {
        run.step();
        const double crossed = run.metric("crossed");
        if (first < 0 && crossed >= 1) first = run.time();
        if (last < 0 && crossed >= 2) last = run.time();
    }
    return {within("time for 10 m at 0.5 m/s", last - first, 19, 21, "s")};
}

Findings fundamental(const Conditions& g) {
    Findings found;
    for (const double density : g.quick ? std::vector<double>{1, 3} : std::vector<double>{0.5, 1, 2, 3, 4, 5, 6}) {
        CrowdRun run(g.backend, "rimea/04-fundamental", g.seed, {{"actors", std::to_string(int(density * 80))}});
        double speed = 0, measured = 0;
        run.run_to(10);
        run.world().metrics();
        const int windows = g.quick ? 2 : 6;
        for (int w = 1; w <= windows; ++w) {
            run.run_to(10 + 10 * w);
            speed += run.metric("area_speed") / windows;
            measured += run.metric("area_density") / windows;
        }
        const double expected = pedestrians::weidmann_speed(float(density));
        const auto what = fmt::format("speed at {} persons/m² (Weidmann {:.3f})", density, expected);
        found.push_back(density <= 4 ? within(what, speed, expected - 0.1, expected + 0.1, "m/s")
                                     : reported(what, speed, "m/s"));
        found.push_back(reported("  density measured there", measured, "1/m²"));
    }
    return found;
}

/// Delay between a person's premovement time and their first move, s. One person at a time: in a crowd, waiting people
/// are pushed and obstruct others.
double sets_off_late(const Conditions& g, u32 seed) {
    CrowdRun run(g.backend, "rimea/05-premovement", seed, {{"actors", "1"}});
    const double start = crowd::starting_crowd(run.plan(), 80, true, seed).traits[0].start;
    run.run_to(start - 1);
    double before = run.metric("mean_speed"), now = before;  // not quite at rest: walls still repel, less and less
    while (now - before < 0.004 && run.time() < 120) {
        run.step();
        before = now;
        now = run.metric("mean_speed");
    }
    return run.time() - start;
}

Findings premovement(const Conditions& g) {
    double latest = 0, earliest = 0;
    for (u32 person = 0; person < 10; ++person) {
        const double late = sets_off_late(g, g.seed + person);
        latest = std::max(latest, late);
        earliest = std::min(earliest, late);
    }
    CrowdRun all(g.backend, "rimea/05-premovement", g.seed);
    double last = 0;
    for (const auto& who : crowd::starting_crowd(all.plan(), 80, true, g.seed).traits)
        last = std::max(last, double(who.start));
    const double out = all.empty(130);
    return {at_least("sets off before their time, at most", earliest, 0, "s"),
            at_most("sets off after their time, at most", latest, 2.1 * all.time_step(), "s"),
            within("the last of ten leaves, after the last has set off", out - last, 0, 10, "s"),
            at_most("still there after 130 s", all.world().elements()->present(), 0)};
}

Findings corner(const Conditions& g) {
    CrowdRun run(g.backend, "rimea/06-corner", g.seed);
    const auto look = look_closely(run, 6000, 0.25);
    return {at_most("walls crossed", double(look.crossings), 0),
            at_most("still there", run.world().elements()->present(), 0),
            at_most("person-steps with more than 5 cm of overlap",
                    double(look.overlaps) / double(std::max<u64>(1, look.person_steps)), 0.01)};
}

Findings speeds(const Conditions& g) {
    CrowdRun run(g.backend, "rimea/07-speeds", g.seed);
    run.run_to(8);
    const auto& scene = find_scene("pedestrians");
    std::size_t speed = 0;
    while (scene.attributes[speed].key != "speed") ++speed;
    const auto table = run.world().actors()->read();
    double n = 0, sum = 0, squares = 0;
    for (std::size_t i = 0; i < table.position.size(); ++i)
        if (std::isfinite(table.position[i].x)) {
            n += 1;
            sum += table.attributes[speed][i];
            squares += std::pow(table.attributes[speed][i], 2);
        }
    const double mean = sum / n, deviation = std::sqrt(squares / n - mean * mean);
    return {within("mean speed of 50 adults", mean, 1.52 - 3 * 0.32 / std::sqrt(50.), 1.52 + 3 * 0.32 / std::sqrt(50.),
                   "m/s"),
            within("standard deviation", deviation, 0.32 - 3 * 0.32 / 10, 0.32 + 3 * 0.32 / 10, "m/s")};
}

double time_to_empty(const Conditions& g, const std::string& plan, double most, const CrowdRun::Values& values = {}) {
    CrowdRun run(g.backend, plan, g.seed, values);
    const double time = run.empty(most);
    return run.world().elements()->present() > 0 ? INFINITY : time;
}

Findings three_storeys(const Conditions& g) {
    Findings found;
    double last = INFINITY;
    bool falls = true;
    for (const char* speed : g.quick ? std::vector<const char*>{"1"} : std::vector<const char*>{"0.5", "0.75", "1"}) {
        const double time = time_to_empty(g, "rimea/08-three-storeys", 600, {{"speed", speed}});
        falls &= time < last;
        last = time;
        found.push_back(reported(fmt::format("all 448 out at {} m/s", speed), time, "s"));
    }
    found.push_back(within("falls with the speed", falls, 1, 1));
    return found;
}

Findings four_doors(const Conditions& g) {
    const double four = time_to_empty(g, "rimea/09-four-doors", 900),
                 two = time_to_empty(g, "rimea/09-two-doors", 1800);
    return {reported("all out by four doors", four, "s"), reported("all out by two doors", two, "s"),
            within("ratio", two / four, 1.8, 2.2)};
}

int nearest_exit(const plans::Plan& plan, glm::vec2 p) {
    const auto to = [&](int e) {
        return distance_to(plans::Wall{plan.exits[std::size_t(e)].a, plan.exits[std::size_t(e)].b}, p);
    };
    int nearest = 0;
    for (int e = 1; e < int(plan.exits.size()); ++e)
        if (to(e) < to(nearest)) nearest = e;
    return nearest;
}

/// Everybody left by the exit that was nearest when last seen.
Findings rooms(const Conditions& g) {
    CrowdRun run(g.backend, "rimea/10-rooms", g.seed);
    std::vector<glm::vec2> last(run.room());
    const auto crowd = crowd::starting_crowd(run.plan(), 80, true, g.seed);
    while (run.world().elements()->present() > 0 && run.time() < 120) {
        const auto now = run.world().actors()->read().position;
        for (std::size_t i = 0; i < now.size(); ++i)
            if (std::isfinite(now[i].x)) last[i] = {now[i].x, now[i].y};
        run.step();
    }
    int right = 0;
    for (std::size_t i = 0; i < crowd.traits.size(); ++i)
        right += run.plan().spawns[crowd.traits[i].group].people.exits ==
                 std::vector<int>{nearest_exit(run.plan(), last[i])};
    return {within("people who left by the exit assigned, of 23", right, 23, 23),
            at_most("still there", run.world().elements()->present(), 0)};
}

Findings two_exits(const Conditions& g) {
    Findings found;
    for (const char* choice : {"nearest", "queues"}) {
        CrowdRun run(g.backend, "rimea/11-two-exits", g.seed, {{"choice", choice}});
        std::vector<glm::vec2> last(run.room());
        std::vector<float> goal(run.room());
        run.empty(900, [&] {
            const auto table = run.world().actors()->read();
            for (std::size_t i = 0; i < last.size(); ++i)
                if (std::isfinite(table.position[i].x)) {
                    last[i] = table.position[i];
                    goal[i] = table.attributes[0][i];
                }
        });
        double far = 0, chosen = 0;
        for (std::size_t i = 0; i < last.size(); ++i)
            if (nearest_exit(run.plan(), last[i]) == 1) {
                far += 1;
                chosen += goal[i] == 1;
            }
        const double share = far / double(last.size());
        const bool queues = std::string(choice) == "queues";
        found.push_back(queues ? within("share by the far exit, choice=queues", share, 0.01, 0.5)
                               : at_most("share by the far exit, choice=nearest", share, 0.5));
        found.push_back(reported("  share of all people who had chosen it", chosen / double(last.size())));
        found.push_back(
            reported("  all out", run.world().elements()->present() ? INFINITY : run.metric("last_left"), "s"));
    }
    return found;
}

Findings goal_behind_gap(const Conditions& g) {
    Findings found;
    std::vector<double> times;
    for (const char* far : {"0", "2", "5", "10"}) {
        const double time = time_to_empty(g, std::string("rimea/12a-goal-") + far, 600);
        times.push_back(time);
        found.push_back(reported(fmt::format("all out, goal {} m behind the gap", far), time, "s"));
    }
    found.push_back(within("2 m to 0 m", times[1] / times[0], 0.92, 1e9));
    found.push_back(within("10 m to 5 m, less the way", (times[3] - 5 / 1.34) / times[2], 0.85, 1.15));
    return found;
}

Findings long_gap(const Conditions& g) {
    const double brief = time_to_empty(g, "rimea/12b-short", 600), extended = time_to_empty(g, "rimea/12b-long", 600);
    return {reported("all out, gap of 0.2 m", brief, "s"), reported("all out, gap of 5 m", extended, "s"),
            at_least("longer gap over shorter", extended / brief, 1)};
}

Findings two_gaps(const Conditions& g) {
    double density[2] = {}, flow[2] = {};
    for (int gap = 0; gap < 2; ++gap) {
        const std::string number = std::to_string(gap + 1);
        CrowdRun run(g.backend, "rimea/12c-two-gaps", g.seed, {{"area", number}, {"line", number}});
        run.run_to(20);
        run.world().metrics();
        for (int w = 0; w < 2; ++w) {
            run.run_to(30 + 10 * w);
            density[gap] += run.metric("area_density") / 2;
            flow[gap] += run.metric("flow") / 2;
        }
    }
    return {reported("density before the first gap, 20 to 40 s", density[0], "1/m²"),
            reported("density before the second gap", density[1], "1/m²"),
            reported("flow through the first", flow[0], "1/s"),
            reported("flow through the second", flow[1], "1/s"),
            at_least("first flow less second (criterion of JuPedSim)", flow[0] - flow[1], -0.05, "1/s"),
            at_most("second density over first: no jam there", density[1] / density[0], 0.5)};
}

Findings gap_width(const Conditions& g) {
    Findings found;
    double last = 0;
    bool grows = true;
    for (const char* width : {"0.8", "1.0", "1.2"}) {
        double sum = 0;
        const int seeds = g.quick ? 1 : 4;
        for (int s = 0; s < seeds; ++s) {
            CrowdRun run(g.backend, fmt::format("rimea/12d-{}-m", width), g.seed + unsigned(s));
            sum += middle_flow(run, 600) / seeds;
        }
        grows &= sum > last;
        last = sum;
        found.push_back(reported(fmt::format("flow through {} m", width), sum, "1/s"));
    }
    found.push_back(within("grows with the width", grows, 1, 1));
    return found;
}

Findings long_corridors(const Conditions& g) {
    double brief = 0, corner = 0, extended = 0;
    const int seeds = g.quick ? 1 : 3;
    for (int s = 0; s < seeds; ++s) {
        const Conditions own{g.backend, g.quick, g.seed + unsigned(s)};
        brief += time_to_empty(own, "rimea/15-short", 600) / seeds;
        corner += time_to_empty(own, "rimea/15-corner", 600) / seeds;
        extended += time_to_empty(own, "rimea/15-long", 600) / seeds;
    }
    return {reported("all out, 44 m straight", brief, "s"), reported("all out, 75.4 m straight", extended, "s"),
            within("all out, round the corner", corner, brief, extended, "s")};
}

}  // namespace

std::vector<Check> rimea_checks() {
    const auto check = [](const char* id, const char* title, auto run, const char* departure = "") {
        return Check{"rimea", id, title, departure, run};
    };
    return {
        check("1", "one person in a corridor", corridor),
        check("2", "stairs up", [](const Conditions& g) { return stairs(g, "rimea/02-stairs-up"); }),
        check("3", "stairs down", [](const Conditions& g) { return stairs(g, "rimea/03-stairs-down"); }),
        check("4", "fundamental diagram", fundamental,
              "the plain social force model does not follow Weidmann: in a stream of one direction the forces of "
              "neighbours balance, and nothing slows people"),
        check("5", "premovement times", premovement),
        check("6", "round a corner", corner),
        check("7", "walking speeds", speeds),
        check("8", "three storeys, the speed varied", three_storeys),
        check("9", "four doors, then two", four_doors),
        check("10", "assigned exits", rooms),
        check("11", "two exits", two_exits),
        check("12a", "goal behind a gap", goal_behind_gap),
        check("12b", "length of a gap", long_gap,
              "in the plain model times through a 1 m gap scatter by some 10 % and the gap's length adds little"),
        check("12c", "two gaps in a row", two_gaps,
              "in the plain model pressure raises the flow through a door: the crowd presses people through the first "
              "gap faster than they pass the second by themselves"),
        check("12d", "width of a gap", gap_width),
        check("15", "long corridors", long_corridors),
    };
}

}  // namespace nearfield
