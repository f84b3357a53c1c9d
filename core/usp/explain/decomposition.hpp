#pragma once
// Decompositions of the plane into cells, and the area that a query visits: by sampling and by Steiner's formula.
#include "usp/explain/report.hpp"

namespace nearfield {

/// Shape of the cells, and which of them a query of radius R visits.
enum class Decomposition {
    boxes,     ///< squares that meet the square of side 2R around the query: strips
    squares,   ///< squares that meet the disc: trimmed strips
    fine,      ///< like squares, but cells are four times narrower along x
    hexagons,  ///< regular hexagons that meet the disc
    sector     ///< squares that meet the sector in sight: strips that look ahead
};

/// Cells have the area (W R)^2, or (W R)^2 / 4 if fine. `degrees` is the full angle of the sector, 0 to 360.
struct CellsVisited {
    Decomposition decomposition = Decomposition::squares;
    double ratio = 0.5;  ///< W
    double degrees = 180;
};

/// Mean area that a query visits, by Monte Carlo sampling with R = 1. Queries have random positions and headings and,
/// except for hexagons, use the search's own walk. In the Audit, with actors of density 1, `candidates` is the visited
/// area and `neighbours` the disc's.
Audit sample_cells(const CellsVisited& cells, u32 samples, u32 seed);

/// The same area by Steiner's formula: A + P P_c / 2 pi + A_c, with area and perimeter of the disc or convex sector and
/// of a cell; (2 + W)^2 for boxes. 0 for a sector above 180 degrees, which is not convex.
double area_by_formula(const CellsVisited& cells);

}  // namespace nearfield
