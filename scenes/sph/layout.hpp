#pragma once
#include "scenes/sph/params.hpp"
#include "scenes/sph/tank.hpp"

#include "base/vec.hpp"

#include <memory>
#include <vector>

namespace nearfield::sph {

/// A tank and the spacing of its particles, m.
struct Setup {
    std::shared_ptr<const Tank> tank;
    double spacing = 0;
};

/// The tank that the parameters name, or the box that they describe. The last ones asked for are kept. Throws UsageError.
Setup setup_of(const Params& p);

/// What stands where at the start; lengths in m.
template <int D> struct Layout {
    Setup setup;
    vec<D> lo{0.f}, hi{0.f};          ///< the container
    double fluid_height = 0;          ///< from which fluid falls to the floor, m: of the highest at the start; of faucets (what they send has a height for its speed); of the container if there is a reserve
    u32 room = 0;                     ///< particles that there may be at a time
    std::vector<Packed<D>> fluid, velocity, wall;
    std::vector<u32> solid;           ///< that a boundary particle belongs to: 0 the container, k + 1 the tank's solid k
};

/// Throws UsageError naming what does not fit.
template <int D> Layout<D> lay_out(const Params& p);

/// Layout::room of the same layout.
u64 room_for(const Params& p);
/// The box that holds fluid and boundary particles; wrapped if periodic.
template <int D> Environment<D> box_of(const Params& p);

}  // namespace nearfield::sph
