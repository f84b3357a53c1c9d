// Backward moves of a run: undo and redo of strokes, and steps back.
#include "sim/run.hpp"

#include "base/error.hpp"
#include "record/command_log.hpp"
#include "record/recorder.hpp"

#include <fmt/format.h>

namespace nearfield {

/// Drops the oldest cached states if there are too many, or if another would take over a quarter of the free memory.
void Run::make_room_for_state(auto& kept, std::size_t most) {
    while (!kept.empty() && (kept.size() >= most || available_bytes(backend()) < 4 * world_->bytes())) kept.pop_front();
}

void Run::keep_for_undo(const Tool& tool) {
    make_room_for_state(strokes_, 16);
    try {
        strokes_.push_back({world_->steps(), history_.size(), tool.label, world_->keep()});
    } catch (const Error&) { strokes_.clear(); }  // the stroke itself needs no memory
}

/// None if the state would take over a quarter of the free memory.
std::optional<Run::Undone> Run::keep_for_redo(const Begun& stroke) {
    if (available_bytes(backend()) < 4 * world_->bytes()) return {};
    try {
        return Undone{.stroke = stroke,
                      .step = world_->steps(),
                      .noted = {history_.begin() + std::ptrdiff_t(stroke.noted), history_.end()},
                      .held = held_,
                      .after = world_->keep()};
    } catch (const Error&) { return {}; }
}

void Run::undo() {
    if (strokes_.empty()) throw UsageError("there is no stroke to undo");
    const u64 step = world_->steps();
    const Begun last = std::move(strokes_.back());
    strokes_.pop_back();
    auto undone = keep_for_redo(last);
    world_->go_back(*last.before);
    forget_since(last.noted, last.step);
    if (undone) {
        undone->kept = history_.size();
        undone_.push_back(*std::move(undone));
    } else {
        undone_.clear();
    }
    jumped(step, "undo", last);
    tell(fmt::format("undone: {}; back at step {}", last.label, last.step));
}

/// Redoes the last undone stroke. Settings made since the undo stay, and tools held then are released.
void Run::redo() {
    if (undone_.empty()) throw UsageError("there is no stroke to redo");
    const u64 step = world_->steps();
    Undone last = std::move(undone_.back());
    undone_.pop_back();
    world_->go_back(*last.after);
    forget_since(last.kept, last.step);
    history_.erase(history_.begin() + std::ptrdiff_t(last.stroke.noted), history_.begin() + std::ptrdiff_t(last.kept));
    history_.insert(history_.begin() + std::ptrdiff_t(last.stroke.noted), last.noted.begin(), last.noted.end());
    strokes_.push_back(last.stroke);
    ++strokes_redone_;
    jumped(step, "redo", last.stroke);
    held_ = std::move(last.held);
    let_go();
    tell(fmt::format("redone: {}; at step {} again", last.stroke.label, last.step));
}

/// Records an undo or redo at `step`.
void Run::jumped(u64 step, const char* by, const Begun& stroke) {
    add_to_recording([&] {
        log_->note(step, by);
        recorder_->change(step, by, stroke.label);
    });
    passed_.clear();
    rewound();
}

void Run::rewound() {
    measured_now_ = false;
    held_.clear();
    answers_.verification.reset();
    answers_.comparison.reset();
    changes_.redraw = changes_.rewound = true;
}

void Run::keep_for_back() {
    make_room_for_state(passed_, states_kept);
    try {
        if (auto state = world_->keep()) passed_.push_back({world_->steps(), history_.size(), std::move(state)});
    } catch (const Error&) { passed_.clear(); }  // back() can repeat the run
}

void Run::back(const std::function<void(u64, u64)>& watch) {
    const u64 step = world_->steps();
    if (step == 0) throw UsageError("the run is at its start; no step lies before it");
    if (recorder_) throw UsageError("a recording only goes forward; end it (Ctrl+R) to step back");
    replay_.reset();
    if (!passed_.empty() && passed_.back().step == step - 1) return_to_last_kept();
    else do_again_until(step - 1, watch);
    tell(fmt::format("back at step {}", step - 1));
}

void Run::return_to_last_kept() {
    const Passed last = std::move(passed_.back());
    passed_.pop_back();
    world_->go_back(*last.state);
    forget_since(last.noted, last.step);
    std::erase_if(strokes_, [&](const Begun& stroke) { return stroke.noted >= last.noted; });
    undone_.clear();
    rewound();
}

void Run::do_again_until(u64 step, const std::function<void(u64, u64)>& watch) {
    auto whole = replay_of(begun_, history_, world_->steps());
    const Moment moment = last_moment(whole, step);
    std::vector<Command> since;
    for (std::size_t i = moment.commands; i < whole.entries.size(); ++i)
        if (is<command::Set>(whole.entries[i].command)) since.push_back(whole.entries[i].command);
    const auto selected = answers_.selected;
    take_up(up_to(std::move(whole), moment), watch);
    for (const auto& command : since) act(command);
    act(command::Select{selected});
}

}  // namespace nearfield
