#pragma once
#include "app/draw/line_pass.hpp"

namespace nearfield {

/// A layer of triangles in OpenGL buffers.
class TriangleBuffer : public ValueBuffers {
  public:
    void take(const TriangleLayer& layer, Interop* interop);

    bool glass() const { return glass_; }
    bool has_normals() const { return normals_.is_array(); }
    /// Sets corners and normals as attributes of the bound vertex array; binds values to texture unit 1 and the sieve
    /// to unit 2.
    void feed() const;

  private:
    ColumnBuffer corners_, normals_;
    bool glass_ = false;
};

/// Draws layers of triangles into the bound target. Opaque triangles are lit and depth-tested in 3D, flat in 2D. Glass
/// is transparent, and depth-tested in 3D.
class TrianglePass {
  public:
    TrianglePass();
    void draw(const TriangleBuffer& triangles, const Camera& camera, const Paint& paint) const;

  private:
    gl::Program opaque_, glass_;
    gl::VertexArray input_;
};

}  // namespace nearfield
