#include "app/draw/column_buffer.hpp"

#include "base/error.hpp"

#include <algorithm>

namespace nearfield {

namespace {

/// Format of an element as a vertex attribute, and as a texel (0 if unavailable).
struct Reading {
    GLint parts;
    GLenum type, texel;
};

Reading reading_of(Format format) {
    switch (format) {
    case Format::f32: return {1, GL_FLOAT, GL_R32F};
    case Format::f32x2: return {2, GL_FLOAT, GL_RG32F};
    case Format::f32x3:
    case Format::f32x4: return {3, GL_FLOAT, 0};
    case Format::u32: return {1, GL_UNSIGNED_INT, GL_R32UI};
    case Format::u8: return {1, GL_UNSIGNED_BYTE, GL_R8UI};
    case Format::direction: return {4, GL_INT_2_10_10_10_REV, 0};
    }
    return {};
}

}  // namespace

void ColumnBuffer::take(const LayerColumn& column, Interop* interop, float* sample, u32 samples) {
    const bool known = column.owner && column.owner == column_.owner;
    const std::size_t bytes =
        column.count ? std::size_t(column.count - 1) * column.stride + bytes_of(column.format) : 0;
    for (u32 i = 0; column.host() && i < std::min(samples, column.count); ++i) sample[i] = column.at<float>(i);
    if (known) return;
    if (column.host()) {
        if (interop && capacity_) interop->forget(buffer_);
        capacity_ = 0;
        ++generation_;
        glBindBuffer(GL_ARRAY_BUFFER, buffer_);
        glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(bytes), column.data, column.owner ? GL_STATIC_DRAW : GL_STREAM_DRAW);
    } else if (column.is_array() && bytes) {
        if (!interop) throw Error("the picture lies on the device");
        if (bytes > capacity_) {
            interop->forget(buffer_);
            capacity_ = bytes + bytes / 4;
            ++generation_;
            glBindBuffer(GL_ARRAY_BUFFER, buffer_);
            glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(capacity_), nullptr, GL_DYNAMIC_DRAW);
        }
        interop->copy(buffer_, generation_, column.data, bytes, sample, samples * sizeof(float));
    }
    column_ = column;
}

void ColumnBuffer::feed(GLuint index, std::size_t first, std::size_t stride, bool per_instance) const {
    if (!is_array()) {
        glDisableVertexAttribArray(index);
        glVertexAttrib1f(index, column_.value);
        return;
    }
    const Reading reading = reading_of(column_.format);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glVertexAttribPointer(index, reading.parts, reading.type, column_.format == Format::direction,
                          GLsizei(stride * column_.stride), reinterpret_cast<const void*>(first * column_.stride));
    glEnableVertexAttribArray(index);
    glVertexAttribDivisor(index, per_instance ? 1 : 0);
}

void ColumnBuffer::bind(int unit) const {
    glActiveTexture(GL_TEXTURE0 + GLenum(unit));
    glBindTexture(GL_TEXTURE_BUFFER, texture_);
    if (is_array()) glTexBuffer(GL_TEXTURE_BUFFER, reading_of(column_.format).texel, buffer_);
    glActiveTexture(GL_TEXTURE0);
}

}  // namespace nearfield
