#pragma once
// Which GPU is used where there are several.
#include <cstddef>

namespace nearfield {

/// Lets the program see only this GPU, numbered from 0 as cuda_status() lists them without a choice. To be called
/// before anything asks for CUDA. Throws UsageError if there is no such GPU.
void choose_gpu(unsigned number);

/// From now on the calling thread uses this GPU of cuda_status(), counted round and round. Throws Error if it cannot.
void use_gpu(std::size_t number);

}  // namespace nearfield
