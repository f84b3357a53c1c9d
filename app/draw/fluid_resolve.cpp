#include "app/draw/fluid_resolve.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {

namespace {

constexpr int smoothings = 2;      // filter passes along each axis
constexpr float smoothing = 1.1f;  // standard deviation of the filter, in drawn radii
constexpr float tint_smoothing = 0.7f;
constexpr float border_2d = 0.36f;       // share at the outline; 0.5 would shrink the outline by half a spacing
constexpr float squares_across = 12;     // floor squares along the environment's longer side
constexpr float spacings_per_texel = 1;  // resolution of the map of depth below the surface
constexpr int blurs = 2;

const char* narrow_range = "#define RANGE 2.0\n";
const char* narrow_range_tint = "#define RANGE 1.5\n#define TINT\n";

/// Drawn radius of a fluid particle, world units.
float drawn_radius(const SlicedPicture& picture) {
    const auto& view = picture.view();
    return std::max(reach_in_fluid(view.space.dimensions) * picture.actor_radius() * view.look.size, 1e-9f);
}

void set_camera(const gl::Program& program, const View& view) {
    program.set("view", view.camera.view());
    program.set("projection", view.camera.projection());
    program.set("eye", view.camera.eye());
    program.set("lo", view.space.lo);
    program.set("hi", view.space.hi);
    program.set("viewport", glm::vec2(view.camera.viewport()));
}

/// 2D: left, lower, right and upper border of the fluid's container, in pixels from the picture's lower left corner,
/// shrunk by `inset` pixels; infinite if the environment is wrapped.
glm::vec4 box_in(const View& view, float inset) {
    if (view.space.wrapped) return {-1e9f, -1e9f, 1e9f, 1e9f};
    const glm::vec3 lo = view.camera.project(view.space.lo), hi = view.camera.project(view.space.hi);
    const float height = float(view.camera.viewport().y);
    return {lo.x + inset, height - lo.y + inset, hi.x - inset, height - hi.y - inset};
}

}  // namespace

FluidResolve::FluidResolve()
    : studio_("screen.vert", "studio.frag"),
      depth_("screen.vert", "fluid_depth.frag"),
      smooth_("screen.vert", "fluid_smooth.frag", narrow_range),
      smooth_tint_("screen.vert", "fluid_smooth.frag", narrow_range_tint),
      normal_("screen.vert", "fluid_normal.frag"),
      deep_("screen.vert", "fluid_deep.frag"),
      cover_("screen.vert", "fluid_cover.frag"),
      blur_("screen.vert", "halo_blur.frag"),
      flat_("screen.vert", "fluid_flat.frag"),
      no_input_(gl::make_vertex_array()) {}

void FluidResolve::draw_studio(const View& view) const {
    const glm::vec3 size = view.space.hi - view.space.lo;
    glBindVertexArray(no_input_);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    studio_.use();
    set_camera(studio_, view);
    studio_.set("light", int(view.look.light));
    studio_.set("square", std::max({size.x, size.z, 1e-9f}) / squares_across);
    gl::fill_screen();
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(0);
}

void FluidResolve::set_filter(const gl::Program& program, const SlicedPicture& picture, float deviation) const {
    const float focal = picture.view().camera.projection()[1][1] * 0.5f * float(depths_.size().y),
                radius = drawn_radius(picture);
    program.use();
    program.set("depths", 0);
    program.set("radius", radius);
    program.set("sigma", deviation * radius * focal);
}

void FluidResolve::smooth(const SlicedPicture& picture) {
    set_filter(smooth_, picture, smoothing);
    for (int i = 0; i < 2 * smoothings; ++i) {
        const bool across = i % 2 == 0;
        (across ? scratch_ : depths_).bind();
        gl::bind_texture(0, (across ? depths_ : scratch_).colour());
        smooth_.set("axis", across ? glm::ivec2(1, 0) : glm::ivec2(0, 1));
        gl::fill_screen();
    }
}

void FluidResolve::smooth_tints(const SlicedPicture& picture) {
    tints_.shape(depths_.size(), GL_RGBA8, false);
    tints_scratch_.shape(depths_.size(), GL_RGBA8, false);
    set_filter(smooth_tint_, picture, tint_smoothing);
    smooth_tint_.set("tints", 1);
    gl::bind_texture(0, depths_.colour());
    for (const bool across : {true, false}) {
        (across ? tints_scratch_ : tints_).bind();
        gl::bind_texture(1, across ? picture.fluid().front.colour() : tints_scratch_.colour());
        smooth_tint_.set("axis", across ? glm::ivec2(1, 0) : glm::ivec2(0, 1));
        gl::fill_screen();
    }
    gl::bind_texture(1, 0);
}

