#pragma once
#include "base/platform.hpp"

#define GLM_FORCE_SILENT_WARNINGS
#include <glm/glm.hpp>

#include <cmath>

namespace nearfield {

template <int D> using vec = glm::vec<D, float, glm::defaultp>;
template <int D> using ivec = glm::vec<D, int, glm::defaultp>;
template <int D> using dvec = glm::vec<D, double, glm::defaultp>;

/// A position in memory: 8 bytes in 2D, 16 in 3D, so that one load fetches it.
template <int D> struct alignas(D == 2 ? 8 : 16) Packed { float c[D == 2 ? 2 : 4]; };

template <int D> NF_INLINE vec<D> unpack(const Packed<D>& p) {
    if constexpr (D == 2) return {p.c[0], p.c[1]};
    else return {p.c[0], p.c[1], p.c[2]};
}

template <int D> NF_INLINE Packed<D> pack(const vec<D>& v) {
    if constexpr (D == 2) return {{v.x, v.y}};
    else return {{v.x, v.y, v.z, 0.f}};
}

/// Reads a packed position through the read-only path in one load.
template <int D> NF_INLINE vec<D> load(const Packed<D>* at) {
#if NF_ON_DEVICE
    if constexpr (D == 2) {
        const float2 p = __ldg(reinterpret_cast<const float2*>(at));
        return {p.x, p.y};
    } else {
        const float4 p = __ldg(reinterpret_cast<const float4*>(at));
        return {p.x, p.y, p.z};
    }
#else
    return unpack<D>(*at);
#endif
}

template <int D> NF_INLINE float dot(const vec<D>& a, const vec<D>& b) {
    float sum = a[0] * b[0] + a[1] * b[1];
    if constexpr (D == 3) sum += a[2] * b[2];
    return sum;
}

/// Position of an absent actor: not yet born, or gone.
constexpr float nowhere = INFINITY;
template <int D> NF_INLINE bool is_absent(const vec<D>& p) { return p[0] == nowhere; }

/// The environment: an axis-aligned box, clamped (walls) or wrapped (periodic).
template <int D> struct Environment {
    vec<D> lo{0.f};
    vec<D> hi{1.f};
    bool wrapped = false;

    bool operator==(const Environment&) const = default;
    NF_HD vec<D> size() const { return hi - lo; }

    /// Moves a position into the box: onto the wall, or around to the other side. NaN stays NaN.
    NF_HD vec<D> confine(vec<D> p) const {
        for (int a = 0; a < D; ++a) {
            if (!wrapped) {
                p[a] = p[a] < lo[a] ? lo[a] : (p[a] > hi[a] ? hi[a] : p[a]);
                continue;
            }
            if (p[a] < lo[a] || p[a] >= hi[a]) {
                const float side = hi[a] - lo[a];
                p[a] -= side * floorf((p[a] - lo[a]) / side);
                if (p[a] >= hi[a] || p[a] < lo[a]) p[a] = lo[a];  // rounding landed on the seam
            }
        }
        return p;
    }

    /// True for a finite position inside the box, walls included.
    NF_HD bool contains(const vec<D>& p) const {
        for (int a = 0; a < D; ++a)
            if (!(p[a] >= lo[a] && p[a] <= hi[a])) return false;
        return true;
    }
};

/// The first D axes of a box in space.
template <int D> Environment<D> in(const Environment<3>& box) {
    return {.lo = vec<D>(box.lo), .hi = vec<D>(box.hi), .wrapped = box.wrapped};
}

/// The box in 3D space; a 2D box lies at z = 0.
template <int D> Environment<3> in_space(const Environment<D>& box) {
    Environment<3> space{.lo = vec<3>(0.f), .hi = vec<3>(0.f), .wrapped = box.wrapped};
    for (int a = 0; a < D; ++a) {
        space.lo[a] = box.lo[a];
        space.hi[a] = box.hi[a];
    }
    return space;
}

/// Area of the disc or volume of the ball of radius r.
template <int D> NF_HD constexpr double ball(double r) {
    constexpr double pi = 3.14159265358979323846;
    return D == 2 ? pi * r * r : 4.0 / 3.0 * pi * r * r * r;
}

}  // namespace nearfield
