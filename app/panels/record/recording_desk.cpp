#include "app/files.hpp"
#include "app/ui/overlay_window.hpp"
#include "base/error.hpp"
#include "base/stoppable.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <cstdlib>

namespace nearfield::ui {
namespace {

namespace fs = std::filesystem;

template <class T> bool is_ready(const std::future<T>& coming) {
    return coming.valid() && coming.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

/// Takes a result; a failure becomes the desk's problem.
template <class T, class Take> void take(RecordingDesk& desk, std::future<T>& coming, const Take& use) {
    if (!is_ready(coming)) return;
    try {
        use(coming.get());
    } catch (const std::exception& problem) { desk.problem = problem.what(); }
}

/// Of each column, over its known values.
std::map<std::string, double> medians_of(const Profile& profile) {
    std::map<std::string, double> medians;
    for (const auto& [head, values] : profile.columns) {
        std::vector<double> known;
        for (const double value : values)
            if (!std::isnan(value)) known.push_back(value);
        medians[head] = median(known).ms;
    }
    return medians;
}

void look_into(State& s, const fs::path& folder) {
    auto& desk = s.recordings;
    if (desk.folder != folder) desk.all.clear();
    desk.folder = folder;
    *desk.unwanted = true;
    desk.unwanted = std::make_shared<std::atomic<bool>>(false);
    desk.listing = std::async(std::launch::async, [folder, unwanted = desk.unwanted] {
        const Stoppable work([&] { return unwanted->load(); });
        return list_recordings(folder);
    });
    s.overlay_text = folder.string();
}

fs::path typed_path(std::string text) {
    const char* home = std::getenv("HOME");
    if (home && (text == "~" || text.starts_with("~/"))) text = home + text.substr(1);
    const fs::path path = fs::absolute(text).lexically_normal();
    return path.has_filename() ? path : path.parent_path();
}

void open(State& s, const fs::path& folder) {
    auto& desk = s.recordings;
    desk.problem.clear(), desk.over.reset(), desk.open.reset();
    desk.opening = std::async(std::launch::async, [folder] { return open_recording(folder); });
}

}  // namespace

void go_to_recording(State& s, const std::string& text) {
    auto& desk = s.recordings;
    desk.problem.clear();
    try {
        if (text.empty()) throw UsageError("a folder is needed: type its path");
        const fs::path path = typed_path(text);
        if (fs::is_directory(path)) {
            const bool itself = is_recording(path);
            look_into(s, itself ? path.parent_path() : path);
            if (itself) open(s, path);
            else desk.open.reset();
        } else if (fs::exists(path)) continue_from(s, path, {});
        else throw UsageError(path.string() + ": there is no such folder; check the name");
    } catch (const std::exception& problem) { desk.problem = problem.what(); }
}

void toggle_recordings(State& s) {
    auto& desk = s.recordings;
    if (s.overlay == Overlay::recordings) return void(s.overlay = Overlay::none);
    open_overlay(s, Overlay::recordings);
    desk.problem.clear();
    attempt(s, [&] { look_into(s, desk.folder.empty() ? output_folder() : desk.folder); });
}

void tend_recordings(State& s) {
    auto& desk = s.recordings;
    take(desk, desk.listing, [&](std::vector<Recording> all) { desk.all = std::move(all); });
    take(desk, desk.opening, [&](OpenRecording opened) {
        desk.open = std::move(opened), desk.row = desk.open->profile.rows() - 1;
        desk.median = medians_of(desk.open->profile);
        const auto metrics = desk.open->profile.metrics();
        if (std::find(metrics.begin(), metrics.end(), desk.metric) == metrics.end())
            desk.metric = metrics.empty() ? "" : metrics.front();
    });
    take(desk, desk.laying_over, [&](OpenRecording opened) {
        if (!desk.open) return;  // it was to be laid over one that has been left
        desk.over = std::move(opened), desk.above = medians_of(desk.over->profile);
        desk.paired = paired_times(desk.open->profile, desk.over->profile);
    });
    if (!desk.awaited || s.status->commands < desk.awaited->commands) return;
    const auto awaited = *std::exchange(desk.awaited, {});
    if (awaited.continues && s.status->world != awaited.world) s.edits.forget();
    if (!awaited.continues && s.overlay == Overlay::recordings) look_into(s, desk.folder);
}

void continue_from(State& s, const fs::path& path, std::optional<Moment> moment) {
    if (!moment) read_state(path);  // a bad file is refused here, where it was chosen
    s.overlay = Overlay::none, s.running_wanted.reset();
    s.simulation.send(command::Continue{path.string(), moment});
    s.recordings.awaited = {s.simulation.sent(), s.status->world, true};
}

void save_state(State& s) {
    s.simulation.send(
        command::SaveState{fresh_path(output_folder(), s.status->scene->key, ".state.json").string(), false});
    s.recordings.awaited = {s.simulation.sent(), s.status->world, false};
}

nlohmann::json describe(const RecordingDesk& desk) {
    nlohmann::json listed = nlohmann::json::array();
    for (const auto& recording : desk.all)
        listed.push_back({{"name", recording.name},
                          {"problem", recording.problem},
                          {"steps", recording.steps ? nlohmann::json(*recording.steps) : nlohmann::json(nullptr)}});
    nlohmann::json json{{"folder", desk.folder.string()},
                        {"listed", listed},
                        {"open", nullptr},
                        {"over", nullptr},
                        {"problem", desk.problem},
                        {"metric", desk.metric},
                        {"reading", desk.listing.valid() || desk.opening.valid() || desk.laying_over.valid()}};
    if (desk.open)
        json["open"] = {{"name", desk.open->about.name},
                        {"row", desk.row},
                        {"step", desk.open->profile.column("step")[desk.row]},
                        {"exact", desk.open->exact},
                        {"cannot_continue", desk.open->cannot_continue}};
    if (desk.over)
        json["over"] = {{"name", desk.over->about.name},
                        {"steps", desk.paired.steps},
                        {"ratio", desk.paired.ratio.median},
                        {"lo", desk.paired.ratio.lo},
                        {"hi", desk.paired.ratio.hi}};
    return json;
}

}  // namespace nearfield::ui
