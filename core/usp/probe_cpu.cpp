#include "usp/probe.inl"

#include "base/error.hpp"

namespace nearfield {

template <int D> double surplus_theory(const Grid<D>& g, Visit visit) {
    const double r = g.radius, two_r = 2 * r, x = g.width[0], y = g.width[1], z = D == 3 ? g.width[D - 1] : 0.f;
    if (info(visit).covers == Covers::everything) return 0;
    constexpr double pi = 3.14159265358979323846;
    double covered = 0;
    if (info(visit).covers == Covers::boxes) covered = (two_r + x) * (two_r + y) * (D == 3 ? two_r + z : 1.0);
    else if (D == 2) covered = pi * r * r + two_r * (x + y) + x * y;
    else covered = ball<3>(r) + pi * r * r * (x + y + z) + two_r * (x * y + y * z + z * x) + x * y * z;
    return covered / ball<D>(r);
}

template double surplus_theory(const Grid<2>&, Visit);
template double surplus_theory(const Grid<3>&, Visit);
NF_PROBES(Cpu, 2);
NF_PROBES(Cpu, 3);

}  // namespace nearfield
