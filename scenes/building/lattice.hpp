#pragma once
// A lattice of points 2^-20 m apart, about a micrometre. Their differences are exact, and so are the signs computed
// from them.
#include "base/vec.hpp"
#include "boxes/box.hpp"

#include <cstdint>

namespace nearfield::building {

using i32 = std::int32_t;
using i64 = std::int64_t;

constexpr double lattice_step = 0x1p-20;  ///< m
/// m; maximum distance of a corner from the lattice's origin along an axis, so that 32 bits hold it
constexpr double lattice_reach = 2047;

/// In lattice steps from the origin.
struct Point {
    i32 x, y, z;
    bool operator==(const Point&) const = default;
};

NF_INLINE Box box_of(const Point& p) { return {.lo = {p.x, p.y, p.z}, .hi = {p.x, p.y, p.z}}; }

/// The lattice point closest to p (m from the origin), which must be within lattice_reach on every axis.
inline Point snapped(glm::dvec3 p) {
    const auto step = [](double x) { return i32(std::llrint(x / lattice_step)); };
    return {step(p.x), step(p.y), step(p.z)};
}

/// m from the origin.
NF_INLINE glm::dvec3 metres(const Point& p) { return {p.x * lattice_step, p.y * lattice_step, p.z * lattice_step}; }

}  // namespace nearfield::building
