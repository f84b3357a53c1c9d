#pragma once
#include "app/draw/gl.hpp"
#include "app/draw/interop.hpp"
#include "picture/column.hpp"

namespace nearfield {

/// A column of a layer in an OpenGL buffer, for use as a vertex attribute or buffer texture.
class ColumnBuffer {
  public:
    ColumnBuffer() : buffer_(gl::make_buffer()), texture_(gl::make_buffer_texture()) {}

    /// Copies a column from main memory, or from the device through `interop`. `sample` receives the first `samples`
    /// numbers of an f32 column. A column with the same owner as before is not copied again. Throws Error if a column
    /// on the device cannot be copied.
    void take(const LayerColumn& column, Interop* interop, float* sample = nullptr, u32 samples = 0);

    const LayerColumn& column() const { return column_; }
    bool is_array() const { return column_.is_array(); }

    /// Sets attribute `index` of the bound vertex array to every `stride`th element from `first` on, per vertex or per
    /// instance; a column that is not an array sets a constant value.
    void feed(GLuint index, std::size_t first, std::size_t stride, bool per_instance) const;
    /// Binds all elements to `unit` as a buffer texture.
    void bind(int unit) const;

  private:
    gl::Buffer buffer_;
    gl::Texture texture_;
    LayerColumn column_;
    std::size_t capacity_ = 0;  ///< bytes of storage allocated for CUDA; 0 after a copy from the host
    u64 generation_ = 0;
};

}  // namespace nearfield
