#pragma once
#include "app/render/camera.hpp"
#include "app/render/gl.hpp"
#include "picture/picture.hpp"

#include <memory>

namespace nearfield {

/// Draws layers of labels, all the same size on the screen, over everything else. Draws nothing if the font DejaVu Sans
/// is missing; `nearfield doctor` reports that.
class LabelPass {
  public:
    LabelPass();
    ~LabelPass();
    /// On dark or light ground, `stroke` times as large as usual.
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
    float loaded_ = 0;  ///< height of the letters in pixels; 0: not yet tried
    struct Letters;
    std::unique_ptr<Letters> letters_;  ///< null without the font
};

}  // namespace nearfield
