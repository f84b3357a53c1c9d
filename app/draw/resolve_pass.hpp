#pragma once
#include "app/draw/sliced_picture.hpp"

#include <functional>

namespace nearfield {

/// Turns the light gathered in a picture into the colours of a screen.
class ResolvePass {
  public:
    ResolvePass();
    /// In 2D, calls `ground` to draw what lies below the actors: before them or, if the actors glow, after them as
    /// light. `brightness` below 1 dims the actors. An incomplete picture has neither halo nor depth shading, because
    /// it has to keep up with a moving camera.
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
