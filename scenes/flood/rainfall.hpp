#pragma once
// Rain from maps on the cells of one backend.
#include "scenes/flood/clock.hpp"
#include "scenes/flood/rain_maps.hpp"
#include "scenes/flood/saved.hpp"

namespace nearfield::flood {

/// Accumulates rain on every cell and adds it in multiples of `drop`, as SetClock does.
struct FallOnCells {
    CellLattice lattice;
    const float *times, *rates;
    int maps, columns, rows;
    float cell;        ///< m
    glm::vec2 corner;  ///< of the maps, relative to the site's corner
    const Clock* clock;
    const float* bed;
    float *gathered, *fallen, *depth, *awake;  ///< fallen: since the start, m
    Tiling tiling;

    /// Rain at a point of the site, m/s.
    NF_HD float rate(glm::vec2 at) const {
        int map = -1;
        while (map + 1 < maps && times[map + 1] <= float(clock->time)) ++map;
        if (map < 0) return 0;
        const int column = limited(floor_int((at.x - corner.x) / cell), 0, columns - 1);
        const int row = limited(floor_int((at.y - corner.y) / cell), 0, rows - 1);
        return rates[(std::size_t(map) * std::size_t(rows) + std::size_t(row)) * std::size_t(columns) +
                     std::size_t(column)] /
               3.6e6f;
    }
    NF_HD void operator()(u32 i) const {
        if (!is_inside(i, lattice.columns, lattice.rows) || is_wall(bed[i])) return;
        const float sum = gathered[i] + rate(glm::vec2(lattice.middle(i))) * clock->step;
        const float due = floorf(sum / drop) * drop;
        gathered[i] = sum - due;
        if (due <= 0) return;
        depth[i] += due;
        fallen[i] += due;
        wake(awake + tiling.tile_of(i), sqrtf(gravity * depth[i]));
    }
};

template <class Exec> class Rainfall {
  public:
    Rainfall(Exec& exec, const RainMaps& maps, u32 cells) : maps_(maps) {
        if (maps.empty()) return;
        times_.upload(exec, maps.times);
        rates_.upload(exec, maps.rates);
        gathered_.resize(cells, "rain");
        fallen_.resize(cells, "rain");
    }
    void reset(Exec& exec) {
        fill_zero(exec, gathered_.data(), gathered_.size());
        fill_zero(exec, fallen_.data(), fallen_.size());
    }
    bool empty() const { return maps_.empty(); }
    void fall(Exec& exec, const CellLattice& lattice, const Clock* clock, const float* bed, float* depth, float* awake,
              const Tiling& tiling) {
        for_each(exec, lattice.cells(),
                 FallOnCells{.lattice = lattice,
                             .times = times_.data(),
                             .rates = rates_.data(),
                             .maps = int(maps_.times.size()),
                             .columns = maps_.columns,
                             .rows = maps_.rows,
                             .cell = float(maps_.cell),
                             .corner = maps_.corner,
                             .clock = clock,
                             .bed = bed,
                             .gathered = gathered_.data(),
                             .fallen = fallen_.data(),
                             .depth = depth,
                             .awake = awake,
                             .tiling = tiling});
    }
    /// Rain on each cell so far, m; empty without maps.
    const Array<Exec, float>& fallen() const { return fallen_; }
    struct Saved {
        Array<Exec, float> gathered, fallen;
    };
    Saved save(Exec& exec) const { return {copy_of(exec, gathered_), copy_of(exec, fallen_)}; }
    void restore(Exec& exec, const Saved& to) {
        put_back(exec, gathered_, to.gathered);
        put_back(exec, fallen_, to.fallen);
    }
    std::size_t bytes() const { return times_.bytes() + rates_.bytes() + gathered_.bytes() + fallen_.bytes(); }

  private:
    const RainMaps& maps_;
    Array<Exec, float> times_, rates_, gathered_, fallen_;
};

}  // namespace nearfield::flood
