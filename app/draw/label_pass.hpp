#pragma once
#include "app/draw/camera.hpp"
#include "app/draw/gl.hpp"
#include "app/draw/glyphs.hpp"
#include "picture/picture.hpp"

#include <memory>

namespace nearfield {

/// Draws layers of labels over everything else, at a constant size on the screen. Draws nothing without a font.
class LabelPass {
  public:
    LabelPass();
    /// `light`: on light ground. `stroke` scales the letters.
    void draw(const LabelLayer& layer, const Camera& camera, bool light, float stroke);

  private:
    struct Corner {
        glm::vec2 at, texel;
    };
    void load_font(float height);
    void add(const Label& label, const Camera& camera, std::vector<Corner>& corners) const;

    gl::Program program_;
    gl::VertexArray input_;
    gl::Buffer buffer_;
    gl::Texture glyphs_;
    float loaded_ = 0;                 ///< height of the letters, pixels; 0 before the first attempt
    std::unique_ptr<Glyphs> letters_;  ///< null without the font
};

}  // namespace nearfield
