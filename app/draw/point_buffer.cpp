#include "app/draw/point_buffer.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace nearfield {

namespace {

constexpr glm::vec3 quiet_colour{0.25f, 0.31f, 0.42f};
constexpr u32 sample_size = 64;

}  // namespace

void PointBuffer::take(const PointLayer& layer, Interop* interop) {
    std::array<float, sample_size> sizes{};
    if (!layer.size.is_array() && layer.count) sizes[0] = layer.size.value;
    count_ = 0;
    position_.take(layer.position, interop);
    value_.take(layer.value, interop);
    size_.take(layer.size, interop, sizes.data(), sample_size);
    direction_.take(layer.direction, interop);
    count_ = layer.count;
    drawing_ = layer.drawing;
    by_value_ = layer.value.there();
    typical_radius_ = 0;
    for (const float size : sizes)
        if (std::isfinite(size)) typical_radius_ = std::max(typical_radius_, size);
    const glm::vec3 colour = layer.colour.value_or(quiet_colour);
    if (by_value_ || plain_colour_ == colour) return;
    plain_ = gl::make_texture(GL_RGB8, {1, 1}, GL_LINEAR, &colour);
    plain_colour_ = colour;
}

void PointBuffer::feed(u32 first, u32 stride, bool per_instance) const {
    position_.feed(0, first, stride, per_instance);
    size_.feed(1, first, stride, per_instance);
    value_.feed(2, first, stride, per_instance);
    direction_.feed(3, first, stride, per_instance);
}

}  // namespace nearfield
