#pragma once
#include "sim/tune.hpp"

#include <optional>

namespace nearfield {

/// Keeps a running world tuned while `search.auto` is on: tunes at the start, and again when the conditions have
/// changed.
class AutoTuner {
  public:
    /// True if a tuning is due; call it before a step. The first is due at once. Each later one is due some seconds of
    /// steps (and twenty times the duration of the last tuning) after the last, if parameters of the state or the grid
    /// have changed or the step time has changed by over 15 %.
    bool due(const Settings& settings) const;
    /// Tunes and applies the best settings to the world and to `settings`. If it throws, both are unchanged.
    Tuning tune_now(World& world, Settings& settings, Backend backend, const TuneWatch& watch);
    /// Records a step of `ms` milliseconds.
    void stepped(double ms);
    /// Forgets the last tuning, for another world.
    void restart() { *this = {}; }

  private:
    bool drifted() const;

    std::optional<Settings> tuned_for_;
    double pause_ms_ = 0, since_ms_ = 0;  ///< step time to wait; step time since the last tuning
    std::vector<double> first_, last_;    ///< times of the first and the last steps since the last tuning
};

}  // namespace nearfield
