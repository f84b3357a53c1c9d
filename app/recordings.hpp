#pragma once
#include "app/profile.hpp"
#include "sim/replay.hpp"

#include <optional>

namespace nearfield {

/// A recording or state file in a list.
struct Recording {
    std::filesystem::path path;  ///< folder, or file of a state
    std::string name;
    bool is_state = false;
    std::string date;  ///< "2026-11-23 13:01:59", in UTC
    std::string scene, backend;
    std::optional<u64> actors, steps;  ///< steps: number of rows; of a state, its step
    double seconds = 0;                ///< computing time of all steps
    std::string problem;               ///< why it is unusable, fully or partly, in one line; empty if it is sound
};

/// True if the folder holds a file that only recordings have.
bool is_recording(const std::filesystem::path& folder);

/// Lists the recordings and state files (*.state.json) in a folder, latest first. Can be stopped. Throws UsageError if
/// the folder cannot be read. Unreadable entries are listed with the reason.
std::vector<Recording> list_recordings(const std::filesystem::path& folder);

/// An opened recording.
struct OpenRecording {
    Recording about;
    Profile profile;
    std::vector<Moment> moments;  ///< of the first rows, from which a run can continue
    std::string cannot_continue;  ///< why a run cannot continue from the other rows; empty if it can
    bool exact = false;           ///< true if a repeated run is equal to the last bit
};

/// Opens a recording. Throws UsageError if its profile cannot be read.
OpenRecording open_recording(const std::filesystem::path& folder);

}  // namespace nearfield
