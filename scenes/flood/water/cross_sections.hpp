#pragma once
// Lines across which the flow is measured.
#include "libs/plans/plan.hpp"
#include "params/spans.hpp"
#include "record/gauge.hpp"
#include "scenes/flood/site/site.hpp"
#include "scenes/flood/water/shallow_water.hpp"

namespace nearfield::flood {

/// A cell as it is now: its water, its ground, and the height of the surface over that.
struct Sampled {
    float depth, momentum_x, momentum_y, bed, head;
};
/// Reads cells: one element of the result for each.
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

/// Lines of a site and the cells along them, sampled twice per spacing. A line without length is a point.
class CrossSections {
  public:
    static constexpr std::size_t most = 64;

    CrossSections() = default;
    /// The lines of the site's plan, if it has one, and then those of `text`, as in params/spans.hpp. Throws UsageError
    /// if one of the latter is shorter than a cell or leaves the site, or if there are more than `most` in all.
    CrossSections(const Site& site, const plans::Plan* plan, const std::string& text);

    /// Throws UsageError for a line in whose cells is no ground, unless `known` has it: hands may have built a wall
    /// there since.
    void require_ground(const Site& site, const CrossSections& known) const;

    const std::vector<u32>& cells() const { return cells_; }
    std::size_t of_plan() const { return of_plan_; }
    /// Readings in the order of Flood::gauged(): m³/s from the left to the right side as seen from the first end,
    /// greatest depth and level in m, greatest velocity in m/s. `water`: of cells(); `datum`: that of the site.
    std::vector<Gauge> gauges(const std::vector<Sampled>& water, double datum) const;

  private:
    void add(const Site& site, const plans::MeasureLine& line);

    std::vector<plans::MeasureLine> lines_;  ///< the plan's first
    std::string file_;                       ///< of the plan
    std::size_t of_plan_ = 0;
    std::vector<u32> cells_;        ///< of all lines, one after the other
    std::vector<std::size_t> end_;  ///< of each line's cells
};

}  // namespace nearfield::flood
