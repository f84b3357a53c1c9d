#pragma once
#include "app/render/camera.hpp"
#include "app/render/gl.hpp"
#include "sim/world.hpp"

namespace nearfield {

/// Draws a 2D scene's own lines, faint, and fainter the more of the screen they cover. So many that they would cover it
/// several times over are thinned: every k-th is drawn.
class LinePass {
  public:
    LinePass();
    /// Keeps the lines until others come; null for none. The same pointer again costs nothing. `firm` lines are bright and stay so.
    void take(const std::shared_ptr<const std::vector<Segment>>& lines, bool firm);

    /// As ground for what is drawn over it, alpha blended.
    void draw_under(const Camera& camera) const;
    /// As light added to what is there: where it is bright already, nothing comes on top.
    void draw_light(const Camera& camera) const;

  private:
    void draw(const Camera& camera, GLenum source, GLenum destination) const;
    /// Every `stride`th line is the input of an instance.
    void feed(std::size_t stride) const;

    gl::Program program_;
    gl::VertexArray input_;
    gl::Buffer buffer_;
    std::shared_ptr<const std::vector<Segment>> lines_;
    bool firm_ = false;
    float per_area_ = 0;  ///< length of all lines over the area that they lie in, 1 / world units
};

}  // namespace nearfield
