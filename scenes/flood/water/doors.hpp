#pragma once
// Walls, doors and inflows of a site for the user interface: names, outlines and hit tests.
#include "scenes/flood/site/levels.hpp"

#include <optional>

namespace nearfield::flood {

/// Open state of every door, from a list such as "north, +south": shuts the named doors, or opens those with a +.
/// Throws UsageError for an unknown name, unless the site has a plan, which may know more names.
std::vector<bool> doors_open(const Site& site, const std::string& shut, bool has_plan = false);

/// The door nearest to a point, within `reach` m. Throws UsageError if there is none.
u32 door_at(const Site& site, glm::vec2 place, float reach);

/// Message for a door that water broke at `time` s.
std::string broken_message(const Gate& gate, float time);

/// Line segments of a picture, each at most a cell long, and the cell of each.
struct CellLines {
    std::vector<Segment> lines;
    std::vector<u32> cells;
};
/// The walls within a site.
CellLines wall_lines(const Site& site);
/// The doors that `which` selects.
CellLines door_lines(const Site& site, const std::function<bool(u32)>& which);

/// Discs and rectangles of inflows or of `drains`, without those that are shut off.
CellLines inflow_lines(const Site& site, bool drains);
/// Their names with the discharge at `time` s, multiplied by `scale`.
std::vector<Label> inflow_labels(const Site& site, float time, float scale);

/// How outlines are placed in a landscape: its levels and the height `above` their ground.
struct Standing {
    const std::vector<Level>& levels;
    float exaggeration, above;
};
/// Lines as fences with corner posts in a landscape; lines on hidden levels are left out.
CellLines fences(const Site& site, const CellLines& lines, const Standing& where);
/// Labels above such fences.
std::vector<Label> raised(const Site& site, const std::vector<Label>& labels, const Standing& where);

}  // namespace nearfield::flood
