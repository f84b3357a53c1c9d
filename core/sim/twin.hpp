#pragma once
// Two runs from one state with a chosen difference, advanced in turn.
#include "sim/run.hpp"

#include <deque>

namespace nearfield {

/// Results of the second run beside the first.
struct TwinReport {
    std::shared_ptr<const Settings> settings;
    Assignments changes;  ///< differences of its settings
    Backend backend = Backend::cpu;
    bool search_only = false;  ///< true if only the search differs, so that both should be equal
    u64 parted_at = 0;         ///< step of both when the second run began
    GridReport grid;
    u64 steps = 0;                ///< steps timed; medians use the last few hundred
    Median first_ms, second_ms;   ///< whole steps
    MedianInterval time_ratio;    ///< second over first, step by step
    std::vector<double> metrics;  ///< of the second run, in the order of SceneInfo::metrics
    std::vector<std::optional<MedianInterval>> metric_ratios;  ///< second over first; none while either is 0 or unknown
    /// Equality of states and neighbours by checksum. None before the first comparison.
    struct Equality {
        bool states = false, neighbours = false;
        u64 checksum = 0, step = 0;
        float apart = 0;  ///< maximum distance of an actor's places in both, world units, when last measured
        int steps = 0;    ///< steps from the last state transfer to that measurement
    };
    std::optional<Equality> equality;
};

/// A second run beside a first one. If only the search differs, sums in another order let the states drift apart by
/// rounding. The second run therefore takes over the state of the first every few steps. The steps after that are not
/// timed, because they also bring the actors into the second run's own order.
class Twin {
  public:
    /// Begins in the present state of the first run. If that cannot be copied (another backend, or a parameter that
    /// makes a new state), both begin at their initial states. Throws UsageError if nothing differs, and the exceptions
    /// of make_world; the first run is then unchanged.
    Twin(Run& first, const command::Split& difference);

    /// Does one step of each, in turn. Returns the times of the first.
    std::vector<StepTimes> advance(Run& first);
    /// Applies to the second run a command that has acted on the first.
    void follow(Run& first, const Command& command);
    /// Compares metrics.
    void measure(Run& first);
    /// If both should be equal, copies the state to the second run, then compares states and neighbours. Waits.
    void compare_states(Run& first);

    Run& run() { return *second_; }
    const TwinReport& report();

  private:
    void take_state(Run& first);
    void take_settings(const Run& first);
    void forget();
    float distance_apart(Run& first);

    std::unique_ptr<Run> second_;
    Assignments changes_;
    bool same_kind_ = false;  ///< the second can take over states of the first
    bool second_begins_ = false;
    int since_taken_ = 0, settling_ = 0;  ///< number of steps
    float apart_ = 0;
    int apart_after_ = 0;
    std::deque<double> first_ms_, second_ms_, time_ratios_;
    std::vector<std::deque<double>> metric_ratios_;
    TwinReport report_;
};

}  // namespace nearfield
