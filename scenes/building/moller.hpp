#pragma once
// Möller's interval test (1997) in floating point, common in other building software. Fast, but wrong where distances
// to a plane are near its fixed limit.
#include "scenes/building/triangles.hpp"

namespace nearfield::building {

namespace moller {

template <class Real> struct Vector {
    Real x, y, z;
    friend NF_INLINE Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
};
template <class Real> NF_INLINE Real dot(const Vector<Real>& a, const Vector<Real>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class Real> NF_INLINE Vector<Real> cross(const Vector<Real>& a, const Vector<Real>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Real> NF_INLINE Real component(const Vector<Real>& v, int axis) {
    return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
}
template <class Real> NF_INLINE int largest_axis(const Vector<Real>& v) {
    const Real x = v.x < 0 ? -v.x : v.x, y = v.y < 0 ? -v.y : v.y, z = v.z < 0 ? -v.z : v.z;
    return x > y ? (x > z ? 0 : 2) : (y > z ? 1 : 2);
}

template <class Real> struct Triple { Vector<Real> p, q, r; };
template <class Real> struct Distances {
    Real p, q, r;
    NF_HD bool all_on_one() const { return p * q > 0 && p * r > 0; }
    NF_HD bool none() const { return p == 0 && q == 0 && r == 0; }
};

/// Distances to the plane of u, scaled by the length of its normal; below 1e-6 they count as 0.
template <class Real> NF_INLINE Distances<Real> distances(const Triple<Real>& t, const Triple<Real>& u) {
    const auto normal = cross(u.q - u.p, u.r - u.p);
    const Real off = -dot(normal, u.p);
    const auto snapped = [](Real d) { return d < Real(1e-6) && d > Real(-1e-6) ? Real(0) : d; };
    return {snapped(dot(normal, t.p) + off), snapped(dot(normal, t.q) + off), snapped(dot(normal, t.r) + off)};
}

template <class Real> struct Interval { Real lo, hi; };

/// Interval of a triangle on the common line of both planes. Corner a is alone on its side, at distance da.
template <class Real> NF_INLINE Interval<Real> interval(Real a, Real b, Real c, Real da, Real db, Real dc) {
    const Real s = a + (b - a) * da / (da - db), t = a + (c - a) * da / (da - dc);
    return s < t ? Interval<Real>{s, t} : Interval<Real>{t, s};
}
template <class Real> NF_INLINE Interval<Real> interval(const Triple<Real>& t, const Distances<Real>& d, int axis) {
    const Real p = component(t.p, axis), q = component(t.q, axis), r = component(t.r, axis);
    if (d.p * d.q > 0) return interval(r, p, q, d.r, d.p, d.q);
    if (d.p * d.r > 0) return interval(q, p, r, d.q, d.p, d.r);
    if (d.q * d.r > 0 || d.p != 0) return interval(p, q, r, d.p, d.q, d.r);
    if (d.q != 0) return interval(q, p, r, d.q, d.p, d.r);
    return interval(r, p, q, d.r, d.p, d.q);
}

template <class Real> struct Place { Real u, v; };
template <class Real> NF_INLINE Place<Real> without(const Vector<Real>& p, int axis) {
    return axis == 0 ? Place<Real>{p.y, p.z} : (axis == 1 ? Place<Real>{p.z, p.x} : Place<Real>{p.x, p.y});
}
template <class Real> NF_INLINE Real turn(const Place<Real>& a, const Place<Real>& b, const Place<Real>& c) {
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}
template <class Real>
NF_INLINE bool edges_meet(const Place<Real>& a, const Place<Real>& b, const Place<Real>& c, const Place<Real>& d) {
    const Real ac = turn(a, b, c), ad = turn(a, b, d), ca = turn(c, d, a), cb = turn(c, d, b);
    return ((ac <= 0 && ad >= 0) || (ac >= 0 && ad <= 0)) && ((ca <= 0 && cb >= 0) || (ca >= 0 && cb <= 0)) &&
           !(ac == 0 && ad == 0);
}
template <class Real> NF_INLINE bool holds(const Place<Real> (&t)[3], const Place<Real>& p) {
    const Real a = turn(t[0], t[1], p), b = turn(t[1], t[2], p), c = turn(t[2], t[0], p);
    return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}
template <class Real> NF_HD inline bool coplanar_meet(const Triple<Real>& t, const Triple<Real>& u) {
    const int axis = largest_axis(cross(t.q - t.p, t.r - t.p));
    const Place<Real> a[3]{without(t.p, axis), without(t.q, axis), without(t.r, axis)},
        b[3]{without(u.p, axis), without(u.q, axis), without(u.r, axis)};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            if (edges_meet(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3])) return true;
    return holds(a, b[0]) || holds(b, a[0]);
}

template <class Real> NF_HD inline bool meet(const Triple<Real>& t, const Triple<Real>& u) {
    const Distances<Real> dt = distances(t, u);
    if (dt.all_on_one()) return false;
    const Distances<Real> du = distances(u, t);
    if (du.all_on_one()) return false;
    if (dt.none() || du.none()) return coplanar_meet(t, u);
    const int axis = largest_axis(cross(cross(t.q - t.p, t.r - t.p), cross(u.q - u.p, u.r - u.p)));
    const Interval<Real> a = interval(t, dt, axis), b = interval(u, du, axis);
    return a.lo <= b.hi && b.lo <= a.hi;
}

}  // namespace moller

/// In m relative to a corner of t, so single precision does not depend on the distance from the origin.
template <class Real> NF_HD inline bool moller_meet(const Corners& t, const Corners& u) {
    const auto at = [&](const Point& p) {
        const Step s = p - t.p;
        return moller::Vector<Real>{Real(double(s.x) * lattice_step), Real(double(s.y) * lattice_step),
                                    Real(double(s.z) * lattice_step)};
    };
    return moller::meet<Real>({at(t.p), at(t.q), at(t.r)}, {at(u.p), at(u.q), at(u.r)});
}

}  // namespace nearfield::building
