#pragma once
#include "app/render/camera.hpp"
#include "app/render/gl.hpp"
#include "sim/world.hpp"

namespace nearfield {

/// Draws a 2D scene's classes of squares on the ground.
class FieldPass {
  public:
    FieldPass();
    /// Keeps the field until another comes; null for none. The same pointer again costs nothing.
    void take(const std::shared_ptr<const Field>& field);
    bool empty() const { return !field_ || field_->cells.empty(); }
    /// Over the background, alpha blended.
    void draw_under(const Camera& camera) const;

  private:
    gl::Program program_;
    gl::VertexArray no_input_;
    gl::Texture texture_;
    std::shared_ptr<const Field> field_;
};

}  // namespace nearfield
