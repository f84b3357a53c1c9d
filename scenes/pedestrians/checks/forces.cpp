// The force model of the Pedestrians scene against closed forms, and against reference runs of the same equations.
#include "base/read_number.hpp"
#include "scenes/pedestrians/checks.hpp"
#include "scenes/pedestrians/checks/crowd_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

/// v = v0 (1 - exp(-t / tau)).
Findings free_start(const Conditions& g) {
    CrowdRun run(g.backend, "rimea/01-corridor", g.seed);
    double worst = 0;
    for (const double t : {0.1, 0.25, 0.5, 1., 2.}) {
        run.run_to(t);
        const double expected = 1.33 * (1 - std::exp(-run.time() / 0.5));
        worst = std::max(worst, std::abs(run.metric("mean_speed") / expected - 1));
    }
    return {at_most("speed after a free start, relative error", worst, 0.01)};
}

/// gap = B ln(A tau / (m v0)).
Findings press_gap(const Conditions& g) {
    Findings found;
    for (const double v0 : {0.8, 1.34, 1.5, 5.}) {
        CrowdRun run(g.backend, "validate/press", g.seed, {{"speed", std::to_string(v0)}});
        run.run_to(15);
        const double gap = 4 - run.world().actors()->read().position[0].y - 0.3,
                     expected = 0.08 * std::log(2000 * 0.5 / (80 * v0));
        found.push_back(
            within(fmt::format("gap to a wall pressed at {} m/s", v0), gap, expected - 1e-3, expected + 1e-3, "m"));
    }
    return found;
}

/// One step from rest: the gain of velocity over tau (1 - exp(-dt/tau)) / m is the force.
Findings pair_force(const Conditions& g) {
    Findings found;
    for (const double gap : {0., 0.05, 0.1, 0.2, -0.01}) {
        CrowdRun run(g.backend, "validate/pair", g.seed, {{"relaxation", "1e6"}, {"time_step", "0.001"}});
        const float apart = float(0.6 + gap);
        run.world().actors()->place({{10.f - apart / 2, 10, 0}, {10.f + apart / 2, 10, 0}});
        run.step();
        const double d = double(10.f + apart / 2) - double(10.f - apart / 2), overlap = 2 * double(0.3f) - d;
        const double expected = 2000 * std::exp(overlap / 0.08) + 1.2e5 * std::max(0., overlap);
        const double force = run.metric("mean_speed") * 80 / 0.001;
        found.push_back(at_most(fmt::format("force at a gap of {} m, relative error ({:.6g} N)", gap, expected),
                                std::abs(force / expected - 1), 1e-5));
    }
    return found;
}

Findings bottleneck(const Conditions& g) {
    const auto flow = [&](const char* width, int seeds) {
        double sum = 0;
        for (int s = 0; s < seeds; ++s) {
            CrowdRun run(g.backend, "validate/flow", g.seed + unsigned(s), {{"door_width", width}});
            sum += middle_flow(run, 300) / number_from(width) / seeds;
        }
        return sum;
    };
    const int seeds = g.quick ? 8 : 16;  // the flow of one seed has a standard deviation of 0.04 to 0.09
    return {within("specific flow, door of 1 m (experiments: about 1.9)", flow("1", seeds), 1.1, 1.6, "1/(m s)"),
            within("specific flow, door of 2.4 m", flow("2.4", seeds), 2.0, 2.5, "1/(m s)")};
}

Findings faster_is_slower(const Conditions& g) {
    Findings found;
    const std::vector<double> speeds =
        g.quick ? std::vector<double>{0.8, 1.5, 5} : std::vector<double>{0.8, 1, 1.5, 2, 3, 4, 5};
    const int seeds = g.quick ? 1 : 4;
    std::vector<double> times;
    for (const double v0 : speeds) {
        double sum = 0;
        for (int s = 0; s < seeds; ++s) {
            CrowdRun run(g.backend, "room", g.seed + unsigned(s), {{"speed", std::to_string(v0)}});
            double out = 0;
            middle_flow(run, 500, &out);
            sum += out / seeds;
        }
        times.push_back(sum);
        found.push_back(reported(fmt::format("80 % of 200 out at {} m/s", v0), sum, "s"));
    }
    const auto least = std::min_element(times.begin(), times.end());
    found.push_back(within("fastest at", speeds[std::size_t(least - times.begin())], 1.5, 2, "m/s"));
    found.push_back(at_least("time at 5 m/s over the shortest", times.back() / *least, 1.15));
    return found;
}

