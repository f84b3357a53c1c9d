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
    if (interop && capacity_) interop->forget(buffer_), interop->forget(headings_);
    capacity_ = 0, room_for_headings_ = false, ++generation_;
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(frame.actors * sizeof(Vertex)), frame.host, GL_STREAM_DRAW);
    has_headings_ = frame.host_heading != nullptr;
    if (has_headings_) {
        glBindBuffer(GL_ARRAY_BUFFER, headings_);
        glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(frame.actors * sizeof(Heading)), frame.host_heading, GL_STREAM_DRAW);
    }
    count_ = frame.actors;
    note_radius(frame.host, count_);
}

void ActorBuffer::fill(const std::vector<Vertex>& actors) {
    Frame frame;
    frame.actors = u32(actors.size()), frame.host = actors.data();
    fill_from_host(frame, nullptr);
}

void ActorBuffer::make_room(std::size_t actors, bool headings, Interop& interop) {
    if (actors <= capacity_ && (room_for_headings_ || !headings)) return;
    const std::size_t wanted = actors + actors / 4;
    interop.forget(buffer_), interop.forget(headings_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(wanted * sizeof(Vertex)), nullptr, GL_DYNAMIC_DRAW);
    if (headings) {
        glBindBuffer(GL_ARRAY_BUFFER, headings_);
        glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(wanted * sizeof(Heading)), nullptr, GL_DYNAMIC_DRAW);
    }
    capacity_ = wanted, room_for_headings_ = headings, ++generation_;
}

void ActorBuffer::fill_from_device(const Frame& frame, Interop& interop) {
    const bool headings = frame.device_heading != nullptr;
    make_room(frame.actors, headings, interop);
    std::array<Vertex, sample_size> sample{};
    count_ = 0;
    if (frame.actors) interop.copy(buffer_, generation_, frame.device, frame.actors * sizeof(Vertex), sample.data(), sizeof sample);
    if (frame.actors && headings) interop.copy(headings_, generation_, frame.device_heading, frame.actors * sizeof(Heading));
    count_ = frame.actors, has_headings_ = headings;
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
    glDisableVertexAttribArray(3);
    if (has_headings_) {
        glBindBuffer(GL_ARRAY_BUFFER, headings_);
        glVertexAttribPointer(3, 4, GL_INT_2_10_10_10_REV, GL_TRUE, GLsizei(stride * sizeof(Heading)), offset(first * sizeof(Heading)));
    }
    for (GLuint i = 0; i < (has_headings_ ? 4u : 3u); ++i) glEnableVertexAttribArray(i), glVertexAttribDivisor(i, per_instance ? 1 : 0);
}

}  // namespace nearfield
