#include "app/draw/glyphs.hpp"

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_truetype.h>
#pragma GCC diagnostic pop

#include "base/read_file.hpp"

#include <cmath>

namespace nearfield {
namespace {

constexpr const char* font_file = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
constexpr int first = 32, count = 224;  // Latin-1
constexpr float letters_across = 18;    // width and height of the bitmap

/// Indices of the letters, relative to `first`.
std::vector<std::size_t> letters_of(const std::string& text) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xc0) == 0x80) continue;  // continuation byte
        int code = byte;
        if (byte >= 0x80)
            code = (byte & 0xfc) == 0xc0 && i + 1 < text.size() ? (byte & 3) << 6 | (text[i + 1] & 0x3f) : '?';
        all.push_back(std::size_t(code >= first && code < first + count ? code - first : '?' - first));
    }
    return all;
}

}  // namespace

std::unique_ptr<Glyphs> Glyphs::load(float height) {
    const std::string font = read_system_file(font_file);
    if (font.empty()) return nullptr;
    std::unique_ptr<Glyphs> glyphs(new Glyphs);
    glyphs->height_ = height;
    glyphs->side_ = int(std::ceil(letters_across * height / 4)) * 4;
    glyphs->bitmap_.resize(std::size_t(glyphs->side_) * std::size_t(glyphs->side_));
    stbtt_bakedchar baked[count];
    stbtt_BakeFontBitmap(reinterpret_cast<const unsigned char*>(font.data()), 0, height, glyphs->bitmap_.data(),
                         glyphs->side_, glyphs->side_, first, count, baked);
    for (const auto& b : baked)
        glyphs->letters_.push_back({{b.x0, b.y0}, {b.x1 - b.x0, b.y1 - b.y0}, {b.xoff, b.yoff}, b.xadvance});
    return glyphs;
}

std::vector<Glyphs::Quad> Glyphs::place(const std::string& text, glm::vec2 pen) const {
    std::vector<Quad> quads;
    for (const std::size_t l : letters_of(text)) {
        const Letter& letter = letters_[l];
        const glm::vec2 lo = glm::floor(pen + letter.offset + 0.5f);
        quads.push_back({lo, lo + letter.size, letter.texel});
        pen.x += letter.advance;
    }
    return quads;
}

float Glyphs::width(const std::string& text) const {
    float width = 0;
    for (const std::size_t l : letters_of(text)) width += letters_[l].advance;
    return width;
}

}  // namespace nearfield
