#pragma once
#include "base/innermost.hpp"
#include "exec/step_times.hpp"

#include <functional>

namespace nearfield {

/// Pauses steps on this thread between stages during its lifetime: each stage waits until the previous stages have
/// finished and `begins` has returned.
class StageWatch : public Innermost<StageWatch> {
  public:
    explicit StageWatch(std::function<void(const Stage&)> begins) : begins_(std::move(begins)) {}
    void begins(const Stage& stage) const { begins_(stage); }

  private:
    std::function<void(const Stage&)> begins_;
};

}  // namespace nearfield
