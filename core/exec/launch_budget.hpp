#pragma once
#include "exec/stage_timer.hpp"

#include <algorithm>

namespace nearfield {

/// Splits work into launches below a time limit, since drivers abort kernels that take seconds on a card with a
/// display. The size of the next launch follows from the time of the last one (Schweizer 2014, 4.2.2.5). It aims at
/// half of the limit and at most doubles, since items differ. Without a budget nothing is measured.
template <class Exec> class LaunchBudget {
  public:
    /// Time limit, ms; 0 disables the splitting.
    void set(double ms) { ms_ = ms; }
    bool cuts() const { return ms_ > 0; }

    /// Calls launch(first, end) for consecutive ranges of `items` and waits for each. The first has `least` items, and
    /// only the last may have fewer.
    template <class Launch> void work(Exec& exec, u64 items, u64 least, const Launch& launch) {
        u64 piece = least;
        for (u64 first = 0; first < items;) {
            const u64 end = std::min(items, first + piece);
            const double ms = time_of(exec, [&] { launch(first, end); });
            const double most = ms > 0 ? double(end - first) * ms_ / (2 * ms) : double(2 * piece);
            piece = std::max(least, u64(std::min(most, double(2 * piece))));
            first = end;
            ++launches_;
        }
    }

    void begin_count() { launches_ = 0; }
    u32 launches() const { return launches_; }

  private:
    template <class F> double time_of(Exec& exec, const F& f) {
        clock_.recycle();
        const auto begin = clock_.mark(exec);
        f();
        const auto end = clock_.mark(exec);
        exec.finish();
        return detail::Clock<Exec>::ms(begin, end);
    }

    detail::Clock<Exec> clock_;
    double ms_ = 0;
    u32 launches_ = 0;
};

}  // namespace nearfield
