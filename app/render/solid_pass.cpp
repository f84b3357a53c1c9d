#include "app/render/solid_pass.hpp"

#include <cstddef>

namespace nearfield {

namespace {

constexpr glm::vec3 solid_colour{0.40f, 0.44f, 0.51f}, glass_colour{0.62f, 0.76f, 0.92f};
constexpr glm::vec4 edge_colour{0.66f, 0.75f, 0.90f, 0.8f};
constexpr float edge_width = 1.5f;  // pixels

}  // namespace

SolidPass::SolidPass() : opaque_("solid.vert", "solid.frag"), glass_("solid.vert", "solid.frag", "#define GLASS\n"), input_(gl::make_vertex_array()), buffer_(gl::make_buffer()) {
    using Corner = Solids::Corner;
    glBindVertexArray(input_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    for (const auto& [index, offset] : {std::pair(0u, offsetof(Corner, at)), std::pair(1u, offsetof(Corner, normal))}) {
        glVertexAttribPointer(index, 3, GL_FLOAT, GL_FALSE, sizeof(Corner), reinterpret_cast<const void*>(offset));
        glEnableVertexAttribArray(index);
    }
    glBindVertexArray(0);
}

void SolidPass::take(const std::shared_ptr<const Solids>& solids) {
    if (solids == solids_) return;
    solids_ = solids;
    if (!solids) return;
    const std::size_t opaque = solids->opaque.size() * sizeof(Solids::Corner), glass = solids->glass.size() * sizeof(Solids::Corner);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(opaque + glass), nullptr, GL_DYNAMIC_DRAW);
    if (opaque) glBufferSubData(GL_ARRAY_BUFFER, 0, GLsizeiptr(opaque), solids->opaque.data());
    if (glass) glBufferSubData(GL_ARRAY_BUFFER, GLintptr(opaque), GLsizeiptr(glass), solids->glass.data());
}

void SolidPass::draw(const gl::Program& program, const Camera& camera, glm::vec3 colour, std::size_t first, std::size_t corners) const {
    const bool deep = camera.dimensions() == 3;
    program.use();
    program.set("view", camera.view()), program.set("projection", camera.projection());
    program.set("colour", colour), program.set("deep", int(deep));
    glBindVertexArray(input_);
    if (deep) glEnable(GL_DEPTH_TEST);
    glDrawArrays(GL_TRIANGLES, GLint(first), GLsizei(corners));
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(0);
}

void SolidPass::draw_opaque(const Camera& camera) const {
    if (!solids_ || solids_->opaque.empty()) return;
    glDisable(GL_BLEND);
    glEnable(GL_POLYGON_OFFSET_FILL), glPolygonOffset(1, 2);  // so that edges stand before their sides
    draw(opaque_, camera, solid_colour, 0, solids_->opaque.size());
    glDisable(GL_POLYGON_OFFSET_FILL);
}

void SolidPass::draw_glass(const Camera& camera) const {
    if (!solids_ || solids_->glass.empty()) return;
    glEnable(GL_BLEND), glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE);
    glDepthMask(GL_FALSE);
    draw(glass_, camera, glass_colour, solids_->opaque.size(), solids_->glass.size());
    glDepthMask(GL_TRUE), glDisable(GL_BLEND);
}

Overlay SolidPass::edges() const {
    Overlay overlay;
    if (solids_)
        for (const Segment& edge : solids_->edges) overlay.line(edge.from, edge.to, edge_colour, edge_width);
    return overlay;
}

}  // namespace nearfield
