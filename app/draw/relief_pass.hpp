#pragma once
#include "app/draw/cell_pass.hpp"

namespace nearfield {

/// Draws layers of cells with heights as lit surfaces, in 3D. Corners are made on the GPU from the columns of heights;
/// where cells would be smaller than the graphics can keep up with, only some are corners.
class ReliefPass {
  public:
    ReliefPass();
    /// Fills the bound target with what is behind a landscape.
    void draw_sky(const Camera& camera, bool light) const;
    /// Depth-tested; a fluid is blended over the picture so far.
    void draw(const CellBuffer& cells, const Camera& camera, const Paint& paint) const;

  private:
    int stride_of(const CellPart& part) const;

    gl::Program look_, by_value_, by_class_, sky_;
    gl::VertexArray no_input_;
    bool software_;  ///< OpenGL computes on the CPU
};

}  // namespace nearfield
