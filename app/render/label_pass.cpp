#include "app/render/label_pass.hpp"

#include "app/render/point_pass.hpp"

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_truetype.h>
#pragma GCC diagnostic pop

#include <cmath>
#include <fstream>
#include <iterator>

namespace nearfield {

namespace {

constexpr const char* font_file = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
constexpr float usual_height = 14;        // pixels
constexpr int first = 32, letters = 224;  // Latin-1
constexpr glm::vec3 usual_colour{0.88f, 0.91f, 0.96f}, usual_on_light{0.10f, 0.13f, 0.18f};

/// Letters of UTF-8 text that the font has; others become '?'.
std::vector<int> letters_of(const std::string& text) {
    std::vector<int> all;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xc0) == 0x80) continue;  // the rest of a letter
        int code = byte;
        if (byte >= 0x80)
            code = (byte & 0xfc) == 0xc0 && i + 1 < text.size() ? (byte & 3) << 6 | (text[i + 1] & 0x3f) : '?';
        all.push_back(code >= first && code < first + letters ? code - first : '?' - first);
    }
    return all;
}

}  // namespace

struct LabelPass::Letters {
    stbtt_bakedchar at[letters];
    float height = 0;  ///< pixels
    int side = 0;      ///< of the texture
};

LabelPass::LabelPass()
    : program_("label.vert", "label.frag"),
      input_(gl::make_vertex_array()),
      buffer_(gl::make_buffer()) {}

LabelPass::~LabelPass() = default;

void LabelPass::load_font(float height) {
    loaded_ = height;
    std::ifstream file(font_file, std::ios::binary);
    const std::vector<char> font{std::istreambuf_iterator<char>(file), {}};
    if (font.empty()) return;
    const int side = 256 * int(std::ceil(height / usual_height));
    std::vector<unsigned char> bitmap(std::size_t(side) * std::size_t(side));
    letters_ = std::make_unique<Letters>();
    letters_->height = height, letters_->side = side;
    stbtt_BakeFontBitmap(reinterpret_cast<const unsigned char*>(font.data()), 0, height, bitmap.data(), side, side,
                         first, letters, letters_->at);
    glyphs_ = gl::make_texture(GL_R8, {side, side}, GL_LINEAR);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, side, side, GL_RED, GL_UNSIGNED_BYTE, bitmap.data());
}

/// Six corners per letter, in pixels from the upper left; the text is centred above its place.
void LabelPass::add(const Label& label, const Camera& camera, std::vector<Corner>& corners) const {
    const glm::vec3 at = camera.project(label.at);
    if (!(at.z > 0)) return;
    const auto words = letters_of(label.text);
    float width = 0;
    for (const int l : words) width += letters_->at[l].xadvance;
    float x = std::round(at.x - width / 2), y = std::round(at.y - 0.3f * letters_->height);
    for (const int l : words) {
        stbtt_aligned_quad q;
        stbtt_GetBakedQuad(letters_->at, letters_->side, letters_->side, l, &x, &y, &q, 1);
        const Corner a{{q.x0, q.y0}, {q.s0, q.t0}}, b{{q.x1, q.y0}, {q.s1, q.t0}}, c{{q.x1, q.y1}, {q.s1, q.t1}},
            d{{q.x0, q.y1}, {q.s0, q.t1}};
        corners.insert(corners.end(), {a, b, c, a, c, d});
    }
}

void LabelPass::draw(const LabelLayer& layer, const Camera& camera, bool light, float stroke) {
    if (!layer.labels || layer.labels->empty()) return;
    const float height = std::round(usual_height * std::max(stroke, 1.f));
    if (loaded_ != height) load_font(height);
    if (!letters_) return;
    std::vector<Corner> corners;
    for (const Label& label : *layer.labels) add(label, camera, corners);
    program_.use();
    program_.set("viewport", glm::vec2(camera.viewport())), program_.set("glyphs", 0);
    gl::bind_texture(0, glyphs_);
    glBindVertexArray(input_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(corners.size() * sizeof(Corner)), corners.data(), GL_STREAM_DRAW);
    for (GLuint i = 0; i < 2; ++i)
        glVertexAttribPointer(i, 2, GL_FLOAT, GL_FALSE, sizeof(Corner),
                              reinterpret_cast<const void*>(i * sizeof(glm::vec2))),
            glEnableVertexAttribArray(i);
    glEnable(GL_BLEND), glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE);
    for (const bool shadow : {true, false}) {
        program_.set("shift", glm::vec2(shadow ? 1 : 0));
        const glm::vec3 usual = light ? usual_on_light : usual_colour, own = layer.colour.value_or(usual);
        program_.set("colour", shadow ? glm::vec3(light) : on_ground(own, light));
        glDrawArrays(GL_TRIANGLES, 0, GLsizei(corners.size()));
    }
    glDisable(GL_BLEND);
    glBindVertexArray(0);
}

}  // namespace nearfield
