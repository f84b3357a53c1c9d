#pragma once
// Copies pictures from CUDA to OpenGL without a copy in main memory.
#include "base/platform.hpp"

#include <memory>
#include <string>

namespace nearfield {

/// Copies device memory into OpenGL buffers. Bound to the thread of the OpenGL context; must be destroyed before the
/// context.
class Interop {
  public:
    /// Throws Error with a one-sentence reason if OpenGL and CUDA cannot share memory.
    Interop();
    ~Interop();

    /// Copies `bytes` to the start of the OpenGL buffer, which must be large enough. Also copies the first
    /// `sample_bytes` to `sample`. `generation` must change whenever the buffer is reallocated. Waits for the copy;
    /// throws Error on failure.
    void copy(unsigned buffer, u64 generation, const void* device, std::size_t bytes, void* sample = nullptr,
              std::size_t sample_bytes = 0);
    /// Unregisters a buffer. Call before deleting or reallocating it.
    void forget(unsigned buffer);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace nearfield
