#pragma once
// Runs of the Water scene for checks.
#include "sim/scene_run.hpp"

namespace nearfield {

/// Deterministic: the same on one backend every time, whatever order its threads run in. Splashes multiply the rounding
/// of sums, so that a criterion near its limit would otherwise be met by chance.
class WaterRun : public SceneRun {
  public:
    WaterRun(Backend backend, const std::string& tank, const Values& values)
        : SceneRun("sph", backend, {{"tank", tank}, {"search.deterministic", "on"}}, values) {}

    void run_to(double until) {
        while (time() < until) step();
    }
    /// The pressure at a probe.
    double probe(int number) {
        set("probe", std::to_string(number));
        return metric("probe_pressure");
    }
};

}  // namespace nearfield
