#pragma once
// A tank as particles.
#include "scenes/sph/tank.hpp"

namespace nearfield::sph {

/// Particles that a tank has at a spacing, worked out before any is made; of meshes, about.
struct Population {
    double fluid = 0;     ///< at the start
    double room = 0;      ///< with what faucets bring, at most as many as fill the container
    double boundary = 0;
};
Population expected_population(const Tank&, double spacing);

/// The spacing at which the fluid, of the start or else of a full container, is about so many particles; of the first box of fluid, its
/// width is a whole number of them. Throws UsageError if that is no number of particles.
double spacing_for(const Tank&, double particles);

/// Position and velocity are in order of the fluids, the boundary in order of the solids.
template <int D> struct FilledTank {
    double spacing = 0;
    std::vector<Packed<D>> position, velocity;  ///< of fluid, each in the middle of a square or cube of its own
    std::vector<u32> fluid;                     ///< index into Tank::fluids
    u32 room = 0;                               ///< particles that there will ever be at a time
    std::vector<Packed<D>> boundary;            ///< half a spacing behind the surfaces (a wall without thickness: on it)
    std::vector<u32> solid;                     ///< 0: the container; k + 1: Tank::solids[k], at its place at rest
    Environment<D> box;                         ///< holds fluid and boundary, but for solids that move out of it
};

constexpr double closest_fluid = 0.5;  ///< spacings between particles at the start

/// Throws UsageError naming fluid, solid, place and the way out: if there would be more than `most` particles (before anything is
/// allocated), fluid too narrow for a particle, solids too thin for the spacing, or fluid nearer than half a spacing to other fluid
/// or to a boundary particle, or in a solid.
template <int D> FilledTank<D> fill_tank(const Tank&, double spacing, double most);

/// A layer of a faucet's lattice, across its opening. Each place sends a particle with `velocity` every `every` s, so that the rate is
/// met, the first one `phase` of that time after the faucet opens: neighbours take turns, as a jet that falls and grows longer would
/// otherwise come apart into discs.
template <int D> struct FaucetLayer {
    std::vector<vec<D>> position;
    std::vector<double> phase;  ///< 0 to 1; rising
    vec<D> velocity{0.f};
    double every = 0;
};
template <int D> FaucetLayer<D> faucet_layer(const Faucet&, double spacing);

/// Where the particles of a ball of radius `size` around `at`, or of a block of twice that side, have room at time t: in the container, `at`
/// being brought into it, outside of solids, on one lattice wherever it is.
template <int D> std::vector<Packed<D>> drop_places(const Tank&, double spacing, glm::dvec3 at, double size, bool ball, double t);

}  // namespace nearfield::sph
