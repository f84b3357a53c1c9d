#pragma once
#include "scenes/sph/params.hpp"

#include "base/vec.hpp"

#include <vector>

namespace nearfield::sph {

/// What stands where at the start. Lengths in m; the tank's corner is the origin, up is y.
template <int D> struct Layout {
    double spacing = 0;               ///< of fluid particles
    vec<D> tank{0.f};                 ///< inner size
    double fluid_height = 0;          ///< of the highest fluid above the floor
    double column_width = 0;          ///< as it came out in whole spacings
    std::vector<Packed<D>> fluid, wall;
};

/// Number and places of particles follow from lattices: blocks of fluid at whole spacings, and one layer of boundary particles
/// half a spacing outside of the walls. Throws UsageError naming the parameter if the fluid does not fit into the tank or would
/// have no particle.
template <int D> Layout<D> lay_out(const Params& p);

/// Of the same layout, without making it.
template <int D> u64 fluid_count(const Params& p);
template <int D> double spacing_of(const Params& p);
/// The box that holds fluid and boundary particles; wrapped if periodic.
template <int D> Environment<D> box_of(const Params& p);

}  // namespace nearfield::sph
