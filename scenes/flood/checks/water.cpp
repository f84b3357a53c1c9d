// Shallow water against closed forms, and against the published test 4 of the UK Environment Agency (SC080035, 2010).
#include "base/error.hpp"
#include "scenes/flood/checks.hpp"
#include "scenes/flood/checks/flood_run.hpp"
#include "scenes/flood/site/exact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

namespace exact = flood::exact;

/// Mean error of the depth and mean correct depth over the cells, at the time reached.
struct Difference {
    double error = 0, right = 0;
};
template <class Exact> Difference difference(FloodRun& run, const Exact& exact_depth) {
    const auto depth = run.field("depth");
    const double time = run.time();
    Difference mean;
    double cells = 0;
    run.each([&](u32 i, glm::dvec2 p) {
        const double right = exact_depth(p, time);
        mean.error += std::abs(depth[i] - right);
        mean.right += right;
        ++cells;
    });
    return {mean.error / cells, mean.right / cells};
}

Findings lake(const Conditions& g) {
    Findings found;
    for (const char* site : {"lake", "walled-lake", "walled-lake-400", "walled-lake-3000", "storeys-at-rest",
                             "storeys-at-rest-400", "storeys-at-rest-3000", "cellar"})
        for (const char* cells : {"hexagons", "squares"})
            for (const char* order : {"first", "second"}) {
                FloodRun run(g, {{"site", site}, {"cells", cells}, {"order", order}});
                const double before = run.metric("volume");
                run.step(g.quick ? 1000 : 10000);
                found.push_back(at_most(fmt::format("{}, {}, {} order: greatest velocity", site, cells, order),
                                        run.metric("fastest"), 0, "m/s"));
                found.push_back(at_most("  change of volume", std::abs(run.metric("volume") - before), 0, "m³"));
            }
    return found;
}

Findings volume(const Conditions& g) {
    Findings found;
    for (const auto& [site, columns] : {std::pair("plain", "100"), std::pair("drained", "40")})
        for (const char* order : {"first", "second"}) {
            FloodRun run(
                g, {{"site", site}, {"columns", columns}, {"order", order}, {"rain", "100"}, {"infiltration", "20"}});
            run.step(g.quick ? 1000 : 5000);
            const double share = std::abs(run.metric("balance")) / run.metric("volume");
            const double thousands = g.quick ? 1 : 5;
            found.push_back(reported(fmt::format("{}, {} order: volume", site, order), run.metric("volume"), "m³"));
            found.push_back(reported("  flowed in, less what drains took", run.metric("flowed_in"), "m³"));
            found.push_back(at_most("  out of balance, per 1,000 steps", share / thousands, 1e-6));
        }
    return found;
}

/// Steps until a depth is negative or not finite; the scene then throws an error. Steps never clamp such depths to 0;
/// only drains and changes by hand do, limited by the water present.
Findings depths(const Conditions& g) {
    Findings found;
    const u64 steps = g.quick ? 100 : 1000;
    for (const auto& [site, columns] :
         {std::pair("ritter", "400"), std::pair("thacker-planar", "100"), std::pair("walled-lake", "100"),
          std::pair("valley", "240"), std::pair("drained", "40")})
        for (const char* order : {"first", "second"}) {
            FloodRun run(g, {{"site", site}, {"columns", columns}, {"order", order}, {"infiltration", "20"}});
            u64 fine = 0;
            try {
                for (; fine < steps; ++fine) {
                    run.step();
                    run.metric("volume");
                }
            } catch (const Error&) {}
            found.push_back(
                at_most(fmt::format("{}, {} order: steps until a depth is below 0, of {}", site, order, steps),
                        double(steps - fine), 0));
        }
    return found;
}

