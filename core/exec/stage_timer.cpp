#include "exec/stage_timer.inl"

namespace nearfield {
template class StageTimer<Cpu>;
}  // namespace nearfield
