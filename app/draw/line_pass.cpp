#include "app/draw/line_pass.hpp"

#include "app/draw/hiding.hpp"
#include "app/draw/point_pass.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {

namespace {

/// Style of one LineLook.
struct Pen {
    glm::vec3 tint;
    float thinnest, thickest;  // pixels
    float thickness;           // world units; clamped to those pixels
    float strongest, weakest;  // opacities
};

constexpr Pen pens[] = {{.tint = {0.30f, 0.42f, 0.66f},
                         .thinnest = 1,
                         .thickest = 2.4f,
                         .thickness = 0.03f,
                         .strongest = 0.45f,
                         .weakest = 0.008f},
                        {.tint = {0.72f, 0.79f, 0.92f},
                         .thinnest = 1.5f,
                         .thickest = 2.4f,
                         .thickness = 0.03f,
                         .strongest = 0.95f,
                         .weakest = 0.3f},
                        {.tint = {0.66f, 0.75f, 0.90f},
                         .thinnest = 1.5f,
                         .thickest = 1.5f,
                         .thickness = 0,
                         .strongest = 0.8f,
                         .weakest = 0.8f},
                        {.tint = {0.66f, 0.75f, 0.90f},
                         .thinnest = 1,
                         .thickest = 3,
                         .thickness = 0,
                         .strongest = 0.55f,
                         .weakest = 0.55f}};
constexpr float light_cover = 0.3f;   // coverage of the screen up to which lines have full strength
constexpr float most_cover = 2;       // maximum coverage of the screen
constexpr float longest_stride = 85;  // drivers must accept strides up to 2048 bytes only

float length_per_area(const LayerColumn& ends) {
    if (!ends.host() || ends.count < 2) return 0;
    glm::vec3 lo = ends.at<glm::vec3>(0), hi = lo;
    double length = 0;
    for (u32 e = 0; e + 1 < ends.count; e += 2) {
        const glm::vec3 from = ends.at<glm::vec3>(e), to = ends.at<glm::vec3>(e + 1);
        length += glm::length(to - from);
        lo = glm::min(lo, glm::min(from, to));
        hi = glm::max(hi, glm::max(from, to));
    }
    const double width = hi.x - lo.x, height = hi.y - lo.y, longer = std::max(width, height);
    return float(length / std::max({width * height, 0.1 * longer * longer, 1e-12}));
}

}  // namespace

void Paint::use(const gl::Program& program, bool sieved) const {
    program.set("range", range);
    program.set("ramp", 0);
    set_shown(program, sieved ? shown : ShownValues{});
    gl::bind_texture(0, ramp);
}

void LineBuffer::take(const LineLayer& layer, Interop* interop) {
    const bool known = layer.ends.owner && layer.ends.owner == ends_.column().owner;
    LayerColumn strength = layer.strength;
    if (!strength.there()) strength = 1.f;
    count_ = 0;
    ends_.take(layer.ends, interop);
    value_.take(layer.value, interop);
    strength_.take(strength, interop);
    shown_by_.take(layer.shown_by, interop);
    count_ = layer.count;
    look_ = layer.look;
    colour_ = layer.colour;
    const bool thinned = look_ == LineLook::ground || look_ == LineLook::wall;
    if (!known || !thinned) per_area_ = thinned ? length_per_area(layer.ends) : 0;
}

void LineBuffer::feed(std::size_t stride) const {
    ends_.feed(0, 0, 2 * stride, true);
    ends_.feed(1, 1, 2 * stride, true);
    value_.feed(4, 0, stride, true);
    strength_.feed(5, 0, stride, true);
    sieve().feed(6, 0, stride, true);
}

LinePass::LinePass()
    : program_("line.vert", "line.frag", with_values("#define LAYER\n")),
      input_(gl::make_vertex_array()) {}

void LinePass::draw_under(const LineBuffer& lines, const Camera& camera, const Paint& paint) const {
    draw(lines, camera, paint, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

void LinePass::draw_light(const LineBuffer& lines, const Camera& camera, const Paint& paint) const {
    draw(lines, camera, paint, GL_ONE_MINUS_DST_COLOR, GL_ONE);
}

void LinePass::draw_over(const LineBuffer& lines, const Camera& camera, const Paint& paint) const {
    if (camera.dimensions() == 3) glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    draw(lines, camera, paint, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_TRUE);
    glDisable(GL_DEPTH_TEST);
}

void LinePass::draw(const LineBuffer& lines, const Camera& camera, const Paint& paint, GLenum source,
                    GLenum destination) const {
    if (lines.count() == 0) return;
    const Pen& pen = pens[int(lines.look())];
    const float thickness = lines.look() == LineLook::trail ? paint.actor_radius : pen.thickness;
    const float pixels = std::clamp(thickness * camera.scale(), pen.thinnest, pen.thickest) * paint.stroke;
    const float all = lines.per_area() * pixels / camera.scale(),
                stride = std::ceil(std::clamp(all / most_cover, 1.f, longest_stride)), cover = all / stride;
    program_.use();
    program_.set("transform", camera.projection() * camera.view());
    program_.set("viewport", glm::vec2(camera.viewport()));
    program_.set("by_value", int(lines.by_value()));
    paint.use(program_, lines.sieve().is_array());
    glBindVertexArray(input_);
    lines.feed(std::size_t(stride));
    const glm::vec3 colour = on_ground(lines.colour().value_or(pen.tint), paint.light);
    glVertexAttrib4f(2, colour.r, colour.g, colour.b,
                     std::max(pen.weakest, pen.strongest * std::min(1.f, light_cover / std::max(cover, 1e-9f))));
    glVertexAttrib1f(3, pixels);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(source, destination, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, GLsizei(1 + (lines.count() - 1) / std::size_t(stride)));
    glDisable(GL_BLEND);
    glBindVertexArray(0);
}

}  // namespace nearfield
