#include "app/draw/triangle_pass.hpp"

#include "app/draw/hiding.hpp"

namespace nearfield {

namespace {

constexpr glm::vec3 solid_colour{0.40f, 0.44f, 0.51f}, glass_colour{0.62f, 0.76f, 0.92f};

}  // namespace

void TriangleBuffer::take(const TriangleLayer& layer, Interop* interop) {
    count_ = 0;
    corners_.take(layer.corners, interop);
    normals_.take(layer.normals, interop);
    value_.take(layer.value, interop);
    shown_by_.take(layer.shown_by, interop);
    count_ = layer.count;
    glass_ = layer.glass;
    colour_ = layer.colour;
}

void TriangleBuffer::feed() const {
    corners_.feed(0, 0, 1, false);
    normals_.feed(1, 0, 1, false);
    value_.bind(1);
    sieve().bind(2);
}

TrianglePass::TrianglePass()
    : opaque_("triangle.vert", "triangle.frag", with_values()),
      glass_("triangle.vert", "triangle.frag", with_values("#define GLASS\n")),
      input_(gl::make_vertex_array()) {}

void TrianglePass::draw(const TriangleBuffer& triangles, const Camera& camera, const Paint& paint) const {
    if (triangles.count() == 0) return;
    const bool deep = camera.dimensions() == 3, glass = triangles.glass();
    const gl::Program& program = glass ? glass_ : opaque_;
    program.use();
    program.set("view", camera.view());
    program.set("projection", camera.projection());
    program.set("colour", triangles.colour().value_or(glass ? glass_colour : solid_colour));
    program.set("deep", int(deep));
    program.set("by_value", int(triangles.by_value()));
    program.set("values", 1);
    program.set("sieve", 2);
    program.set("has_normals", int(triangles.has_normals()));
    paint.use(program, triangles.sieve().is_array());
    glBindVertexArray(input_);
    triangles.feed();
    if (deep) glEnable(GL_DEPTH_TEST);
    if (glass) {
        glEnable(GL_BLEND);
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE);
    } else {
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(1, 2);
    }  // keeps edges in front of their faces
    glDepthMask(!glass);
    glDrawArrays(GL_TRIANGLES, 0, GLsizei(3 * triangles.count()));
    glDepthMask(GL_TRUE);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(0);
}

}  // namespace nearfield
