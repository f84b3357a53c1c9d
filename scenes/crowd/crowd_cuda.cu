#include "scenes/crowd/crowd.inl"
#include "scenes/crowd/floor.inl"

namespace nearfield::crowd {
template class FloorMemory<Cuda>;
template class Crowd<Cuda>;
}  // namespace nearfield::crowd
