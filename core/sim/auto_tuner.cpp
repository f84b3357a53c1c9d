#include "sim/auto_tuner.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

constexpr double least_pause_ms = 3000, pause_per_tuning = 20, drift = 0.15;
constexpr std::size_t window = 15;  // number of steps in a median

/// True if parameters of the state or grid, other than those of the search, differ.
bool other_work(const Settings& now, const Settings& then) {
    const auto keys = now.differing(then, Effect::regrid);
    return std::any_of(keys.begin(), keys.end(),
                       [&](const auto& key) { return now.spec(key).section != Section::search; });
}

}  // namespace

bool AutoTuner::due(const Settings& settings) const {
    if (!settings.has("search.auto") || !settings.on("search.auto")) return false;
    if (!tuned_for_) return true;
    return since_ms_ >= pause_ms_ && (other_work(settings, *tuned_for_) || drifted());
}

bool AutoTuner::drifted() const {
    if (last_.size() < window) return false;
    const double then = median(first_).ms, now = median(last_).ms;
    return std::abs(now - then) > drift * then;
}

Tuning AutoTuner::tune_now(World& world, Settings& settings, Backend backend, const TuneWatch& watch) {
    auto tuning = tune(world, settings, backend, watch);
    world.configure(tuning.winner().settings);
    settings = tuning.winner().settings;
    restart();
    tuned_for_ = settings;
    pause_ms_ = std::max(least_pause_ms, pause_per_tuning * 1000 * tuning.seconds);
    return tuning;
}

void AutoTuner::stepped(double ms) {
    since_ms_ += ms;
    if (first_.size() < window) return first_.push_back(ms);
    if (last_.size() == window) last_.erase(last_.begin());
    last_.push_back(ms);
}

}  // namespace nearfield
