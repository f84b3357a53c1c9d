#pragma once
#include "app/draw/sliced_picture.hpp"

namespace nearfield {

/// Draws a fluid's surface from the buffers that its particles were gathered in.
class FluidResolve {
  public:
    FluidResolve();
    /// 3D: draws the room and floor behind the fluid, with their depth, into the bound target.
    void draw_studio(const View& view) const;
    /// 3D: draws `behind` into `display`, refracted by the fluid where it covers the picture, with depth. Both have the
    /// same size.
    void draw_deep(const SlicedPicture& picture, GLuint behind, float brightness, const gl::Target& display);
    /// 3D, after draw_deep: normal x and y in view space, depth, and 1 inside the fluid, else 0.
    const gl::Target& surface() const { return surface_; }
    /// 2D: draws the fluid over the content of `display`.
    void draw_flat(const SlicedPicture& picture, const gl::Target& display);

  private:
    void find_surface(const SlicedPicture& picture);
    void set_filter(const gl::Program& program, const SlicedPicture& picture, float deviation) const;
    void smooth(const SlicedPicture& picture);
    void smooth_tints(const SlicedPicture& picture);
    void find_depth_below(const SlicedPicture& picture);

    gl::Program studio_, depth_, smooth_, smooth_tint_, normal_, deep_, cover_, blur_, flat_;
    gl::VertexArray no_input_;
    gl::Target depths_, scratch_, surface_;  ///< 3D
    gl::Target tints_, tints_scratch_;       ///< 3D, coloured
    gl::Target cover_map_, cover_scratch_;   ///< 2D
};

}  // namespace nearfield
