#include "scenes/flood/water/water.inl"

namespace nearfield::flood {
template void Water<Cuda>::sweep_in<double>(Cuda&, const Params&);
template TileSize Water<Cuda>::tile_in<double>(Cuda&, const Params&) const;
}  // namespace nearfield::flood
