#pragma once
#include "app/draw/sliced_picture.hpp"

#include <functional>

namespace nearfield {

/// Converts a picture's accumulated light to screen colours.
class ResolvePass {
  public:
    ResolvePass();
    /// In 2D, calls `ground` to draw layers below the actors: before the actors or, if they glow, after them as light.
    /// `brightness` below 1 dims the actors. Incomplete pictures have no halo and no depth shading, since they must
    /// follow a moving camera.
    using Ground = std::function<void(bool as_light)>;
    void draw(const SlicedPicture& picture, const gl::Target& display, float brightness, const Ground& ground);

  private:
    void flat(const SlicedPicture& picture, const gl::Target& display, float brightness, const Ground& ground);
    void deep(const SlicedPicture& picture, const gl::Target& display, float brightness);
    void add_halo(const gl::Target& display);

    gl::Program flat_, deep_, deep_plain_, halo_gather_, halo_blur_, halo_over_;
    gl::VertexArray no_input_;
    gl::Target halo_, halo_scratch_;
};

}  // namespace nearfield
