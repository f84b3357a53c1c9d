#pragma once
#include "sim/command.hpp"

#include <filesystem>
#include <optional>
#include <vector>

namespace nearfield {

/// A command and the number of steps since the last setup or reset when it acted.
struct NotedCommand {
    u64 step;
    Command command;
};

/// A recorded run to be repeated.
struct Replay {
    struct Entry : NotedCommand {
        std::string where;  ///< "commands.jsonl:7"
        u64 after = 0;      ///< step after the command; differs from `step` after a reset, setup, undo or redo
    };
    command::Load start;
    std::vector<Entry> entries;
    u64 end = 0;                  ///< the last step
    std::optional<u64> checksum;  ///< of the final state
    std::string cut;              ///< missing part of an incomplete log; empty if it is complete
};

/// Reads a log of commands, or the log in a recording's folder. A recording that was not closed ends with the last
/// complete row of its steps.csv, or with its last command if that came later. Throws UsageError with file, line and
/// reason for another version, an unknown scene, an unknown or malformed command, or steps that go backwards.
Replay read_replay(const std::filesystem::path& path);

/// The step at which the recording in this folder began. `otherwise` if its run.json lacks it.
u64 step_at_start(const std::filesystem::path& folder, u64 otherwise);

/// Reads a state file: the run up to the step at which it was saved. Throws UsageError with file, place and reason for
/// all that read_replay() refuses, for unknown keys, and for an incomplete file.
Replay read_state(const std::filesystem::path& path);

/// The replay of a run that noted these commands since its start and ends at step `end`.
Replay replay_of(const command::Load& start, const std::vector<NotedCommand>& noted, u64 end);

/// Reads the replay that a command to continue names. It runs on the CPU if CUDA is missing here. Throws the exceptions
/// of read_replay(), read_state() and up_to().
Replay read_continued(const command::Continue& asked);

/// Returns the replay up to a moment. Throws UsageError if the run was never there.
Replay up_to(Replay replay, const Moment& moment);

/// Returns the last moment at this step. Throws UsageError if the run was never there.
Moment last_moment(const Replay& replay, u64 step);

/// Returns the moments at which a recording's rows were written, including commands at the same step from which the run
/// continued. `begun`: step at which the recording began. Stops at the first row that the log does not reach.
std::vector<Moment> moments_of_rows(const Replay& replay, u64 begun, const std::vector<u64>& steps);

/// Number of steps of the replay, including those before resets.
u64 steps_in_all(const Replay& replay);

/// True if equal runs are equal to the last bit.
bool repeats_exactly(const Settings& settings, Backend backend);

}  // namespace nearfield
