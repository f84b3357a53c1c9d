#include "app/render/actor_pass.hpp"

#include "app/render/renderer.hpp"

#include <algorithm>

namespace nearfield {

namespace {

constexpr float largest_as_point = 24;  // pixels; points vanish as a whole when their centre leaves the picture
constexpr float smallest_disc = 0.75f;  // pixels, radius
constexpr float smallest_sphere = 0.75f;
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

void blend(const Stage& stage, const ActorLook& look) {
    glEnable(GL_BLEND);
    const bool adds = stage.dimensions == 2 && look.glow;
    glBlendFunc(GL_ONE, adds ? GL_ONE : GL_ONE_MINUS_SRC_ALPHA);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    if (stage.dimensions == 3) glEnable(GL_DEPTH_TEST);
    else glDisable(GL_DEPTH_TEST);
}

}  // namespace

ActorPass::ActorPass()
    : disc_points_("actor.vert", "disc.frag"),
      disc_quads_("actor.vert", "disc.frag", as_quads),
      sphere_points_("actor.vert", "sphere.frag"),
      sphere_quads_("actor.vert", "sphere.frag", as_quads),
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

ActorPass::Form ActorPass::form_of(const Camera& camera, const Stage& stage, const ActorLook& look, const ActorBuffer& actors, float largest_point) {
    const float radius = actors.typical_radius() * look.size;
    if (actors.has_headings() && dart_length * radius * camera.scale() >= smallest_dart) return Form::darts;
    const float nearest = stage.dimensions == 3 ? std::max(distance_to(stage, camera.eye()), 1e-6f) : 1.f;
    return 2 * radius * focal(camera) / nearest > std::min(largest_as_point, largest_point - 2) ? Form::quads : Form::points;
}

const gl::Program& ActorPass::program_for(bool deep) const {
    switch (form_) {
        case Form::points: return deep ? sphere_points_ : disc_points_;
        case Form::quads: return deep ? sphere_quads_ : disc_quads_;
        default: return deep ? deep_darts_ : flat_darts_;
    }
}

void ActorPass::prepare(const gl::Program& program, const Camera& camera, const Stage& stage, const ActorLook& look, glm::vec2 range) const {
    const bool deep = stage.dimensions == 3;
    program.use();
    program.set("view", camera.view()), program.set("projection", camera.projection());
    program.set("viewport", glm::vec2(camera.viewport()));
    program.set("focal", focal(camera)), program.set("perspective", int(deep)), program.set("deep", int(deep));
    program.set("enlarge", look.size), program.set("smallest", deep ? smallest_sphere : smallest_disc);
    program.set("largest", largest_point_);
    program.set("range", range), program.set("ramp", 0);
    program.set("background", background_colour), program.set("rimmed", int(!look.glow));
    if (deep) program.set("fade", fade(camera, stage));
    glBindVertexArray(input_);
    glEnable(GL_PROGRAM_POINT_SIZE);
    blend(stage, look);
}

void ActorPass::begin(const Camera& camera, const Stage& stage, const ActorLook& look, glm::vec2 range, const ActorBuffer& actors) {
    load_ramp(look.map);
    form_ = form_of(camera, stage, look, actors, largest_point_);
    prepare(program_for(stage.dimensions == 3), camera, stage, look, range);
    gl::bind_texture(0, ramp_);
}

void ActorPass::draw(const ActorBuffer& actors, u32 first, u32 stride, u32 count) const {
    actors.feed(first, stride, form_ != Form::points);
    if (form_ != Form::points) glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, GLsizei(count));
    else glDrawArrays(GL_POINTS, 0, GLsizei(count));
}

void ActorPass::draw_shapes(const Camera& camera, const Stage& stage, const ActorLook& look, const ActorBuffer& shapes) {
    if (shapes.count() == 0) return;
    prepare(stage.dimensions == 3 ? sphere_quads_ : disc_quads_, camera, stage, {.size = 1, .glow = look.glow}, {0, 1});
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
