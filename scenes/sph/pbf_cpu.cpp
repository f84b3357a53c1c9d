#include "scenes/sph/pbf.inl"

namespace nearfield::sph {
template void pbf_step(Work<Cpu, 2>&);
template void pbf_step(Work<Cpu, 3>&);
}  // namespace nearfield::sph
