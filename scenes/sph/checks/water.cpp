// Water against published dam breaks (Martin & Moyce 1952; Kleefsman et al. 2005) and the hydrostatic pressure of still
// water.
#include "base/median.hpp"
#include "scenes/sph/checks.hpp"
#include "scenes/sph/checks/water_run.hpp"
#include "scenes/sph/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>

namespace nearfield {
namespace {

constexpr double gravity = 9.81;

CurvesOverData::Line line_of(const std::string& name, const sph::Curve& curve, bool published, double shift = 0) {
    CurvesOverData::Line line{.name = name, .published = published};
    for (const auto& p : curve)
        if (p.x + shift >= 0) line.points.push_back({p.x + shift, p.y});
    return line;
}

double steepest(const sph::Curve& curve) {
    double most = 0;
    for (std::size_t i = 8; i < curve.size(); ++i)
        most = std::max(most, (curve[i].y - curve[i - 8].y) / (curve[i].x - curve[i - 8].x));
    return most;
}

/// A published collapse of a column, and the number of particles used.
struct Collapse {
    std::string tank, reference;
    double until;
    int particles;
};
constexpr double most_shift = 0.3;

/// Simulated front over the column's width against time in the reference's unit, sampled 60 times. The solver uses the
/// viscosity and wall friction of real water.
sph::Curve front_of(const Conditions& g, const Collapse& c, const std::string& method, int particles) {
    constexpr double a = 0.05715;
    WaterRun::Values water{{"xsph", "0"},
                           {"viscosity", "1e-6"},
                           {"wall_friction", "1e-6"},
                           {"method", method},
                           {"actors", std::to_string(particles)}};
    if (method == "wcsph") water.insert(water.end(), {{"artificial_viscosity", "0.03"}, {"smoothing", "2.4"}});
    WaterRun run(g.backend, c.tank, water);
    const double unit = sph::reference(c.reference).time_unit(a, gravity), until = c.until + most_shift;
    sph::Curve curve{{0, run.metric("front") / a}};
    for (int n = 1; n <= 60; ++n) {
        run.run_to(until * unit * n / 60);
        curve.push_back({run.time() / unit, run.metric("front") / a});
    }
    return curve;
}

Findings front(const Conditions& g, const Collapse& c) {
    const auto& reference = sph::reference(c.reference);
    sph::Curve measured;
    for (const auto& p : reference.points)
        if (p.x <= c.until) measured.push_back(p);
    CurvesOverData drawn{"Dam break: " + reference.title, "T", "front / a", {}};
    Findings found;
    for (const char* method : {"wcsph", "dfsph", "pbf"}) {
        const int particles = g.quick ? c.particles / 4 : c.particles;
        const auto curve = front_of(g, c, method, particles);
        const auto agreement = sph::compare(curve, reference.points, most_shift, c.until);
        const std::string label = fmt::format("{}, {} particles", method, particles);
        drawn.lines.push_back(line_of(label, curve, false, agreement.shift));
        found.push_back(at_most(label + ": greatest error", 100 * agreement.worst, 10, "%"));
        found.push_back(reported("  mean error", 100 * agreement.mean, "%"));
        found.push_back(within("  shifted in T by", agreement.shift, -most_shift, most_shift));
        found.push_back(at_most("  steepest, over 8 of 60 parts", steepest(curve), 2.1));
    }
    drawn.lines.push_back(line_of("measured", measured, true));  // on top
    g.draw(std::move(drawn));
    return found;
}

/// Convergence: the reference solver's error must fall when the spacing is halved. Takes the median of five populations
/// each, as a single stray particle may be the front.
Findings halving(const Conditions& g, const Collapse& c) {
    Findings found;
    const auto shares = g.quick ? std::vector{1.} : std::vector{0.8, 0.9, 1., 1.1, 1.2};
    std::vector<double> typical;
    for (const int particles : {c.particles / 4, g.quick ? c.particles / 2 : c.particles}) {
        std::vector<double> mean;
        for (const double share : shares) {
            const auto front = front_of(g, c, "wcsph", int(share * particles));
            mean.push_back(sph::compare(front, sph::reference(c.reference).points, most_shift, c.until).mean);
        }
        typical.push_back(median_interval(mean).median);
        found.push_back(
            reported(fmt::format("wcsph, about {} particles: mean error", particles), 100 * typical.back(), "%"));
    }
    found.push_back(at_most("the latter over the former", typical[1] / typical[0], 1));
    return found;
}

Findings still_water(const Conditions& g) {
    Findings found;
    const double weight = 1000 * gravity * 0.9;
    for (const char* method : {"dfsph", "pbf"}) {
        WaterRun run(g.backend, "hydrostatic",
                     {{"method", method}, {"actors", g.quick ? "450" : "1800"}, {"viscosity", "0.005"}});
        const double until = g.quick ? 1.5 : 5;
        run.run_to(until - 0.5);
        double pressure = 0, steps = 0;
        for (; run.time() < until; ++steps) {
            run.step();
            pressure += run.metric("bottom_pressure");
        }
        const bool exact = std::string(method) == "dfsph";
        const double off = 100 * (pressure / steps / weight - 1);
        const auto name = fmt::format("{}: pressure on the floor over {:.0f} Pa, less one", method, weight);
        found.push_back(exact ? within(name, off, -5, 5, "%") : reported(name, off, "%"));
        found.push_back(at_most("  mean density error", run.metric("mean_error"), exact ? 0.1 : 3, "%"));
        const double mass = 1000 * 2 * 0.9;
        const double speed = std::sqrt(2 * run.metric("kinetic") / mass / (gravity * 0.9));
        const std::string what = "  speed (root of the mean square) over √(g H)";
        found.push_back(g.quick ? reported(what, speed) : at_most(what, speed, 0.02));  // a quick run ends too early
    }
    return found;
}

/// Mean over the last `window` s. An incompressible solver stops water at a wall within one step, so the pressure is an
/// impulse over the time step. Only a mean over the time in which one support length of water arrives is independent of
/// the step.
class TrailingMean {
  public:
    explicit TrailingMean(double window) : window_(window) {}
    double add(double time_step, double value) {
        steps_.push_back({time_step, value});
        time_ += time_step;
        sum_ += time_step * value;
        while (time_ - steps_.front().first >= window_) {
            time_ -= steps_.front().first;
            sum_ -= steps_.front().first * steps_.front().second;
            steps_.pop_front();
        }
        return sum_ / std::max(time_, window_);
    }

