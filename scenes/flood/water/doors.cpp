#include "scenes/flood/water/doors.hpp"

#include "base/error.hpp"
#include "scenes/flood/water/clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::flood {
namespace {

/// Adds the part of a line inside a site.
void add_line(CellLines& to, const Site& site, glm::dvec2 from, glm::dvec2 end) {
    const glm::dvec2 way = end - from, size(site.size);
    double a = 0, b = 1;
    for (int axis = 0; axis < 2; ++axis) {
        const auto [near, far] = std::minmax({-from[axis] / way[axis], (size[axis] - from[axis]) / way[axis]});
        if (way[axis] != 0) {
            a = std::max(a, near);
            b = std::min(b, far);
        } else if (from[axis] < 0 || from[axis] > size[axis]) b = -1;
    }
    if (!(a < b)) return;
    const int pieces = std::max(1, int(std::ceil((b - a) * length(way) / double(site.lattice.spacing))));
    const auto at = [&](double piece) { return from + way * (a + (b - a) * piece / pieces); };
    for (int k = 0; k < pieces; ++k) {
        const glm::dvec2 middle = at(k + 0.5) - glm::dvec2(site.lattice.origin);
        const u32 cell = site.lattice.cell_at(glm::vec2(middle));
        to.lines.push_back({glm::vec3(at(k), 0.), glm::vec3(at(k + 1), 0.)});
        to.cells.push_back(cell == CellLattice::none ? 0 : cell);
    }
}

bool is_drain(const Inflow& inflow) {
    return std::all_of(inflow.curve.begin(), inflow.curve.end(), [](glm::vec2 p) { return p.y <= 0; }) &&
           std::any_of(inflow.curve.begin(), inflow.curve.end(), [](glm::vec2 p) { return p.y < 0; });
}

/// Outline of an inflow, or of the disc of a hand-made source.
std::vector<glm::dvec2> outline_of(const Inflow& inflow) {
    if (inflow.radius == 0) return inflow.outline;
    std::vector<glm::dvec2> disc;
    for (int k = 0; k < 24; ++k) {
        const double angle = 2 * M_PI * (k + 0.5) / 24;
        disc.push_back(inflow.middle + double(inflow.radius) * glm::dvec2(std::cos(angle), std::sin(angle)));
    }
    return disc;
}

/// Middle of the inflow's cell that is nearest to their centroid.
glm::dvec2 middle_of(const Site& site, const Inflow& inflow) {
    glm::dvec2 sum(0);
    for (const u32 cell : inflow.cells) sum += site.middle(cell);
    const auto away = [&](u32 cell) { return distance(site.middle(cell), sum / double(inflow.cells.size())); };
    return site.middle(
        *std::min_element(inflow.cells.begin(), inflow.cells.end(), [&](u32 a, u32 b) { return away(a) < away(b); }));
}

/// A point `above` m over the ground; none if its level is hidden.
std::optional<glm::vec3> stood(const Site& site, const Standing& where, glm::vec2 p, float above) {
    const Level* level = LevelsView{where.levels.data(), u32(where.levels.size())}.at(p);
    const u32 cell = site.lattice.cell_at(p - glm::vec2(site.lattice.origin));
    if (!level || cell == CellLattice::none) return std::nullopt;
    const float bed = std::isfinite(site.bed[cell]) ? site.bed[cell] : 0;
    return placed(*level, p, where.exaggeration * (bed + above));
}

}  // namespace

std::vector<bool> doors_open(const Site& site, const std::string& shut, bool has_plan) {
    std::vector<bool> open;
    std::vector<std::string> names;
    for (const Gate& gate : site.gates) {
        open.push_back(gate.open);
        names.push_back(gate.name);
    }
    for (std::size_t from = 0; from <= shut.size();) {
        const auto comma = std::min(shut.find(',', from), shut.size());
        std::string name = shut.substr(from, comma - from);
        from = comma + 1;
        name.erase(0, name.find_first_not_of(' '));
        name.erase(name.find_last_not_of(' ') + 1);
        if (name.empty()) continue;
        const bool opens = name[0] == '+';
        if (opens) name.erase(0, 1);
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end() && has_plan) continue;
        if (found == names.end())
            throw UsageError(names.empty() ? fmt::format("shut: there is no door '{}'; this site has none", name)
                                           : fmt::format("shut: there is no door '{}'.{}", name, suggest(name, names)));
        open[std::size_t(found - names.begin())] = opens;
    }
    return open;
}

