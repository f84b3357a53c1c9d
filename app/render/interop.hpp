#pragma once
// Frames from CUDA to OpenGL without a detour through main memory.
#include "sim/world.hpp"

#include <memory>
#include <string>

namespace nearfield {

/// Copies device memory into OpenGL buffers. Belongs to the thread of the OpenGL context, and must go before it.
class Interop {
  public:
    /// Throws Error that says in one sentence why OpenGL and CUDA cannot share memory here.
    Interop();
    ~Interop();

    /// Copies `bytes` to the start of the OpenGL buffer, which must be large enough, and the first `sample_bytes` of them
    /// also to `sample`. `generation` tells storage of the same buffer apart that was specified anew. Waits until it is
    /// done; throws Error.
    void copy(unsigned buffer, u64 generation, const void* device, std::size_t bytes, void* sample = nullptr, std::size_t sample_bytes = 0);
    /// To be called before the buffer is deleted or specified anew.
    void forget(unsigned buffer);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace nearfield
