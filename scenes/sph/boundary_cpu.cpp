#include "scenes/sph/boundary.inl"

namespace nearfield::sph {
template class Boundary<Cpu, 2>;
template class Boundary<Cpu, 3>;
}  // namespace nearfield::sph