/// Two storeys joined by stairs: water runs down until both have the same level.
Findings storeys(const Conditions& g) {
    Findings found;
    for (const char* order : {"first", "second"}) {
        FloodRun run(g, {{"site", "storeys"}, {"columns", "60"}, {"order", order}, {"shown_from", "0.001"}});
        const double before = run.metric("volume");
        run.run_to(g.quick ? 150 : 300);
        const auto level = run.field("level");
        double lo = INFINITY, hi = -INFINITY;
        run.each([&](u32 i, glm::dvec2) {
            if (level[i] != 0) {
                lo = std::min(lo, double(level[i]));
                hi = std::max(hi, double(level[i]));
            }
        });
        const double thousands = double(run.world().steps()) / 1000;
        // floors of 52.5 m² at 0 and 3 m and stairs of 7.5 m² in between, filled with 262.5 m³
        const double right = (before + 3 * 52.5 + 1.5 * 7.5) / 112.5;
        found.push_back(at_most(fmt::format("{} order: highest level less the lowest", order), hi - lo, 0.005, "m"));
        found.push_back(within("  level over the right one", (lo + hi) / 2 / right, 0.995, 1.005));
        found.push_back(at_most("  change of volume, per 1,000 steps",
                                std::abs(run.metric("volume") / before - 1) / thousands, 1e-6));
    }
    return found;
}

Findings ritter(const Conditions& g) {
    FloodRun run(g, {{"site", "ritter"}, {"columns", "400"}});
    run.run_to(6);
    const auto right = [](glm::dvec2 p, double t) { return exact::ritter(0.005, p.x - 5, t).depth; };
    return {
        at_most("mean error of the depth over the depth behind the dam", difference(run, right).error / 0.005, 0.0012),
        within("depth at the dam over 4/9 of that behind it", run.at(run.field("depth"), {5, 0.5}) / 0.0022222, 0.98,
               1.02)};
}

Findings stoker(const Conditions& g) {
    FloodRun run(g, {{"site", "stoker"}, {"columns", "400"}});
    run.run_to(1);
    const exact::Stoker right(1, 0.1);
    double shock = 0;
    const auto depth = run.field("depth"), u = run.field("velocity_x");
    run.each([&](u32 i, glm::dvec2 p) {
        if (depth[i] > (right.middle_depth + right.right) / 2) shock = std::max(shock, p.x);
    });
    const double reached = 5 + right.shock_speed * run.time(), cell = run.site().lattice.spacing;
    const auto error = difference(run, [&](glm::dvec2 p, double t) { return right.at(p.x - 5, t).depth; }).error;
    return {at_most("mean error of the depth over the depth behind the dam", error, 0.0009),
            within("depth behind the shock over the right one", run.at(depth, {7.2, 0.1}) / right.middle_depth, 0.9995,
                   1.0005),
            within("velocity there over the right one", run.at(u, {7.2, 0.1}) / right.middle_velocity, 0.999, 1.001),
            at_most("shock beside its place", std::abs(shock - reached) / cell, 1, "cells")};
}

/// Velocity behind the shock in a channel at an angle to the lattice.
double velocity_in_channel(const Conditions& g, int degrees, const char* cells, const char* order) {
    FloodRun run(g, {{"site", fmt::format("channel-{}", degrees)}, {"cells", cells}, {"order", order}});
    run.run_to(0.5);
    const auto u = run.field("velocity_x"), v = run.field("velocity_y"), depth = run.field("depth");
    const glm::dvec2 along(std::cos(degrees * M_PI / 180), std::sin(degrees * M_PI / 180));
    const glm::dvec2 from(0.3 + 0.15 * along.y, 0.45);
    double flow = 0, deep = 0;
    run.each([&](u32 i, glm::dvec2 p) {
        const double a = dot(p - from, along);
        if (a > 3.7 && a < 4.2) {
            flow += (u[i] * along.x + v[i] * along.y) * depth[i];
            deep += depth[i];
        }
    });
    return flow / deep;
}

/// The same velocity relative to the exact solution.
Findings channel(const Conditions& g) {
    const exact::Stoker right(1, 0.1);
    Findings found;
    for (const char* cells : {"hexagons", "squares"})
        for (const char* order : {"second", "first"})
            for (const int degrees : {0, 10, 15, 30, 45})
                found.push_back(
                    within(fmt::format("{}, {} order, at {}°: velocity over the right one", cells, order, degrees),
                           velocity_in_channel(g, degrees, cells, order) / right.middle_velocity, 0.993, 1.007));
    return found;
}

