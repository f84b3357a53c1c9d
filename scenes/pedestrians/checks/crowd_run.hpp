#pragma once
// Runs of the Pedestrians scene for checks.
#include "libs/plans/plan.hpp"
#include "sim/scene_run.hpp"

#include <functional>

namespace nearfield {

class CrowdRun : public SceneRun {
  public:
    CrowdRun(Backend backend, const std::string& plan, u32 seed, const Values& values = {});

    const plans::Plan& plan() const { return plan_; }
    double time_step() const { return run_.at_setup().number("time_step"); }

    void reset() { run_.apply(command::Reset{}); }
    /// Runs until a time of the scene's clock.
    void run_to(double seconds);
    /// Runs until everybody has left or the clock reaches `most`; calls `seen` about every 0.1 s. Returns the time at
    /// which the last person so far left.
    double empty(
        double most, const std::function<void()>& seen = [] {});

    /// Number of people at the start, and the most that can be present.
    int population() const { return plan_.population(); }
    u32 room() { return world().elements()->count(); }

  private:
    plans::Plan plan_;
};

/// The result of watching every step.
struct CloseLook {
    u64 person_steps = 0, crossings = 0;
    u64 overlaps = 0;    ///< person-steps with a body more than 5 cm inside another or a wall
    double deepest = 0;  ///< m
};

/// Runs `steps` steps, or until everybody has left, and counts at each who crosses a standing wall and who overlaps.
/// `radius` is that of every person (an upper bound where bodies differ); overlaps are checked only if it is above 0.
CloseLook look_closely(CrowdRun& run, int steps, double radius = 0);

/// What a station's people do and bear. A sample is taken every 0.5 s.
struct StationLook {
    std::vector<double> boarded, alighted;  ///< per train, over the stops watched
    double present = 0;                     ///< mean number of people
    u64 samples = 0;
    u64 pressed = 0;    ///< people above 1600 N/m, summed over samples
    u64 crossings = 0;  ///< of walls, in the 25 steps after each stop
};

/// Runs until every train of the plan has made so many stops that end after `from`, s.
StationLook look_at_station(CrowdRun& run, double from, int stops);

/// Persons per second between the times when 10 % and 80 % of those who began had left; 0 if 80 % never did.
/// `most_out` receives the latter time, s, or infinity.
double middle_flow(CrowdRun& run, double most, double* most_out = nullptr);

}  // namespace nearfield
