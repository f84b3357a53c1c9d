#pragma once
// Two runs from one state that differ in what was chosen, step by step in turn.
#include "sim/run.hpp"

#include <deque>

namespace nearfield {

/// What the second of two runs has shown beside the first.
struct TwinReport {
    std::shared_ptr<const Settings> settings;
    std::map<std::string, std::string> changes;  ///< in what its settings differ
    Backend backend = Backend::cpu;
    bool search_only = false;  ///< it differs in nothing but the search, so both are to show the same
    u64 parted_at = 0;         ///< step of both when there came to be two
    GridReport grid;
    u64 steps = 0;                                             ///< timed of both, of which the last few hundred count
    Median first_ms, second_ms;                                ///< whole steps
    MedianInterval time_ratio;                                 ///< second over first, step by step
    std::vector<double> metrics;                               ///< of the second, in the order of SceneInfo::metrics
    std::vector<std::optional<MedianInterval>> metric_ratios;  ///< second over first; none while either is 0 or unknown
    /// Whether states and neighbours are equal by checksum; none: not compared yet.
    struct Equality {
        bool states = false, neighbours = false;
        u64 checksum = 0, step = 0;
        float apart = 0;  ///< world units between the two places of an actor, at most, when last measured...
        int steps = 0;    ///< ... this many steps after the second had taken over the state of the first
    };
    std::optional<Equality> equality;
};

/// A second run beside a first one. Where they differ in the search alone, sums in another order would let the states
/// part by rounding: every few steps the second then takes over the state of the first. The steps after that are not
/// timed, because they also bring the actors into the second's own order.
class Twin {
  public:
    /// Begins in the present state of the first run. If that cannot be copied (another backend, or a parameter that
    /// makes a new state), both begin at their starts. Throws UsageError if nothing differs, and what make_world
    /// throws; the first run is then as it was.
    Twin(Run& first, const command::Split& difference);

    /// One step of each, in turn; returns the times of the first.
    std::vector<StepTimes> advance(Run& first);
    /// Does what a command that has acted on the first run does to the second.
    void follow(Run& first, const Command& command);
    /// Compares metrics.
    void measure(Run& first);
    /// If they are to be equal: the second takes over the state, then states and neighbours are compared. Waits.
    void compare_states(Run& first);

    Run& run() { return *second_; }
    const TwinReport& report();

  private:
    void take_state(Run& first);
    void take_settings(const Run& first);
    void forget();
    float distance_apart(Run& first);

    std::unique_ptr<Run> second_;
    std::map<std::string, std::string> changes_;
    bool same_kind_ = false;  ///< the second can take over states of the first
    bool second_begins_ = false;
    int since_taken_ = 0, settling_ = 0;  ///< steps
    float apart_ = 0;
    int apart_after_ = 0;
    std::deque<double> first_ms_, second_ms_, time_ratios_;
    std::vector<std::deque<double>> metric_ratios_;
    TwinReport report_;
};

}  // namespace nearfield
