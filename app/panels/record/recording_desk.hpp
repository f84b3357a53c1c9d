#pragma once
#include "app/recordings.hpp"

#include <nlohmann/json_fwd.hpp>

#include <atomic>
#include <future>
#include <memory>

namespace nearfield::ui {

struct State;

/// What the panel of recordings has read and shows. Files are read on threads of their own.
struct RecordingDesk {
    std::filesystem::path folder;  ///< empty before the first look
    std::future<std::vector<Recording>> listing;
    std::shared_ptr<std::atomic<bool>> unwanted = std::make_shared<std::atomic<bool>>();  ///< the listing
    std::vector<Recording> all;

    std::future<OpenRecording> opening, laying_over;
    std::optional<OpenRecording> open, over;      ///< the recording that is shown, and one laid over it
    std::map<std::string, double> median, above;  ///< by column: of the steps of both
    PairedTimes paired;
    std::size_t row = 0;  ///< the one looked at
    std::string metric;
    std::string problem;  ///< why the last thing asked for was not done

    /// A command whose answer is awaited: how many had been sent with it, and the world at that time.
    struct Awaited {
        u64 commands, world;
        bool continues;  ///< the run goes on from elsewhere
    };
    std::optional<Awaited> awaited;

    ~RecordingDesk() { *unwanted = true; }
};

/// Shows a folder, or opens the recording or continues the state of that path.
void go_to_recording(State& state, const std::string& path);
/// Opens or closes the panel.
void toggle_recordings(State& state);
/// Takes what has been read. To be called once per frame.
void tend_recordings(State& state);
void continue_from(State& state, const std::filesystem::path& path, std::optional<Moment> moment);
void save_state(State& state);
/// For programs that drive the window.
nlohmann::json describe(const RecordingDesk& desk);

}  // namespace nearfield::ui
