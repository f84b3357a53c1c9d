#pragma once
#include "app/draw/overlay.hpp"

namespace nearfield {

/// Draws overlays into the bound target.
class OverlayPass {
  public:
    OverlayPass();
    /// Draws faces, then lines, then marks. `hidden_by_actors` enables the depth test.
    void draw(const Overlay& overlay, const Camera& camera, bool hidden_by_actors);

  private:
    gl::Program line_, face_, mark_;
    gl::VertexArray input_;
    gl::Buffer buffer_;
};

}  // namespace nearfield
