#pragma once
#include "app/ui/rest.hpp"
#include "usp/explain/laid_out.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace nearfield::ui {

/// A contiguous part of an array.
struct Slice {
    u32 first = 0, count = 0;
    bool holds(u32 index) const { return index - first < count; }
};
/// Returns at most `fits` of `size` entries, centred on `centre` where possible.
Slice slice_around(u32 size, u32 fits, u32 centre);

/// Construction of a grid, played or stepped by the user. Both sorts share a clock. At its end the view follows the
/// run; before, it keeps its state. Arrays that do not fit are cut to slices around the selected actor. Without a
/// selection, the slices follow the actor being processed.
class BuildView {
  public:
    /// Adopts a newer state, unless playback is incomplete and the grid is built in the same way. With many actors,
    /// updates are delayed to limit the load on the window.
    void follow(const std::shared_ptr<const ActorsInMemory>& latest);
    void begin_with(StartingOrder order);
    StartingOrder order() const { return order_; }
    /// Selects the actor to show, by id. Ignores absent actors.
    void select(std::optional<u32> id);
    std::optional<u32> sought() const { return id_; }
    /// Sets the number of actors and bins that fit.
    void make_room(u32 elements, u32 keys) { room_ = elements, key_room_ = keys; }

    /// Null before the first state, without actors, and if `refused` gives a reason.
    const LaidOut* laid() const { return laid_ ? &*laid_ : nullptr; }
    const ActorsInMemory& actors() const { return *actors_; }
    const std::string& refused() const { return refused_; }
    const RadixTrace& radix() const { return radix_; }
    std::optional<u32> selected() const { return selected_; }   ///< element index
    const std::vector<Stretch>& read() const { return read_; }  ///< stretches read by the selected actor's query
    const std::vector<CandidateTest>& tests() const { return tests_; }

    u64 tick() const { return tick_; }
    u64 length() const { return length_; }
    bool built() const { return tick_ == length_; }
    bool playing() const { return playing_; }
    void go_to(u64 tick);
    void play(bool on);
    /// Moves to the next or previous micro-step that changes the view.
    void forward();
    void back();
    /// Moves to the start of the next stage of either sort, or to the start of the current or previous stage.
    void next_stage();
    void previous_stage();
    /// Advances playback.
    void let_pass(double seconds);

    SortClock::Moment counting() const { return counting_.at(tick_); }
    SortClock::Moment radix_moment() const { return radix_clock_.at(tick_); }
    bool counting_done() const { return tick_ >= counting_.length(); }
    /// Returns the element processed by the last micro-step; for comparisons, its place.
    static std::optional<u32> taken(const SortClock::Moment& moment);

    Slice elements() const;
    Slice keys() const;
    Slice places() const;
    /// Slices of places before and after a pass of the radix sort.
    Slice before(u32 pass) const;
    Slice after(u32 pass) const;

  private:
    void lay_out();
    std::set<u64> stage_ends() const;
    bool visible(u64 tick) const;
    bool counting_visible(const SortClock::Moment& moment) const;
    bool radix_visible(const SortClock::Moment& moment) const;
    u32 focus() const;
    u32 place_before(u32 pass) const;

    std::shared_ptr<const ActorsInMemory> actors_;
    StartingOrder order_ = StartingOrder::in_memory;
    std::optional<LaidOut> laid_;
    RadixTrace radix_;
    SortClock counting_, radix_clock_;
    std::string refused_;
    std::optional<u32> id_, selected_;
    std::vector<Stretch> read_;
    std::vector<CandidateTest> tests_;
    u32 room_ = 16, key_room_ = 16;
    u64 tick_ = 0, length_ = 0;
    bool playing_ = false;
    double owed_ = 0;  ///< fraction of a micro-step due
    Rest rest_;
};

}  // namespace nearfield::ui
