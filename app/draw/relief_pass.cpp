#include "app/draw/relief_pass.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace nearfield {

namespace {

constexpr double most_corners = 8e6, most_corners_in_software = 1.5e5;

/// True for renderers that run on the CPU, such as Mesa's.
bool is_software() {
    const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return name && (std::strstr(name, "llvmpipe") || std::strstr(name, "softpipe") || std::strstr(name, "SWR"));
}

}  // namespace

ReliefPass::ReliefPass()
    : look_("relief.vert", "relief.frag", cell_colour("#define SHADES\n#define PLAIN\n")),
      by_value_("relief.vert", "relief.frag", cell_colour("")),
      by_class_("relief.vert", "relief.frag", cell_colour("#define CLASSES\n")),
      sky_("screen.vert", "sky.frag"),
      no_input_(gl::make_vertex_array()),
      software_(is_software()) {}

void ReliefPass::draw_sky(const Camera& camera, bool light) const {
    sky_.use();
    sky_.set("view", camera.view());
    sky_.set("projection", camera.projection());
    sky_.set("viewport", glm::vec2(camera.viewport()));
    sky_.set("lifted", light ? 0.62f : 0.f);
    glBindVertexArray(no_input_);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    gl::fill_screen();
    glBindVertexArray(0);
}

int ReliefPass::stride_of(const CellPart& part) const {
    const double most = software_ ? most_corners_in_software : most_corners;
    return int(std::ceil(std::sqrt(std::max(1., double(part.columns) * double(part.rows) / most))));
}

void ReliefPass::draw(const CellBuffer& cells, const Camera& camera, const Paint& paint) const {
    if (cells.count() == 0) return;
    const CellLattice& lattice = cells.lattice();
    const glm::vec2 size = lattice.size();
    const gl::Program& program = cells.by_class() ? by_class_ : cells.by_value() ? by_value_ : look_;
    program.use();
    program.set("view", camera.view());
    program.set("projection", camera.projection());
    program.set("eye", camera.eye());
    program.set("across", lattice.across);
    program.set("up", lattice.up);
    program.set("grain", std::max(1.2f * lattice.spacing, glm::length(size) / 700));
    program.set("haze", 0.25f / glm::length(size));
    program.set("opacity", cells.opacity());
    program.set("exaggeration", cells.relief().exaggeration);
    program.set("fluid", int(cells.is_fluid()));
    program.set("natural", int(!cells.colour()));
    program.set("heights", 3);
    program.set("floors", 4);
    program.set("foams", 5);
    set_cells(program, cells, paint);
    cells.bind_relief();
    glBindVertexArray(no_input_);
    glEnable(GL_DEPTH_TEST);
    if (cells.is_fluid()) glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    for (const CellPart& part : cells.parts()) {
        const int stride = stride_of(part);
        const auto corners = [&](u32 n) { return (int(n) - 2 + stride) / stride + 1; };
        program.set("origin", lattice.origin + part.shift);
        program.set("base", part.base);
        program.set("stride", stride);
        program.set("part", glm::ivec4(part.column, part.row, part.columns, part.rows));
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 2 * (corners(part.columns) + 2), corners(part.rows) + 1);
    }
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(0);
}

}  // namespace nearfield
