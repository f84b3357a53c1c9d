#pragma once
#include "app/render/field_pass.hpp"
#include "app/render/line_pass.hpp"
#include "app/render/picture.hpp"

namespace nearfield {

/// Turns the light gathered in a picture into the colours of a screen.
class ResolvePass {
  public:
    ResolvePass();
    /// In 2D `lines` lie below the actors, and `field` below them (not under actors that glow). `brightness` below 1 lets the actors step back. A picture that is not complete goes without halo and depth shading,
    /// for it has to keep up with a moving camera.
    void draw(const Picture& picture, const gl::Target& display, float brightness, const FieldPass& field, const LinePass& lines);

  private:
    void flat(const Picture& picture, const gl::Target& display, float brightness, const FieldPass& field, const LinePass& lines);
    void over_ground(const Picture& picture, const FieldPass& field, const LinePass& lines);
    void deep(const Picture& picture, const gl::Target& display, float brightness);
    void add_halo(const gl::Target& display);

    gl::Program flat_, deep_, deep_plain_, halo_gather_, halo_blur_, halo_over_;
    gl::VertexArray no_input_;
    gl::Target halo_, halo_scratch_;
};

}  // namespace nearfield
