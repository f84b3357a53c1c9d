#include "scenes/flood/water/water.inl"

namespace nearfield::flood {
template void Water<Cpu>::step_by_table_in<float>(StepContext<Cpu>&, const Params&);
template void Water<Cpu>::level_out(Cpu&);
}  // namespace nearfield::flood
