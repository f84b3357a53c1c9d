#include "scenes/sph/dfsph.inl"

namespace nearfield::sph {
template void dfsph_step(Work<Cuda, 2>&);
template void dfsph_step(Work<Cuda, 3>&);
}  // namespace nearfield::sph
