#include "sim/neighbour_watch.hpp"

#include "base/stoppable.hpp"

#include <algorithm>

namespace nearfield {

namespace {
constexpr u32 pairs_per_frame = 2'000'000, fewest = 4;  // some milliseconds of one core
constexpr int share_of_time = 50;
constexpr double frames_averaged = 60;

/// Number of actors whose tests fit into pairs_per_frame.
u32 sample_size(u32 actors) { return std::max(fewest, pairs_per_frame / std::max(actors, 1u)); }
}  // namespace

NeighbourWatch::~NeighbourWatch() {
    if (!thread_.joinable()) return;
    state_ = State::quit;
    state_.notify_one();
    thread_.join();
}

void NeighbourWatch::see(World& world) {
    auto* search = world.search();
    if (!search || is_busy()) return count_frame(0);
    const auto start = Clock::now();
    if (start < next_) return count_frame(0);
    const u32 present = world.elements()->present();
    try {
        if (!search->sample(sample_size(present), turn_, sample_)) return;
    } catch (const std::exception&) { return count_frame(0); }                                     // no memory for it
    turn_ += std::max(1u, u32(0.618 * present / std::max<std::size_t>(sample_.place.size(), 1)));  // even spread
    if (sample_.place.empty()) return;
    count_frame(double(sample_.place.size()) / double(sample_.actors()));
    counts_ = true;
    state_.store(State::full, std::memory_order_release);
    state_.notify_one();
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    next_ = start + share_of_time * (Clock::now() - start);
}

/// `share`: checked share of the actors.
void NeighbourWatch::count_frame(double share) {
    const double weight = 1 / std::min(double(++watched_.frames), frames_averaged);
    watched_.frames_missed += share == 0;
    watched_.share += weight * (share - watched_.share);
}

bool NeighbourWatch::take() {
    if (!has_news()) return false;
    const bool wrong = counts_ && found_wrong_;
    if (counts_) watched_.actors += sample_.place.size();
    if (wrong && !watched_.wrong) watched_.wrong = found_wrong_;
    state_.store(State::empty, std::memory_order_release);
    return wrong;
}

void NeighbourWatch::check() {
    try {
        found_wrong_ = compare_with_brute_force(sample_);
    } catch (const WorkStopped&) { return; }
    State full = State::full;
    state_.compare_exchange_strong(full, State::done, std::memory_order_release);
}

void NeighbourWatch::work() {
    yield_to_everybody();
    const Stoppable until_quit([this] { return state_.load() == State::quit; });
    for (State now = state_; now != State::quit; now = state_) {
        if (now == State::full) check();
        else state_.wait(now);
    }
}

}  // namespace nearfield
