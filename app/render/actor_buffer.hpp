#pragma once
#include "app/render/gl.hpp"
#include "app/render/interop.hpp"

namespace nearfield {

/// The actors of one frame in an OpenGL buffer.
class ActorBuffer {
  public:
    ActorBuffer() : buffer_(gl::make_buffer()) {}

    /// `interop` is told of storage that goes away; null if there is none.
    void fill_from_host(const Frame& frame, Interop* interop);
    void fill_from_device(const Frame& frame, Interop& interop);

    u32 count() const { return count_; }
    /// Radius of the largest actor among the first few, in world units.
    float typical_radius() const { return typical_radius_; }

    /// Makes every `stride`th actor from `first` on the input of the bound vertex array: one per vertex, or per instance.
    void feed(u32 first, u32 stride, bool per_instance) const;

  private:
    void note_radius(const Vertex* sample, u32 count);

    gl::Buffer buffer_;
    std::size_t capacity_ = 0;  ///< in vertices, of storage made for CUDA; 0 if specified by a host copy
    u64 generation_ = 0;
    u32 count_ = 0;
    float typical_radius_ = 0;
};

}  // namespace nearfield