Findings vortex(const Conditions& g) {
    Findings found;
    for (const auto& [order, least] : {std::pair("first", 0.8), std::pair("second", 1.9)}) {
        std::vector<double> off;
        for (const char* columns : {"40", "80", "160"}) {
            FloodRun run(g, {{"site", "vortex"}, {"columns", columns}, {"order", order}});
            const glm::dvec2 middle = glm::dvec2(5);
            run.run_to(1);
            const auto depth = run.field("depth");
            double sum = 0;
            run.each([&](u32 i, glm::dvec2 p) {
                sum += std::abs(depth[i] - exact::vortex(p - middle, run.time()).depth) * run.site().cell_area();
            });
            off.push_back(sum);
            found.push_back(
                reported(fmt::format("{} order, {} columns: error of the depth", order, columns), sum, "m³"));
        }
        found.push_back(at_least("  order between the last two", std::log2(off[1] / off[2]), least));
    }
    return found;
}

Findings bowl(const Conditions& g, bool radial) {
    const double period = radial ? exact::Bowl::radial_period() : exact::Bowl::planar_period();
    FloodRun run(g, {{"site", radial ? "thacker-radial" : "thacker-planar"}, {"columns", "200"}});
    const double before = run.metric("volume");
    run.run_to((g.quick ? 1 : 3) * period);
    const auto right = [&](glm::dvec2 p, double t) {
        return (radial ? exact::Bowl::radial(p - 2., t) : exact::Bowl::planar(p - 2., t)).depth;
    };
    const Difference mean = difference(run, right);
    Findings found{at_most(g.quick ? "error of the depth after 1 period" : "error of the depth after 3 periods",
                           100 * mean.error / mean.right, 1.2, "%"),
                   at_most("change of volume", std::abs(run.metric("volume") / before - 1), 1e-6)};
    if (radial) return found;
    const auto depth = run.field("depth");
    glm::dvec2 centre(0);
    double sum = 0;
    run.each([&](u32 i, glm::dvec2 p) {
        centre += (p - 2.) * double(depth[i]);
        sum += depth[i];
    });
    const double turned = std::atan2(centre.y, centre.x) - 2 * M_PI * std::fmod(run.time() / period, 1);
    found.push_back(within("centre of mass ahead by", std::remainder(turned, 2 * M_PI) * 180 / M_PI, -1, 1, "°"));
    return found;
}

/// Steady flow over the bump: depths at points with a known value.
Findings bump(const Conditions& g) {
    Findings found;
    const auto depths = [&](const char* site) {
        FloodRun run(g, {{"site", site}});
        run.run_to(g.quick ? 150 : 400);
        std::vector<double> along;
        const auto depth = run.field("depth");
        for (int i = 0; i < 1000; ++i) along.push_back(run.at(depth, {(i + 0.5) * 0.025, 0.4}));
        return along;
    };
    const auto at = [](const std::vector<double>& h, double x) { return h[std::size_t(x / 0.025)]; };
    const auto below = depths("bump-below"), over = depths("bump-over"), jump = depths("bump-jump");
    found.push_back(within("below critical: depth on the crest over 1.70735 m", at(below, 10) / 1.70735, 0.99, 1.01));
    found.push_back(within("turning fast: upstream over 1.01445 m", at(over, 4) / 1.01445, 0.99, 1.01));
    found.push_back(within("  on the crest over 0.62026 m", at(over, 10) / 0.62026, 0.98, 1.02));
    found.push_back(within("  downstream over 0.40578 m", at(over, 18) / 0.40578, 0.99, 1.01));
    found.push_back(within("jump: upstream over 0.41374 m", at(jump, 4) / 0.41374, 0.99, 1.01));
    double shock = 0;
    for (double x = 10.5; x < 12; x += 0.025)
        if (at(jump, x) < 0.16) shock = x;
    found.push_back(within("  place of the shock", shock, 11.6656 - 0.25, 11.6656 + 0.25, "m"));
    return found;
}