void FluidResolve::find_surface(const SlicedPicture& picture) {
    const auto& front = picture.fluid().front;
    depths_.shape(front.size(), GL_R32F, false);
    scratch_.shape(front.size(), GL_R32F, false);
    surface_.shape(front.size(), GL_RGBA32F, false);
    depths_.bind();
    depth_.use();
    set_camera(depth_, picture.view());
    depth_.set("front", 0);
    depth_.set("boxed", int(!picture.view().space.wrapped));
    gl::bind_texture(0, front.depth());
    gl::fill_screen();
    smooth(picture);
    if (picture.view().look.drawing == Drawing::surface) smooth_tints(picture);

    surface_.bind();
    normal_.use();
    normal_.set("depths", 0);
    normal_.set("projection", picture.view().camera.projection());
    normal_.set("radius", drawn_radius(picture));
    gl::bind_texture(0, depths_.colour());
    gl::fill_screen();
}

void FluidResolve::draw_deep(const SlicedPicture& picture, GLuint behind, float brightness, const gl::Target& display) {
    const auto& view = picture.view();
    glBindVertexArray(no_input_);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    find_surface(picture);

    display.bind();
    const bool clear = view.look.drawing == Drawing::water;
    const GLuint textures[] = {surface_.colour(), picture.fluid().thickness.colour(), behind, picture.target().depth(),
                               clear ? 0 : tints_.colour()};
    deep_.use();
    set_camera(deep_, view);
    int unit = 0;
    for (const char* name : {"surface", "thickness", "behind", "ground", "tints"}) {
        deep_.set(name, unit);
        gl::bind_texture(unit, textures[unit]);
        ++unit;
    }
    deep_.set("background", background_of(view.look.light));
    deep_.set("dim", brightness);
    deep_.set("gain", picture.gain());
    deep_.set("reach", 0.25f * std::max(glm::length(view.space.hi - view.space.lo), 1e-9f));
    deep_.set("radius", drawn_radius(picture));
    deep_.set("clear", int(clear));
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_ALWAYS);
    glDepthMask(GL_TRUE);
    gl::fill_screen();
    glDisable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    while (unit-- > 1) gl::bind_texture(unit, 0);
    glBindVertexArray(0);
}

void FluidResolve::find_depth_below(const SlicedPicture& picture) {
    const auto& view = picture.view();
    const float spacing = std::max(2 * picture.actor_radius() * view.camera.scale(), 1.f);
    const glm::vec2 picture_size(view.camera.viewport());
    const glm::ivec2 size = glm::max(glm::ivec2(picture_size / (spacings_per_texel * spacing)), glm::ivec2(8));
    cover_map_.shape(size, GL_RGBA8, false);
    cover_scratch_.shape(size, GL_RGBA8, false);
    cover_map_.bind();
    cover_.use();
    cover_.set("box", box_in(view, 1.5f * spacing) / glm::vec4(picture_size, picture_size));
    cover_.set("field", 0);
    cover_.set("viewport", glm::vec2(size));
    cover_.set("gain", picture.gain());
    cover_.set("border", border_2d);
    gl::bind_texture(0, picture.fluid().front.colour());
    gl::fill_screen();
    blur_.use();
    blur_.set("light", 0);
    for (int i = 0; i < 2 * blurs; ++i) {
        const bool across = i % 2 == 0;
        (across ? cover_scratch_ : cover_map_).bind();
        gl::bind_texture(0, (across ? cover_map_ : cover_scratch_).colour());
        blur_.set("axis", across ? glm::vec2(1, 0) : glm::vec2(0, 1));
        gl::fill_screen();
    }
}

void FluidResolve::draw_flat(const SlicedPicture& picture, const gl::Target& display) {
    const auto& view = picture.view();
    glBindVertexArray(no_input_);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    find_depth_below(picture);
    display.bind();
    flat_.use();
    flat_.set("field", 0);
    flat_.set("cover", 1);
    flat_.set("viewport", glm::vec2(display.size()));
    flat_.set("gain", picture.gain());
    flat_.set("border", border_2d);
    flat_.set("spacing", 2 * picture.actor_radius() * view.camera.scale());
    flat_.set("clear", int(view.look.drawing == Drawing::water));
    flat_.set("box", box_in(view, 0));
    gl::bind_texture(0, picture.fluid().front.colour());
    gl::bind_texture(1, cover_map_.colour());
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    gl::fill_screen();
    glDisable(GL_BLEND);
    gl::bind_texture(1, 0);
    glBindVertexArray(0);
}

}  // namespace nearfield
