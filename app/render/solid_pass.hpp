#pragma once
#include "app/render/camera.hpp"
#include "app/render/gl.hpp"
#include "app/render/overlay.hpp"
#include "sim/solids.hpp"

#include <memory>

namespace nearfield {

/// Draws a scene's solids into the bound target.
class SolidPass {
  public:
    SolidPass();
    /// Keeps the solids until others come; null for none. The same pointer again costs nothing.
    void take(const std::shared_ptr<const Solids>& solids);

    /// Lit, and hidden by and hiding what else is there in 3D; filled, over what is there, in 2D.
    void draw_opaque(const Camera& camera) const;
    /// Seen through; in 3D hidden by what is there.
    void draw_glass(const Camera& camera) const;
    /// The edges as lines of an overlay.
    Overlay edges() const;

  private:
    void draw(const gl::Program& program, const Camera& camera, glm::vec3 colour, std::size_t first, std::size_t corners) const;

    gl::Program opaque_, glass_;
    gl::VertexArray input_;
    gl::Buffer buffer_;
    std::shared_ptr<const Solids> solids_;
};

}  // namespace nearfield