/// Water under a ceiling: two shafts connected by a full duct.
Findings u_tube(const Conditions& g) {
    Findings found;
    for (const auto& [cells, order] :
         {std::pair("hexagons", "first"), std::pair("hexagons", "second"), std::pair("squares", "second")}) {
        FloodRun run(g, {{"site", "u-tube"}, {"cells", cells}, {"order", order}, {"slot", "6.25"}});
        const auto above_mean = [&] {
            const auto depth = run.field("depth");
            double sum = 0, count = 0;
            run.each([&](u32 i, glm::dvec2 p) {
                if (p.x < exact::UTube::shaft) {
                    sum += depth[i];
                    ++count;
                }
            });
            return sum / count - exact::UTube::depth;
        };
        std::vector<double> crossings;
        double before = above_mean(), then = 0, longest = 0;
        const double volume = run.metric("volume");
        while (crossings.size() < 3 && run.time() < 100) {
            run.step(10);
            longest = std::max(longest, run.metric("time_step"));
            const double now = above_mean(), time = run.time();
            if (before * now < 0) crossings.push_back(then + (time - then) * before / (before - now));
            before = now;
            then = time;
        }
        const double period = crossings.size() < 3 ? INFINITY : crossings[2] - crossings[0];
        found.push_back(within(fmt::format("{}, {} order: period over the right one", cells, order),
                               period / exact::UTube::period(0.0625), 0.97, 1.03));
        const double wave = std::sqrt(exact::gravity * exact::UTube::height / 0.0625),
                     cell = run.site().lattice.spacing;
        found.push_back(
            at_most("  longest step over that of waves in the slot", longest / (0.25 * cell / wave), 1.001));
        found.push_back(at_most(
            "  change of volume, per 1,000 steps",
            std::abs(run.metric("volume") / volume - 1) / std::max(1., double(run.world().steps()) / 1000), 1e-6));
    }
    return found;
}

Findings film(const Conditions& g) {
    FloodRun run(g, {{"site", "film"}});
    run.run_to(g.quick ? 60 : 120);
    const auto depth = run.field("depth"), u = run.field("velocity_x");
    const double normal = std::pow(0.01 * 0.03 / std::sqrt(std::tan(M_PI / 6)), 0.6);
    double flow = 0, deep = 0, count = 0;
    run.each([&](u32 i, glm::dvec2 p) {
        if (p.x > 8 && p.x < 20) {
            flow += double(depth[i]) * u[i];
            deep += depth[i];
            ++count;
        }
    });
    return {within("flow over 0.01 m²/s", flow / count / 0.01, 0.99, 1.01),
            within("depth over Manning's", deep / count / normal, 0.99, 1.01)};
}

Findings ledge(const Conditions& g) {
    FloodRun run(g, {{"site", "ledge"}});
    run.run_to(g.quick ? 150 : 400);
    const auto depth = run.field("depth"), u = run.field("velocity_x");
    const double critical = exact::critical_depth(0.1);
    const double h = run.at(depth, {8, 0.2}), v = run.at(u, {8, 0.2});
    return {within("head upstream over 1.5 critical depths", (h + v * v / (2 * 9.81)) / (1.5 * critical), 0.99, 1.01),
            reported("depth at the brink over the critical one (measured: 0.715, Rouse 1936)",
                     run.at(depth, {19.9, 0.2}) / critical)};
}

Findings rain(const Conditions& g) {
    FloodRun run(g, {{"site", "rain-plane"}});
    run.run_to(900);
    const auto depth = run.field("depth"), u = run.field("velocity_x");
    const double flow = run.at(depth, {98, 0.5}) * run.at(u, {98, 0.5});
    return {within("flow at the foot over rain times length", flow / (98 * 50 / 3.6e6), 0.98, 1.02),
            within("depth there over the kinematic wave's", run.at(depth, {98, 0.5}) / (0.00578 * std::pow(0.98, 0.6)),
                   0.97, 1.03)};
}

/// Arrival times of the water at points of a plain.
Findings plain(const Conditions& g) {
    FloodRun run(g, {{"site", "plain"}, {"columns", g.quick ? "100" : "200"}, {"shown_from", "0.01"}});
    const std::vector<std::tuple<glm::dvec2, double, double>> points{{{50, 1000}, 5.35, 10},  {{100, 1000}, 11.87, 6},
                                                                     {{200, 1000}, 26.34, 4}, {{300, 1000}, 41.98, 3},
                                                                     {{400, 1000}, 58.44, 3}, {{300, 1300}, 62.49, 3}};
    run.run_to(g.quick ? 30 * 60 : 66 * 60);
    const auto arrival = run.field("arrival");
    const glm::dvec2 edge(0.25 * run.site().lattice.spacing, 0);  // mean position of the zigzag along the west edge
    Findings found;
    for (const auto& [place, minutes, percent] : points) {
        if (g.quick && minutes > 28) continue;
        const auto late = [&, wanted = minutes](glm::dvec2 at) {
            return 100 * (run.at(arrival, at) / 60 / wanted - 1);
        };
        const double most = (g.quick ? 2 : 1) * percent;
        found.push_back(within(fmt::format("arrival at ({:g}, {:g}) against {:g} min", place.x, place.y, minutes),
                               late(place + edge), -most, most, "%"));
        found.push_back(reported("  at the point itself, a quarter of a cell nearer", late(place), "%"));
    }
    return found;
}

