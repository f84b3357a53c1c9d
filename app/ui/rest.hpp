#pragma once
#include <chrono>

namespace nearfield::ui {

/// Limits occasional work of a window to a twentieth of its time.
class Rest {
  public:
    bool over() const { return Clock::now() >= until_; }
    /// Runs `work`. Work shorter than 10 ms needs no rest.
    template <class F> void after(F&& work) {
        const auto start = Clock::now();
        work();
        const auto end = Clock::now();
        const auto took = end - start;
        if (took > std::chrono::milliseconds(10)) until_ = end + 20 * took;
    }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point until_{};
};

}  // namespace nearfield::ui
