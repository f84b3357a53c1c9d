#pragma once
#include "app/render/picture.hpp"

namespace nearfield {

/// Makes a fluid's surface of what a picture has gathered of its particles.
class FluidResolve {
  public:
    FluidResolve();
    /// 3D: the room and floor behind the fluid, with their depth, into the bound target.
    void draw_studio(const Subject& subject) const;
    /// 3D: `behind` as seen through and past the fluid, into the bound target of the same size, and the depth of what is seen.
    void draw_deep(const Picture& picture, GLuint behind, float brightness);
    /// 3D, after draw_deep: normal x and y as the eye sees them, depth, and 1 where there is fluid, else 0.
    const gl::Target& surface() const { return surface_; }
    /// 2D: over what is in `display`.
    void draw_flat(const Picture& picture, const gl::Target& display);

  private:
    void find_surface(const Picture& picture);
    void set_filter(const gl::Program& program, const Picture& picture, float deviation) const;
    void smooth(const Picture& picture);
    void smooth_tints(const Picture& picture);
    void find_depth_below(const Picture& picture);

    gl::Program studio_, depth_, smooth_, smooth_tint_, normal_, deep_, cover_, blur_, flat_;
    gl::VertexArray no_input_;
    gl::Target depths_, scratch_, surface_;  ///< 3D
    gl::Target tints_, tints_scratch_;       ///< 3D, coloured
    gl::Target cover_map_, cover_scratch_;   ///< 2D
};

}  // namespace nearfield
