#pragma once
// The walls, doors and inflows of a site as the user sees, names and hits them.
#include "scenes/flood/site/levels.hpp"

#include <optional>

namespace nearfield::flood {

/// Which doors of a site are open if those on a list such as "north, +south" are shut, or opened where marked with +.
/// Throws UsageError for a name that the site does not have, unless it has a plan: that knows more names.
std::vector<bool> doors_open(const Site& site, const std::string& shut, bool has_plan = false);

/// The door nearest to a place and no further than `reach` m from it. Throws UsageError if there is none.
u32 door_at(const Site& site, glm::vec2 place, float reach);

/// What is said of a door that water broke at `time` s.
std::string told_broken(const Gate& gate, float time);

/// Lines of a picture, in pieces no longer than a cell, and the cell in which each lies.
struct CellLines {
    std::vector<Segment> lines;
    std::vector<u32> cells;
};
/// The walls within a site.
CellLines wall_lines(const Site& site);
/// The doors for which `which` says so.
CellLines door_lines(const Site& site, const std::function<bool(u32)>& which);

/// The discs and rectangles in which water flows in or, of `drains`, out; those that are shut off are left out.
CellLines inflow_lines(const Site& site, bool drains);
/// The names of all these, with what flows at `time` s; `scale`: over what the site says.
std::vector<Label> inflow_labels(const Site& site, float time, float scale);

/// Where the levels of a site are in a landscape, for what stands `above` m over their ground.
struct Standing {
    const std::vector<Level>& levels;
    float exaggeration, above;
};
/// Lines as fences in a landscape, with posts at their corners; those on levels that are not shown are left out.
CellLines fences(const Site& site, const CellLines& lines, const Standing& where);
/// Labels over such fences.
std::vector<Label> raised(const Site& site, const std::vector<Label>& labels, const Standing& where);

}  // namespace nearfield::flood
