#pragma once
// What a flood starts from: the ground on its lattice, the water on it, and what comes in and goes out.
#include "cells/cut.hpp"
#include "picture/picture.hpp"
#include "scenes/flood/site/rain_maps.hpp"

#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace nearfield::flood {

/// Rings of cells around a site whose state is given, not computed; they are walls or hold an edge's state.
constexpr u32 margin = 2;

/// Whether a cell is not of the margin.
NF_HD inline bool is_inside(u32 cell, u32 columns, u32 rows) {
    const u32 column = cell % columns, row = cell / columns;
    return column >= margin && row >= margin && column + margin < columns && row + margin < rows;
}

/// What a cell of the margin holds after every step.
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
    u32 curve = constant;  ///< number of the curve in Site::held_curves that gives the value
};

/// What an edge holds over time: before its first point and after its last that of the ends.
struct HeldCurve {
    std::vector<glm::vec2> points;  ///< s rising; m above the datum, or m³/s into the site
    bool flows = false;             ///< whether they are flows
    double width = 0;               ///< m of the edge that water passes

    /// What cells hold at a point: m, or m²/s.
    float value(glm::vec2 point) const { return !flows ? point.y : width > 0 ? float(point.y / width) : 0; }
};

/// Water that flows in at some cells: m³/s over time, linear between its points and 0 outside of them.
struct Inflow {
    std::string name;
    std::vector<u32> cells;
    std::vector<glm::vec2> curve;       ///< s rising, m³/s
    std::vector<glm::dvec2> outline{};  ///< m: as it is drawn; the two ends of a line
    glm::dvec2 middle{0};               ///< m, of a disc that a hand has made an inflow
    float radius = 0;                   ///< m; 0: no such
};

/// A door: a line across which water flows while it is open. Water breaks a shut one open for good once the levels on
/// its sides differ by more than `breaks_at`.
struct Gate {
    std::string name;
    glm::dvec2 a, b;  ///< its ends, in m from the lower left corner of the site
    bool open = true;
    float breaks_at = INFINITY;  ///< m
};

/// Arrays have one element per cell of the lattice, its margin included. Beds are heights above `datum`, multiples of
/// a binary fraction of a metre, like the levels at the start: slopes and steps between them are then exact, and water
/// at rest stays so to the last bit.
struct Site {
    CellLattice lattice;
    glm::vec2 size{0};             ///< m, without the margin
    glm::dvec2 corner{0};          ///< coordinates of its lower left corner on a map, m
    std::vector<MapSheet> sheets;  ///< the storeys of a plan
    RainMaps rain_maps;
    double datum = 0;  ///< m
    std::vector<float> bed, depth, momentum_x, momentum_y;
    std::vector<float> ceiling;  ///< infinite where there is none; empty: nowhere
    float slot = 1;              ///< above ceilings: Room
    std::vector<Held> held;
    std::vector<HeldCurve> held_curves;
    std::vector<Inflow> inflows;
    std::vector<CellWall> walls;  ///< in m from the lower left corner of the site
    std::vector<Gate> gates;
    Cuts cuts;                 ///< what they leave of cells
    std::vector<u32> walled;   ///< cells that walls close
    u64 edition = 0;           ///< of the walls: another after each change
    double height_step = 1;    ///< m: heights are multiples of it
    float manning = 0;         ///< s/m^(1/3)
    std::vector<float> rough;  ///< per cell: Manning's n over that number; empty: alike everywhere
    float rain = 0;            ///< mm/h
    float infiltration = 0;    ///< mm/h
    bool closed = true;        ///< no water crosses an edge

    double cell_area() const;  ///< m², of a whole cell
    /// A function that says the area of any cell in m².
    std::function<double(u32)> areas() const;
    /// Middle of a cell, from the lower left corner of the site.
    glm::dvec2 middle(u32 cell) const;
};

}  // namespace nearfield::flood
