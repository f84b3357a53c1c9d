#include "libs/crowd/crowd.inl"
#include "libs/crowd/floor.inl"

namespace nearfield::crowd {
template class FloorMemory<Cpu>;
template class Crowd<Cpu>;
}  // namespace nearfield::crowd
