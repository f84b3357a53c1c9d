#include "app/draw/overlay_pass.hpp"

#include <initializer_list>

namespace nearfield {

namespace {

constexpr float smallest_mark = 3;  // pixels, radius

/// Uploads `items` as vertex attributes 0, 1 ...; `fields`: number of floats per attribute.
template <class Item> void feed(const gl::Buffer& buffer, const std::vector<Item>& items,
                                std::initializer_list<int> fields, bool per_instance) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(items.size() * sizeof(Item)), items.data(), GL_STREAM_DRAW);
    for (GLuint i = 0; i < 4; ++i) glDisableVertexAttribArray(i);
    GLuint index = 0;
    std::size_t offset = 0;
    for (const int floats : fields) {
        glVertexAttribPointer(index, floats, GL_FLOAT, GL_FALSE, sizeof(Item), reinterpret_cast<const void*>(offset));
        glVertexAttribDivisor(index, per_instance ? 1 : 0);
        glEnableVertexAttribArray(index++);
        offset += std::size_t(floats) * sizeof(float);
    }
}

void use(const gl::Program& program, const Camera& camera) {
    program.use();
    program.set("transform", camera.projection() * camera.view());
    program.set("viewport", glm::vec2(camera.viewport()));
}

}  // namespace

OverlayPass::OverlayPass()
    : line_("line.vert", "line.frag"),
      face_("face.vert", "face.frag"),
      mark_("mark.vert", "mark.frag"),
      input_(gl::make_vertex_array()),
      buffer_(gl::make_buffer()) {}

void OverlayPass::draw(const Overlay& overlay, const Camera& camera, bool hidden_by_actors) {
    glBindVertexArray(input_);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE);
    glDepthMask(GL_FALSE);
    if (hidden_by_actors) glEnable(GL_DEPTH_TEST);
    if (!overlay.faces.empty()) {
        use(face_, camera);
        feed(buffer_, overlay.faces, {3, 4}, false);
        glDrawArrays(GL_TRIANGLES, 0, GLsizei(overlay.faces.size()));
    }
    if (!overlay.lines.empty()) {
        use(line_, camera);
        feed(buffer_, overlay.lines, {3, 3, 4, 1}, true);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, GLsizei(overlay.lines.size()));
    }
    if (!overlay.marks.empty()) {
        use(mark_, camera);
        mark_.set("focal", camera.focal());
        mark_.set("perspective", int(camera.dimensions() == 3));
        mark_.set("smallest", smallest_mark);
        feed(buffer_, overlay.marks, {3, 4, 1, 1}, true);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, GLsizei(overlay.marks.size()));
    }
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glBindVertexArray(0);
}

}  // namespace nearfield
