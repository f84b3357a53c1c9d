#include "scenes/flood/water/water.inl"

namespace nearfield::flood {
template void Water<Cpu>::step_by_table_in<double>(StepContext<Cpu>&, const Params&);
}  // namespace nearfield::flood
