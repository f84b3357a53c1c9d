#include "scenes/flood/water.inl"

namespace nearfield::flood {
template void Water<Cuda>::sweep_by(Cuda&, const Params&);
template void Water<Cuda>::tile_for_order(Cuda&, const Params&);
}  // namespace nearfield::flood
