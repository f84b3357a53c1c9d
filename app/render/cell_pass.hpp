#pragma once
#include "app/render/line_pass.hpp"

namespace nearfield {

/// A layer of cells in OpenGL buffers.
class CellBuffer {
  public:
    void take(const CellLayer& layer, Interop* interop);

    u32 count() const { return count_; }
    const CellLattice& lattice() const { return lattice_; }
    float opacity() const { return opacity_; }
    bool by_class() const { return kind_.is_array(); }
    bool by_shade() const { return shade_.is_array(); }
    glm::vec3 colour() const { return colour_; }
    /// Binds values, classes or shades to texture unit 1 and the colours of classes to unit 2.
    void bind() const;

  private:
    CellLattice lattice_;
    ColumnBuffer value_, kind_, shade_;
    gl::Texture colours_;  ///< of the classes
    std::vector<ColourClass> classes_;
    glm::vec3 colour_{0.5f};  ///< that shades make brighter or darker
    float opacity_ = 1;
    u32 count_ = 0;
};

/// Draws layers of cells into the bound target: one rectangle each, whose pixels look up the cell that they lie in.
class CellPass {
  public:
    CellPass();
    /// In 2D alpha-blended over the picture so far; in 3D opaque and depth-tested.
    void draw(const CellBuffer& cells, const Camera& camera, const Paint& paint, glm::vec3 background) const;

  private:
    gl::Program by_value_, by_class_, by_shade_;
    gl::VertexArray no_input_;
};

}  // namespace nearfield
