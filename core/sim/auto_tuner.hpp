#pragma once
#include "sim/tune.hpp"

#include <optional>

namespace nearfield {

/// Keeps a running world tuned while `search.auto` is on: at the start, and again once what it was tuned for has changed.
class AutoTuner {
  public:
    /// Whether it is time to tune; to be asked before a step. At first always; later only after some seconds of steps (and
    /// twenty times as long as tuning took), if parameters that make the state or the grid were changed or steps became
    /// slower or faster by more than 15 %.
    bool due(const Settings& settings) const;
    /// Tunes and takes the best into use: the world is configured, `settings` say it. If it throws, both are as they were.
    Tuning tune_now(World& world, Settings& settings, Backend backend, const TuneWatch& watch);
    /// A step was done.
    void stepped(double ms);
    /// Another world.
    void restart() { *this = {}; }

  private:
    bool drifted() const;

    std::optional<Settings> tuned_for_;
    double pause_ms_ = 0, since_ms_ = 0;       ///< steps' time to wait, and done, since the last tuning
    std::vector<double> first_, last_;         ///< times of the first steps since then, and of the last
};

}  // namespace nearfield
