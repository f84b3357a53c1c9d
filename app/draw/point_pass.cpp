#include "app/draw/point_pass.hpp"

#include "app/draw/hiding.hpp"
#include "app/draw/renderer.hpp"

#include <algorithm>

namespace nearfield {

namespace {

constexpr float largest_as_point = 24;  // pixels; a point sprite disappears as soon as its centre leaves the picture
constexpr float smallest_disc = 0.75f;  // pixels, radius
constexpr float smallest_sphere = 0.75f;
constexpr float smallest_front = 1.f;  // keeps a fluid free of holes
constexpr float smallest_dart = 2.2f;  // length, pixels; smaller darts are drawn as points
constexpr float dart_length = 2.6f;    // actor radii

const char* as_quads = "#define QUADS\n";

/// Distance from the eye to the nearest point of the box.
float distance_to(const DrawnSpace& space, glm::vec3 eye) {
    return glm::length(eye - glm::clamp(eye, space.lo, space.hi));
}

/// Range of depths over which actors fade into the background.
glm::vec2 fade(const Camera& camera, const DrawnSpace& space) {
    float nearest = 1e30f, farthest = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 p(corner & 1 ? space.hi.x : space.lo.x, corner & 2 ? space.hi.y : space.lo.y,
                          corner & 4 ? space.hi.z : space.lo.z);
        const float depth = camera.project(p).z;
        nearest = std::min(nearest, depth);
        farthest = std::max(farthest, depth);
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

/// Returns the minimum opacity of actors smaller than a pixel. Keeps a few visible without saturating many.
float faintest(u32 actors, glm::ivec2 size) {
    constexpr float share = 0.004f, most = 0.7f;  // fraction of the picture that actors of this opacity cover
    return std::min(most, share * float(size.x) * float(size.y) / float(std::max(actors, 1u)));
}

float smallest(Gathered what, bool deep) {
    if (what == Gathered::front || what == Gathered::share) return smallest_front;
    return deep ? smallest_sphere : smallest_disc;
}

}  // namespace

PointPass::Pair::Pair(const char* fragment)
    : points("point.vert", fragment, with_values()),
      quads("point.vert", fragment, with_values(as_quads)) {}

PointPass::PointPass()
    : disc_("disc.frag"),
      sphere_("sphere.frag"),
      front_("front.frag"),
      thickness_("thickness.frag"),
      share_("spread.frag"),
      flat_darts_("dart.vert", "dart.frag", with_values()),
      deep_darts_("dart.vert", "dart.frag", with_values("#define DEEP\n")),
      input_(gl::make_vertex_array()) {
    float sizes[2] = {1, 1};
    glGetFloatv(GL_POINT_SIZE_RANGE, sizes);
    largest_point_ = sizes[1];
}

GLuint PointPass::ramp(const ActorLook& look, glm::vec2 range) {
    const auto colours = colours_of_values(look.map, look.light, range, look.names);
    if (!ramp_ || colours != ramp_colours_) ramp_ = gl::make_texture(GL_RGB8, {256, 1}, GL_LINEAR, colours.data());
    ramp_colours_ = colours;
    return ramp_;
}

PointPass::Form PointPass::form_of(const Camera& camera, const DrawnSpace& space, float radius, float part,
                                   bool directions) const {
    if (directions && dart_length * radius * camera.scale() >= smallest_dart) return Form::darts;
    const float nearest = space.dimensions == 3 ? std::max(distance_to(space, camera.eye()), 1e-6f) : 1.f;
    return 2 * radius * part * camera.focal() / nearest > std::min(largest_as_point, largest_point_ - 2) ? Form::quads
                                                                                                         : Form::points;
}

const gl::Program& PointPass::program_for(Gathered what, bool deep) const {
    if (form_ == Form::darts) return deep ? deep_darts_ : flat_darts_;
    const Pair& pair = what == Gathered::front       ? front_
                       : what == Gathered::thickness ? thickness_
                       : what == Gathered::share     ? share_
                       : deep                        ? sphere_
                                                     : disc_;
    return form_ == Form::points ? pair.points : pair.quads;
}

void PointPass::begin(const View& view, const PointBuffer& points, Gathered what, glm::ivec2 size) {
    const Camera& camera = view.camera;
    const DrawnSpace& space = view.space;
    const ActorLook& look = view.look;
    const bool deep = space.dimensions == 3, lit = what == Gathered::light, plain = points.plain();
    const GLuint colours = plain ? points.plain() : ramp(look, view.range);
    const float enlarge = (plain ? 1 : look.size) * (lit ? 1 : reach_in_fluid(space.dimensions)),
                part = float(size.y) / float(camera.viewport().y);
    form_ = plain ? Form::quads
                  : form_of(camera, space, points.typical_radius() * enlarge, part, lit && points.has_directions());
    const gl::Program& program = program_for(what, deep);
    program.use();
    program.set("view", camera.view());
    program.set("projection", camera.projection());
    program.set("viewport", glm::vec2(size));
    program.set("focal", camera.focal() * float(size.y) / float(camera.viewport().y));
    program.set("perspective", int(deep));
    program.set("deep", int(deep));
    program.set("enlarge", enlarge);
    program.set("smallest", smallest(what, deep));
    program.set("largest", largest_point_);
    program.set("range", plain ? glm::vec2(0, 1) : view.range);
    program.set("ramp", 0);
    program.set("ground", 1);
    set_shown(program, plain ? ShownValues{} : view.shown);
    program.set("background", background_of(look.light));
    if (deep) program.set("fade", fade(camera, space));
    program.set("rimmed", int(!look.glow));
    program.set("rim_tint", glm::vec3(look.light ? 0 : 1));
    program.set("faintest", lit ? faintest(points.count(), size) : 0.f);
    glBindVertexArray(input_);
    glEnable(GL_PROGRAM_POINT_SIZE);
    if (lit) blend(!deep && look.glow, deep);
    else blend(what != Gathered::front, what == Gathered::front);
    gl::bind_texture(0, colours);
}

void PointPass::draw(const PointBuffer& points, u32 first, u32 stride, u32 count) const {
    points.feed(first, stride, form_ != Form::points);
    if (form_ != Form::points) glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, GLsizei(count));
    else glDrawArrays(GL_POINTS, 0, GLsizei(count));
}

void PointPass::draw_all(const View& view, const PointBuffer& points) {
    if (points.count() == 0) return;
    begin(view, points, Gathered::light, view.camera.viewport());
    draw(points, 0, 1, points.count());
    end();
}

void PointPass::end() const {
    glBindVertexArray(0);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_PROGRAM_POINT_SIZE);
}

}  // namespace nearfield
