#pragma once
#include "base/random.hpp"
#include "usp/neighbours.hpp"

namespace nearfield::circles {

/// The force law over distance: sin(-2 pi d / R) along the unit vector to the neighbour, repulsive below R/2 and
/// attractive above. The law divided by d is an entire function of d^2, evaluated here as a polynomial in d^2: no root,
/// no division, the same on every backend. The absolute error of the force per unit k is below 6e-6 in float (least
/// squares of degree 7 over 0 <= d <= R).
struct Force {
    float c[8];  ///< coefficients of the powers of d^2

    /// `pi` scales the phase; 3.141 gives the law of the published codes.
    static Force make(float radius, float pi) {
        constexpr double unit[] = {-6.283176584, 41.34113724, -81.59621755, 76.64413007,
                                   -41.83893899, 14.65204418, -3.305836206, 0.3868588752};  // R = 1, exact pi
        const double stretch = pi / 3.14159265358979323846 / radius;
        Force force;
        double scale = stretch;
        for (int n = 0; n < 8; ++n, scale *= stretch * stretch) force.c[n] = float(unit[n] * scale);
        return force;
    }

    NF_INLINE Force in_registers() const {
        Force copy;
        for (int n = 0; n < 8; ++n) copy.c[n] = eager(c[n]);
        return copy;
    }

    /// Factor f such that f * towards is the force per unit k: negative (repulsive) below R/2, positive up to R.
    NF_INLINE float along(float d2) const {
        float f = c[7];
        for (int n = 6; n >= 0; --n) f = f * d2 + c[n];
        return f;
    }
};

/// Contribution of a neighbour: its force per distance, along the vector to it.
template <int D> struct Tug {
    vec<D> towards;
    float force;
};

/// Sums over an actor's neighbours.
template <int D> struct Pull {
    vec<D> force{0.f};
    float count = 0.f;  ///< exact up to 16 million; a float add is cheaper than an integer add
    friend NF_HD Pull operator+(const Pull& a, const Pull& b) { return {a.force + b.force, a.count + b.count}; }
    /// The multiplication is here so that a GPU fuses it with the sum.
    NF_INLINE Pull& operator+=(const Tug<D>& tug) { return force += tug.towards * tug.force, count += 1.f, *this; }
};

/// One step of an actor: x += k * mean (or sum) of the forces of neighbours at 0 < d < R, then confined to the box.
/// Coincident neighbours (d = 0) are skipped and not counted, as in every published code.
template <int D> struct Rule {
    Environment<D> box;
    Force force;
    float k;
    bool mean;
    Packed<D>* next;
    u32* neighbours;
    float* move;

    struct Result {
        vec<D> position, step;
        float neighbours;
    };
    static constexpr bool sums_only = true;
    template <class Near> NF_HD Result operator()(u32 i, const Near& near) const {
        const Force law = force.in_registers();
        const auto [sum, count] =
            near.template sum<Coincident::skipped>(i, Pull<D>{}, [&](const Other&, const vec<D>& towards, float d2) {
                return Tug<D>{towards, eager(law.along(d2))};
            });
        const vec<D> step = sum * (mean && count > 0.f ? k / count : k);
        return {box.confine(near.position(i) + step), step, count};
    }
    NF_HD void write(u32 i, const Result& result) const {
        next[i] = pack<D>(result.position);
        neighbours[i] = u32(result.neighbours);
        move[i] = quick_sqrt(dot<D>(result.step, result.step));
    }
};

/// Uniform in the box; storage order and ids follow the order of creation.
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
    friend NF_HD Totals operator+(const Totals& a, const Totals& b) {
        return {a.move2 + b.move2, a.neighbours + b.neighbours};
    }
};

struct TotalsOf {
    const u32* neighbours;
    const float* move;
    NF_HD Totals operator()(u32 i) const { return {double(move[i]) * move[i], double(neighbours[i])}; }
};

}  // namespace nearfield::circles
