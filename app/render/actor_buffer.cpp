#include "app/render/actor_buffer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace nearfield {

namespace {

constexpr u32 sample_size = 64;

const void* offset(std::size_t bytes) { return reinterpret_cast<const void*>(bytes); }

}  // namespace

void ActorBuffer::fill_from_host(const Frame& frame, Interop* interop) {
    if (interop && capacity_) interop->forget(buffer_);
    capacity_ = 0, ++generation_;
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(frame.actors * sizeof(Vertex)), frame.host, GL_STREAM_DRAW);
    count_ = frame.actors;
    note_radius(frame.host, count_);
}

void ActorBuffer::fill_from_device(const Frame& frame, Interop& interop) {
    if (frame.actors > capacity_) {
        interop.forget(buffer_);
        const std::size_t wanted = frame.actors + frame.actors / 4;
        glBindBuffer(GL_ARRAY_BUFFER, buffer_);
        glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(wanted * sizeof(Vertex)), nullptr, GL_DYNAMIC_DRAW);
        capacity_ = wanted, ++generation_;
    }
    std::array<Vertex, sample_size> sample{};
    count_ = 0;
    if (frame.actors) interop.copy(buffer_, generation_, frame.device, frame.actors, sample.data(), sample_size);
    count_ = frame.actors;
    note_radius(sample.data(), count_);
}

void ActorBuffer::note_radius(const Vertex* sample, u32 count) {
    typical_radius_ = 0;
    for (u32 i = 0; i < std::min(count, sample_size); ++i)
        if (std::isfinite(sample[i].size)) typical_radius_ = std::max(typical_radius_, sample[i].size);
}

void ActorBuffer::feed(u32 first, u32 stride, bool per_instance) const {
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    const std::size_t start = first * sizeof(Vertex);
    const GLsizei bytes = GLsizei(stride * sizeof(Vertex));
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, bytes, offset(start));
    glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, bytes, offset(start + offsetof(Vertex, size)));
    glVertexAttribPointer(2, 1, GL_FLOAT, GL_FALSE, bytes, offset(start + offsetof(Vertex, scalar)));
    for (GLuint i = 0; i < 3; ++i) glEnableVertexAttribArray(i), glVertexAttribDivisor(i, per_instance ? 1 : 0);
}

}  // namespace nearfield
