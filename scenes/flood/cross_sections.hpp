#pragma once
// Lines across which the flow is measured.
#include "params/spans.hpp"
#include "record/gauge.hpp"
#include "scenes/flood/shallow_water.hpp"
#include "scenes/flood/site.hpp"
#include "scenes/plans/plan.hpp"

namespace nearfield::flood {

/// Present state of a cell: water, bed, and height of the surface over the bed.
struct Sampled {
    float depth, momentum_x, momentum_y, bed, head;
};
/// Gathers the states of some cells.
struct Sample {
    WaterState now;
    const float* bed;
    Ceilings ceilings;
    const u32* cell;
    Sampled* sampled;
    NF_HD void operator()(u32 i) const {
        const u32 c = cell[i];
        sampled[i] = {now.depth[c], now.momentum_x[c], now.momentum_y[c], bed[c],
                      ceilings.head(c, bed[c], now.depth[c])};
    }
};

/// Lines in a site and the cells along them, sampled twice per cell spacing. A line of length 0 is a point.
class CrossSections {
  public:
    static constexpr std::size_t most = 64;

    CrossSections() = default;
    /// Takes the lines of the site's plan, if any, then those of `text` (format: params/spans.hpp). Throws UsageError
    /// if a line of `text` is shorter than a cell or leaves the site, or if there are more than `most` in all.
    CrossSections(const Site& site, const plans::Plan* plan, const std::string& text);

    /// Throws UsageError for a line without any ground, unless `known` has the line too: a wall may have been built
    /// there since.
    void require_ground(const Site& site, const CrossSections& known) const;

    const std::vector<u32>& cells() const { return cells_; }
    std::size_t of_plan() const { return of_plan_; }
    /// Readings in the order of Flood::gauged(): discharge in m³/s from left to right as seen from the first end,
    /// greatest depth and level in m, greatest velocity in m/s. `water` belongs to cells(), `datum` to the site.
    std::vector<Gauge> gauges(const std::vector<Sampled>& water, double datum) const;

  private:
    void add(const Site& site, const plans::MeasureLine& line);

    std::vector<plans::MeasureLine> lines_;  ///< the plan's first
    std::string file_;                       ///< the plan's file
    std::size_t of_plan_ = 0;
    std::vector<u32> cells_;        ///< of all lines, concatenated
    std::vector<std::size_t> end_;  ///< per line: end of its cells in `cells_`
};

}  // namespace nearfield::flood
