#pragma once
#include "base/random.hpp"
#include "usp/visit.hpp"

namespace nearfield::circles {

/// The force law over distance: sin(-2 pi d / R) along the unit vector to the neighbour, times -1 to point towards it
/// beyond R/2. As a polynomial in d^2, since sin(s)/s is entire in s^2: no root, no division, the same on every backend.
/// Absolute error of the force below 3e-7 for the mean force per unit k (degree-8 Chebyshev fit on [0, (2 pi)^2]).
struct Force {
    float scale;      ///< 2 pi / R: turns a vector and h into a force
    float per_d2;     ///< maps d^2 to t in [-1, 1]

    static Force make(float radius, float pi) {
        const double a = 2.0 * pi / radius, half = 19.739208802178716;  // half = 2 pi^2
        return {float(a), float(a * a / half)};
    }

    /// Factor f such that f * towards is the force per unit k: negative (repulsive) below R/2, positive up to R.
    NF_INLINE float along(float d2) const {
        const float t = d2 * per_d2 - 1.f;
        float h = 3.830596324e-05f;
        h = h * t - 4.953829921e-04f;
        h = h * t + 4.782968666e-03f;
        h = h * t - 3.362635523e-02f;
        h = h * t + 1.583318710e-01f;
        h = h * t - 4.412278235e-01f;
        h = h * t + 5.538011193e-01f;
        h = h * t - 2.465044148e-02f;
        h = h * t - 2.169542909e-01f;
        return -scale * h;
    }
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

    template <class Near> NF_HD void operator()(u32 i, const Near& near) const {
        vec<D> sum(0.f);
        u32 count = 0;
        near.each(i, [&](u32, const vec<D>& towards, float d2) {
            if (d2 <= 0.f) return;
            sum += towards * force.along(d2);
            ++count;
        });
        const vec<D> step = sum * (mean && count ? k / float(count) : k);
        next[i] = pack<D>(box.confine(near.position(i) + step));
        neighbours[i] = count;
        move[i] = sqrtf(dot<D>(step, step));
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
