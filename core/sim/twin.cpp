#include "sim/twin.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

constexpr std::size_t pairs_kept = 240;
constexpr int steps_apart = 20, untimed = 2;
constexpr const char* chosen_by_itself = "search.auto";  // only the first run tunes; the second adopts its choice

void keep(std::deque<double>& values, double value) {
    values.push_back(value);
    if (values.size() > pairs_kept) values.pop_front();
}

std::vector<double> list(const std::deque<double>& values) { return {values.begin(), values.end()}; }

bool makes_new_state(const Settings& settings, const Assignments& changes) {
    return std::any_of(changes.begin(), changes.end(),
                       [&](const auto& change) { return settings.spec(change.first).effect == Effect::respawn; });
}

/// The changes that have an effect. Throws UsageError for unknown keys and values.
Assignments real_changes(const Settings& settings, const Assignments& changes) {
    Settings changed = settings;
    changed.set(changes);
    Assignments real;
    for (const auto& key : changed.differing(settings)) real[key] = changed.value(key);
    return real;
}

}  // namespace

Twin::Twin(Run& first, const command::Split& difference)
    : changes_(real_changes(first.settings(), difference.changes)) {
    const Settings& settings = first.settings();
    const Backend backend = difference.backend.value_or(first.backend());
    if (changes_.empty() && backend == first.backend())
        throw UsageError("both would be alike; choose another value for the second, or another device");
    same_kind_ = backend == first.backend() && !makes_new_state(settings, changes_);
    const auto kept = same_kind_ ? first.world().keep() : nullptr;
    same_kind_ = kept != nullptr;
    second_ = first.beside(backend);
    if (settings.has(chosen_by_itself)) second_->apply(command::Set{chosen_by_itself, false});
    for (const auto& [key, value] : changes_) second_->apply(command::Set{key, value});
    if (same_kind_) second_->world().go_back(*kept);
    else if (first.world().steps() > 0) first.apply(command::Reset{});
    forget();
    report_.changes = changes_;
    report_.backend = backend;
    report_.parted_at = first.world().steps();
    report_.search_only = same_kind_ && std::all_of(changes_.begin(), changes_.end(), [&](const auto& change) {
                              return settings.spec(change.first).section == Section::search;
                          });
}

std::vector<StepTimes> Twin::advance(Run& first) {
    std::vector<StepTimes> one, other;
    const auto step_second = [&] { other = second_->advance(); };
    if (second_begins_) step_second();
    one = first.advance();
    if (!second_begins_) step_second();
    second_begins_ = !second_begins_;
    ++since_taken_;
    if (settling_ > 0) {
        --settling_;
    } else if (!one.empty() && !other.empty()) {
        const double a = one.back().total_ms, b = other.back().total_ms;
        keep(first_ms_, a);
        keep(second_ms_, b);
        keep(time_ratios_, b / std::max(a, 1e-9));
        ++report_.steps;
    }
    take_settings(first);  // the first may have tuned itself
    if (report_.search_only && since_taken_ >= steps_apart) take_state(first);
    return one;
}

void Twin::follow(Run& first, const Command& command) {
    const bool anew = is<command::Reset, command::Setup>(command);
    if (anew || is<command::Use>(command)) second_->apply(command);
    if (is<command::Undo, command::Redo>(command)) {
        if (!same_kind_) throw UsageError("strokes cannot be undone in both; there is one again");
        take_state(first);
    }
    take_settings(first);
    if (anew || first.world().steps() < report_.parted_at) report_.parted_at = first.world().steps();
    if (anew || is<command::Set>(command)) forget();
    report_.equality.reset();
}

void Twin::take_state(Run& first) {
    if (const auto kept = first.world().keep()) second_->world().go_back(*kept);
    since_taken_ = 0;
    settling_ = untimed;
}

/// The largest distance between an actor's places in both runs, across the nearest image.
float Twin::distance_apart(Run& first) {
    auto *one = first.world().actors(), *other = second_->world().actors();
    if (!one || !other) return 0;
    const auto a = one->read().position, b = other->read().position;
    Picture box;
    first.world().draw(box, 0, true);
    float most = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (a[i].x == nowhere || b[i].x == nowhere) continue;
        glm::vec3 d = glm::abs(a[i] - b[i]);
        if (box.wrapped) d = glm::min(d, glm::abs(box.hi - box.lo - d));
        most = std::max(most, glm::length(d));
    }
    return most;
}

/// Copies all settings in which both runs should be equal.
void Twin::take_settings(const Run& first) {
    for (const auto& key : first.settings().differing(second_->settings()))
        if (!changes_.count(key) && key != chosen_by_itself)
            second_->apply(command::Set{key, first.settings().value(key)});
}

void Twin::forget() {
    first_ms_.clear();
    second_ms_.clear();
    time_ratios_.clear();
    metric_ratios_.clear();
    report_.steps = 0;
    settling_ = untimed;
}

void Twin::measure(Run& first) {
    const auto &a = *first.measure().metrics, &b = *second_->measure().metrics;
    metric_ratios_.resize(b.size());
    report_.metrics = b;
    report_.metric_ratios.assign(b.size(), {});
    for (std::size_t m = 0; m < b.size() && m < a.size(); ++m) {
        const double ratio = b[m] / a[m];
        if (std::isfinite(ratio) && a[m] != 0 && b[m] != 0) keep(metric_ratios_[m], ratio);
        else metric_ratios_[m].clear();
        if (!metric_ratios_[m].empty()) report_.metric_ratios[m] = median_interval(list(metric_ratios_[m]));
    }
}

void Twin::compare_states(Run& first) {
    if (!report_.search_only) return;
    if (since_taken_ > 0) {
        apart_ = distance_apart(first);
        apart_after_ = since_taken_;
    }
    take_state(first);
    const auto one = state_checksum(first.world()), other = state_checksum(second_->world());
    if (!one || !other) return;
    report_.equality = {.states = *one == *other,
                        .neighbours = search_of(first.world()).signature() == search_of(second_->world()).signature(),
                        .checksum = *one,
                        .step = first.world().steps(),
                        .apart = apart_,
                        .steps = apart_after_};
}

const TwinReport& Twin::report() {
    if (!report_.settings || !(*report_.settings == second_->settings()))
        report_.settings = std::make_shared<const Settings>(second_->settings());
    if (auto* search = second_->world().search()) report_.grid = search->grid();
    else report_.grid = {.radius = 0};
    report_.first_ms = median(list(first_ms_));
    report_.second_ms = median(list(second_ms_));
    report_.time_ratio = median_interval(list(time_ratios_));
    return report_;
}

}  // namespace nearfield
