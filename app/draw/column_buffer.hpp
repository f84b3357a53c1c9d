#pragma once
#include "app/draw/gl.hpp"
#include "app/draw/interop.hpp"
#include "picture/column.hpp"

namespace nearfield {

/// One column of a layer in an OpenGL buffer: the input of a shader, or a texture in which it looks elements up.
class ColumnBuffer {
  public:
    ColumnBuffer() : buffer_(gl::make_buffer()), texture_(gl::make_buffer_texture()) {}

    /// Takes over a column from main memory, or from the device through `interop`. `sample` receives the first
    /// `samples` numbers of an f32 column. A column with the same owner as before is not copied again. Throws Error if
    /// the column lies on the device and cannot be copied.
    void take(const LayerColumn& column, Interop* interop, float* sample = nullptr, u32 samples = 0);

    const LayerColumn& column() const { return column_; }
    bool is_array() const { return column_.is_array(); }

    /// Feeds input `index` of the bound vertex array with every `stride`th element from `first` on, one per vertex or
    /// per instance; a column that is not an array feeds its value.
    void feed(GLuint index, std::size_t first, std::size_t stride, bool per_instance) const;
    /// Binds all elements to `unit` as a buffer texture.
    void bind(int unit) const;

  private:
    gl::Buffer buffer_;
    gl::Texture texture_;
    LayerColumn column_;
    std::size_t capacity_ = 0;  ///< in bytes, of storage made for CUDA; 0 after a copy from the host
    u64 generation_ = 0;
};

}  // namespace nearfield
