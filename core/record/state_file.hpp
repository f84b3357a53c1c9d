#pragma once
#include "record/command_log.hpp"

namespace nearfield {

/// Format version of state files.
constexpr int state_format = 1;

/// Writes a state file, whole or not at all: {"nearfield_state": 1, "version", "scene", "backend", "settings",
/// "commands": [{"step": N, "command": "..."}], "step", "checksum"}. It holds the start of a run, its commands, and the
/// step and checksum of the saved state. Throws Error if the file exists (unless `over`) or cannot be written.
void write_state_file(const std::filesystem::path& path, const LoggedCommands& run, bool over);

/// Reads a state file; commands are numbered from 1. Throws UsageError, which names file, place and reason, for other,
/// truncated or other versions' files, and for unknown or missing keys.
LoggedCommands read_state_file(const std::filesystem::path& path);

}  // namespace nearfield
