#pragma once
// Checks the neighbours of every frame against brute force, on a core that has nothing else to do.
#include "sim/world.hpp"
#include "usp/explain/neighbour_sample.hpp"

#include <atomic>
#include <chrono>
#include <thread>

namespace nearfield {

/// What has been checked since the last restart.
struct Watched {
    u64 actors = 0;                     ///< checked, each against all others
    u64 frames = 0, frames_missed = 0;  ///< seen; those of which no actor was checked
    double share = 0;                   ///< of the actors present that are checked per frame, over the last frames
    std::optional<Disagreement> wrong;  ///< the first
};

/// A thread of the lowest priority, which takes no time from any other. The caller's only work is to copy positions and
/// to search for a few actors: at most a fiftieth of its time. One caller; no call waits.
class NeighbourWatch {
  public:
    NeighbourWatch() = default;
    ~NeighbourWatch();
    NeighbourWatch(const NeighbourWatch&) = delete;

    /// A frame of this world, after a step. Takes a sample from it unless the last one is still being checked.
    void see(World& world);
    /// Whether take() has news.
    bool has_news() const { return state_.load(std::memory_order_acquire) == State::done; }
    /// Whether a sample is being checked, or has been.
    bool is_busy() const { return state_.load(std::memory_order_acquire) != State::empty; }
    /// Counts what has been checked. True if it was wrong.
    bool take();
    /// Begins anew; what is being checked no longer counts.
    void forget() { watched_ = {}, counts_ = false; }
    const Watched& watched() const { return watched_; }

  private:
    using Clock = std::chrono::steady_clock;
    /// Of the sample: `full` is the thread's, the others the caller's.
    enum class State : u32 { empty, full, done, quit };

    void check();
    void work();
    void count_frame(double share);

    Watched watched_;
    bool counts_ = false;
    u32 turn_ = 0;
    Clock::time_point next_{};

    std::atomic<State> state_{State::empty};
    NeighbourSample sample_;
    std::optional<Disagreement> found_wrong_;
    std::thread thread_;
};

}  // namespace nearfield
