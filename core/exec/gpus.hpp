#pragma once
// Choice of the GPU on machines with several.
#include <cstddef>

namespace nearfield {

/// Restricts the program to this GPU, numbered as cuda_status() lists them without a choice. Must be called before any
/// use of CUDA. Throws UsageError if there is no such GPU.
void choose_gpu(unsigned number);

/// Makes the calling thread use the GPU with this number in cuda_status(), modulo the number of GPUs. Throws Error on
/// failure.
void use_gpu(std::size_t number);

}  // namespace nearfield
