#pragma once
// A tank as particles.
#include "scenes/sph/tank.hpp"

namespace nearfield::sph {

/// Numbers of particles in a tank at a spacing, computed before allocation; approximate for meshes.
struct Population {
    double fluid = 0;  ///< at the start
    double room = 0;   ///< including those added by faucets, at most a full container
    double boundary = 0;
};
Population expected_population(const Tank&, double spacing);

/// Spacing at which the fluid has about this number of particles, at the start or else in a full container. The width
/// of the first box of fluid becomes a whole number of spacings. Throws UsageError for a number below 1.
double spacing_for(const Tank&, double particles);

/// Positions and velocities are ordered by fluid, boundary particles by solid.
template <int D> struct FilledTank {
    double spacing = 0;
    std::vector<Packed<D>> position, velocity;  ///< of fluid particles, each at the centre of its square or cube
    std::vector<u32> fluid;                     ///< index into Tank::fluids
    u32 room = 0;                               ///< greatest number of particles at any time
    std::vector<Packed<D>> boundary;            ///< half a spacing below the surfaces; on a wall without thickness
    std::vector<u32> solid;                     ///< 0: the container; k + 1: Tank::solids[k] in its initial position
    Environment<D> box;                         ///< contains fluid and boundary, except solids that move out of it
};

constexpr double closest_fluid = 0.5;  ///< least initial distance between particles, in spacings

/// Throws UsageError with the fluid or solid, its place and a remedy: for more than `most` particles (before
/// allocation), for fluid too narrow for a particle, for solids too thin for the spacing, and for fluid in a solid or
/// closer than half a spacing to other fluid or to a boundary particle.
template <int D> FilledTank<D> fill_tank(const Tank&, double spacing, double most);

/// A layer of a faucet's lattice across its opening. Each place emits a particle with `velocity` every `every` s, in
/// accordance with the rate, first a fraction `phase` of that interval after the faucet opens. Phases alternate between
/// neighbours, because a falling jet stretches and would otherwise break up into discs.
template <int D> struct FaucetLayer {
    std::vector<vec<D>> position;
    std::vector<double> phase;  ///< 0 to 1, sorted
    vec<D> velocity{0.f};
    double every = 0;
};
template <int D> FaucetLayer<D> faucet_layer(const Faucet&, double spacing);

/// Positions for a dropped ball of radius `size` around `at`, or a block with twice that side, at time t: in the
/// container (`at` is clamped to it), outside solids, and on the same lattice for every `at`.
template <int D>
std::vector<Packed<D>> drop_places(const Tank&, double spacing, glm::dvec3 at, double size, bool ball, double t);

}  // namespace nearfield::sph
