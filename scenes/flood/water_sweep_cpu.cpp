#include "scenes/flood/water.inl"

namespace nearfield::flood {
template void Water<Cpu>::sweep_by(Cpu&, const Params&);
template void Water<Cpu>::tile_for_order(Cpu&, const Params&);
}  // namespace nearfield::flood
