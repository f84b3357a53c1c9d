#pragma once
// Runs of the Water scene for checks.
#include "sim/run.hpp"

namespace nearfield {

/// Deterministic: the same on one backend every time, whatever order its threads run in. Splashes multiply the rounding
/// of sums, so that a criterion near its limit would otherwise be met by chance.
class WaterRun {
  public:
    using Values = std::vector<std::pair<std::string, std::string>>;

    WaterRun(Backend backend, const std::string& tank, const Values& values)
        : run_(find_scene("sph"), settings_of(tank, values), backend) {}

    World& world() { return run_.world(); }
    double time() const { return run_.world().time(); }
    void step() { run_.advance(); }
    void run_to(double until) {
        while (time() < until) step();
    }
    double metric(const std::string& key) { return run_.metric(key); }
    /// The pressure at a probe.
    double probe(int number) {
        run_.apply(command::Set{"probe", std::to_string(number)});
        return metric("probe_pressure");
    }
    /// The pressure at a probe after one more step.
    double step_to_probe(int number) {
        step();
        return probe(number);
    }

  private:
    static Settings settings_of(const std::string& tank, const Values& values) {
        Settings settings = find_scene("sph").defaults();
        settings.set("tank", tank), settings.set("search.deterministic", true);
        for (const auto& [key, value] : values) settings.set(key, value);
        return settings;
    }

    Run run_;
};

}  // namespace nearfield
