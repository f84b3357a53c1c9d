#include "scenes/sph/tank.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace nearfield::sph {

using std::numbers::pi;

glm::dvec3 Motion::offset(double t) const {
    const double since = std::clamp(t, from, std::max(from, until)) - from;
    return stroke * (0.5 - 0.5 * std::cos(2 * pi * since / period)) + velocity * since;
}

glm::dvec3 Motion::velocity_at(double t) const {
    if (t < from || t >= until) return glm::dvec3(0);
    return stroke * (pi / period * std::sin(2 * pi * (t - from) / period)) + velocity;
}

}  // namespace nearfield::sph
