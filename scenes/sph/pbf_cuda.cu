#include "scenes/sph/pbf.inl"

namespace nearfield::sph {
template void pbf_step(Work<Cuda, 2>&);
template void pbf_step(Work<Cuda, 3>&);
}  // namespace nearfield::sph
