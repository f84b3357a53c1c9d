#include "app/recordings.hpp"

#include "base/endings.hpp"
#include "base/error.hpp"
#include "base/one_line.hpp"
#include "base/read_file.hpp"
#include "base/read_number.hpp"
#include "base/stoppable.hpp"
#include "base/utc.hpp"
#include "document/json.hpp"
#include "record/command_log.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string changed_at(const fs::path& path) {
    struct stat about {};
    if (stat(path.c_str(), &about) != 0) return "";
    return utc(about.st_mtime, "%Y-%m-%d %H:%M:%S");
}

/// Returns the error of `read` as one line without the folder's name.
template <class Read> std::string problem_of(const fs::path& folder, const Read& read) {
    try {
        read();
        return "";
    } catch (const std::exception& problem) {
        std::string words = one_line(problem.what());
        const std::string prefix = folder.string() + "/";
        for (auto at = words.find(prefix); at != std::string::npos; at = words.find(prefix))
            words.erase(at, prefix.size());
        return words;
    }
}

void read_run_json(Recording& recording) {
    const std::string name = (recording.path / "run.json").string();
    const json run = read_json(read_file(name, "a recording's folder"), name);
    const auto text = [&](const char* key) {
        if (!run.is_object() || !run.contains(key) || !run[key].is_string())
            throw UsageError(fmt::format("{}: expected a text \"{}\"", name, key));
        return run[key].get<std::string>();
    };
    recording.scene = text("scene");
    recording.backend = text("backend");
    const std::string started = text("started");
    if (started.size() >= 19) recording.date = started.substr(0, 10) + " " + started.substr(11, 8);
    if (run.contains("actors") && run["actors"].is_number_unsigned()) recording.actors = run["actors"].get<u64>();
}

/// Reads the number of rows and the sum of their times.
void read_length(Recording& recording) {
    const std::string text = read_file(recording.path / "steps.csv", "a recording's folder", Most::data);
    u64 rows = 0;
    double ms = 0;
    for (auto at = text.find('\n'); at != std::string::npos;) {
        const auto end = text.find('\n', at + 1);
        if (end == std::string::npos) break;
        const auto from = std::min(text.find(',', at), end) + 1, to = std::min(text.find(',', from), end);
        double value = 0;
        if (from < to && read_number(text.substr(from, to - from), value) && std::isfinite(value)) ms += value;
        ++rows;
        at = end;
    }
    recording.steps = rows;
    recording.seconds = ms / 1000;
    if (!text.empty() && text.back() != '\n') throw UsageError("the last row of steps.csv is cut off");
}

Recording recording_in(const fs::path& folder) {
    Recording recording{.path = folder, .name = folder.filename().string(), .date = changed_at(folder)};
    const auto look = [&](const auto& read) {
        const std::string problem = problem_of(folder, read);
        if (recording.problem.empty()) recording.problem = problem;
    };
    look([&] { read_run_json(recording); });
    look([&] { read_length(recording); });
    look([&] {
        if (const auto replay = read_replay(folder); !replay.cut.empty())
            throw UsageError("was cut off: its commands have no end");
    });
    return recording;
}

Recording state_in(const fs::path& file) {
    Recording state{.path = file, .name = file.filename().string(), .is_state = true, .date = changed_at(file)};
    state.problem = problem_of(file.parent_path(), [&] {
        const auto replay = read_state(file);
        state.scene = replay.start.scene->key;
        state.backend = name(replay.start.backend);
        state.steps = replay.end;
        if (replay.start.settings.has("actors")) state.actors = u64(replay.start.settings.integer("actors"));
    });
    return state;
}

/// Finds the rows from which a run can be continued.
void place_rows(OpenRecording& open) {
    std::vector<u64> steps;
    for (const double step : open.profile.column("step")) {
        if (!(step >= 1 && step < 1e15)) break;
        steps.push_back(u64(step));
    }
    open.cannot_continue = problem_of(open.about.path, [&] {
        const auto replay = read_replay(open.about.path);
        open.exact = repeats_exactly(replay.start.settings, replay.start.backend);
        for (const auto& entry : replay.entries)
            if (text(entry.command) == "set search.deterministic=off") open.exact = false;
        if (steps.empty()) return;
        open.moments = moments_of_rows(replay, step_at_start(open.about.path, steps.front() - 1), steps);
        if (open.moments.size() < open.profile.rows())
            throw UsageError(fmt::format("the log of commands leads only to row {}", open.moments.size()));
    });
}

}  // namespace

bool is_recording(const fs::path& folder) {
    std::error_code problem;
    return fs::exists(folder / "steps.csv", problem) || fs::exists(folder / CommandLog::file_name, problem);
}

std::vector<Recording> list_recordings(const fs::path& folder) {
    std::error_code problem;
    std::vector<Recording> all;
    for (auto at = fs::directory_iterator(folder, problem); !problem && at != fs::directory_iterator();
         at.increment(problem)) {
        stop_if_unwanted();
        std::error_code ignored;
        if (at->is_directory(ignored) && is_recording(at->path())) all.push_back(recording_in(at->path()));
        else if (at->path().filename().string().ends_with(ending::state) && at->is_regular_file(ignored))
            all.push_back(state_in(at->path()));
    }
    if (problem) throw UsageError(fmt::format("{}: {}; give another folder", folder.string(), problem.message()));
    std::sort(all.begin(), all.end(), [](const Recording& a, const Recording& b) {
        return std::tie(a.date, a.name) > std::tie(b.date, b.name);
    });
    return all;
}

OpenRecording open_recording(const fs::path& folder) {
    OpenRecording open{.about = recording_in(folder), .profile = read_profile(folder)};
    if (open.profile.rows() == 0) throw UsageError(folder.string() + ": no step was recorded");
    if (open.profile.column("step").empty() || open.profile.column("total_ms").empty())
        throw UsageError((folder / "steps.csv").string() + ": there are no columns step and total_ms");
    place_rows(open);
    return open;
}

}  // namespace nearfield