/// Runs seed after seed until enough person-steps have been watched.
Findings walls(const Conditions& g) {
    const u64 wanted = g.quick ? 50000 : 1000000;
    CloseLook all;
    double guarded = 0, missing = 0;
    for (unsigned seed = g.seed; all.person_steps < wanted; ++seed)
        for (const auto& [plan, speed] : {std::pair("room", "5"), std::pair("room", "2"), std::pair("corridor", "0"),
                                          std::pair("corner", "0"), std::pair("bottleneck", "3")}) {
            CrowdRun run(g.backend, plan, seed, {{"speed", speed}});
            const auto look = look_closely(run, g.quick ? 150 : 1000);
            all.person_steps += look.person_steps;
            all.crossings += look.crossings;
            guarded += run.metric("stopped");
            missing += std::abs(double(run.population()) - run.metric("present") - run.metric("evacuated"));
        }
    return {reported("person-steps watched", double(all.person_steps)),
            at_most("walls crossed", double(all.crossings), 0), reported("steps that the wall had to stop", guarded),
            at_most("people neither present nor counted at an exit", missing, 0)};
}

/// Starts after ten minutes of filling. `each`: number of people who alight from a train; equally many board the next
/// one.
Findings station_with(const Conditions& g, const char* people, double each) {
    Findings found;
    for (unsigned s = 0; s < (g.quick ? 1u : 3u); ++s) {
        CrowdRun run(g.backend, "station", g.seed + s, {{"time_step", "0.02"}, {"actors", people}});
        const int stops = g.quick ? 1 : 3;
        const auto look = look_at_station(run, g.quick ? 300 : 600, stops);
        const auto of_seed = [&](const std::string& what) { return fmt::format("{}, seed {}", what, g.seed + s); };
        found.push_back(reported(of_seed("mean number of people"), look.present));
        const double due = each * stops, share = g.quick ? 0.5 : 0.15;
        for (std::size_t t = 0; t < look.boarded.size(); ++t) {
            const auto& name = run.plan().trains[t].name;
            found.push_back(within(of_seed(name + ": got in"), look.boarded[t], (1 - share) * due, (1 + share) * due));
            found.push_back(within(of_seed(name + ": got out"), look.alighted[t], 0.95 * due, 1.05 * due));
        }
        found.push_back(at_most(of_seed("people above 1600 N/m, sum of all samples"), double(look.pressed), 0));
        found.push_back(at_most(of_seed("walls crossed"), double(look.crossings), 0));
    }
    return found;
}
Findings station(const Conditions& g) { return station_with(g, "0", 73); }
Findings full_station(const Conditions& g) { return station_with(g, "2000", 231); }

}  // namespace

std::vector<Check> pedestrian_checks() {
    const auto check = [](const char* id, const char* title, auto run, const char* departure = "") {
        return Check{"pedestrians", id, title, departure, run};
    };
    return {
        check("start", "free start", free_start),
        check("press", "pressing a wall", press_gap),
        check("pair", "force of a pair", pair_force),
        check("bottleneck", "flow through a door", bottleneck,
              "reference runs of the equations sent people to the nearest point of the door; along the distance field "
              "they use its whole width, and wide doors pass a little more"),
        check("faster", "faster is slower", faster_is_slower),
        check("walls", "nobody crosses a wall, nobody is lost", walls),
        check("station", "as many people board trains as alight", station,
              "two who walk into each other head-on can be above 1600 N/m for a step or two"),
        check("station-1000", "the same of about a thousand people", full_station,
              "two who walk into each other head-on can be above 1600 N/m for a step or two"),
    };
}

}  // namespace nearfield
