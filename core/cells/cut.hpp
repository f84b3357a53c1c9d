#pragma once
// Cells that walls cut: what is left of them, and the faces between.
#include "cells/lattice.hpp"

#include <vector>

namespace nearfield {

/// A wall in the plane of a lattice: a line of no thickness through its points, or a body within a closed outline.
struct CellWall {
    static constexpr int always = -1;
    std::vector<glm::dvec2> points;
    bool solid = false;
    int gate = always;  ///< a line that opens: the number of its gate
};

/// Joins two places of the plane: what crosses a-b to its left, as seen from a, comes out `shift` further. Both lines
/// are walls otherwise.
struct CellSeam {
    glm::dvec2 a, b, shift;
};

/// A face between cells of which one is not whole.
struct CutFace {
    static constexpr int within = -1;
    u32 other;      ///< index of the cell beyond
    int face;       ///< of the lattice (cells/faces.hpp); `within` a cell or at a seam
    int gate;       ///< CellWall::gate
    float length;   ///< over that of a whole face; the same to the last bit from both sides
    glm::vec2 out;  ///< unit vector
};

/// A cell with the faces that it has left.
struct CutCell {
    u32 cell;
    u32 first, count;  ///< its faces
    float area;        ///< over that of a whole cell
    float around;      ///< length of its faces over that of all faces of a whole cell
    glm::vec2 wall;    ///< what is closed of its boundary: length times unit vector outwards, over a face's length
    glm::vec2
        inside;  ///< a place in the piece that keeps the cell, from the middle of the whole cell, over the spacing
};

/// Pieces that a wall cuts off a cell join others: the largest piece keeps the cell, if it has half of the area, and
/// all others go to the neighbour on their side with the longest common face.
struct Cuts {
    std::vector<CutCell> cells;  ///< at first those that walls have `changed`, then those with a face to one of them
    u32 changed = 0;
    std::vector<CutFace> faces;
    std::vector<u32> closed;  ///< cells that have nothing left
};

/// What walls may do to a cell.
enum class Cuttable : std::uint8_t {
    no,    ///< it is closed
    held,  ///< its state is given: it stays whole
    yes
};

/// Cuts the cells of a lattice. Walls and seams count from the middle of cell 0; `cuttable` has one element per cell.
Cuts cut_cells(const CellLattice& lattice, const std::vector<CellWall>& walls, const std::vector<CellSeam>& seams,
               const std::vector<Cuttable>& cuttable);

/// The cells that a wall closes where cells stay whole: whose middles lie in a body or which a line crosses.
std::vector<u32> closed_cells(const CellLattice& lattice, const std::vector<CellWall>& walls);

}  // namespace nearfield
