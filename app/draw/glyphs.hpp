#pragma once
#include <glm/glm.hpp>

#include <memory>
#include <string>
#include <vector>

namespace nearfield {

/// The letters of Latin-1 in DejaVu Sans, rasterised at one height.
class Glyphs {
  public:
    /// `height` in pixels. Null if the font is missing; `nearfield doctor` reports that.
    static std::unique_ptr<Glyphs> load(float height);

    /// A letter's rectangle on the screen, and its position in the bitmap, in pixels from the upper left corner.
    struct Quad {
        glm::vec2 lo, hi, texel;
    };
    /// Lays out UTF-8 text from `pen` on its baseline. Letters missing from the bitmap become '?'.
    std::vector<Quad> place(const std::string& text, glm::vec2 pen) const;
    float width(const std::string& text) const;

    float height() const { return height_; }
    /// The bitmap is a square of side() pixels, one byte each.
    int side() const { return side_; }
    const std::vector<unsigned char>& bitmap() const { return bitmap_; }

  private:
    struct Letter {
        glm::vec2 texel, size, offset;
        float advance;
    };
    Glyphs() = default;

    float height_ = 0;
    int side_ = 0;
    std::vector<unsigned char> bitmap_;
    std::vector<Letter> letters_;
};

}  // namespace nearfield
