#include "usp/ask/measure.inl"

namespace nearfield {

Measured measure_on_cuda(const MeasureRequest& request) { return measure_as<Cuda>(request); }

}  // namespace nearfield
