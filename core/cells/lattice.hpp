#pragma once
// A plane divided into equal cells.
#include "base/vec.hpp"

namespace nearfield {

enum class CellShape : std::uint8_t { square, hexagon };

/// Rows of squares, or of hexagons with a corner up, where odd rows are shifted by half a cell. Cell (column, row) has
/// the index row * columns + column. The orthogonal unit vectors `across` and `up` span the plane.
struct CellLattice {
    CellShape shape = CellShape::square;
    glm::vec3 origin{0};  ///< lower left corner of the rectangle around all cells
    float spacing = 1;    ///< distance of cell centres in a row: side of a square, width of a hexagon
    u32 columns = 0, rows = 0;
    glm::vec3 across{1, 0, 0}, up{0, 1, 0};

    static constexpr float root3 = 1.7320508075688772f;

    NF_HD u32 cells() const { return columns * rows; }
    /// Distance from one row to the next.
    NF_HD float pitch() const { return shape == CellShape::square ? spacing : spacing * (root3 / 2); }
    /// Width and height of the rectangle around all cells.
    NF_HD glm::vec2 size() const {
        if (shape == CellShape::square) return glm::vec2(columns, rows) * spacing;
        return {(float(columns) + (rows > 1 ? 0.5f : 0.f)) * spacing,
                rows ? float(rows - 1) * pitch() + spacing * (2 / root3) : 0.f};
    }
    /// Centre of a cell in the plane, relative to `origin`.
    NF_HD glm::vec2 middle(u32 column, u32 row) const {
        if (shape == CellShape::square) return glm::vec2(float(column) + 0.5f, float(row) + 0.5f) * spacing;
        return {(float(column) + 0.5f + 0.5f * float(row & 1)) * spacing, float(row) * pitch() + spacing / root3};
    }
    NF_HD glm::vec3 middle(u32 cell) const {
        const glm::vec2 at = middle(cell % columns, cell / columns);
        return origin + across * at.x + up * at.y;
    }

    static constexpr u32 none = ~0u;
    /// The cell that contains a point of the plane, given relative to `origin`; none outside.
    NF_HD u32 cell_at(glm::vec2 place) const {
        const glm::ivec2 at = shape == CellShape::square
                                  ? glm::ivec2(floor_int(place.x / spacing), floor_int(place.y / spacing))
                                  : hexagon_at(place);
        if (at.x < 0 || at.y < 0 || u32(at.x) >= columns || u32(at.y) >= rows) return none;
        return u32(at.y) * columns + u32(at.x);
    }

  private:
    /// Column and row, possibly outside. A row begins at the height of its lower corners; between these corners the
    /// slanted sides of the row below reach up.
    NF_HD glm::ivec2 hexagon_at(glm::vec2 place) const {
        const int row = floor_int(place.y / pitch());
        const bool shifted = row & 1;
        const float x = place.x - (shifted ? 0.5f * spacing : 0.f), y = place.y - float(row) * pitch();
        const int column = floor_int(x / spacing);
        const float aside = x - (float(column) + 0.5f) * spacing;
        if (y >= fabsf(aside) / root3) return {column, row};
        return {column + (aside < 0 ? -1 : 0) + (shifted ? 1 : 0), row - 1};
    }
};

}  // namespace nearfield
