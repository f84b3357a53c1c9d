#pragma once
#include "base/random.hpp"
#include "usp/neighbours.hpp"

namespace nearfield::circles {

/// The force law over distance: sin(-2 pi d / R) along the unit vector to the neighbour, times -1 to point towards it
/// beyond R/2. Divided by d it is an entire function of d^2, and here a polynomial of it: no root, no division, the same on
/// every backend. Absolute error of the force per unit k below 6e-6 in float (least squares of degree 7 over 0 <= d <= R).
struct Force {
    float c[8];  ///< by powers of d^2

    /// `pi` scales the phase: with 3.141 the law is that of the published codes.
    static Force make(float radius, float pi) {
        constexpr double unit[] = {-6.283176584, 41.34113724, -81.59621755, 76.64413007, -41.83893899, 14.65204418, -3.305836206, 0.3868588752};  // R = 1, exact pi
        const double stretch = pi / 3.14159265358979323846 / radius;
        Force force;
        double scale = stretch;
        for (int n = 0; n < 8; ++n, scale *= stretch * stretch) force.c[n] = float(unit[n] * scale);
        return force;
    }

    /// Factor f such that f * towards is the force per unit k: negative (repulsive) below R/2, positive up to R.
    NF_INLINE float along(float d2) const {
        float f = c[7];
        for (int n = 6; n >= 0; --n) f = f * d2 + c[n];
        return f;
    }
};

/// What one actor gathers from its neighbours.
template <int D> struct Pull {
    vec<D> force{0.f};
    float count = 0.f;  ///< exact to 16 million, and one instruction where an integer takes two
    friend NF_HD Pull operator+(const Pull& a, const Pull& b) { return {a.force + b.force, a.count + b.count}; }
};

/// One step of one actor: x += k * mean (or sum) of the forces of neighbours at 0 < d < R, then confined to the box.
/// Coincident neighbours (d = 0) are skipped and not counted, as in every published code.
template <int D> struct Rule {
    Environment<D> box;
    Force force;
    float k;
    bool mean;
    Packed<D>* next;
    u32* neighbours;
    float* move;

    static constexpr bool sums_only = true;
    template <class Near> NF_HD void operator()(u32 i, const Near& near) const {
        const auto [sum, count] = near.template sum<Coincident::skipped>(i, Pull<D>{}, [&](Pull<D>& pull, u32, const vec<D>& towards, float d2, bool hit) {
            const float f = eager(force.along(d2));
            if (hit) pull.force += towards * f, pull.count += 1.f;
        });
        const vec<D> step = sum * (mean && count > 0.f ? k / count : k);
        next[i] = pack<D>(box.confine(near.position(i) + step));
        neighbours[i] = u32(count);
        move[i] = quick_sqrt(dot<D>(step, step));
    }
};

/// Uniform in the box; storage order and ids are the order of creation.
template <int D> struct Spawn {
    Environment<D> box;
    Random random;
    Packed<D>* position;
    u32* id;
    NF_HD void operator()(u32 i) const {
        position[i] = pack<D>(random.uniform<D>(i, box.lo, box.hi));
        id[i] = i;
    }
};

struct Totals {
    double move2 = 0, neighbours = 0;
    friend NF_HD Totals operator+(const Totals& a, const Totals& b) { return {a.move2 + b.move2, a.neighbours + b.neighbours}; }
};

struct TotalsOf {
    const u32* neighbours;
    const float* move;
    NF_HD Totals operator()(u32 i) const { return {double(move[i]) * move[i], double(neighbours[i])}; }
};

}  // namespace nearfield::circles
