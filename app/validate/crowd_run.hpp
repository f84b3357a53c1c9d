#pragma once
// Runs of the Pedestrians scene for checks.
#include "app/validate/scene_run.hpp"
#include "scenes/plans/plan.hpp"

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
    /// Runs until everybody has left or the clock reaches `most`; calls `seen` about every 0.1 s. Returns the time when
    /// the last person so far left.
    double empty(
        double most, const std::function<void()>& seen = [] {});

    /// Number of people at the start, and greatest number at a time.
    int population() const { return plan_.population(); }
    u32 room() { return world().elements()->count(); }

  private:
    plans::Plan plan_;
};

/// Errors found by watching every step.
struct CloseLook {
    u64 person_steps = 0, crossings = 0;
    u64 overlaps = 0;    ///< person-steps with a body more than 5 cm inside another body or a wall
    double deepest = 0;  ///< m
};

/// Runs `steps` steps, or until everybody has left. Counts in each step the people who cross a standing wall and those
/// who overlap. `radius`: of every person (an upper bound where bodies differ); 0: overlaps are not checked.
CloseLook look_closely(CrowdRun& run, int steps, double radius = 0);

/// Behaviour of a station's people, sampled every 0.5 s.
struct StationLook {
    std::vector<double> boarded, alighted;  ///< per train, over the stops watched
    double present = 0;                     ///< mean number of people
    u64 samples = 0;
    u64 pressed = 0;    ///< people above 1600 N/m, summed over samples
    u64 crossings = 0;  ///< of walls, in the 25 steps after each stop
};

/// Runs until every train of the plan has made `stops` stops that end after `from`, s.
StationLook look_at_station(CrowdRun& run, double from, int stops);

/// Persons per second between the times when 10 % and 80 % of the initial people had left; 0 if 80 % never left.
/// `most_out` receives the latter time, s, or infinity.
double middle_flow(CrowdRun& run, double most, double* most_out = nullptr);

}  // namespace nearfield
