#include "scenes/sph/dfsph.inl"

namespace nearfield::sph {
template void dfsph_step(Work<Cpu, 2>&);
template void dfsph_step(Work<Cpu, 3>&);
}  // namespace nearfield::sph
