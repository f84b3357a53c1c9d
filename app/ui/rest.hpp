#pragma once
#include <chrono>

namespace nearfield::ui {

/// Keeps work that a window does now and then to a twentieth of its time.
class Rest {
  public:
    bool over() const { return Clock::now() >= until_; }
    /// Does the work. What takes less than a frame needs no rest.
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
