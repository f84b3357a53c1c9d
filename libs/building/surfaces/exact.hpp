#pragma once
// Exact signs of determinants of lattice points. A floating-point filter decides nearly all of them, 128-bit integers
// the rest. Coordinate differences are below 2^33, so determinants of three of them are below 2^102.
#include "libs/building/surfaces/lattice.hpp"

namespace nearfield::building {

__extension__ typedef __int128 i128;

/// Difference of two points: up to 33 bits, exact in a double.
struct Step {
    i64 x, y, z;
};
NF_INLINE Step operator-(const Point& a, const Point& b) { return {i64(a.x) - b.x, i64(a.y) - b.y, i64(a.z) - b.z}; }

template <class T> NF_INLINE int sign_of(T x) { return (x > 0) - (x < 0); }

namespace detail {

struct Rounded {
    double value, magnitude;  ///< a determinant, and its permanent of absolute values
};

NF_INLINE Rounded minor(double a, double b, double c, double d) {
    const double there = product(a, d), back = product(b, c);
    return {there - back, fabs(there) + fabs(back)};
}

NF_INLINE Rounded determinant(const Step& a, const Step& b, const Step& c) {
    const Rounded x = minor(double(b.y), double(b.z), double(c.y), double(c.z)),
                  y = minor(double(b.z), double(b.x), double(c.z), double(c.x)),
                  z = minor(double(b.x), double(b.y), double(c.x), double(c.y));
    const double ax = double(a.x), ay = double(a.y), az = double(a.z);
    return {product(ax, x.value) + product(ay, y.value) + product(az, z.value),
            product(fabs(ax), x.magnitude) + product(fabs(ay), y.magnitude) + product(fabs(az), z.magnitude)};
}

NF_INLINE i128 exact_minor(i64 a, i64 b, i64 c, i64 d) { return i128(a) * d - i128(b) * c; }

NF_HD inline int exact_sign(const Step& a, const Step& b, const Step& c) {
    return sign_of(a.x * exact_minor(b.y, b.z, c.y, c.z) + a.y * exact_minor(b.z, b.x, c.z, c.x) +
                   a.z * exact_minor(b.x, b.y, c.x, c.y));
}

}  // namespace detail

/// Number of signs computed, and number left to integers by the filter.
struct SignCount {
    u32 all = 0, undecided = 0;
};

/// Sign of the determinant of the rows a, b, c. The filter is Shewchuk's (1997): the error is below
/// (7 + 56 e) e * magnitude with e = 2^-53. A magnitude of 0 shows that the determinant is 0.
NF_INLINE int sign_of_determinant(const Step& a, const Step& b, const Step& c, SignCount& count) {
    constexpr double e = 0x1p-53;
    const detail::Rounded d = detail::determinant(a, b, c);
    const double bound = product((7 + 56 * e) * e, d.magnitude);
    ++count.all;
    if (d.value > bound || -d.value > bound) return d.value > 0 ? 1 : -1;
    if (d.magnitude == 0) return 0;
    ++count.undecided;
    return detail::exact_sign(a, b, c);
}

/// Orientation of d: 1 on the side of the plane from which a, b, c appear counter-clockwise, -1 on the other side, 0 in
/// the plane.
NF_INLINE int orient3d(const Point& a, const Point& b, const Point& c, const Point& d, SignCount& count) {
    return sign_of_determinant(d - a, b - a, c - a, count);
}

/// A projected point.
struct Flat {
    i32 u, v;
};

/// 1 if a, b, c turn left, -1 if they turn right, 0 if they are collinear. Products of two differences fit 128 bits.
NF_INLINE int orient2d(const Flat& a, const Flat& b, const Flat& c) {
    return sign_of(detail::exact_minor(i64(b.u) - a.u, i64(b.v) - a.v, i64(c.u) - a.u, i64(c.v) - a.v));
}

/// Projects a point along `axis`, as seen from the axis' far end.
NF_INLINE Flat without(const Point& p, int axis) {
    return axis == 0 ? Flat{p.y, p.z} : (axis == 1 ? Flat{p.z, p.x} : Flat{p.x, p.y});
}

/// Signs of the components of (b - a) x (c - a); all 0 for collinear points.
struct NormalSigns {
    int x, y, z;
    NF_HD bool none() const { return (x | y | z) == 0; }
    /// An axis along which the normal is not 0.
    NF_HD int axis() const { return x != 0 ? 0 : (y != 0 ? 1 : 2); }
};
NF_INLINE NormalSigns normal_signs(const Point& a, const Point& b, const Point& c) {
    return {orient2d(without(a, 0), without(b, 0), without(c, 0)),
            orient2d(without(a, 1), without(b, 1), without(c, 1)),
            orient2d(without(a, 2), without(b, 2), without(c, 2))};
}

}  // namespace nearfield::building
