#include "app/draw/label_pass.hpp"

#include "app/draw/point_pass.hpp"

#include <cmath>

namespace nearfield {

namespace {

constexpr float usual_height = 14;  // pixels
constexpr glm::vec3 usual_colour{0.88f, 0.91f, 0.96f}, usual_on_light{0.10f, 0.13f, 0.18f};

}  // namespace

LabelPass::LabelPass()
    : program_("label.vert", "label.frag"),
      input_(gl::make_vertex_array()),
      buffer_(gl::make_buffer()) {}

void LabelPass::load_font(float height) {
    loaded_ = height;
    letters_ = Glyphs::load(height);
    if (!letters_) return;
    const int side = letters_->side();
    glyphs_ = gl::make_texture(GL_R8, {side, side}, GL_LINEAR);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, side, side, GL_RED, GL_UNSIGNED_BYTE, letters_->bitmap().data());
}

/// Adds six vertices per letter, in pixels from the upper left; the text is centred above its position.
void LabelPass::add(const Label& label, const Camera& camera, std::vector<Corner>& corners) const {
    const glm::vec3 at = camera.project(label.at);
    if (!(at.z > 0)) return;
    const glm::vec2 pen =
        glm::round(glm::vec2(at) - glm::vec2(letters_->width(label.text) / 2, 0.3f * letters_->height()));
    const float side = float(letters_->side());
    for (const auto& q : letters_->place(label.text, pen)) {
        const auto corner = [&](glm::vec2 of) { return Corner{q.lo + of, (q.texel + of) / side}; };
        const glm::vec2 size = q.hi - q.lo;
        const Corner a = corner({0, 0}), b = corner({size.x, 0}), c = corner(size), d = corner({0, size.y});
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
    program_.set("viewport", glm::vec2(camera.viewport()));
    program_.set("glyphs", 0);
    gl::bind_texture(0, glyphs_);
    glBindVertexArray(input_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(corners.size() * sizeof(Corner)), corners.data(), GL_STREAM_DRAW);
    for (GLuint i = 0; i < 2; ++i) {
        glVertexAttribPointer(i, 2, GL_FLOAT, GL_FALSE, sizeof(Corner),
                              reinterpret_cast<const void*>(i * sizeof(glm::vec2)));
        glEnableVertexAttribArray(i);
    }
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE);
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
