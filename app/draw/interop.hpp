#pragma once
// Pictures from CUDA to OpenGL without a detour through main memory.
#include "base/platform.hpp"

#include <memory>
#include <string>

namespace nearfield {

/// Copies device memory into OpenGL buffers. Belongs to the thread of the OpenGL context, and must be destroyed before
/// the context.
class Interop {
  public:
    /// Throws Error saying in one sentence why OpenGL and CUDA cannot share memory here.
    Interop();
    ~Interop();

    /// Copies `bytes` to the start of the OpenGL buffer, which must be large enough, and the first `sample_bytes` of
    /// them also to `sample`. `generation` changes whenever the buffer's storage is specified anew. Waits until the
    /// copy is done; throws Error if it fails.
    void copy(unsigned buffer, u64 generation, const void* device, std::size_t bytes, void* sample = nullptr,
              std::size_t sample_bytes = 0);
    /// Call this before the buffer is deleted or specified anew.
    void forget(unsigned buffer);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace nearfield
