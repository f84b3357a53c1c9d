#include "app/render/actor_pass.hpp"

#include "app/render/renderer.hpp"

#include <algorithm>

namespace nearfield {

namespace {

constexpr float largest_as_point = 24;  // pixels; points vanish as a whole when their centre leaves the picture
constexpr float smallest_disc = 0.75f;  // pixels, radius
constexpr float smallest_sphere = 0.75f;
constexpr float smallest_front = 1.f;   // so that a fluid has no holes
constexpr float smallest_dart = 2.2f;   // pixels, length: smaller ones are drawn as points
constexpr float dart_length = 2.6f;     // in radii
constexpr glm::vec3 shape_colour{0.25f, 0.31f, 0.42f};

const char* as_quads = "#define QUADS\n";

/// Pixels per world unit at depth 1 in perspective, everywhere else.
float focal(const Camera& camera) { return camera.projection()[1][1] * 0.5f * float(camera.viewport().y); }

/// Distance from the eye to the nearest point of the box.
float distance_to(const Stage& stage, glm::vec3 eye) { return glm::length(eye - glm::clamp(eye, stage.lo, stage.hi)); }

/// Depths between which actors fade into the background.
glm::vec2 fade(const Camera& camera, const Stage& stage) {
    float nearest = 1e30f, farthest = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 p(corner & 1 ? stage.hi.x : stage.lo.x, corner & 2 ? stage.hi.y : stage.lo.y, corner & 4 ? stage.hi.z : stage.lo.z);
        const float depth = camera.project(p).z;
        nearest = std::min(nearest, depth), farthest = std::max(farthest, depth);
    }
    return {std::max(nearest, 0.f), farthest + 0.15f * (farthest - nearest) + 1e-6f};
}

void blend(bool adds, bool hides) {
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, adds ? GL_ONE : GL_ONE_MINUS_SRC_ALPHA);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    if (hides) glEnable(GL_DEPTH_TEST);
    else glDisable(GL_DEPTH_TEST);
}

float smallest(Layer layer, bool deep) {
    if (layer == Layer::front || layer == Layer::share) return smallest_front;
    return deep ? smallest_sphere : smallest_disc;
}

}  // namespace

ActorPass::Pair::Pair(const char* fragment) : points("actor.vert", fragment), quads("actor.vert", fragment, as_quads) {}

ActorPass::ActorPass()
    : disc_("disc.frag"),
      sphere_("sphere.frag"),
      front_("front.frag"),
      thickness_("thickness.frag"),
      share_("spread.frag"),
      flat_darts_("dart.vert", "dart.frag"),
      deep_darts_("dart.vert", "dart.frag", "#define DEEP\n"),
      input_(gl::make_vertex_array()),
      shape_ramp_(gl::make_texture(GL_RGB8, {1, 1}, GL_LINEAR, &shape_colour)) {
    float sizes[2] = {1, 1};
    glGetFloatv(GL_POINT_SIZE_RANGE, sizes);
    largest_point_ = sizes[1];
}

void ActorPass::load_ramp(int map) {
    if (map == ramp_map_) return;
    ramp_ = gl::make_texture(GL_RGB8, {256, 1}, GL_LINEAR, colour_map(map).data());
    ramp_map_ = map;
}

ActorPass::Form ActorPass::form_of(const Camera& camera, const Stage& stage, float radius, float part, bool headings, float largest_point) {
    if (headings && dart_length * radius * camera.scale() >= smallest_dart) return Form::darts;
    const float nearest = stage.dimensions == 3 ? std::max(distance_to(stage, camera.eye()), 1e-6f) : 1.f;
    return 2 * radius * part * focal(camera) / nearest > std::min(largest_as_point, largest_point - 2) ? Form::quads : Form::points;
}

const gl::Program& ActorPass::program_for(Layer layer, bool deep) const {
    if (form_ == Form::darts) return deep ? deep_darts_ : flat_darts_;
    const Pair& pair = layer == Layer::front ? front_ : layer == Layer::thickness ? thickness_ : layer == Layer::share ? share_ : deep ? sphere_ : disc_;
    return form_ == Form::points ? pair.points : pair.quads;
}

void ActorPass::prepare(const gl::Program& program, const Camera& camera, const Stage& stage, float enlarge, glm::vec2 range, Layer layer, glm::ivec2 size) const {
    const bool deep = stage.dimensions == 3;
    program.use();
    program.set("view", camera.view()), program.set("projection", camera.projection());
    program.set("viewport", glm::vec2(size));
    program.set("focal", focal(camera) * float(size.y) / float(camera.viewport().y)), program.set("perspective", int(deep)), program.set("deep", int(deep));
    program.set("enlarge", enlarge), program.set("smallest", smallest(layer, deep));
    program.set("largest", largest_point_);
    program.set("range", range), program.set("ramp", 0), program.set("ground", 1);
    program.set("background", background_colour);
    if (deep) program.set("fade", fade(camera, stage));
    glBindVertexArray(input_);
    glEnable(GL_PROGRAM_POINT_SIZE);
}

void ActorPass::begin(const Camera& camera, const Stage& stage, const ActorLook& look, glm::vec2 range, const ActorBuffer& actors, Layer layer, glm::ivec2 size) {
    load_ramp(look.map);
    const bool deep = stage.dimensions == 3, lit = layer == Layer::light;
    const float enlarge = look.size * (lit ? 1 : reach_in_fluid(stage.dimensions));
    form_ = form_of(camera, stage, actors.typical_radius() * enlarge, float(size.y) / float(camera.viewport().y), lit && actors.has_headings(), largest_point_);
    const gl::Program& program = program_for(layer, deep);
    prepare(program, camera, stage, enlarge, range, layer, size);
    program.set("rimmed", int(!look.glow));
    if (lit) blend(!deep && look.glow, deep);
    else blend(layer != Layer::front, layer == Layer::front);
    gl::bind_texture(0, ramp_);
}

void ActorPass::draw(const ActorBuffer& actors, u32 first, u32 stride, u32 count) const {
    actors.feed(first, stride, form_ != Form::points);
    if (form_ != Form::points) glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, GLsizei(count));
    else glDrawArrays(GL_POINTS, 0, GLsizei(count));
}

void ActorPass::draw_shapes(const Camera& camera, const Stage& stage, const ActorLook& look, const ActorBuffer& shapes) {
    if (shapes.count() == 0) return;
    const bool deep = stage.dimensions == 3;
    const gl::Program& program = (deep ? sphere_ : disc_).quads;
    prepare(program, camera, stage, 1, {0, 1}, Layer::light, camera.viewport());
    program.set("rimmed", int(!look.glow));
    blend(!deep && look.glow, deep);
    gl::bind_texture(0, shape_ramp_);
    shapes.feed(0, 1, true);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, GLsizei(shapes.count()));
    end();
}

void ActorPass::end() const {
    glBindVertexArray(0);
    glDisable(GL_BLEND), glDisable(GL_DEPTH_TEST), glDisable(GL_PROGRAM_POINT_SIZE);
}

}  // namespace nearfield
