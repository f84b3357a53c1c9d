#include "scenes/sph/wcsph.inl"

namespace nearfield::sph {
template void wcsph_step(Work<Cuda, 2>&);
template void wcsph_step(Work<Cuda, 3>&);
}  // namespace nearfield::sph
