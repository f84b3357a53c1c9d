#include "app/render/field_pass.hpp"

#include "app/render/renderer.hpp"

#include <cmath>

namespace nearfield {

namespace {

std::vector<unsigned char> colours_of(const Field& field) {
    std::vector<unsigned char> rgba;
    rgba.reserve(field.cells.size() * 4);
    for (const auto cell : field.cells) {
        const bool shown = cell < field.classes.size();
        for (int c = 0; c < 3; ++c) rgba.push_back(shown ? static_cast<unsigned char>(std::lround(255 * field.classes[cell].colour[c])) : 0);
        rgba.push_back(shown ? 255 : 0);
    }
    return rgba;
}

}  // namespace

FieldPass::FieldPass() : program_("field.vert", "field.frag"), no_input_(gl::make_vertex_array()) {}

void FieldPass::take(const std::shared_ptr<const Field>& field) {
    if (field == field_) return;
    field_ = field;
    if (empty()) return;
    const auto rgba = colours_of(*field);
    texture_ = gl::make_texture(GL_RGBA8, {field->columns, field->rows}, GL_NEAREST);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, field->columns, field->rows, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
}

void FieldPass::draw_under(const Camera& camera) const {
    if (empty()) return;
    program_.use();
    program_.set("transform", camera.projection() * camera.view());
    program_.set("lo", field_->lo), program_.set("size", field_->cell * glm::vec2(field_->columns, field_->rows));
    program_.set("classes", 0), program_.set("opacity", field_opacity);
    gl::bind_texture(0, texture_);
    glBindVertexArray(no_input_);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDisable(GL_BLEND);
    glBindVertexArray(0);
}

}  // namespace nearfield
