#pragma once
// Finds the fastest way of searching in the present state.
#include "sim/world.hpp"

#include <functional>
#include <string>
#include <vector>

namespace nearfield {

/// Parameters of tuning, which every scene with a search has.
struct TuningParams {
    bool automatic = false;
};

std::vector<ParamSpec> describe(TuningParams*);

/// Throws UsageError if both `search.auto` and `search.deterministic` are on: times differ from run to run, and another
/// grid or visit adds up the neighbours in another order.
void require_tunable(const Settings& settings);

/// Keys of the settings that tuning chooses, some of which a scene may lack.
const std::vector<std::string>& tuned_keys();
/// Returns a text such as "fused, ratio 0.5, counting" (with the parameters of that visit), only the sort in a keyed
/// scene, "rtree, packed, M 8" where boxes meet.
std::string way_text(const Settings& settings);
/// The parameter that names the kind of way: the visit, or the broad phase of boxes; null in a keyed scene.
const char* kind_key(const Settings& settings);
/// The parameter over which the costs of this kind are drawn. Null if there is none.
const char* cost_key(const Settings& way);

/// One way of searching, with the times of all its turns.
struct TunedWay {
    Settings settings;
    WayTimes times;
    Median construct() const { return median(times.construct); }
    Median query() const { return median(times.query); }
    /// Of the whole step, by which ways are ranked.
    Median whole() const { return median(times.whole); }
};

/// Results of a tuning.
struct Tuning {
    std::vector<TunedWay> ways;  ///< in the order of their first turn, without refused ones
    std::size_t best = 0;        ///< the way with the lowest median of the whole step
    std::size_t start = 0;       ///< the way in use before
    double seconds = 0;          ///< duration of the tuning

    const TunedWay& winner() const { return ways[best]; }
};

/// Best result per value of the number of one kind of way, by value; empty if the kind has no number.
std::vector<const TunedWay*> cost_curve(const Tuning& tuning, const std::string& kind);
/// The fastest way of each kind, fastest first; one way in a keyed scene.
std::vector<const TunedWay*> best_of_kinds(const Tuning& tuning);

/// Called before each turn with the share done, 0 to 1. An exception from it ends the tuning.
using TuneWatch = std::function<void(double share)>;

/// Measures ways of searching on copies of the present state. Tries bin ratios for every visit and finer ones around
/// the best, then the sort and the parameters of `fused`. Finally times the leading few again, in turn. In a keyed
/// scene it tries only the sorts; for boxes, widths of bins, fan-outs and builds of trees. The world does not change,
/// even if this throws. `settings` are the present ones. After about 20 seconds, only turns under way are finished.
Tuning tune(World& world, const Settings& settings, Backend backend, const TuneWatch& watch);

}  // namespace nearfield
