#pragma once
#include "scenes/sph/params.hpp"
#include "scenes/sph/tank.hpp"

#include "base/vec.hpp"

#include <memory>
#include <variant>
#include <vector>

namespace nearfield::sph {

/// Initial particles; lengths in m.
template <int D> struct Layout {
    vec<D> lo{0.f}, hi{0.f};  ///< of the container
    std::vector<Packed<D>> fluid, velocity, wall;
    std::vector<u32> solid;  ///< per boundary particle: 0 for the container, k + 1 for the tank's solid k
};

/// A filled tank, derived once from the parameters.
struct Setup {
    std::shared_ptr<const Tank> tank;
    double spacing = 0;  ///< of particles, m
    int dimensions = 2;
    u32 actors = 0;      ///< greatest number of particles at a time
    Environment<3> box;  ///< contains fluid and boundary particles; wrapped if periodic
    /// Greatest height from which fluid falls to the floor, m: initial fluid, heads of faucets (height plus v^2 / (2
    /// g)) and, with a reserve, the container's height.
    double fluid_height = 0;
    std::variant<Layout<2>, Layout<3>> layout;

    template <int D> const Layout<D>& laid_out() const { return std::get<Layout<D>>(layout); }
};

/// The filled tank that the parameters name or describe. Throws UsageError if a part does not fit.
Setup prepare(const Params& p);

}  // namespace nearfield::sph
