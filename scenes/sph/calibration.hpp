#pragma once
#include "scenes/sph/medium.hpp"

namespace nearfield::sph {

/// Volumes at which a square or cubic lattice of spacing d has exactly rest density, both in the fluid and next to a
/// plane wall.
struct Calibration {
    double volume;       ///< of a fluid particle, m^D: 1 / sum W over the lattice; close to d^D
    double wall_factor;  ///< of boundary volumes, gamma / sum W (Akinci et al. 2012; gamma: Band et al. 2018): one
                         ///< layer represents everything behind it
};

/// `h`: kernel support, m. `spacing`: d, of fluid and boundary particles, m.
template <int D> Calibration calibrate(KernelKind kind, double h, double spacing);

}  // namespace nearfield::sph
