#pragma once
// Values of the cells as ESRI ASCII grids.
#include "app/headless/headless.hpp"
#include "app/headless/schedule.hpp"

#include <deque>

namespace nearfield {

/// Throws what writing the grids would throw later.
void require_sheets(Run& run, const HeadlessRun& plan);

/// One file per sheet of the map, with the present values.
void write_grid(Run& run, const GridOutput& grid, bool force);

/// The grids that are due at times.
class TimedGrids final : public Appointment {
  public:
    /// Throws UsageError if there are some and the scene has no clock.
    TimedGrids(Run& run, const HeadlessRun& plan);
    double next() const override;
    void keep() override;
    /// Throws Error if a grid is still to be written.
    void require_done() const;

  private:
    Run& run_;
    const HeadlessRun& plan_;
    std::deque<GridOutput> waiting_;
};

}  // namespace nearfield
