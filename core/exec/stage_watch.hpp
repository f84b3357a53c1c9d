#pragma once
#include "exec/step_times.hpp"

#include <functional>

namespace nearfield {

/// While it lives, no stage of a step on this thread begins before the stages before it have finished and `begins` has
/// returned. Of several, the last one made is asked.
class StageWatch {
  public:
    explicit StageWatch(std::function<void(const Stage&)> begins);
    ~StageWatch();
    StageWatch(const StageWatch&) = delete;

    /// Of this thread; null if nobody watches.
    static const StageWatch* current();
    void begins(const Stage& stage) const { begins_(stage); }

  private:
    std::function<void(const Stage&)> begins_;
    const StageWatch* outer_;
};

}  // namespace nearfield