/// A radial dam break: anisotropy of the spread.
Findings evenness(const Conditions& g) {
    FloodRun run(g, {{"site", "thacker-radial"}, {"columns", "200"}});
    run.run_to(0.5);
    const auto depth = run.field("depth");
    double lo = INFINITY, hi = 0;
    const double cell = run.site().lattice.spacing;
    std::vector<double> reach(36, 0);
    run.each([&](u32 i, glm::dvec2 p) {
        p -= 2.;
        if (depth[i] > 0.002) {
            auto& r = reach[std::size_t((std::atan2(p.y, p.x) + M_PI) / (2 * M_PI) * 35.999)];
            r = std::max(r, length(p));
        }
    });
    for (const double r : reach) {
        lo = std::min(lo, r);
        hi = std::max(hi, r);
    }
    return {at_most("farthest shore less the nearest, over all directions", (hi - lo) / cell, 2, "cells")};
}

/// The same ground and water, once as given and once rotated by 60° around the middle of a cell, which maps the lattice
/// onto itself: difference of the depths.
Findings turned(const Conditions& g, const char* order) {
    FloodRun plain(g, {{"site", "turned-0"}, {"order", order}}), other(g, {{"site", "turned-60"}, {"order", order}});
    const glm::dvec2 centre = exact::turning_point();
    const auto start = plain.field("depth");
    plain.step(80);
    other.step(80);
    const auto a = plain.field("depth"), b = other.field("depth");
    const auto& lattice = other.site().lattice;
    double off = 0, most = 0, all = 0, deepest = 0, moved = 0;
    plain.each([&](u32 i, glm::dvec2 p) {
        const glm::dvec2 there = centre + exact::turned(p - centre, M_PI / 3);
        if (there.x < 0 || there.y < 0 || there.x > other.site().size.x || there.y > other.site().size.y) return;
        const double by =
            std::abs(double(a[i]) - double(b[lattice.cell_at(glm::vec2(there) - glm::vec2(lattice.origin))]));
        off += by;
        most = std::max(most, by);
        all += double(a[i]);
        deepest = std::max(deepest, double(a[i]));
        moved += std::abs(double(a[i]) - double(start[i]));
    });
    return {at_most("mean difference over the mean depth", off / all, 1e-5),
            at_most("greatest difference over the greatest depth", most / deepest, 1e-5),
            at_least("mean change since the start, over the mean depth", moved / all, 0.1)};
}

/// Greatest difference between the depths of two runs, over the greatest depth.
double greatest_difference(FloodRun& one, FloodRun& other) {
    const auto a = one.field("depth"), b = other.field("depth");
    double most = 0, deepest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        most = std::max(most, std::abs(double(a[i]) - double(b[i])));
        deepest = std::max(deepest, double(a[i]));
    }
    return most / deepest;
}

