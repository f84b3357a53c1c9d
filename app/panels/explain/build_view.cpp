#include "app/panels/explain/build_view.hpp"

#include "base/error.hpp"

#include <algorithm>

namespace nearfield::ui {
namespace {

/// Bits per digit, few enough for legible counters.
constexpr int digit_bits = 4;
constexpr double slowest = 6;     ///< minimum speed, micro-steps per second
constexpr double play_time = 30;  ///< maximum duration of playback, s, if every micro-step is visible

bool same_way(const ActorsInMemory& a, const ActorsInMemory& b) {
    const auto &x = a.settings, &y = b.settings;
    return a.world == b.world && a.room == b.room && a.radius == b.radius && a.box == b.box &&
           x.bin_ratio == y.bin_ratio && x.visit == y.visit && x.fine == y.fine;
}

}  // namespace

Slice slice_around(u32 size, u32 fits, u32 centre) {
    if (size <= fits) return {0, size};
    const u32 before = fits / 2, last = size - fits;
    return {std::min(centre > before ? centre - before : 0, last), fits};
}

void BuildView::follow(const std::shared_ptr<const ActorsInMemory>& latest) {
    if (!latest || latest == actors_ || !rest_.over()) return;
    if (actors_ && laid_ && !built() && same_way(*actors_, *latest)) return;
    const bool another = !actors_ || actors_->world != latest->world;
    actors_ = latest;
    rest_.after([&] { lay_out(); });
    if (another) go_to(length_);
}

void BuildView::begin_with(StartingOrder order) {
    order_ = order;
    if (actors_) lay_out();
}

void BuildView::lay_out() {
    const bool at_end = built();
    laid_.reset(), refused_.clear();
    try {
        if (!actors_->id.empty()) laid_.emplace(*actors_, actors_->settings.visit, order_);
    } catch (const Error& problem) { refused_ = problem.what(); }
    radix_ = {}, counting_ = radix_clock_ = {}, length_ = 0;
    if (laid_) {
        radix_ = RadixTrace(laid_->bins_of_elements(), laid_->sort().keys(), digit_bits);
        counting_ = SortClock(laid_->sort()), radix_clock_ = SortClock(radix_);
        length_ = std::max(counting_.length(), radix_clock_.length());
    }
    tick_ = at_end ? length_ : std::min(tick_, length_);
    select(id_);
}

void BuildView::select(std::optional<u32> id) {
    id_ = id;
    selected_.reset(), read_.clear(), tests_.clear();
    const auto place = id && laid_ ? laid_->place_of(*id) : std::nullopt;
    if (!place) return;
    selected_ = laid_->sort().source()[*place];
    read_ = laid_->stretches(*place), tests_ = laid_->tests(*place);
}

void BuildView::go_to(u64 tick) { tick_ = std::min(tick, length_), playing_ = false; }

void BuildView::play(bool on) {
    if (on && built()) tick_ = 0;
    playing_ = on && laid_, owed_ = 0;
}

void BuildView::forward() {
    playing_ = false;
    if (tick_ == length_) return;
    do ++tick_;
    while (tick_ < length_ && !visible(tick_));
}

void BuildView::back() {
    playing_ = false;
    if (tick_ == 0) return;
    do --tick_;
    while (tick_ > 0 && !visible(tick_));
}

/// Returns the micro-steps at which a stage of either sort ends.
std::set<u64> BuildView::stage_ends() const {
    std::set<u64> ends{0, length_};
    for (const auto* clock : {&counting_, &radix_clock_}) {
        u64 end = 0;
        for (const auto& part : clock->parts()) ends.insert(end += part.steps);
    }
    return ends;
}

void BuildView::next_stage() {
    const auto ends = stage_ends();
    const auto next = ends.upper_bound(tick_);
    go_to(next == ends.end() ? length_ : *next);
}

void BuildView::previous_stage() {
    const auto ends = stage_ends();
    const auto here = ends.lower_bound(tick_);
    go_to(here == ends.begin() ? 0 : *std::prev(here));
}

void BuildView::let_pass(double seconds) {
    if (!playing_) return;
    owed_ += seconds * (selected_ ? slowest : std::max(slowest, double(length_) / play_time));
    for (; owed_ >= 1 && tick_ < length_; owed_ -= 1) forward(), playing_ = true;
    if (tick_ == length_) playing_ = false;
}

std::optional<u32> BuildView::taken(const SortClock::Moment& moment) {
    if (moment.done == 0 || moment.part.stage == SortClock::Stage::scan) return {};
    return moment.done - 1;
}

u32 BuildView::focus() const { return selected_ ? *selected_ : taken(counting()).value_or(0); }

Slice BuildView::elements() const { return slice_around(laid_->actors(), room_, focus()); }
Slice BuildView::keys() const { return slice_around(laid_->sort().keys() + 1, key_room_, laid_->sort().key(focus())); }
Slice BuildView::places() const { return slice_around(laid_->actors(), room_, laid_->sort().place_of(focus())); }

/// Returns the place of the focused actor before a pass; a pass past the end means after the last pass.
u32 BuildView::place_before(u32 pass) const {
    const auto now = radix_moment();
    u32 place = selected_.value_or(0), from = 0;
    if (!selected_ && now.part.stage != SortClock::Stage::compare) place = taken(now).value_or(0), from = now.part.pass;
    if (!selected_ && now.part.stage == SortClock::Stage::compare)
        return std::min(now.done, laid_->actors()) - (now.done > 0);
    for (u32 p = from; p < pass && p < radix_.passes().size(); ++p) place = radix_.passes()[p].digits.place_of(place);
    return place;
}

Slice BuildView::before(u32 pass) const { return slice_around(laid_->actors(), room_, place_before(pass)); }
Slice BuildView::after(u32 pass) const { return before(pass + 1); }

bool BuildView::counting_visible(const SortClock::Moment& moment) const {
    const auto element = taken(moment);
    if (!element) return true;
    return elements().holds(*element) ||
           (moment.part.stage == SortClock::Stage::move && places().holds(laid_->sort().place_of(*element)));
}

bool BuildView::radix_visible(const SortClock::Moment& moment) const {
    const auto place = taken(moment);
    if (!place) return true;
    const u32 pass = moment.part.pass;
    if (moment.part.stage == SortClock::Stage::compare) return before(u32(radix_.passes().size())).holds(*place);
    return before(pass).holds(*place) || (moment.part.stage == SortClock::Stage::move &&
                                          after(pass).holds(radix_.passes()[pass].digits.place_of(*place)));
}

/// True if the micro-step before `tick` changes the visible slices. Always true without a selected actor, since the
/// slices then follow each micro-step.
bool BuildView::visible(u64 tick) const {
    if (!selected_ || laid_->actors() <= room_) return true;
    return (tick <= counting_.length() && counting_visible(counting_.at(tick))) ||
           (tick <= radix_clock_.length() && radix_visible(radix_clock_.at(tick)));
}

}  // namespace nearfield::ui
