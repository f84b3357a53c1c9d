#pragma once
// A run of the Pedestrians scene that is watched closely.
#include "scenes/pedestrians/plan.hpp"
#include "sim/scene.hpp"

#include <functional>
#include <map>
#include <memory>

namespace nearfield {

class CrowdRun {
  public:
    using Values = std::vector<std::pair<std::string, std::string>>;

    CrowdRun(Backend backend, const std::string& plan, u32 seed, const Values& values = {});

    World& world() { return *world_; }
    const pedestrians::Plan& plan() const { return *plan_; }
    double time() const { return world_->time(); }
    double time_step() const { return time_step_; }
    /// A metric of the scene by key.
    double metric(const std::string& key);

    void step(int count = 1);
    /// Until a time of the scene's clock.
    void run_to(double seconds);
    /// Until everybody has left or the clock says `most`; `seen` is called about every 0.1 s. The time at which the last one so
    /// far left.
    double empty(double most, const std::function<void()>& seen = [] {});

    /// Of the people who began, and of everybody who can be there.
    int population() const;
    u32 room() const { return world_->actors(); }

  private:
    std::shared_ptr<const pedestrians::Plan> plan_;
    std::unique_ptr<World> world_;
    std::map<std::string, std::size_t> metric_;
    double time_step_ = 0;
};

/// What watching every step gives.
struct CloseLook {
    u64 person_steps = 0, crossings = 0;
    u64 overlaps = 0;          ///< person-steps with a body more than 5 cm inside another or a wall
    double deepest = 0;        ///< m
};

/// Runs `steps` steps, or until everybody has left, and looks at each: who crosses a standing wall, who overlaps. `radius` is
/// everybody's (an upper bound where bodies differ); overlaps are looked for only if it is above 0.
CloseLook look_closely(CrowdRun& run, int steps, double radius = 0);

/// Persons per second between the times when 10 % and 80 % of those who began had left; 0 if 80 % never did.
double middle_flow(CrowdRun& run, double most, double* all_out = nullptr, double* most_out = nullptr);

}  // namespace nearfield
