#include "usp/ask/measure.inl"

#include "base/error.hpp"

namespace nearfield {

#ifdef NEARFIELD_CUDA
Measured measure_on_cuda(const MeasureRequest& request);  // measure_cuda.cu
#endif

Measured measure_search(const MeasureRequest& request, Backend backend) {
    require_points(request.points);
    if (backend == Backend::cpu) return measure_as<Cpu>(request);
#ifdef NEARFIELD_CUDA
    return measure_on_cuda(request);
#else
    throw Error("this program was built without CUDA; use --backend cpu");
#endif
}

}  // namespace nearfield
