#include "scenes/flood/water/water.inl"

namespace nearfield::flood {
template void Water<Cpu>::sweep_in<double>(Cpu&, const Params&);
template TileSize Water<Cpu>::tile_in<double>(Cpu&, const Params&) const;
}  // namespace nearfield::flood
