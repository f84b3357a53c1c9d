#pragma once
#include "base/vec.hpp"
#include "params/param.hpp"
#include "sim/dimensions.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {

/// The Setup of a scene whose actors start evenly spread in a box.
struct UniformSetup {
    int dimensions = 2;
    u32 actors = 0;
    Environment<3> box;
};

/// Number and density of the actors. Scenes have parameters of the same names.
struct UniformSpread {
    int dimensions = 2;
    int actors = 0;
    float neighbours = 1;  ///< of an actor far from the border, within `radius`
    float radius = 1;
    float side = 0;    ///< height (and depth) of the box if above 0, regardless of `neighbours`
    float aspect = 1;  ///< ratio of width to height
};

/// Returns a box centred on the origin. Without `side` it is at least two radii high.
template <int D> Environment<D> uniform_box(const UniformSpread& spread) {
    const double density = spread.neighbours / ball<D>(spread.radius);
    const double volume = std::max(1, spread.actors) / density / spread.aspect;
    const double evenly = std::max(D == 2 ? std::sqrt(volume) : std::cbrt(volume), 2.0 * spread.radius);
    const double height = spread.side > 0 ? spread.side : evenly;
    Environment<D> box{.lo = vec<D>(float(-height / 2)), .hi = vec<D>(float(height / 2))};
    box.hi[0] = float(height * spread.aspect / 2);
    box.lo[0] = -box.hi[0];
    return box;
}

/// Returns the setup for a scene's parameters.
template <class P> UniformSetup uniform_setup(const P& p) {
    const UniformSpread spread{.dimensions = axes_of(p.dimensions),
                               .actors = p.actors,
                               .neighbours = p.neighbours,
                               .radius = p.radius,
                               .side = p.side,
                               .aspect = p.aspect};
    const auto box = spread.dimensions == 2 ? in_space(uniform_box<2>(spread)) : in_space(uniform_box<3>(spread));
    return {spread.dimensions, u32(spread.actors), box};
}

/// The parameter `neighbours` of a uniform start; `later` ends its help text.
template <class P> ParamSpec neighbours_at_start(const std::string& later) {
    return real(&P::neighbours, "neighbours", "Neighbours at start", "", 0.1, 1000,
                "Mean number of neighbours of a uniform start; with the number of actors it gives the size of the "
                "environment. " +
                    later)
        .log()
        .does(Effect::respawn)
        .in("Start")
        .when_empty("side");
}

template <class P> ParamSpec side_of_box() {
    return real(&P::side, "side", "Side", "", 0, 1e6,
                "Height (and depth) of the environment; 0 takes it from the neighbours at start.")
        .log()
        .does(Effect::respawn)
        .in("Start");
}

template <class P> ParamSpec aspect_of_box() {
    return real(&P::aspect, "aspect", "Aspect", "", 0.1, 10, "Width of the environment over its height.")
        .log()
        .does(Effect::respawn)
        .in("Start");
}

}  // namespace nearfield
