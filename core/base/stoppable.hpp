#pragma once
#include "base/innermost.hpp"

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>

namespace nearfield {

/// Thrown to end long work whose result is no longer wanted.
struct WorkStopped {};

/// Makes long work of this thread end with WorkStopped soon after `is_unwanted` returns true. Other threads that share
/// the work call it, too.
class Stoppable : public Innermost<Stoppable> {
  public:
    /// `tell` receives the completed fraction of the work, from 0 to 1, where it is known.
    explicit Stoppable(std::function<bool()> is_unwanted, std::function<void(double)> tell = {})
        : is_unwanted_(std::move(is_unwanted)),
          tell_(std::move(tell)) {}

    bool is_unwanted() const { return is_unwanted_(); }
    void tell(double done) const {
        if (tell_) tell_(done);
    }

  private:
    std::function<bool()> is_unwanted_;
    std::function<void(double)> tell_;
};

/// Throws WorkStopped if the work is no longer wanted. Called every few milliseconds by long work.
void stop_if_unwanted();
/// Like stop_if_unwanted, and reports the completed fraction of the work, from 0 to 1.
void go_on_from(double done);

/// Calls stop_if_unwanted once per several thousand small pieces of work.
class StopBetween {
  public:
    void operator()(std::size_t pieces = 1) {
        if ((done_ += pieces) < 4096) return;
        done_ = 0;
        stop_if_unwanted();
    }

  private:
    std::size_t done_ = 0;
};

/// Calls f(i) for every i < n in parallel on all cores, for tasks that take long, allocate memory or may be stopped.
/// After an exception no further task begins; the first exception is rethrown here.
template <class F> void each_in_parallel(std::size_t n, const F& f) {
    const Stoppable* const work = Stoppable::current();
    std::exception_ptr problem;
    std::atomic<bool> ended = false;
#pragma omp parallel for schedule(dynamic, 1) if (n > 1)
    for (std::size_t i = 0; i < n; ++i) {
        if (ended) continue;
        try {
            std::optional<Stoppable> here;  // for this thread, too
            if (work) here.emplace([work] { return work->is_unwanted(); });
            stop_if_unwanted();
            f(i);
        } catch (...) {
            if (!ended.exchange(true)) problem = std::current_exception();
        }
    }
    if (problem) std::rethrow_exception(problem);
}

}  // namespace nearfield
