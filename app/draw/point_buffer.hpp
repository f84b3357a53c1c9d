#pragma once
#include "app/draw/column_buffer.hpp"
#include "picture/picture.hpp"

namespace nearfield {

/// A layer of points in OpenGL buffers.
class PointBuffer {
  public:
    /// Throws Error if a column on the device cannot be copied.
    void take(const PointLayer& layer, Interop* interop);

    u32 count() const { return count_; }
    bool has_directions() const { return direction_.is_array(); }
    /// Radius of the largest point among the first few, in world units.
    float typical_radius() const { return typical_radius_; }
    Drawing drawing() const { return drawing_; }
    /// Texture with the single colour of a layer without values; 0 with values.
    GLuint plain() const { return by_value_ ? 0 : GLuint(plain_); }

    /// Sets the attributes of the bound vertex array to every `stride`th point from `first` on: position, size, value
    /// and direction, per vertex or per instance.
    void feed(u32 first, u32 stride, bool per_instance) const;

  private:
    ColumnBuffer position_, size_, value_, direction_;
    gl::Texture plain_;
    std::optional<glm::vec3> plain_colour_;
    bool by_value_ = true;
    Drawing drawing_ = Drawing::particles;
    u32 count_ = 0;
    float typical_radius_ = 0;
};

}  // namespace nearfield
