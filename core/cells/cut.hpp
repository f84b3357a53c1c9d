#pragma once
// Cut cells: the remaining part of cells that walls cross, and the faces between them.
#include "cells/lattice.hpp"

#include <vector>

namespace nearfield {

/// A wall in the plane of a lattice: an infinitely thin polyline, or a solid body with a closed outline.
struct CellWall {
    static constexpr int always = -1;
    std::vector<glm::dvec2> points;
    bool solid = false;
    int gate = always;  ///< number of the gate, for a line that can open
};

/// Connects two places of the plane: a flow across a-b to its left, as seen from a, reappears at a distance of `shift`.
/// From the other side both lines are walls.
struct CellSeam {
    glm::dvec2 a, b, shift;
};

/// A face between two cells of which at least one is cut.
struct CutFace {
    static constexpr int within = -1;
    u32 other;      ///< index of the cell beyond
    int face;       ///< of the lattice (cells/faces.hpp), or `within` for gates inside a cell and for seams
    int gate;       ///< CellWall::gate
    float length;   ///< relative to a whole face; bitwise equal from both sides
    glm::vec2 out;  ///< unit normal, outwards
};

/// A cell and its remaining faces.
struct CutCell {
    u32 cell;
    u32 first, count;  ///< range of its faces
    float area;        ///< relative to a whole cell
    float around;      ///< total length of its faces, relative to a whole cell's
    glm::vec2 wall;    ///< closed part of the boundary: length times outward unit normal, relative to a face's length
    glm::vec2 inside;  ///< a point in the piece that keeps the cell, relative to the cell's centre, in spacings
};

/// The cut cells of a lattice. The largest piece of a cell keeps the cell if it has half of the area. Every other piece
/// is merged into the neighbour on its side with the longest common face.
struct Cuts {
    std::vector<CutCell> cells;  ///< first the `changed` cells that walls cut, then their unchanged neighbours
    u32 changed = 0;
    std::vector<CutFace> faces;
    std::vector<u32> closed;  ///< cells with no remaining part
};

/// Permitted effect of walls on a cell.
enum class Cuttable : std::uint8_t {
    no,    ///< the cell is closed already
    held,  ///< boundary cell with a prescribed state: it stays whole
    yes
};

/// Cuts the cells of a lattice. Coordinates of walls and seams are relative to the centre of cell 0; `cuttable` has one
/// element per cell.
Cuts cut_cells(const CellLattice& lattice, const std::vector<CellWall>& walls, const std::vector<CellSeam>& seams,
               const std::vector<Cuttable>& cuttable);

/// The cells that walls close if cells cannot be cut: their centre lies in a body, or a line crosses them.
std::vector<u32> closed_cells(const CellLattice& lattice, const std::vector<CellWall>& walls);

}  // namespace nearfield