u32 door_at(const Site& site, glm::vec2 place, float reach) {
    u32 nearest = 0;
    double least = INFINITY;
    for (u32 g = 0; g < site.gates.size(); ++g) {
        const glm::dvec2 a = site.gates[g].a, way = site.gates[g].b - a, to = glm::dvec2(place) - a;
        const double away = length(to - way * glm::clamp(dot(to, way) / dot(way, way), 0., 1.));
        if (away < least) {
            least = away;
            nearest = g;
        }
    }
    if (least > double(reach))
        throw UsageError(site.gates.empty()
                             ? "door: this site has none"
                             : fmt::format("door: the nearest, '{}', is {:.3g} m away; point within {:.3g} m of it",
                                           site.gates[nearest].name, least, reach));
    return nearest;
}

CellLines door_lines(const Site& site, const std::function<bool(u32)>& which) {
    CellLines lines;
    for (u32 g = 0; g < site.gates.size(); ++g)
        if (which(g)) add_line(lines, site, site.gates[g].a, site.gates[g].b);
    return lines;
}

CellLines wall_lines(const Site& site) {
    CellLines lines;
    for (const CellWall& wall : site.walls)
        for (std::size_t i = 0; i + 1 < wall.points.size() + wall.solid; ++i)
            add_line(lines, site, wall.points[i], wall.points[(i + 1) % wall.points.size()]);
    return lines;
}

CellLines inflow_lines(const Site& site, bool drains) {
    CellLines lines;
    for (const Inflow& inflow : site.inflows) {
        if (inflow.curve.empty() || is_drain(inflow) != drains) continue;
        const auto outline = outline_of(inflow);
        for (std::size_t k = 0; k + 1 < outline.size() + (outline.size() > 2); ++k)
            add_line(lines, site, outline[k], outline[(k + 1) % outline.size()]);
    }
    return lines;
}

std::vector<Label> inflow_labels(const Site& site, float time, float scale) {
    std::vector<Label> labels;
    for (const Inflow& inflow : site.inflows) {
        if (inflow.curve.empty()) continue;
        const u32 ends[] = {0, u32(inflow.curve.size())};
        const float flow = scale * Curves{inflow.curve.data(), ends}.at(0, time, 0);
        labels.push_back({glm::vec3(middle_of(site, inflow), 0.),
                          fmt::format("{}{}{:.3g} m³/s", inflow.name, inflow.name.empty() ? "" : ": ", flow)});
    }
    return labels;
}

CellLines fences(const Site& site, const CellLines& lines, const Standing& where) {
    CellLines fences;
    for (std::size_t k = 0; k < lines.lines.size(); ++k) {
        const glm::vec2 from = lines.lines[k].from, to = lines.lines[k].to;
        const auto foot = stood(site, where, from, 0), a = stood(site, where, from, where.above),
                   b = stood(site, where, to, where.above);
        if (!a || !b) continue;
        fences.lines.push_back({*a, *b});
        fences.cells.push_back(lines.cells[k]);
        const glm::vec2 before = k > 0 ? lines.lines[k - 1].to - lines.lines[k - 1].from : glm::vec3(0);
        const bool corner = glm::dot(to - from, before) < 0.999f * glm::length(to - from) * glm::length(before);
        if (corner || k == 0) {
            fences.lines.push_back({*foot, *a});
            fences.cells.push_back(lines.cells[k]);
        }
    }
    return fences;
}

std::vector<Label> raised(const Site& site, const std::vector<Label>& labels, const Standing& where) {
    std::vector<Label> raised;
    for (const Label& label : labels)
        if (const auto at = stood(site, where, glm::vec2(label.at), where.above)) raised.push_back({*at, label.text});
    return raised;
}

std::string broken_message(const Gate& gate, float time) {
    return fmt::format("{} broke at {:.0f} s", gate.name, time);
}

}  // namespace nearfield::flood
