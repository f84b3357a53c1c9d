#pragma once
// The plan on a backend: walls, ways, lines and areas, updated when doors open or shut.
#include "scenes/crowd/density.hpp"
#include "scenes/crowd/measured.hpp"
#include "scenes/crowd/starting_crowd.hpp"
#include "scenes/plans/plan_choice.hpp"
#include "scenes/plans/ways.hpp"
#include "sim/world.hpp"

#include <memory>

namespace nearfield::crowd {

template <class... Parts> std::size_t bytes_of(const Parts&... parts) { return (parts.bytes() + ...); }

/// Lookup of the walls near a point, on a backend.
template <class Exec> class NearWalls {
  public:
    void bring(Exec& exec, const WallLookup& from) {
        start_.upload(exec, from.start);
        index_.upload(exec, from.index);
        cells_ = from.cells();
        cells_.start = start_.data();
        cells_.index = index_.data();
    }
    const WallCells& cells() const { return cells_; }
    std::size_t bytes() const { return start_.bytes() + index_.bytes(); }

  private:
    WallCells cells_{};
    Array<Exec, u32> start_, index_;
};

template <class Exec> class FloorMemory {
  public:
    /// Persons/s per metre of exit width, to estimate queues.
    static constexpr float specific_flow = 1.3f;

    FloorMemory(Exec& exec, const Plan& plan, Measured measured);

    const Plan& plan() const { return navigation().plan(); }
    const Navigation& navigation() const { return ways_.navigation(); }
    const Ways<Exec>& ways() const { return ways_; }
    const DensityGrid& density() const { return density_; }
    const float* floor_area() const { return floor_area_.data(); }
    const float* weight() const { return weight_.data(); }
    /// Per exit: above 0 for an open refuge.
    const float* refuge() const { return refuge_.data(); }
    const float* flow() const { return flow_.data(); }
    int exits() const { return int(plan().exits.size()); }
    const std::shared_ptr<const Measured>& measured() const { return measured_; }
    /// Floor of each measured area, m²: navigation cells whose centres lie in it.
    const std::vector<double>& measured_floor() const { return measured_floor_; }
    const std::shared_ptr<const std::vector<Segment>>& lines() const { return drawn_; }
    std::size_t bytes() const;

    /// Sets doors and exits as in `wanted`. Returns true if anything changed.
    bool change(Exec& exec, const Plan& wanted);

    /// Replaces the walls. Returns true if anything changed.
    bool set_walls(Exec& exec, const std::vector<Wall>& walls);

    /// Updates the ways with slowness factors, see Ways::hinder.
    void hinder(Exec& exec, const Array<Exec, float>& factor) { ways_.hinder(exec, factor); }

    void measure(Exec& exec, Measured wanted);

    /// Lets people interact through portals within `reach` of them, m.
    void open_portals(Exec& exec, float reach);

    /// The floor without gates and counters.
    Floor view() const;

  private:
    static constexpr float felt = 1;  ///< range of a wall's force from a body's surface, m

    void bring(Exec& exec) {
        bring_walls(exec);
        bring_lines(exec);
        bring_exits(exec);
    }

    void bring_walls(Exec& exec);

    std::vector<Line> portal_lines() const;
    WallLookup lookup(const std::vector<Line>& lines, float reach) const;

    /// Uploads the lines: measured lines first, so people are counted before they leave; portals last.
    void bring_lines(Exec& exec);

    void bring_exits(Exec& exec);

    void lay_floor(Exec& exec);

    void lay_stairs(Exec& exec);

    void lay_areas(Exec& exec);

    Ways<Exec> ways_;
    std::shared_ptr<const Measured> measured_;
    NearWalls<Exec> near_walls_, near_lines_, near_portals_;
    float portal_reach_ = 0;
    DensityGrid density_;
    bool paced_ = false;
    std::vector<double> measured_floor_;
    std::shared_ptr<const std::vector<Segment>> drawn_;
    Array<Exec, JoinedWall> walls_;
    Array<Exec, Line> watched_, portals_;
    Array<Exec, Slope> slopes_;
    Array<Exec, u32> slope_;
    Array<Exec, Group> groups_;
    Array<Exec, u32> areas_;
    Array<Exec, float> pace_, weight_, flow_, refuge_, floor_area_;
};

}  // namespace nearfield::crowd
