#include "scenes/sph/reference.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::sph {
namespace {

const std::string martin_moyce = "J. C. Martin and W. J. Moyce, Phil. Trans. R. Soc. Lond. A 244 (1952) 312-324";

Reference martin_moyce_2_small() {
    return {"martin-moyce-2-small",
            "front, n² = 2, a = 0.028575 m",
            martin_moyce + ", figure 3",
            2,
            {{.849, 1.245},
             {1.212, 1.443},
             {1.602, 1.884},
             {2.283, 2.689},
             {2.950, 3.728},
             {3.598, 4.528},
             {3.905, 4.999},
             {4.592, 5.841},
             {4.961, 6.271},
             {5.316, 6.717}},
            "Martin & Moyce 1952"};
}

Reference martin_moyce_2() {
    return {"martin-moyce-2",
            "front, n² = 2, a = 0.05715 m",
            martin_moyce + ", figure 3",
            2,
            {{.832, 1.217},
             {1.219, 1.474},
             {1.997, 2.292},
             {2.547, 2.995},
             {3.345, 4.134},
             {4.034, 4.944},
             {4.418, 5.881},
             {5.091, 6.980},
             {5.685, 7.945},
             {6.306, 8.966},
             {6.822, 9.986},
             {7.439, 10.963},
             {8.031, 11.977},
             {8.633, 13.005},
             {9.237, 13.970}},
            "Martin & Moyce 1952"};
}

Reference martin_moyce_1() {
    return {"martin-moyce-1",
            "front, n² = 1, a = 0.05715 m",
            martin_moyce,
            1,
            {{.43, 1.11},  {.62, 1.22},  {.80, 1.44},  {.97, 1.67},  {1.14, 1.89}, {1.29, 2.11}, {1.45, 2.33},
             {1.62, 2.56}, {1.76, 2.78}, {1.93, 3.00}, {2.07, 3.22}, {2.24, 3.44}, {2.40, 3.67}, {2.54, 3.89},
             {2.71, 4.11}, {2.87, 4.33}, {3.04, 4.56}, {3.21, 4.78}, {3.29, 4.89}, {3.32, 5.0}},
            "Martin & Moyce 1952"};
}

Reference martin_moyce_1_height() {
    return {
        "martin-moyce-1-height",
        "column height, n² = 1, a = 0.05715 m",
        martin_moyce,
        1,
        {{0, 1}, {.80, .89}, {1.29, .78}, {1.74, .67}, {2.15, .56}, {2.57, .44}, {3.08, .33}, {4.27, .22}, {6.29, .11}},
        "Martin & Moyce 1952",
        true};
}

Reference koshizuka_oka() {
    return {"koshizuka-oka",
            "front, n² = 2",
            "S. Koshizuka and Y. Oka, Nucl. Sci. Eng. 123 (1996) 421-434",
            2,
            {{0, 1},
             {.381, 1.111},
             {.769, 1.252},
             {1.153, 1.505},
             {1.537, 1.892},
             {1.935, 2.241},
             {2.323, 2.615},
             {2.719, 3.003},
             {3.096, 3.624}},
            "Koshizuka & Oka 1996"};
}

double value_at(const Curve& curve, double t) {
    const auto above = std::upper_bound(curve.begin(), curve.end(), t, [](double t, glm::dvec2 p) { return t < p.x; });
    if (above == curve.begin()) return curve.front().y;
    if (above == curve.end()) return curve.back().y;
    const auto a = *(above - 1), b = *above;
    return a.y + (b.y - a.y) * (t - a.x) / (b.x - a.x);
}

Agreement at_shift(const Curve& simulated, const Curve& measured, double shift) {
    Agreement a{.shift = shift, .points = int(measured.size())};
    for (const auto& m : measured) {
        const double error = std::abs(value_at(simulated, m.x - shift) / m.y - 1);
        a.worst = std::max(a.worst, error);
        a.mean += error / double(measured.size());
    }
    return a;
}

Curve until_time(const Curve& curve, double until) {
    Curve part;
    for (const auto& p : curve)
        if (p.x <= until) part.push_back(p);
    return part;
}

void check(const Curve& simulated) {
    if (simulated.empty()) throw UsageError("comparison: the simulated curve has no point; run at least one step");
    for (std::size_t i = 0; i < simulated.size(); ++i) {
        if (!std::isfinite(simulated[i].x) || !std::isfinite(simulated[i].y))
            throw UsageError(
                fmt::format("comparison: the simulated curve is ({:g}, {:g}) at point {}; find out why it diverged",
                            simulated[i].x, simulated[i].y, i));
        if (i > 0 && simulated[i].x < simulated[i - 1].x)
            throw UsageError(
                fmt::format("comparison: the simulated curve goes back to T = {:g} at point {}; sort it by time",
                            simulated[i].x, i));
    }
}

}  // namespace

const std::vector<Reference>& references() {
    static const std::vector<Reference> all{martin_moyce_2_small(), martin_moyce_2(), martin_moyce_1(),
                                            martin_moyce_1_height(), koshizuka_oka()};
    return all;
}

const Reference& reference(const std::string& key) {
    std::vector<std::string> keys;
    for (const auto& r : references()) {
        if (r.key == key) return r;
        keys.push_back(r.key);
    }
    throw UsageError("no reference '" + key + "'." + suggest(key, keys));
}

Agreement compare(const Curve& simulated, const Curve& all_measured, double most_shift, double until) {
    check(simulated);
    const Curve measured = until_time(all_measured, until);
    if (measured.empty())
        throw UsageError(fmt::format("comparison: nothing is measured up to T = {:g}; compare further", until));
    // the simulation must reach the last measured point
    const double least = std::max(-most_shift, measured.back().x - simulated.back().x);
    if (least > most_shift)
        throw UsageError(
            fmt::format("comparison: the simulation ends at T = {:.3g}, {:.3g} before the last point; run it longer",
                        simulated.back().x, measured.back().x - simulated.back().x));
    constexpr int coarse = 400;
    double best = least, step = (most_shift - least) / coarse;
    const auto cost = [&](double shift) { return at_shift(simulated, measured, shift).worst; };
    for (int i = 1; i <= coarse; ++i)
        if (cost(least + i * step) < cost(best)) best = least + i * step;
    for (; step > 1e-9; step /= 2)
        for (const double to : {best - step, best + step})
            if (to >= least && to <= most_shift && cost(to) < cost(best)) best = to;
    return at_shift(simulated, measured, best);
}

}  // namespace nearfield::sph
