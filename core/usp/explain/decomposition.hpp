#pragma once
// Decompositions of the plane into cells, and how much of it a query visits: sampled, and by Steiner's formula.
#include "usp/explain/report.hpp"

namespace nearfield {

/// Which cells there are, and which of them a query of radius R visits.
enum class Decomposition {
    boxes,     ///< squares that meet the square of side 2R around the query: strips
    squares,   ///< squares that meet the disc: trimmed strips
    fine,      ///< the same of rectangles, four times narrower along x
    hexagons,  ///< regular hexagons that meet the disc
    sector     ///< squares that meet the sector in sight: strips that look ahead
};

/// Cells of area (W R)^2, or (W R)^2 / 4 if fine; `degrees`: whole angle of the sector, 0 to 360.
struct CellsVisited {
    Decomposition decomposition = Decomposition::squares;
    double ratio = 0.5;  ///< W
    double degrees = 180;
};

/// Mean area that a query visits, by the Monte Carlo method: R = 1, queries at random places with random headings, and
/// for all but hexagons the walk of the search itself. As the audit of actors of density 1: `candidates` is the area
/// visited, `neighbours` that of the disc.
Audit sample_cells(const CellsVisited& cells, u32 samples, u32 seed);

/// The same by the formula: A + P P_c / 2 pi + A_c, with area and perimeter of the disc or convex sector and of a cell
/// (boxes: (2 + W)^2). 0 for a sector of more than 180 degrees, which is not convex.
double area_by_formula(const CellsVisited& cells);

}  // namespace nearfield
