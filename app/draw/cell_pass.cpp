#include "app/draw/cell_pass.hpp"

#include "app/draw/hiding.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {

namespace {

/// One texel per class; transparent for cells without a class.
gl::Texture texture_of(const std::vector<ColourClass>& classes) {
    std::vector<unsigned char> rgba(256 * 4);
    for (std::size_t k = 0; k < std::min<std::size_t>(classes.size(), no_class); ++k) {
        for (int c = 0; c < 3; ++c)
            rgba[4 * k + std::size_t(c)] = static_cast<unsigned char>(std::lround(255 * classes[k].colour[c]));
        rgba[4 * k + 3] = 255;
    }
    gl::Texture texture = gl::make_texture(GL_RGBA8, {256, 1}, GL_NEAREST);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 256, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    return texture;
}

}  // namespace

void CellBuffer::take(const CellLayer& layer, Interop* interop) {
    count_ = 0;
    value_.take(layer.value, interop);
    kind_.take(layer.kind, interop);
    shade_.take(layer.shade, interop);
    shown_by_.take(layer.shown_by, interop);
    height_.take(layer.relief.height, interop);
    floor_.take(layer.relief.floor, interop);
    foam_.take(layer.relief.foam, interop);
    relief_ = {.exaggeration = layer.relief.exaggeration};
    parts_ = parts_of(layer);
    const auto same = [](const ColourClass& a, const ColourClass& b) { return a.colour == b.colour; };
    if (by_class() && !std::equal(classes_.begin(), classes_.end(), layer.classes.begin(), layer.classes.end(), same)) {
        colours_ = texture_of(layer.classes);
        classes_ = layer.classes;
    }
    lattice_ = layer.lattice;
    opacity_ = layer.opacity;
    colour_ = layer.colour;
    count_ = by_class() || by_shade() || by_value() || has_relief() ? layer.count : 0;
}

void CellBuffer::bind() const {
    (by_class() ? kind_ : by_shade() ? shade_ : value_).bind(1);
    gl::bind_texture(2, colours_);
    sieve().bind(6);
}

void CellBuffer::bind_relief() const {
    height_.bind(3);
    floor_.bind(4);
    foam_.bind(5);
}

std::string cell_colour(const char* defines) { return with_values(defines) + gl::shader_text("cell_colour.frag"); }

void set_cells(const gl::Program& program, const CellBuffer& cells, const Paint& paint) {
    const CellLattice& lattice = cells.lattice();
    program.set("spacing", lattice.spacing);
    program.set("cells", glm::ivec2(lattice.columns, lattice.rows));
    program.set("hexagons", int(lattice.shape == CellShape::hexagon));
    program.set("elements", 1);
    program.set("colours", 2);
    program.set("tint", cells.colour().value_or(glm::vec3(0.5f)));
    program.set("sieve", 6);
    paint.use(program, cells.sieve().is_array());
    cells.bind();
}

CellPass::CellPass()
    : by_value_("cells.vert", "cells.frag", cell_colour("")),
      by_class_("cells.vert", "cells.frag", cell_colour("#define CLASSES\n")),
      by_shade_("cells.vert", "cells.frag", cell_colour("#define SHADES\n")),
      no_input_(gl::make_vertex_array()) {}

void CellPass::draw(const CellBuffer& cells, const Camera& camera, const Paint& paint, glm::vec3 background) const {
    if (cells.count() == 0) return;
    const bool deep = camera.dimensions() == 3;
    const CellLattice& lattice = cells.lattice();
    const gl::Program& program = cells.by_class() ? by_class_ : cells.by_shade() ? by_shade_ : by_value_;
    program.use();
    program.set("transform", camera.projection() * camera.view());
    program.set("origin", lattice.origin);
    program.set("across", lattice.across);
    program.set("up", lattice.up);
    program.set("size", lattice.size());
    program.set("opacity", cells.opacity());
    program.set("deep", int(deep));
    program.set("background", background);
    set_cells(program, cells, paint);
    glBindVertexArray(no_input_);
    if (deep) glEnable(GL_DEPTH_TEST);
    else glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(0);
    gl::bind_texture(2, 0);
}

}  // namespace nearfield
