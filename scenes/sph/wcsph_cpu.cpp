#include "scenes/sph/wcsph.inl"

namespace nearfield::sph {
template void wcsph_step(Work<Cpu, 2>&);
template void wcsph_step(Work<Cpu, 3>&);
}  // namespace nearfield::sph
