#pragma once
#include "app/draw/camera.hpp"
#include "app/draw/column_buffer.hpp"
#include "picture/picture.hpp"

namespace nearfield {

/// Colour map and style for a pass.
struct Paint {
    GLuint ramp = 0;         ///< texture of the colour map
    glm::vec2 range{0, 1};   ///< values at its ends
    ShownValues shown;       ///< values to draw; others are hidden
    float actor_radius = 0;  ///< drawn radius, world units
    bool light = false;      ///< on light ground
    float stroke = 1;        ///< relative width of lines
    /// Sets the uniforms. `sieved`: the elements' values may hide them.
    void use(const gl::Program& program, bool sieved) const;
};

/// Common part of layers of lines, triangles and cells in OpenGL buffers: values that colour or hide elements.
class ValueBuffers {
  public:
    u32 count() const { return count_; }
    bool by_value() const { return value_.is_array(); }
    /// The column that decides which elements are shown.
    const ColumnBuffer& sieve() const { return shown_by_.is_array() ? shown_by_ : value_; }
    std::optional<glm::vec3> colour() const { return colour_; }

  protected:
    ColumnBuffer value_, shown_by_;
    std::optional<glm::vec3> colour_;
    u32 count_ = 0;
};

/// A layer of lines in OpenGL buffers.
class LineBuffer : public ValueBuffers {
  public:
    void take(const LineLayer& layer, Interop* interop);

    LineLook look() const { return look_; }
    /// Total length of the lines per area of their bounding box, 1 / world units; 0 for lines on the device.
    float per_area() const { return per_area_; }
    /// Sets every `stride`th line as an instance's attributes.
    void feed(std::size_t stride) const;

  private:
    ColumnBuffer ends_, strength_;
    LineLook look_ = LineLook::ground;
    float per_area_ = 0;
};

/// Draws layers of lines. Ground lines that would cover the screen several times are thinned to every k-th line.
class LinePass {
  public:
    LinePass();
    /// In 2D, draws lines below the points, alpha-blended.
    void draw_under(const LineBuffer& lines, const Camera& camera, const Paint& paint) const;
    /// Draws the same lines as added light, which saturates where the picture is bright.
    void draw_light(const LineBuffer& lines, const Camera& camera, const Paint& paint) const;
    /// Draws all lines that is_under() excludes; in 3D depth-tested.
    void draw_over(const LineBuffer& lines, const Camera& camera, const Paint& paint) const;

    static bool is_under(const LineBuffer& lines, const Camera& camera) {
        return camera.dimensions() == 2 && (lines.look() == LineLook::ground || lines.look() == LineLook::wall);
    }

  private:
    void draw(const LineBuffer& lines, const Camera& camera, const Paint& paint, GLenum source,
              GLenum destination) const;

    gl::Program program_;
    gl::VertexArray input_;
};

}  // namespace nearfield
