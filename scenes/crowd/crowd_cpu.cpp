#include "scenes/crowd/crowd.inl"
#include "scenes/crowd/floor.inl"

namespace nearfield::crowd {
template class FloorMemory<Cpu>;
template class Crowd<Cpu>;
}  // namespace nearfield::crowd
