#pragma once
#include "sim/command.hpp"

#include <filesystem>
#include <optional>
#include <vector>

namespace nearfield {

/// A recorded run to be repeated.
struct Replay {
    struct Entry {
        u64 step;  ///< steps done since the last setup or reset when it acted
        Command command;
        std::string where;  ///< "commands.jsonl:7"
    };
    command::Load start;
    std::vector<Entry> entries;
    u64 end = 0;                  ///< the last step
    std::optional<u64> checksum;  ///< of the state there
    std::string cut;              ///< what is missing from a log that was cut off; empty if it is whole
};

/// Whether a command changes the state or later steps, so that a log notes it.
bool acts_on_state(const Command& command);

/// Reads a log of commands, or the one in a recording's folder. Throws UsageError, which names file, line and reason,
/// for another version, an unknown scene, an unknown or malformed command, or steps that go backwards.
Replay read_replay(const std::filesystem::path& path);

}  // namespace nearfield