/// Conservation in double precision, and states at rest in both precisions.
Findings double_precision(const Conditions& g) {
    const auto start = [&](const char* site, const char* columns, const char* order, const char* precision) {
        return FloodRun(g, {{"site", site}, {"columns", columns}, {"order", order}, {"precision", precision}});
    };
    Findings found;
    const double thousands = g.quick ? 1 : 5;
    for (const char* site : {"thacker-planar", "storeys"})
        for (const char* order : {"first", "second"}) {
            double lost[2];
            for (const bool fine : {false, true}) {
                auto run = start(site, "60", order, fine ? "double" : "single");
                const double before = run.metric("volume");
                run.step(u64(thousands * 1000));
                lost[fine] = std::abs(run.metric("volume") / before - 1) / thousands;
            }
            found.push_back(
                at_most(fmt::format("{}, {} order: change of volume, per 1,000 steps", site, order), lost[1], 1e-14));
            found.push_back(reported("  the same in single precision", lost[0]));
        }
    for (const char* site : {"walled-lake-3000", "storeys-at-rest-3000"}) {
        auto run = start(site, "0", "second", "double");
        run.step(g.quick ? 100 : 1000);
        found.push_back(at_most(fmt::format("{}: greatest velocity", site), run.metric("fastest"), 0, "m/s"));
    }
    auto run = start("stoker", "400", "second", "double");
    run.run_to(1);
    const exact::Stoker right(1, 0.1);
    found.push_back(at_most("Stoker's dam break, as above",
                            difference(run, [&](glm::dvec2 p, double t) { return right.at(p.x - 5, t).depth; }).error,
                            0.0009));
    return found;
}

/// The CPU against CUDA, with cut walls, doors and drains.
Findings backends(const Conditions& g) {
    if (cuda_status().devices.empty()) return {reported("not compared, " + cuda_status().why_not, NAN)};
    Findings found;
    for (const auto& [site, columns] :
         {std::pair("valley", "240"), std::pair("thacker-planar", "100"), std::pair("channel-15", "0"),
          std::pair("walled-lake", "100"), std::pair("storeys", "60"), std::pair("drained", "40")})
        for (const char* order : {"first", "second"}) {
            const FloodRun::Values values{{"site", site}, {"columns", columns}, {"order", order}, {"rain", "50"}};
            FloodRun here({.backend = Backend::cpu, .seed = g.seed}, values),
                there({.backend = Backend::cuda, .seed = g.seed}, values);
            const u64 steps = g.quick ? 20 : 50;
            here.step(steps);
            there.step(steps);
            found.push_back(
                at_most(fmt::format("{}, {} order: greatest difference over the greatest depth", site, order),
                        greatest_difference(here, there), 1e-6));
        }
    return found;
}

}  // namespace

std::vector<Check> flood_checks() {
    const auto check = [](std::string id, std::string title, std::function<Findings(const Conditions&)> run,
                          std::string departure = "") {
        return Check{"flood", std::move(id), std::move(title), std::move(departure), std::move(run)};
    };
    std::vector<Check> checks{
        check("lake", "A lake at rest on a rough bed with islands", lake),
        check("volume", "Inflows, drains, rain and what soaks away add up", volume),
        check("depths", "No depth falls below 0", depths),
        check("storeys", "Two storeys joined by stairs", storeys),
        check("ritter", "A dam breaks on dry ground (Ritter 1892)", ritter),
        check("stoker", "A dam breaks on wet ground (Stoker 1957)", stoker),
        check("channel", "Dam breaks in channels 12 cells wide", channel),
        check("vortex", "A vortex drifts (Ricchiuto & Bollermann 2009)", vortex),
        check("thacker-radial", "Water spreads and gathers in a bowl (Thacker 1981)",
              [](const Conditions& g) { return bowl(g, true); }),
        check("thacker-planar", "Water goes round in a bowl (Thacker 1981)",
              [](const Conditions& g) { return bowl(g, false); }),
        check("bump", "Steady flow over a bump (Delestre et al. 2013)", bump),
        check("u-tube", "Water swings between two shafts under a ceiling", u_tube),
        check("film", "A film on a ramp of 30° (Manning)", film),
        check("ledge", "Water falls over a ledge (critical flow)", ledge),
        check("rain", "Rain on a slope (kinematic wave)", rain),
        check("plain", "Spreading over a plain (UK Environment Agency, test 4)", plain),
        check("evenness", "Water spreads alike in all directions", evenness),
        check("turned", "Turned by 60° water flows as before, first order",
              [](const Conditions& g) { return turned(g, "first"); }),
        check("turned-second", "The same, second order", [](const Conditions& g) { return turned(g, "second"); }),
        check("double", "Double precision", double_precision),
        check("backends", "CUDA computes what the CPU does", backends)};
    for (auto& each : people_in_flood_checks()) checks.push_back(std::move(each));
    return checks;
}

}  // namespace nearfield