  private:
    double window_, time_ = 0, sum_ = 0;
    std::deque<std::pair<double, double>> steps_;
};

/// Impact of the wave on the obstacle in SPHERIC test 2.
Findings impact(const Conditions& g) {
    const sph::ImpactReference reference;
    const double unit = std::sqrt(reference.depth / gravity), weight = 1000 * gravity * reference.depth;
    WaterRun run(g.backend, "spheric-2",
                 {{"method", "dfsph"},
                  {"actors", g.quick                      ? "6000"
                             : g.backend == Backend::cuda ? "1000000"
                                                          : "200000"},
                  {"xsph", "0"}});
    const double window =
        2 * std::cbrt(1.228 * reference.depth / run.metric("population")) / std::sqrt(2 * gravity * reference.depth);
    TrailingMean mean1(window), mean3(window);
    double rise1 = NAN, rise3 = NAN, peak = 0, single = 0;
    CurvesOverData drawn{
        fmt::format("SPHERIC test 2: pressure at P1, mean over h / √(2 g H) = {:.1f} ms (measured: rise and peak)",
                    1000 * window),
        "t √(g/H)",
        "p / (ρ g H)",
        {{"P1", {{0, 0}}},
         {"P1 measured", {{reference.p1_rise, 0}, {reference.p1_rise + 0.05, reference.p1_peak}}, true}}};
    while (run.time() < 2.6 * unit) {
        const double before = run.time();
        run.step();
        const double now1 = run.probe(1) / weight, now3 = run.probe(3) / weight, dt = run.time() - before;
        const double p1 = mean1.add(dt, now1), p3 = mean3.add(dt, now3);
        if (std::isnan(rise1) && p1 > 0.1) rise1 = run.time();
        if (std::isnan(rise3) && p3 > 0.1) rise3 = run.time();
        peak = std::max(peak, p1);
        single = std::max(single, now1);
        drawn.lines[0].points.push_back({run.time() / unit, p1});
    }
    g.draw(std::move(drawn));
    const double expected = reference.p1_rise * unit;
    return {reported("pressures are means over the last h / √(2 g H)", 1000 * window, "ms"),
            within("P1 rises at", rise1, expected - 0.05, expected + 0.05, "s"),
            within("P1 peak over ρ g H", peak, 0.6 * reference.p1_peak, 1.4 * reference.p1_peak),
            reported("  of single steps", single), at_least("P3 rises after P1 by", rise3 - rise1, 0, "s")};
}

}  // namespace

std::vector<Check> sph_checks() {
    static const Collapse tall{"dam-break-2", "martin-moyce-2", 4, 3200},
        square{"dam-break-1", "martin-moyce-1", 3.2, 2500};
    return {{"sph", "dam-break-2", "dam break, column twice as high as wide (Martin & Moyce 1952)", "",
             [](const Conditions& g) { return front(g, tall); }},
            {"sph", "dam-break-2-halved", "the same at half the spacing",
             "the median falls by a fifth on a CPU and rises by 3 % on an H200: the remaining error does not come from "
             "the spacing",
             [](const Conditions& g) { return halving(g, tall); }},
            {"sph", "dam-break-1", "dam break, column as high as wide (Martin & Moyce 1952)", "",
             [](const Conditions& g) { return front(g, square); }},
            {"sph", "dam-break-1-halved", "the same at half the spacing",
             "the median falls by 2 to 6 %, with one population each it may rise: the remaining error does not come "
             "from the spacing",
             [](const Conditions& g) { return halving(g, square); }},
            {"sph", "still-water", "the weight of 0.9 m of water", "", still_water},
            {"sph", "spheric-2", "a dam break hits an obstacle (SPHERIC test 2)", "", impact}};
}

}  // namespace nearfield
