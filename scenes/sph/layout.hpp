#pragma once
#include "scenes/sph/params.hpp"
#include "scenes/sph/tank.hpp"

#include "base/vec.hpp"

#include <memory>
#include <variant>
#include <vector>

namespace nearfield::sph {

/// Particles at the start; lengths in m.
template <int D> struct Layout {
    vec<D> lo{0.f}, hi{0.f};  ///< the container
    std::vector<Packed<D>> fluid, velocity, wall;
    std::vector<u32> solid;  ///< per boundary particle, what it belongs to: 0 the container, k + 1 the tank's solid k
};

/// Derived once from the parameters: a filled tank.
struct Setup {
    std::shared_ptr<const Tank> tank;
    double spacing = 0;  ///< of particles, m
    int dimensions = 2;
    u32 actors = 0;      ///< most particles at a time
    Environment<3> box;  ///< holds fluid and boundary particles; wrapped if periodic
    /// Height from which fluid falls to the floor, m: the greatest of the highest fluid at the start, the heads of
    /// faucets (height plus that for their speed) and, with a reserve, the container's height.
    double fluid_height = 0;
    std::variant<Layout<2>, Layout<3>> layout;

    template <int D> const Layout<D>& laid_out() const { return std::get<Layout<D>>(layout); }
};

/// The tank that the parameters name, or the box that they describe, filled. Throws UsageError with what does not fit.
Setup prepare(const Params& p);

}  // namespace nearfield::sph
