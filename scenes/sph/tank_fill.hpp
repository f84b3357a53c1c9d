#pragma once
// A tank as particles.
#include "scenes/sph/tank.hpp"

namespace nearfield::sph {

/// Numbers of particles in a tank at a spacing, computed before any is made; approximate for meshes.
struct Population {
    double fluid = 0;  ///< at the start
    double room = 0;   ///< including what faucets bring, at most as many as fill the container
    double boundary = 0;
};
Population expected_population(const Tank&, double spacing);

/// The spacing at which the fluid, at the start or else in a full container, has about this number of particles; the
/// width of the first box of fluid is a whole number of spacings. Throws UsageError for a number below 1.
double spacing_for(const Tank&, double particles);

/// Positions and velocities are in the order of the fluids, boundary particles in the order of the solids.
template <int D> struct FilledTank {
    double spacing = 0;
    std::vector<Packed<D>> position, velocity;  ///< of fluid, each at the centre of its own square or cube
    std::vector<u32> fluid;                     ///< index into Tank::fluids
    u32 room = 0;                               ///< most particles at any time
    std::vector<Packed<D>> boundary;  ///< half a spacing behind the surfaces (a wall without thickness: on it)
    std::vector<u32> solid;           ///< 0: the container; k + 1: Tank::solids[k], at its place at rest
    Environment<D> box;               ///< holds fluid and boundary, except solids that move out of it
};

constexpr double closest_fluid = 0.5;  ///< least distance between particles at the start, in spacings

/// Throws UsageError with the fluid, solid, place and a remedy: for more than `most` particles (before anything is
/// allocated), for fluid too narrow for a particle, for solids too thin for the spacing, and for fluid that lies in a
/// solid or nearer than half a spacing to other fluid or to a boundary particle.
template <int D> FilledTank<D> fill_tank(const Tank&, double spacing, double most);

/// A layer of a faucet's lattice, across its opening. Each place sends a particle with `velocity` every `every` s,
/// which meets the rate; the first one comes a fraction `phase` of that time after the faucet opens. Neighbours take
/// turns, because a falling jet stretches and would otherwise break up into discs.
template <int D> struct FaucetLayer {
    std::vector<vec<D>> position;
    std::vector<double> phase;  ///< 0 to 1; rising
    vec<D> velocity{0.f};
    double every = 0;
};
template <int D> FaucetLayer<D> faucet_layer(const Faucet&, double spacing);

/// Where the particles of a ball of radius `size` around `at`, or of a block with twice that side, have room at time t:
/// in the container (`at` is clamped to it), outside solids, and on the same lattice for every `at`.
template <int D>
std::vector<Packed<D>> drop_places(const Tank&, double spacing, glm::dvec3 at, double size, bool ball, double t);

}  // namespace nearfield::sph
