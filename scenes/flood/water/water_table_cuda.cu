#include "scenes/flood/water/water.inl"

namespace nearfield::flood {
template void Water<Cuda>::step_by_table_in<float>(StepContext<Cuda>&, const Params&);
template void Water<Cuda>::level_out(Cuda&);
}  // namespace nearfield::flood
