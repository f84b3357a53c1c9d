#include "sim/replay.hpp"

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "base/read_number.hpp"
#include "document/json.hpp"
#include "record/command_log.hpp"
#include "record/state_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>

namespace nearfield {
namespace {

command::Load read_start(const LogStart& start, const std::string& where) {
    try {
        const SceneInfo& scene = find_scene(start.scene);
        const auto backend = backend_named(start.backend);
        if (!backend) throw UsageError(fmt::format("no backend '{}'; there are cpu and cuda", start.backend));
        command::Load load{&scene, scene.defaults(), *backend};
        load.settings.merge(start.settings, "settings");
        return load;
    } catch (const UsageError& problem) { throw UsageError(where + ": " + problem.what()); }
}

/// Follows a log line by line and rejects impossible commands.
class Checker {
  public:
    explicit Checker(const command::Load& start) : now_(start) {}

    /// Reads the value of a setting that is still a text.
    void follow(u64 step, Command& command) {
        advance_to(step);
        if (!acts_on_state(command) && !is<command::Select>(command))
            throw UsageError(fmt::format("'{}' is no command that a log notes", text(command)));
        if (is<command::Reset, command::Setup>(command)) begin_anew();
        if (const auto* load = std::get_if<command::Load>(&command)) {
            now_ = *load;
            begin_anew();
        }
        if (auto* set = std::get_if<command::Set>(&command)) {
            now_.settings.set(set->key, set->value);
            set->value = now_.settings.value(set->key);
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
    void begin_anew() {
        step_ = 0;
        held_.clear();
        strokes_.clear();
        undone_.clear();
    }
    void follow_stroke(const Stroke& stroke) {
        const Tool* tool = now_.scene->tool(stroke.tool);
        if (!tool) throw UsageError(fmt::format("the scene '{}' has no tool '{}'", now_.scene->key, stroke.tool));
        if (begins(*tool, stroke, held_[stroke.tool])) {
            strokes_.push_back(step_);
            undone_.clear();
        }
        held_[stroke.tool] = stroke.at;
    }
    void go_back() {
        if (strokes_.empty()) throw UsageError("there is no stroke to undo");
        undone_.push_back({strokes_.back(), step_});
        step_ = strokes_.back();
        strokes_.pop_back();
        held_.clear();
    }
    void go_on() {
        if (undone_.empty()) throw UsageError("there is no stroke to redo");
        strokes_.push_back(undone_.back().stroke);
        step_ = undone_.back().left;
        undone_.pop_back();
        held_.clear();
    }

    command::Load now_;
    u64 step_ = 0;
    std::map<std::string, std::vector<glm::vec3>> held_;  ///< where tools are held
    std::vector<u64> strokes_;                            ///< steps at which strokes that can be undone began
    struct Undone {
        u64 stroke, left;  ///< steps at which the stroke began and at which it was undone
    };
    std::vector<Undone> undone_;
};

/// First and last step of the run after `commands` commands and before the next one.
std::pair<u64, u64> span_after(const Replay& replay, std::size_t commands) {
    const u64 from = commands ? replay.entries[commands - 1].after : 0;
    if (commands < replay.entries.size()) return {from, replay.entries[commands].step};
    return {from, replay.cut.empty() ? replay.end : std::numeric_limits<u64>::max()};
}

/// `where` returns the place of a line by its number. The start has the number `first`.
Replay checked(const LoggedCommands& log, std::size_t first, const std::function<std::string(std::size_t)>& where) {
    Replay replay{.start = read_start(log.start, where(first)), .entries = {}};
    Checker checker(replay.start);
    const auto at_line = [&](std::size_t line, const auto& what) {
        try {
            what();
        } catch (const UsageError& problem) { throw UsageError(where(line) + ": " + problem.what()); }
    };
    for (const auto& line : log.lines)
        at_line(line.number, [&] {
            replay.entries.push_back({{line.step, parse_document_command(line.command)}, where(line.number)});
            checker.follow(line.step, replay.entries.back().command);
            replay.entries.back().after = checker.step();
        });
    if (log.end) at_line(log.end->number, [&] { checker.advance_to(log.end->step); });
    replay.end = checker.step();
    if (log.end) replay.checksum = log.end->checksum;
    return replay;
}

/// The steps of the complete rows in a recording's steps.csv. Empty if there is no such file.
std::vector<u64> recorded_steps(const std::filesystem::path& folder) {
    std::vector<u64> steps;
    try {
        const std::string text = read_file(folder / "steps.csv", "a recording's folder");
        for (auto at = text.find('\n'); at != std::string::npos;) {
            const auto end = text.find('\n', at + 1);
            double step = 0;
            if (end == std::string::npos || !read_number(text.substr(at + 1, text.find(',', at) - at - 1), step) ||
                !(step >= 1 && step < 1e15))
                break;
            steps.push_back(u64(step));
            at = end;
        }
    } catch (const Error&) {}
    return steps;
}

/// Extends the replay of a killed run from its last command to its last row on disk.
void go_on_to_last_row(Replay& replay, const std::filesystem::path& folder) {
    const auto steps = recorded_steps(folder);
    if (steps.empty()) return;
    const auto moments = moments_of_rows(replay, step_at_start(folder, steps.front() - 1), steps);
    if (moments.size() == steps.size() && moments.back().commands == replay.entries.size())
        replay.end = std::max(replay.end, moments.back().step);
}

}  // namespace

u64 step_at_start(const std::filesystem::path& folder, u64 otherwise) {
    try {
        const std::string name = (folder / "run.json").string();
        const auto run = read_json(read_file(name, "a recording's folder"), name);
        return run.at("step").is_number_unsigned() ? run["step"].get<u64>() : otherwise;
    } catch (const std::exception&) { return otherwise; }
}

Replay read_replay(const std::filesystem::path& path) {
    const auto log = read_command_log(path);
    auto replay = checked(log, 1, [&](std::size_t line) { return fmt::format("{}:{}", log.file, line); });
    if (log.end) return replay;
    const u64 last_command = replay.end;
    if (!log.torn) go_on_to_last_row(replay, std::filesystem::path(log.file).parent_path());
    replay.cut = fmt::format("{}: {}; it is replayed to its last {}, at step {}", log.file,
                             log.torn ? "the last line is cut off" : "the recording was not closed",
                             replay.end > last_command ? "row" : "command", replay.end);
    return replay;
}

Replay read_state(const std::filesystem::path& path) {
    const auto state = read_state_file(path);
    return checked(state, 0, [&](std::size_t number) {
        if (number == 0) return state.file;
        return number <= state.lines.size() ? fmt::format("{}: \"commands\", number {}", state.file, number)
                                            : state.file + ": \"step\"";
    });
}

Replay replay_of(const command::Load& start, const std::vector<NotedCommand>& noted, u64 end) {
    Replay replay{.start = start, .entries = {}};
    Checker checker(start);
    for (const auto& [step, command] : noted) {
        const std::string where = fmt::format("what the run noted, number {}", replay.entries.size() + 1);
        auto& entry = replay.entries.emplace_back(Replay::Entry{{step, command}, where});
        checker.follow(step, entry.command);
        entry.after = checker.step();
    }
    checker.advance_to(end);
    replay.end = end;
    return replay;
}

Replay read_continued(const command::Continue& asked) {
    auto replay = asked.at ? up_to(read_replay(asked.from), *asked.at) : read_state(asked.from);
    if (replay.start.backend == Backend::cuda && cuda_status().devices.empty()) replay.start.backend = Backend::cpu;
    return replay;
}

Replay up_to(Replay replay, const Moment& moment) {
    auto& entries = replay.entries;
    if (moment.commands > entries.size())
        throw UsageError(fmt::format("the log has {} commands, not {}", entries.size(), moment.commands));
    const auto [from, to] = span_after(replay, moment.commands);
    if (moment.step < from || moment.step > to)
        throw UsageError(fmt::format("after {} commands of the log there is no step {}: they lead to step {}, and the "
                                     "run goes on to step {}",
                                     moment.commands, moment.step, from, to));
    if (moment.commands < entries.size() || moment.step != replay.end) replay.checksum.reset();
    entries.erase(entries.begin() + std::ptrdiff_t(moment.commands), entries.end());
    replay.end = moment.step;
    replay.cut.clear();
    return replay;
}

Moment last_moment(const Replay& replay, u64 step) {
    u64 most = 0;
    for (std::size_t done = replay.entries.size() + 1; done-- > 0;) {
        const auto [from, to] = span_after(replay, done);
        if (from <= step && step <= to) return {done, step};
        most = std::max(most, to);
    }
    throw UsageError(fmt::format("the run was never at step {}; its last is {}", step, most));
}

std::vector<Moment> moments_of_rows(const Replay& replay, u64 begun, const std::vector<u64>& steps) {
    const auto& entries = replay.entries;
    std::vector<Moment> moments;
    std::size_t played = 0;
    u64 at = 0;
    const auto go_to = [&](u64 step) {
        for (; played < entries.size() && entries[played].step < step; ++played)
            if (entries[played].step < at) return false;
            else at = entries[played].after;
        return at <= step;
    };
    if (!go_to(begun)) return moments;
    at = begun;
    for (const u64 step : steps) {
        while (played < entries.size() && entries[played].step == at && at != step - 1) at = entries[played++].after;
        if (at >= step || !go_to(step)) break;
        at = step;
        std::size_t done = played;
        while (done < entries.size() && entries[done].step == step && entries[done].after == step) ++done;
        moments.push_back({done, step});
    }
    return moments;
}

u64 steps_in_all(const Replay& replay) {
    u64 all = 0;
    for (std::size_t done = 0; done <= replay.entries.size(); ++done) {
        const u64 from = done ? replay.entries[done - 1].after : 0;
        all += (done < replay.entries.size() ? replay.entries[done].step : replay.end) - from;
    }
    return all;
}

bool repeats_exactly(const Settings& settings, Backend backend) {
    return backend == Backend::cpu && settings.has("search.deterministic") && settings.on("search.deterministic");
}

}  // namespace nearfield
