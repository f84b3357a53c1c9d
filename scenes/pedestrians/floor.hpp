#pragma once
// The plan on a backend: walls, ways, lines and areas in the backend's memory, brought up to date when doors open or shut.
#include "scenes/pedestrians/crowd.hpp"
#include "scenes/pedestrians/density.hpp"
#include "scenes/pedestrians/plan_choice.hpp"
#include "sim/world.hpp"

#include <memory>

namespace nearfield::pedestrians {

template <class Exec> class FloorMemory {
  public:
    /// Persons/s that a metre of exit passes, for the estimate of queues.
    static constexpr float specific_flow = 1.3f;

    FloorMemory(Exec& exec, std::shared_ptr<const Plan> plan) : navigation_(*plan), open_(std::move(plan)) {
        groups_.upload(exec, groups_of(*open_));
        for (const auto& area : open_->areas) measured_ += area.measured, paced_ |= area.speed != 1;
        lay_areas(exec);
        bring(exec);
    }

    const Plan& plan() const { return navigation_.plan(); }
    const Navigation& navigation() const { return navigation_; }
    const DensityGrid& density() const { return density_; }
    const float* floor_area() const { return floor_area_.data(); }
    const float* weight() const { return weight_.data(); }
    const float* flow() const { return flow_.data(); }
    int exits() const { return int(plan().exits.size()); }
    int measured_areas() const { return measured_; }
    /// Floor of measured area a, m²: of the navigation cells whose middles lie in it.
    double measured_floor(int a) const { return measured_floor_[std::size_t(a)]; }
    const std::shared_ptr<const std::vector<Segment>>& lines() const { return drawn_; }
    std::size_t bytes() const {
        return walls_.bytes() + wall_start_.bytes() + wall_index_.bytes() + links_.bytes() + distance_.bytes() + direction_.bytes() + pace_.bytes() + areas_.bytes() + floor_area_.bytes();
    }

    /// Doors and exits as in `wanted`; true if something changed.
    bool change(Exec& exec, const Plan& wanted) {
        bool changed = false;
        for (std::size_t e = 0; e < wanted.exits.size(); ++e)
            if (wanted.exits[e].open != plan().exits[e].open) navigation_.set_exit_open(int(e), wanted.exits[e].open), changed = true;
        for (std::size_t d = 0; d < wanted.doors.size(); ++d)
            if (wanted.doors[d].open != plan().doors[d].open) navigation_.set_door_open(int(d), wanted.doors[d].open), changed = true;
        if (changed) bring(exec);
        return changed;
    }

    /// Without what counts.
    Floor view() const {
        const auto& cells = wall_cells_;
        return {.way = {navigation_.grid(), links_.data(), distance_.data(), direction_.data()},
                .walls = {cells.lo, 1 / cells.cell, cells.columns, cells.rows, wall_start_.data(), wall_index_.data(), walls_.data()},
                .watched = {line_cells_.lo, 1 / line_cells_.cell, line_cells_.columns, line_cells_.rows, line_start_.data(), line_index_.data(), nullptr},
                .lines = watched_.data(),
                .groups = groups_.data(),
                .pace = paced_ ? pace_.data() : nullptr,
                .areas = measured_ ? areas_.data() : nullptr};
    }

  private:
    static constexpr float felt = 1;  ///< m from the body's surface to a wall that still pushes it

    void bring(Exec& exec) {
        bring_walls(exec), bring_lines(exec), bring_ways(exec);
    }

    void bring_walls(Exec& exec) {
        const auto standing = standing_walls(plan());
        wall_cells_ = wall_lookup(standing, plan().lo, plan().hi, largest_radius(plan()) + felt, 1.f);
        walls_.upload(exec, join(wall_cells_.walls));
        wall_start_.upload(exec, wall_cells_.start), wall_index_.upload(exec, wall_cells_.index);
        drawn_ = std::make_shared<const std::vector<Segment>>(as_drawn(standing));
    }

    /// Measured lines first, so that who leaves is counted before.
    void bring_lines(Exec& exec) {
        std::vector<Line> lines;
        for (std::size_t l = 0; l < plan().lines.size(); ++l) lines.push_back({plan().lines[l].a, plan().lines[l].b, -1, int(2 * l)});
        for (std::size_t e = 0; e < plan().exits.size(); ++e) {
            const auto& exit = plan().exits[e];
            if (!exit.open) continue;
            if (exit.is_door()) lines.push_back({exit.a, exit.b, int(e), 0});
            for (std::size_t c = 0; c < exit.outline.size(); ++c) lines.push_back({exit.outline[c], exit.outline[(c + 1) % exit.outline.size()], int(e), 0});
        }
        std::vector<Wall> as_walls;
        for (const auto& line : lines) as_walls.push_back({line.a, line.b});
        line_cells_ = wall_lookup(std::move(as_walls), plan().lo, plan().hi, 0.5f, 1.f);
        watched_.upload(exec, lines);
        line_start_.upload(exec, line_cells_.start), line_index_.upload(exec, line_cells_.index);
    }

    void bring_ways(Exec& exec) {
        std::vector<float> distance, weight, flow;
        std::vector<Packed<2>> direction;
        for (int e = 0; e < exits(); ++e) {
            const auto &d = navigation_.distance(e);
            const auto &r = navigation_.direction(e);
            distance.insert(distance.end(), d.begin(), d.end());
            direction.insert(direction.end(), r.begin(), r.end());
            const auto& exit = plan().exits[std::size_t(e)];
            float width = exit.width();
            for (std::size_t c = 0; c < exit.outline.size(); ++c) width = std::max(width, glm::length(exit.outline[(c + 1) % exit.outline.size()] - exit.outline[c]));
            weight.push_back(exit.open ? exit.weight : 0.f);
            flow.push_back(exit.capacity > 0 ? std::min(exit.capacity, specific_flow * width) : specific_flow * width);
        }
        links_.upload(exec, navigation_.links());
        distance_.upload(exec, distance), direction_.upload(exec, direction);
        weight_.upload(exec, weight), flow_.upload(exec, flow);
    }

    void lay_areas(Exec& exec) {
        const auto& grid = navigation_.grid();
        const auto reached = walkable(plan(), grid, navigation_.links());
        std::vector<float> pace(std::size_t(grid.nodes()), 1.f);
        std::vector<u32> areas(std::size_t(grid.nodes()), 0u);
        measured_floor_.assign(std::size_t(measured_), 0);
        int number = 0;
        for (const auto& area : plan().areas) {
            for (int k = 0; k < grid.nodes(); ++k) {
                if (!contains(area.outline, grid.node(k))) continue;
                pace[std::size_t(k)] *= area.speed;
                if (area.measured) areas[std::size_t(k)] |= 1u << number, measured_floor_[std::size_t(number)] += double(grid.cell) * grid.cell;
            }
            number += area.measured;
        }
        pace_.upload(exec, pace), areas_.upload(exec, areas);
        density_ = density_grid(grid);
        floor_area_.upload(exec, floor_areas(density_, grid, reached));
    }

    Navigation navigation_;
    std::shared_ptr<const Plan> open_;  ///< as it was at the start
    WallLookup wall_cells_, line_cells_;
    DensityGrid density_;
    int measured_ = 0;
    bool paced_ = false;
    std::vector<double> measured_floor_;
    std::shared_ptr<const std::vector<Segment>> drawn_;
    Array<Exec, JoinedWall> walls_;
    Array<Exec, Line> watched_;
    Array<Exec, Group> groups_;
    Array<Exec, u32> wall_start_, wall_index_, line_start_, line_index_, areas_;
    Array<Exec, std::uint8_t> links_;
    Array<Exec, float> distance_, pace_, weight_, flow_, floor_area_;
    Array<Exec, Packed<2>> direction_;
};

}  // namespace nearfield::pedestrians
