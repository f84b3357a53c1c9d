#include "sim/replay.hpp"

#include "base/error.hpp"
#include "record/command_log.hpp"

#include <fmt/format.h>

namespace nearfield {
namespace {

template <class C> bool is(const Command& command) { return std::holds_alternative<C>(command); }

command::Load read_start(const LogStart& start, const std::string& where) {
    try {
        const SceneInfo& scene = find_scene(start.scene);
        if (start.backend != name(Backend::cpu) && start.backend != name(Backend::cuda))
            throw UsageError(fmt::format("no backend '{}'; there are cpu and cuda", start.backend));
        command::Load load{&scene, scene.defaults(),
                           start.backend == name(Backend::cpu) ? Backend::cpu : Backend::cuda};
        load.settings.merge(start.settings, "settings");
        return load;
    } catch (const UsageError& problem) { throw UsageError(where + ": " + problem.what()); }
}

/// Follows a log line by line and rejects what cannot have happened.
class Checker {
  public:
    explicit Checker(const command::Load& start) : now_(start) {}

    void follow(u64 step, const Command& command) {
        advance_to(step);
        if (!acts_on_state(command) && !is<command::Select>(command))
            throw UsageError(fmt::format("'{}' is no command that a log notes", text(command)));
        if (is<command::Reset>(command) || is<command::Setup>(command)) begin_anew();
        if (const auto* load = std::get_if<command::Load>(&command)) now_ = *load, begin_anew();
        if (const auto* set = std::get_if<command::Set>(&command)) {
            now_.settings.set(set->key, set->value);
            if (now_.settings.spec(set->key).effect == Effect::respawn) begin_anew();
        }
        if (const auto* use = std::get_if<command::Use>(&command)) follow_stroke(*use);
        if (is<command::Undo>(command)) go_back();
        if (is<command::Redo>(command)) go_on();
    }
    void advance_to(u64 step) {
        if (step < step_)
            throw UsageError(fmt::format("step {} comes after step {}: steps cannot go backwards but by reset, setup, "
                                         "undo, redo, load or a parameter that begins anew",
                                         step, step_));
        step_ = step;
    }
    u64 step() const { return step_; }

  private:
    void begin_anew() { step_ = 0, held_.clear(), strokes_.clear(), undone_.clear(); }
    void follow_stroke(const Stroke& stroke) {
        const Tool* tool = now_.scene->tool(stroke.tool);
        if (!tool) throw UsageError(fmt::format("the scene '{}' has no tool '{}'", now_.scene->key, stroke.tool));
        if (begins(*tool, stroke, held_[stroke.tool])) strokes_.push_back(step_), undone_.clear();
        held_[stroke.tool] = stroke.at;
    }
    void go_back() {
        if (strokes_.empty()) throw UsageError("there is no stroke to undo");
        undone_.push_back({strokes_.back(), step_});
        step_ = strokes_.back();
        strokes_.pop_back(), held_.clear();
    }
    void go_on() {
        if (undone_.empty()) throw UsageError("there is no stroke to redo");
        strokes_.push_back(undone_.back().stroke), step_ = undone_.back().left;
        undone_.pop_back(), held_.clear();
    }

    command::Load now_;
    u64 step_ = 0;
    std::map<std::string, std::vector<glm::vec3>> held_;  ///< where tools are held
    std::vector<u64> strokes_;                            ///< steps at which those began that can be undone
    struct Undone {
        u64 stroke, left;  ///< steps at which it began and at which it was undone
    };
    std::vector<Undone> undone_;
};

}  // namespace

bool acts_on_state(const Command& command) {
    return is<command::Set>(command) || is<command::Reset>(command) || is<command::Setup>(command) ||
           is<command::Load>(command) || is<command::Use>(command) || is<command::Undo>(command) ||
           is<command::Redo>(command);
}

Replay read_replay(const std::filesystem::path& path) {
    const auto log = read_command_log(path);
    const auto where = [&](std::size_t line) { return fmt::format("{}:{}", log.file, line); };
    Replay replay{.start = read_start(log.start, where(1)), .entries = {}};
    Checker checker(replay.start);
    const auto at_line = [&](std::size_t line, const auto& what) {
        try {
            what();
        } catch (const UsageError& problem) { throw UsageError(where(line) + ": " + problem.what()); }
    };
    for (const auto& line : log.lines)
        at_line(line.number, [&] {
            replay.entries.push_back({line.step, parse_command(line.command), where(line.number)});
            checker.follow(line.step, replay.entries.back().command);
        });
    if (log.end) at_line(log.end->number, [&] { checker.advance_to(log.end->step); });
    replay.end = checker.step();
    if (log.end) replay.checksum = log.end->checksum;
    if (!log.end)
        replay.cut = fmt::format("{}: {}; it is replayed to its last command, at step {}", log.file,
                                 log.torn ? "the last line is cut off" : "the recording was not closed", replay.end);
    return replay;
}

}  // namespace nearfield
