#pragma once
#include "app/draw/cell_pass.hpp"

namespace nearfield {

/// Draws layers of cells with heights as lit surfaces in 3D. Vertices are computed on the GPU from the columns of
/// heights; with too many cells for the graphics, only every k-th is a vertex.
class ReliefPass {
  public:
    ReliefPass();
    /// Fills the bound target with the sky.
    void draw_sky(const Camera& camera, bool light) const;
    /// Depth-tested; fluids are blended over the picture.
    void draw(const CellBuffer& cells, const Camera& camera, const Paint& paint) const;

  private:
    int stride_of(const CellPart& part) const;

    gl::Program look_, by_value_, by_class_, sky_;
    gl::VertexArray no_input_;
    bool software_;  ///< OpenGL runs on the CPU
};

}  // namespace nearfield
