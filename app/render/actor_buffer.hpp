#pragma once
#include "app/render/gl.hpp"
#include "app/render/interop.hpp"

namespace nearfield {

/// The actors of one frame in an OpenGL buffer.
class ActorBuffer {
  public:
    ActorBuffer() : buffer_(gl::make_buffer()), headings_(gl::make_buffer()) {}

    /// `interop` is told of storage that goes away; null if there is none.
    void fill_from_host(const Frame& frame, Interop* interop);
    void fill_from_device(const Frame& frame, Interop& interop);

    /// Just these, without headings.
    void fill(const std::vector<Vertex>& actors);

    u32 count() const { return count_; }
    bool has_headings() const { return has_headings_; }
    /// Radius of the largest actor among the first few, in world units.
    float typical_radius() const { return typical_radius_; }

    /// Makes every `stride`th actor from `first` on the input of the bound vertex array: one per vertex, or per instance. Input
    /// 3 is the heading, if there is one.
    void feed(u32 first, u32 stride, bool per_instance) const;

  private:
    void note_radius(const Vertex* sample, u32 count);

    void make_room(std::size_t actors, bool headings, Interop& interop);

    gl::Buffer buffer_, headings_;
    std::size_t capacity_ = 0;  ///< in actors, of storage made for CUDA; 0 if specified by a host copy
    bool has_headings_ = false;
    bool room_for_headings_ = false;
    u64 generation_ = 0;
    u32 count_ = 0;
    float typical_radius_ = 0;
};

}  // namespace nearfield
