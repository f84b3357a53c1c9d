#pragma once
// Checks the neighbours of every frame against brute force, on an idle core.
#include "sim/world.hpp"
#include "usp/explain/neighbour_sample.hpp"

#include <atomic>
#include <chrono>
#include <thread>

namespace nearfield {

/// Results of the checks since the last restart.
struct Watched {
    u64 actors = 0;                     ///< checked, each against all others
    u64 frames = 0, frames_missed = 0;  ///< all frames; frames without a checked actor
    double share = 0;                   ///< checked share of the actors present, averaged over the last frames
    std::optional<Disagreement> wrong;  ///< the first disagreement
};

/// A thread of the lowest priority, which takes no time from any other. The caller's only work is to copy positions and
/// to search for a few actors: at most a fiftieth of its time. One caller; no call waits.
class NeighbourWatch {
  public:
    NeighbourWatch() = default;
    ~NeighbourWatch();
    NeighbourWatch(const NeighbourWatch&) = delete;

    /// Samples a frame of this world, after a step, unless the last sample is still being checked.
    void see(World& world);
    /// True if a check has finished since the last take().
    bool has_news() const { return state_.load(std::memory_order_acquire) == State::done; }
    /// True if a sample is being checked or waits for take().
    bool is_busy() const { return state_.load(std::memory_order_acquire) != State::empty; }
    /// Counts the checked sample. True if its neighbours were wrong.
    bool take();
    /// Starts anew. A check under way no longer counts.
    void forget() {
        watched_ = {};
        counts_ = false;
    }
    const Watched& watched() const { return watched_; }

  private:
    using Clock = std::chrono::steady_clock;
    /// Owner of the sample: the thread while `full`, else the caller.
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
