#pragma once
// The parts of FloorOn that only crowd_cpu.cpp and crowd_cuda.cu compile: upload of the plan.
#include "scenes/crowd/floor.hpp"

namespace nearfield::crowd {

template <class Exec> FloorMemory<Exec>::FloorMemory(Exec& exec, const Plan& plan, Measured measured)
    : ways_(exec, plan),
      measured_(std::make_shared<const Measured>(std::move(measured))) {
    groups_.upload(exec, groups_of(plan));
    lay_floor(exec);
    lay_stairs(exec);
    lay_areas(exec);
    bring(exec);
}

template <class Exec> std::size_t FloorMemory<Exec>::bytes() const {
    return bytes_of(ways_, near_walls_, near_lines_, near_portals_, walls_, watched_, portals_, slopes_, slope_,
                    groups_, areas_, pace_, weight_, flow_, refuge_, floor_area_);
}

template <class Exec> bool FloorMemory<Exec>::change(Exec& exec, const Plan& wanted) {
    const bool changed = ways_.change(exec, wanted);
    if (changed) bring(exec);
    return changed;
}

template <class Exec> bool FloorMemory<Exec>::set_walls(Exec& exec, const std::vector<Wall>& walls) {
    const bool changed = ways_.set_walls(exec, walls);
    if (changed) bring(exec);
    return changed;
}

template <class Exec> void FloorMemory<Exec>::measure(Exec& exec, Measured wanted) {
    measured_ = std::make_shared<const Measured>(std::move(wanted));
    lay_areas(exec);
    bring_lines(exec);
}

template <class Exec> Floor FloorMemory<Exec>::view() const {
    return {.way = ways_.view(),
            .near_walls = near_walls_.cells(),
            .walls = walls_.data(),
            .near_lines = near_lines_.cells(),
            .lines = watched_.data(),
            .groups = groups_.data(),
            .pace = paced_ ? pace_.data() : nullptr,
            .slope = plan().stairs.empty() ? nullptr : slope_.data(),
            .slopes = slopes_.data(),
            .near_portals = near_portals_.cells(),
            .portals = portals_.data(),
            .areas = measured_->areas.empty() ? nullptr : areas_.data()};
}

template <class Exec> void FloorMemory<Exec>::bring_walls(Exec& exec) {
    const auto standing = standing_walls(plan());
    near_walls_.bring(exec, wall_lookup(standing, plan().lo, plan().hi, largest_radius(plan()) + felt));
    walls_.upload(exec, join(standing));
    std::vector<Segment> drawn;
    for (const auto& wall : standing) drawn.push_back(Segment{glm::vec3(wall.a, 0), glm::vec3(wall.b, 0)});
    drawn_ = std::make_shared<const std::vector<Segment>>(std::move(drawn));
}

template <class Exec> std::vector<Line> FloorMemory<Exec>::portal_lines() const {
    std::vector<Line> lines;
    for (const auto& portal : portals_of(plan())) lines.push_back({portal.a, portal.b, -1, -1, portal.shift});
    return lines;
}

template <class Exec> WallLookup FloorMemory<Exec>::lookup(const std::vector<Line>& lines, float reach) const {
    std::vector<Wall> as_walls;
    for (const auto& line : lines) as_walls.push_back({line.a, line.b});
    return wall_lookup(std::move(as_walls), plan().lo, plan().hi, reach);
}

template <class Exec> void FloorMemory<Exec>::bring_lines(Exec& exec) {
    std::vector<Line> lines;
    for (std::size_t l = 0; l < measured_->lines.size(); ++l)
        lines.push_back({measured_->lines[l].a, measured_->lines[l].b, -1, int(l)});
    for (std::size_t e = 0; e < plan().exits.size(); ++e) {
        const auto& exit = plan().exits[e];
        if (!exit.open || exit.refuge) continue;
        if (exit.is_door()) lines.push_back({exit.a, exit.b, int(e), 0});
        for (std::size_t c = 0; c < exit.outline.size(); ++c)
            lines.push_back({exit.outline[c], exit.outline[(c + 1) % exit.outline.size()], int(e), 0});
    }
    const auto portals = portal_lines();
    lines.insert(lines.end(), portals.begin(), portals.end());
    near_lines_.bring(exec, lookup(lines, 0.5f));
    watched_.upload(exec, lines);
}

template <class Exec> void FloorMemory<Exec>::open_portals(Exec& exec, float reach) {
    if (reach == portal_reach_) return;
    near_portals_.bring(exec, lookup(portal_lines(), reach));
    portal_reach_ = reach;
}

template <class Exec> void FloorMemory<Exec>::bring_exits(Exec& exec) {
    std::vector<float> weight, flow, refuge;
    for (const auto& exit : plan().exits) {
        float width = exit.width();
        for (std::size_t c = 0; c < exit.outline.size(); ++c)
            width = std::max(width, glm::length(exit.outline[(c + 1) % exit.outline.size()] - exit.outline[c]));
        weight.push_back(exit.open && !exit.refuge ? exit.weight : 0.f);
        refuge.push_back(exit.open && exit.refuge ? exit.weight : 0.f);
        flow.push_back(exit.capacity > 0 ? std::min(exit.capacity, specific_flow * width) : specific_flow * width);
    }
    weight_.upload(exec, weight);
    flow_.upload(exec, flow);
    refuge_.upload(exec, refuge);
}

template <class Exec> void FloorMemory<Exec>::lay_floor(Exec& exec) {
    const auto& grid = navigation().grid();
    std::vector<float> pace(std::size_t(grid.nodes()), 1.f);
    for (const auto& area : plan().areas) {
        paced_ |= area.speed != 1;
        each_node_in(grid, area.outline, [&](std::size_t k) { pace[k] *= area.speed; });
    }
    pace_.upload(exec, pace);
    density_ = density_grid(grid);
    floor_area_.upload(
        exec, floor_areas(density_, grid, peopled(plan(), grid, navigation().links(), navigation().portals())));
}

template <class Exec> void FloorMemory<Exec>::lay_stairs(Exec& exec) {
    const auto& stairs = plan().stairs;
    if (stairs.empty()) return;
    std::vector<u32> slope(std::size_t(navigation().grid().nodes()));
    std::vector<Slope> slopes;
    for (const auto& stair : stairs) {
        slopes.push_back({stair.along(), stair.pace(true), stair.pace(false)});
        each_node_in(navigation().grid(), outline_of(stair), [&](std::size_t k) { slope[k] = u32(slopes.size()); });
    }
    slope_.upload(exec, slope);
    slopes_.upload(exec, slopes);
    portals_.upload(exec, portal_lines());
}

template <class Exec> void FloorMemory<Exec>::lay_areas(Exec& exec) {
    const auto& grid = navigation().grid();
    std::vector<u32> areas(std::size_t(grid.nodes()), 0u);
    measured_floor_.assign(measured_->areas.size(), 0);
    for (std::size_t a = 0; a < measured_->areas.size(); ++a)
        each_node_in(grid, measured_->areas[a].outline, [&](std::size_t k) {
            areas[k] |= 1u << a;
            measured_floor_[a] += double(grid.cell) * grid.cell;
        });
    areas_.upload(exec, areas);
}

}  // namespace nearfield::crowd
