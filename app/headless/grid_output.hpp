#pragma once
// Writes cell values as ESRI ASCII grids.
#include "app/headless/headless.hpp"
#include "app/headless/schedule.hpp"

#include <deque>

namespace nearfield {

/// Throws in advance the errors of writing the grids.
void require_sheets(Run& run, const HeadlessRun& plan);

/// Writes the present values, one file per sheet of the map.
void write_grid(Run& run, const GridOutput& grid, bool force);

/// The grids with a time.
class TimedGrids final : public Appointment {
  public:
    /// Throws UsageError for timed grids in a scene without a clock.
    TimedGrids(Run& run, const HeadlessRun& plan);
    double next() const override;
    void keep() override;
    /// Throws Error if a grid was not written.
    void require_done() const;

  private:
    Run& run_;
    const HeadlessRun& plan_;
    std::deque<GridOutput> waiting_;
};

}  // namespace nearfield
