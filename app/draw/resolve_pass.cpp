#include "app/draw/resolve_pass.hpp"

#include <algorithm>

namespace nearfield {

namespace {

constexpr float greatest_gain = 200;  // maximum brightening of a thinned picture
constexpr int halo_shrink = 4;
constexpr float least_reach = 0.003f;  // radius relative to the environment's diagonal, if there are no actors

}  // namespace

ResolvePass::ResolvePass()
    : flat_("screen.vert", "flat.frag"),
      deep_("screen.vert", "deep.frag"),
      deep_plain_("screen.vert", "deep.frag", "#define PLAIN\n"),
      halo_gather_("screen.vert", "halo_gather.frag"),
      halo_blur_("screen.vert", "halo_blur.frag"),
      halo_over_("screen.vert", "halo.frag"),
      no_input_(gl::make_vertex_array()) {}

void ResolvePass::draw(const SlicedPicture& picture, const gl::Target& display, float brightness,
                       const Ground& ground) {
    glBindVertexArray(no_input_);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    if (picture.view().space.dimensions == 3) deep(picture, display, brightness);
    else flat(picture, display, brightness, ground);
    glBindVertexArray(0);
}

void ResolvePass::flat(const SlicedPicture& picture, const gl::Target& display, float brightness,
                       const Ground& ground) {
    const bool glow = picture.view().look.glow, halo = glow && picture.complete();
    const glm::vec3 background = background_of(picture.view().look.light);
    display.bind();
    if (!glow) {
        glClearColor(background.r, background.g, background.b, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        ground(false);
        glBindVertexArray(no_input_);
        glEnable(GL_BLEND);
        glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    }
    flat_.use();
    flat_.set("gathered", 0);
    flat_.set("background", halo ? glm::vec3(0) : background);
    flat_.set("dim", brightness);
    flat_.set("gain", std::min(picture.gain(), greatest_gain));
    flat_.set("additive", int(glow));
    gl::bind_texture(0, picture.target().colour());
    gl::fill_screen();
    glDisable(GL_BLEND);
    if (halo) add_halo(display);
    if (glow) ground(true);
}

void ResolvePass::add_halo(const gl::Target& display) {
    const glm::ivec2 size = (display.size() + halo_shrink - 1) / halo_shrink;
    halo_.shape(size, GL_RGBA8, false);
    halo_scratch_.shape(size, GL_RGBA8, false);
    const auto filter = [](const gl::Program& program, const gl::Target& from, const gl::Target& to, glm::vec2 axis) {
        to.bind();
        program.use();
        program.set("light", 0);
        program.set("axis", axis);
        gl::bind_texture(0, from.colour());
        gl::fill_screen();
    };
    filter(halo_gather_, display, halo_, {});
    filter(halo_blur_, halo_, halo_scratch_, {1, 0});
    filter(halo_blur_, halo_scratch_, halo_, {0, 1});

    display.bind();
    halo_over_.use();
    halo_over_.set("halo", 0);
    halo_over_.set("background", background_of(false));
    halo_over_.set("size", glm::vec2(display.size()));
    gl::bind_texture(0, halo_.colour());
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_COLOR);
    gl::fill_screen();
    glDisable(GL_BLEND);
}

void ResolvePass::deep(const SlicedPicture& picture, const gl::Target& display, float brightness) {
    const glm::mat4 projection = picture.view().camera.projection();
    const DrawnSpace& space = picture.view().space;
    const float radius = picture.actor_radius() > 0 ? picture.actor_radius() * picture.view().look.size
                                                    : least_reach * glm::length(space.hi - space.lo);
    const gl::Program& program = picture.complete() ? deep_ : deep_plain_;
    display.bind();
    program.use();
    program.set("gathered", 0);
    program.set("depth", 1);
    program.set("background", background_of(picture.view().look.light));
    program.set("dim", brightness);
    program.set("unproject", glm::vec2(projection[2][2], projection[3][2]));
    program.set("reach", std::max(8 * radius, 1e-9f));
    gl::bind_texture(0, picture.target().colour());
    gl::bind_texture(1, picture.target().depth());
    gl::fill_screen();
    gl::bind_texture(1, 0);
}

}  // namespace nearfield
