#pragma once
// Runs of the Water scene for checks.
#include "app/validate/scene_run.hpp"

namespace nearfield {

/// Runs are deterministic on each backend, whatever the order of threads. Splashes amplify rounding in sums, so
/// otherwise a criterion near its limit would be met by chance.
class WaterRun : public SceneRun {
  public:
    WaterRun(Backend backend, const std::string& tank, const Values& values)
        : SceneRun("sph", backend, {{"tank", tank}, {"search.deterministic", "on"}}, values) {}

    void run_to(double until) {
        while (time() < until) step();
    }
    /// Pressure at a probe.
    double probe(int number) {
        set("probe", std::to_string(number));
        return metric("probe_pressure");
    }
};

}  // namespace nearfield
