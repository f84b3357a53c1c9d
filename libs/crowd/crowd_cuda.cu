#include "libs/crowd/crowd.inl"
#include "libs/crowd/floor.inl"

namespace nearfield::crowd {
template class FloorMemory<Cuda>;
template class Crowd<Cuda>;
}  // namespace nearfield::crowd
