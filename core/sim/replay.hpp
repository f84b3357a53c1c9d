#pragma once
#include "sim/command.hpp"

#include <filesystem>
#include <optional>
#include <vector>

namespace nearfield {

struct LoggedCommands;

/// A recorded run to be repeated.
struct Replay {
    struct Entry {
        u64 step;  ///< steps done since the last setup or reset when it acted
        Command command;
        std::string where;  ///< "commands.jsonl:7"
        u64 after = 0;      ///< the step once it has acted: another one after a reset, setup, undo or redo
    };
    command::Load start;
    std::vector<Entry> entries;
    u64 end = 0;                  ///< the last step
    std::optional<u64> checksum;  ///< of the state there
    std::string cut;              ///< what is missing from a log that was cut off; empty if it is whole
};

/// Whether a command changes the state or later steps, so that a log notes it.
bool acts_on_state(const Command& command);

/// Reads a log of commands, or the one in a recording's folder. A recording that was not closed ends with the last
/// whole row of its steps.csv, or with its last command if that came later. Throws UsageError, which names file, line
/// and reason, for another version, an unknown scene, an unknown or malformed command, or steps that go backwards.
Replay read_replay(const std::filesystem::path& path);

/// The step at which the recording in this folder began; `otherwise` if its run.json does not say.
u64 step_at_start(const std::filesystem::path& folder, u64 otherwise);

/// Reads a state file: the run up to the step at which it was saved. Throws UsageError, which names file, place and
/// reason, for what read_replay() refuses, for unknown keys, and for a file that is cut off.
Replay read_state(const std::filesystem::path& path);

/// What a run has noted of itself, to be done again.
Replay replay_of(const LoggedCommands& noted);

/// What a command to continue asks for; on the CPU if there is no CUDA here. Throws what the three functions around
/// this one throw.
Replay read_continued(const command::Continue& asked);

/// The replay up to a moment. Throws UsageError if the run never was there.
Replay up_to(Replay replay, const Moment& moment);

/// The last moment at this step. Throws UsageError if the run never was there.
Moment last_moment(const Replay& replay, u64 step);

/// The moments at which a recording's rows were written, with their commands at that step as far as these go on from
/// it. `begun`: the step at which the recording began. Fewer than rows if the log does not lead to the others.
std::vector<Moment> moments_of_rows(const Replay& replay, u64 begun, const std::vector<u64>& steps);

/// How many steps it does, over all that begins anew.
u64 steps_in_all(const Replay& replay);

/// Whether equal runs are equal to the last bit.
bool repeats_exactly(const Settings& settings, Backend backend);

}  // namespace nearfield
