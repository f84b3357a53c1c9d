// Stand-ins for a build without the CUDA toolkit.
#include "exec/backend.hpp"
#include "exec/gpus.hpp"

namespace nearfield {

const CudaStatus& cuda_status() {
    static const CudaStatus status{
        .why_not = "this program was built without the CUDA toolkit (install it and run again: the build finds it)"};
    return status;
}

void use_gpu(std::size_t) {}

std::size_t cuda_free_bytes() { return 0; }

}  // namespace nearfield
