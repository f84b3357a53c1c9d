#pragma once
// Initial and boundary conditions of a flood: ground, water, inflows and edges on a lattice.
#include "cells/cut.hpp"
#include "picture/picture.hpp"
#include "scenes/flood/rain_maps.hpp"

#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace nearfield::flood {

/// Rings of ghost cells around a site: walls, or cells that hold an edge's state.
constexpr u32 margin = 2;

/// True unless a cell lies in the margin.
NF_HD inline bool is_inside(u32 cell, u32 columns, u32 rows) {
    const u32 column = cell % columns, row = cell / columns;
    return column >= margin && row >= margin && column + margin < columns && row + margin < rows;
}

/// State that a ghost cell takes after every step.
enum class Hold : u32 {
    copy,      ///< the state of the cell `from`
    level,     ///< a surface at `value` m, with the velocity of `from`
    discharge  ///< `value` m²/s into the site, with the depth of `from`
};
struct Held {
    static constexpr u32 constant = ~0u;
    u32 cell, from;
    Hold hold;
    float value;
    glm::vec2 inward;      ///< unit vector into the site
    u32 curve = constant;  ///< index into Site::held_curves of the curve that gives the value
};

/// Boundary values of an edge over time, constant before the first point and after the last.
struct HeldCurve {
    std::vector<glm::vec2> points;  ///< s, rising; level in m above the datum, or discharge in m³/s into the site
    bool flows = false;             ///< true for discharges
    double width = 0;               ///< width of the edge open to water, m

    /// Value for a ghost cell at a point of the curve: level in m, or unit discharge in m²/s.
    float value(glm::vec2 point) const { return !flows ? point.y : width > 0 ? float(point.y / width) : 0; }
};

/// Water that enters some cells: m³/s over time, linear between the points of a curve and 0 outside.
struct Inflow {
    std::string name;
    std::vector<u32> cells;
    std::vector<glm::vec2> curve;       ///< s rising, m³/s
    std::vector<glm::dvec2> outline{};  ///< outline as drawn, m; the two ends of a line
    glm::dvec2 middle{0};               ///< m: middle of a disc placed by hand
    float radius = 0;                   ///< radius of that disc, m; 0: not a disc
};

/// A door: a line that passes water while it is open. Water breaks a shut door permanently once the levels on its two
/// sides differ by more than `breaks_at`.
struct Gate {
    std::string name;
    glm::dvec2 a, b;  ///< ends, in m from the lower left corner of the site
    bool open = true;
    float breaks_at = INFINITY;  ///< m
};

/// Arrays have one element per cell of the lattice, margin included. Beds (heights above `datum`) and initial levels
/// are multiples of a binary fraction of a metre. Slopes and steps between them are therefore exact, and water at rest
/// stays at rest bit by bit.
struct Site {
    CellLattice lattice;
    glm::vec2 size{0};             ///< m, without the margin
    glm::dvec2 corner{0};          ///< map coordinates of the lower left corner, m
    std::vector<MapSheet> sheets;  ///< the storeys of a plan
    RainMaps rain_maps;
    double datum = 0;  ///< m
    std::vector<float> bed, depth, momentum_x, momentum_y;
    std::vector<float> ceiling;  ///< infinite where there is none; empty: no ceilings
    float slot = 1;              ///< above ceilings, see Room
    std::vector<Held> held;
    std::vector<HeldCurve> held_curves;
    std::vector<Inflow> inflows;
    std::vector<CellWall> walls;  ///< in m from the lower left corner of the site
    std::vector<Gate> gates;
    Cuts cuts;                 ///< cells cut by walls
    std::vector<u32> walled;   ///< cells closed by walls
    u64 edition = 0;           ///< changes with every change of the walls
    double height_step = 1;    ///< heights are multiples of this, m
    float manning = 0;         ///< s/m^(1/3)
    std::vector<float> rough;  ///< factor of `manning` per cell; empty: uniform
    float rain = 0;            ///< mm/h
    float infiltration = 0;    ///< mm/h
    bool closed = true;        ///< no water crosses an edge

    double cell_area() const;  ///< of a whole cell, m²
    /// A function that returns the area of any cell in m².
    std::function<double(u32)> areas() const;
    /// Middle of a cell, from the lower left corner of the site.
    glm::dvec2 middle(u32 cell) const;
};

}  // namespace nearfield::flood
