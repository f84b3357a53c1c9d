#include "app/panels/record/recordings_panel.hpp"

#include "app/files.hpp"
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

/// Passes a finished result to `use`. Stores an error in RecordingDesk::problem.
template <class T, class Take> void take(RecordingDesk& desk, std::future<T>& coming, const Take& use) {
    if (!is_ready(coming)) return;
    try {
        use(coming.get());
    } catch (const std::exception& problem) { desk.problem = problem.what(); }
}

/// Returns the median of each column over its known values.
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

fs::path typed_path(std::string text) {
    const char* home = std::getenv("HOME");
    if (home && (text == "~" || text.starts_with("~/"))) text = home + text.substr(1);
    const fs::path path = fs::absolute(text).lexically_normal();
    return path.has_filename() ? path : path.parent_path();
}

/// Starts reading a recording, replacing the open one.
void begin_reading(RecordingDesk& desk, const fs::path& folder) {
    desk.problem.clear(), desk.over.reset(), desk.open.reset();
    desk.opening = std::async(std::launch::async, [folder] { return open_recording(folder); });
}

void toggle_recording(Session& s) {
    if (!s.status->recording.empty()) return s.simulation.send(command::StopRecording{});
    const auto folder = fresh_path(output_folder(), s.status->scene->key, "").string();
    s.simulation.send(command::Record{folder});
    tell(s, "recording to " + folder);
}

nlohmann::json described(const RecordingDesk& desk) {
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

}  // namespace

void RecordingsPanel::look_into(const fs::path& folder) {
    auto& desk = desk_;
    if (desk.folder != folder) desk.all.clear();
    desk.folder = folder;
    *desk.unwanted = true;
    desk.unwanted = std::make_shared<std::atomic<bool>>(false);
    desk.listing = std::async(std::launch::async, [folder, unwanted = desk.unwanted] {
        const Stoppable work([&] { return unwanted->load(); });
        return list_recordings(folder);
    });
    text_ = folder.string();
}

void RecordingsPanel::open_item(Session& s, const std::string& text) {
    auto& desk = desk_;
    desk.problem.clear();
    try {
        if (text.empty()) throw UsageError("a folder is needed: type its path");
        const fs::path path = typed_path(text);
        if (fs::is_directory(path)) {
            const bool itself = is_recording(path);
            look_into(itself ? path.parent_path() : path);
            if (itself) begin_reading(desk, path);
            else desk.open.reset();
        } else if (fs::exists(path)) continue_from(s, path, {});
        else throw UsageError(path.string() + ": there is no such folder; check the name");
    } catch (const std::exception& problem) { desk.problem = problem.what(); }
}

void RecordingsPanel::opened(Session& s, const std::string&) {
    text_.clear(), choice_ = 0;
    desk_.problem.clear();
    attempt(s, [&] { look_into(desk_.folder.empty() ? output_folder() : desk_.folder); });
}

void RecordingsPanel::tend(Session& s, const std::vector<StepRow>&) {
    auto& desk = desk_;
    take(desk, desk.listing, [&](std::vector<Recording> all) { desk.all = std::move(all); });
    take(desk, desk.opening, [&](OpenRecording opened) {
        desk.open = std::move(opened), desk.row = desk.open->profile.rows() - 1;
        desk.median = medians_of(desk.open->profile);
        const auto metrics = desk.open->profile.metrics();
        if (std::find(metrics.begin(), metrics.end(), desk.metric) == metrics.end())
            desk.metric = metrics.empty() ? "" : metrics.front();
    });
    take(desk, desk.laying_over, [&](OpenRecording opened) {
        if (!desk.open) return;  // the first recording was closed meanwhile
        desk.over = std::move(opened), desk.above = medians_of(desk.over->profile);
        desk.paired = paired_times(desk.open->profile, desk.over->profile);
    });
    if (!desk.awaited || s.status->commands < desk.awaited->commands) return;
    const auto awaited = *std::exchange(desk.awaited, {});
    if (awaited.continues && s.status->world != awaited.world) s.edits.forget();
    if (!awaited.continues && s.desk.is_front(*this)) look_into(desk.folder);
}

void RecordingsPanel::continue_from(Session& s, const fs::path& path, std::optional<Moment> moment) {
    if (!moment) read_state(path);  // reports an invalid file while the list is open
    s.desk.close(), s.wanted.running.reset();
    s.simulation.send(command::Continue{path.string(), moment});
    desk_.awaited = {s.simulation.sent(), s.status->world, true};
}

void RecordingsPanel::save_state(Session& s) {
    s.simulation.send(
        command::SaveState{fresh_path(output_folder(), s.status->scene->key, ".state.json").string(), false});
    desk_.awaited = {s.simulation.sent(), s.status->world, false};
}

std::vector<Action> RecordingsPanel::actions() {
    return in_menu(
        "File",
        {{.name = "Record",
          .chords = {ctrl('r')},
          .help = "Starts or ends a recording: every step's times and metrics in a new folder.",
          .act = toggle_recording,
          .checked = [](const Session& s) { return !s.status->recording.empty(); }},
         {.name = "Recordings…",
          .chords = {key(GLFW_KEY_F6)},
          .help = "What was recorded: profiles to look at and compare, runs to continue from any step, saved states.",
          .act = [this](Session& s) { s.desk.toggle(s, *this); },
          .while_typing = WhileTyping::acts},
         {.name = "Save the state",
          .help = "Saves the present state to a file from which the run can continue.",
          .act = [this](Session& s) { save_state(s); }}});
}

void RecordingsPanel::describe(const Session&, nlohmann::json& json) const { json["recordings"] = described(desk_); }

Panels record_panels() { return panels_of<RecordingsPanel>(); }

}  // namespace nearfield::ui
