#pragma once
// Steps and times of a scene's clock.
#include "sim/world.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {

/// True once a clock has come to `time`. Clocks sum rounded steps: a hundred of 0.01 s may be a little less than 1 s.
inline bool has_come(double clock, double time) { return clock >= time - 1e-6 * std::abs(time); }

/// Time per step of a world's clock, clock_of().
class ClockPace {
  public:
    /// Number of steps, at most `wanted` and at least one, that do not pass `time`. Estimates the time per step since
    /// the last call.
    u64 limit(const World& world, double time, u64 wanted) {
        if (!std::isfinite(time)) return wanted;
        const double now = clock_of(world), left = time - now;
        const u64 step = world.steps();
        const double pace = step > step_ ? (now - time_) / double(step - step_) : INFINITY;
        step_ = step, time_ = now;
        return std::clamp<u64>(u64(std::clamp(0.5 * left / pace, 0., 1e6)), 1, wanted);
    }

  private:
    u64 step_ = 0;
    double time_ = 0;
};

}  // namespace nearfield
