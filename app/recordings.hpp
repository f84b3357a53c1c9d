#pragma once
#include "app/profile.hpp"
#include "sim/replay.hpp"

#include <optional>

namespace nearfield {

/// A recording or a state file, as a list shows it.
struct Recording {
    std::filesystem::path path;  ///< a folder, or the file of a state
    std::string name;
    bool is_state = false;
    std::string date;  ///< "2026-11-23 13:01:59", in UTC
    std::string scene, backend;
    std::optional<u64> actors, steps;  ///< rows; of a state, its step
    double seconds = 0;                ///< of computing, all steps together
    std::string problem;               ///< why it cannot be used, or only in part, in one line; empty: it is sound
};

/// Whether a folder holds a file that only a recording has.
bool is_recording(const std::filesystem::path& folder);

/// The recordings and state files (*.state.json) in a folder, the latest first; can be stopped. Throws UsageError if it
/// cannot be read; what cannot be read in it is listed with the reason.
std::vector<Recording> list_recordings(const std::filesystem::path& folder);

/// A recording that was opened.
struct OpenRecording {
    Recording about;
    Profile profile;
    std::vector<Moment> moments;  ///< of rows from which one can go on; the first ones
    std::string cannot_continue;  ///< why not from the others; empty: from all
    bool exact = false;           ///< a run that is done again is equal to the last bit
};

/// Throws UsageError if it has no profile that can be read.
OpenRecording open_recording(const std::filesystem::path& folder);

}  // namespace nearfield
