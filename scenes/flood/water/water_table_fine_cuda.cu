#include "scenes/flood/water/water.inl"

namespace nearfield::flood {
template void Water<Cuda>::step_by_table_in<double>(StepContext<Cuda>&, const Params&);
}  // namespace nearfield::flood
