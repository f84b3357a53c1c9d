#pragma once
#include "record/command_log.hpp"

namespace nearfield {

/// The version of state files that this program writes and reads.
constexpr int state_format = 1;

/// Writes a state file, whole or not at all: {"nearfield_state": 1, "version", "scene", "backend", "settings",
/// "commands": [{"step": N, "command": "..."}], "step", "checksum"}: where a run began, what has acted on it, and the
/// step and checksum of its state then. Throws Error if the file exists (unless `over`) or cannot be written.
void write_state_file(const std::filesystem::path& path, const LoggedCommands& run, bool over);

/// Reads a state file; its commands are numbered from 1. Throws UsageError, which names file, place and reason, for
/// what is no state file, is cut off or comes from another version, and for keys that are unknown or missing.
LoggedCommands read_state_file(const std::filesystem::path& path);

}  // namespace nearfield
