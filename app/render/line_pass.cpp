#include "app/render/line_pass.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace nearfield {

namespace {

constexpr glm::vec3 tint{0.30f, 0.42f, 0.66f}, firm_tint{0.72f, 0.79f, 0.92f};
constexpr float thickest = 2.4f, thinnest = 1.f;      // pixels
constexpr float firm_thinnest = 1.5f;
constexpr float thickness = 0.03f;                    // world units, between those
constexpr float strongest = 0.45f, weakest = 0.008f;  // opacity
constexpr float firm_strongest = 0.95f, firm_weakest = 0.3f;
constexpr float light_cover = 0.3f;                   // how often lines may cover the screen at full strength,
constexpr float most_cover = 2;                       // and at all
constexpr float longest_stride = 85;                  // drivers need only take lines up to 2048 bytes apart

float length_per_area(const std::vector<Segment>& lines) {
    glm::vec3 lo = lines.front().from, hi = lo;
    double length = 0;
    for (const auto& line : lines) {
        length += glm::length(line.to - line.from);
        lo = glm::min(lo, glm::min(line.from, line.to)), hi = glm::max(hi, glm::max(line.from, line.to));
    }
    const double width = hi.x - lo.x, height = hi.y - lo.y, longer = std::max(width, height);
    return float(length / std::max({width * height, 0.1 * longer * longer, 1e-12}));
}

}  // namespace

LinePass::LinePass() : program_("line.vert", "line.frag", "#define LIGHT\n"), input_(gl::make_vertex_array()), buffer_(gl::make_buffer()) {
    glBindVertexArray(input_);
    for (GLuint end = 0; end < 2; ++end) glEnableVertexAttribArray(end), glVertexAttribDivisor(end, 1);
    glBindVertexArray(0);
}

void LinePass::feed(std::size_t stride) const {
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    for (GLuint end = 0; end < 2; ++end)
        glVertexAttribPointer(end, 3, GL_FLOAT, GL_FALSE, GLsizei(stride * sizeof(Segment)), reinterpret_cast<const void*>(end * offsetof(Segment, to)));
}

void LinePass::take(const std::shared_ptr<const std::vector<Segment>>& lines, bool firm) {
    firm_ = firm;
    if (lines == lines_) return;
    lines_ = lines;
    if (!lines || lines->empty()) return;
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(lines->size() * sizeof(Segment)), lines->data(), GL_STATIC_DRAW);
    per_area_ = length_per_area(*lines);
}

void LinePass::draw_under(const Camera& camera) const { draw(camera, GL_ONE, GL_ONE_MINUS_SRC_ALPHA); }

void LinePass::draw_light(const Camera& camera) const { draw(camera, GL_ONE_MINUS_DST_COLOR, GL_ONE); }

void LinePass::draw(const Camera& camera, GLenum source, GLenum destination) const {
    if (!lines_ || lines_->empty()) return;
    const float pixels = std::clamp(thickness * camera.scale(), firm_ ? firm_thinnest : thinnest, thickest);
    const float all = per_area_ * pixels / camera.scale(), stride = std::ceil(std::clamp(all / most_cover, 1.f, longest_stride)), cover = all / stride;
    program_.use();
    program_.set("transform", camera.projection() * camera.view());
    program_.set("viewport", glm::vec2(camera.viewport()));
    glBindVertexArray(input_);
    feed(std::size_t(stride));
    const glm::vec3 colour = firm_ ? firm_tint : tint;
    const float least = firm_ ? firm_weakest : weakest, most = firm_ ? firm_strongest : strongest;
    glVertexAttrib4f(2, colour.r, colour.g, colour.b, std::max(least, most * std::min(1.f, light_cover / std::max(cover, 1e-9f))));
    glVertexAttrib1f(3, pixels);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(source, destination, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, GLsizei(1 + (lines_->size() - 1) / std::size_t(stride)));
    glDisable(GL_BLEND);
    glBindVertexArray(0);
}

}  // namespace nearfield
