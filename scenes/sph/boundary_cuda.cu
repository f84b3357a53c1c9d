#include "scenes/sph/boundary.inl"

namespace nearfield::sph {
template class Boundary<Cuda, 2>;
template class Boundary<Cuda, 3>;
}  // namespace nearfield::sph
