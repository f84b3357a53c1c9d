#pragma once
#include "app/ui/rest.hpp"
#include "usp/explain/laid_out.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace nearfield::ui {

/// Part of an array.
struct Slice {
    u32 first = 0, count = 0;
    bool holds(u32 index) const { return index - first < count; }
};
/// Up to `fits` of `size` entries, around `centre` as far as there are that many.
Slice slice_around(u32 size, u32 fits, u32 centre);

/// The building of a grid, which the user plays and steps through: both sorts on one clock. At its end it follows the
/// run; before, it keeps the state that it shows. Where the arrays do not fit, it shows parts of them: around the
/// selected actor or, if none is selected, around the one whose turn it is.
class BuildView {
  public:
    /// Takes over a newer state, unless the building is held midway and the grid is still made in the same way. With
    /// very many actors not at once, so that the window need not wait often.
    void follow(const std::shared_ptr<const ActorsInMemory>& latest);
    void begin_with(StartingOrder order);
    StartingOrder order() const { return order_; }
    /// The actor to show, by id; one that is absent is ignored.
    void select(std::optional<u32> id);
    std::optional<u32> sought() const { return id_; }
    /// How many actors and how many bins there is room for.
    void make_room(u32 elements, u32 keys) { room_ = elements, key_room_ = keys; }

    /// Null before the first state, without actors, and if `refused` says why there is none.
    const LaidOut* laid() const { return laid_ ? &*laid_ : nullptr; }
    const ActorsInMemory& actors() const { return *actors_; }
    const std::string& refused() const { return refused_; }
    const RadixTrace& radix() const { return radix_; }
    std::optional<u32> selected() const { return selected_; }   ///< element
    const std::vector<Stretch>& read() const { return read_; }  ///< by the selected actor's query
    const std::vector<CandidateTest>& tests() const { return tests_; }

    u64 tick() const { return tick_; }
    u64 length() const { return length_; }
    bool built() const { return tick_ == length_; }
    bool playing() const { return playing_; }
    void go_to(u64 tick);
    void play(bool on);
    /// To the next micro-step that changes what is shown, or back to the last one.
    void forward();
    void back();
    /// To the first micro-step of the next stage of either sort, or of this one or the one before.
    void next_stage();
    void previous_stage();
    /// Goes on if it plays.
    void let_pass(double seconds);

    SortClock::Moment counting() const { return counting_.at(tick_); }
    SortClock::Moment radix_moment() const { return radix_clock_.at(tick_); }
    bool counting_done() const { return tick_ >= counting_.length(); }
    /// The element that the last micro-step took; for comparisons the place.
    static std::optional<u32> taken(const SortClock::Moment& moment);

    Slice elements() const;
    Slice keys() const;
    Slice places() const;
    /// Places before and after a pass of the radix sort.
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
    double owed_ = 0;  ///< part of a micro-step
    Rest rest_;
};

}  // namespace nearfield::ui
