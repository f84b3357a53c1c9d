#pragma once
#include "base/vec.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {

/// A box centred on the origin, `aspect` times as wide as high, in which `actors` spread evenly have so many `neighbours` within
/// `radius`, but no lower than two radii; `side`, if above zero, is its height (and depth) instead.
template <int D> Environment<D> uniform_box(int actors, float neighbours, float radius, float side, float aspect, bool wrapped) {
    const double density = neighbours / ball<D>(radius);
    const double volume = std::max(1, actors) / density / aspect;
    const double height = side > 0 ? side : std::max(D == 2 ? std::sqrt(volume) : std::cbrt(volume), 2.0 * radius);
    Environment<D> box{.lo = vec<D>(float(-height / 2)), .hi = vec<D>(float(height / 2)), .wrapped = wrapped};
    box.hi[0] = float(height * aspect / 2), box.lo[0] = -box.hi[0];
    return box;
}

}  // namespace nearfield
