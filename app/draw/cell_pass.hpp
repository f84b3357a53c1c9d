#pragma once
#include "app/draw/line_pass.hpp"

namespace nearfield {

/// A layer of cells in OpenGL buffers.
class CellBuffer : public ValueBuffers {
  public:
    void take(const CellLayer& layer, Interop* interop);

    const CellLattice& lattice() const { return lattice_; }
    float opacity() const { return opacity_; }
    /// Sources of a cell's colour other than its value. Reliefs without value and class look like natural ground or
    /// water.
    bool by_class() const { return kind_.is_array(); }
    bool by_shade() const { return shade_.is_array(); }
    bool has_relief() const { return height_.is_array(); }
    bool is_fluid() const { return floor_.is_array(); }
    /// Settings of the relief; the columns are empty.
    const Relief& relief() const { return relief_; }
    const std::vector<CellPart>& parts() const { return parts_; }
    /// Binds values, classes or shades to texture unit 1. Binds colours of classes to unit 2, and the sieve to unit 6.
    void bind() const;
    /// Binds heights, floors and foam to the units 3 to 5.
    void bind_relief() const;

  private:
    CellLattice lattice_;
    ColumnBuffer kind_, shade_, height_, floor_, foam_;
    Relief relief_;
    std::vector<CellPart> parts_;
    gl::Texture colours_;  ///< colours of classes
    std::vector<ColourClass> classes_;
    float opacity_ = 1;
};

/// Returns shader source to prepend to other shaders: `defines` and the functions that look up cells and their colours.
std::string cell_colour(const char* defines);
/// Sets the uniforms of cell_colour() and binds the columns.
void set_cells(const gl::Program& program, const CellBuffer& cells, const Paint& paint);

/// Draws layers of cells into the bound target: a rectangle per layer, whose pixels look up their cell.
class CellPass {
  public:
    CellPass();
    /// Alpha-blended in 2D; opaque and depth-tested in 3D.
    void draw(const CellBuffer& cells, const Camera& camera, const Paint& paint, glm::vec3 background) const;

  private:
    gl::Program by_value_, by_class_, by_shade_;
    gl::VertexArray no_input_;
};

}  // namespace nearfield
