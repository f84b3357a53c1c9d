#include "usp/explain/probe.inl"

#include "base/error.hpp"

#include <numbers>

namespace nearfield {

namespace {

using std::numbers::pi;

/// Mean length of the bins that a query reads in one row. A stretch at a random offset touches one bin width more than
/// its length; a gap leaves out one less.
template <int D> double covered_in_row(const Grid<D>& g, const Outlook<D>& outlook, const vec<D>& corner, double half) {
    const double w = g.width[0];
    if (outlook.whole()) return 2 * half + w;
    const auto [from, to] = outlook.of(corner);
    if (!outlook.backward()) {
        const double first = std::max<double>(from, -half), last = std::min<double>(to, half);
        return first <= last ? last - first + w : 0;
    }
    if (!(from < to) || to <= -half || from >= half) return 2 * half + w;
    const double left = from > -half ? from + half : 0, right = to < half ? half - to : 0;
    if (left > 0 && right > 0) return left + right + w + std::min<double>(w, to - from);
    return left + right > 0 ? left + right + w : 0;
}

/// Mean volume of the bins that a query reads if strips are cut to the field of view. Distances to rows and headings
/// follow a low-discrepancy sequence (M. Roberts' R sequence).
template <int D> double covered_ahead(const Grid<D>& g, const Sight& sight) {
    constexpr int points = 8192, numbers = 2 * D - 2;
    const double ratio = D == 2 ? 1.32471795724474602596 : 1.16730397826141868426;  // root of x^(numbers + 1) = x + 1
    const float slack = g.reach - g.radius;
    double length = 0, rows = 1;
    for (int a = 1; a < D; ++a) rows *= 2.0 * g.radius + g.width[a];
    for (int p = 0; p < points; ++p) {
        double u[numbers], step = 1;
        for (double& number : u) {
            step /= ratio;
            number = std::fmod(0.5 + (p + 1) * step, 1.0);
        }
        const double turn = 2 * pi * u[0], up = D == 2 ? 0 : 2 * u[1] - 1, flat = std::sqrt(1 - up * up);
        vec<D> heading, corner(0.f);
        heading[0] = float(flat * std::cos(turn));
        heading[1] = float(flat * std::sin(turn));
        if constexpr (D == 3) heading[2] = float(up);
        double away2 = 0;
        for (int a = 1; a < D; ++a) {
            const double low = (2 * g.radius + g.width[a]) * u[numbers - a] - g.radius - g.width[a],
                         away = std::max({0.0, low, -low - g.width[a]});
            corner[a] = float(low);
            away2 += away * away;
        }
        const double half = std::sqrt(std::max(0.0, double(g.radius) * g.radius - away2));
        if (half > 0) length += covered_in_row(g, Outlook<D>(heading, sight, g.radius, g.width, slack), corner, half);
    }
    return rows * length / points;
}

}  // namespace

template <int D> double surplus_theory(const Grid<D>& g, Visit visit, const Sight& sight, bool cut) {
    const Lengths lengths{D, g.radius, g.width[0], g.width[1], D == 3 ? g.width[D - 1] : 0.f};
    const double covered = cut && !sight.all_round() ? covered_ahead(g, sight) : info(visit).volume(lengths);
    return covered / (sight.share(D) * ball<D>(g.radius));
}

template double surplus_theory(const Grid<2>&, Visit, const Sight&, bool);
template double surplus_theory(const Grid<3>&, Visit, const Sight&, bool);
NF_PROBES(Cpu, 2);
NF_PROBES(Cpu, 3);

}  // namespace nearfield
