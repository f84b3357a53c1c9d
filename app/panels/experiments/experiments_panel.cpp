// The panel of experiments.
#include "app/files.hpp"
#include "app/panels/experiments/form.hpp"
#include "app/study/beside.hpp"
#include "app/study/shipped.hpp"
#include "app/ui/chart_view.hpp"
#include "app/ui/export.hpp"
#include "app/ui/number_field.hpp"
#include "app/ui/overlay_window.hpp"
#include "app/ui/session.hpp"
#include "app/ui/widgets.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/read_file.hpp"
#include "params/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <future>

namespace nearfield::ui {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto look_again = std::chrono::milliseconds(500);

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string time_text(double seconds) {
    if (!std::isfinite(seconds)) return "time left not known yet";
    if (seconds < 90) return fmt::format("about {:.0f} s left", std::ceil(seconds));
    return seconds < 5400 ? fmt::format("about {:.0f} min left", seconds / 60)
                          : fmt::format("about {:.1f} h left", seconds / 3600);
}

/// Returns a summary such as "speed × 7 values, seed × 10 values: 70 runs".
std::string plan_text(const Experiment& experiment) {
    std::string words;
    for (const auto& sweep : experiment.sweeps())
        words += fmt::format("{}{} × {}", words.empty() ? "" : ", ", short_name(sweep.key), sweep.values.size());
    return (words.empty() ? "" : words + ": ") + counted(experiment.runs(), "run");
}

}  // namespace

/// Selects, runs and plots an experiment.
class ExperimentsPanel : public Panel {
  public:
    ExperimentsPanel() : Panel("experiments", Place::front) {}
    void draw(Session& session, const Rect&) override;
    void tend(Session& session, const std::vector<StepRow>&) override;
    std::vector<Action> actions() override;
    void stop() override { run.reset(); }
    std::string under_way() const override { return run ? fmt::format("{}/{}", so_far.done, experiment->runs()) : ""; }
    void describe(const Session& session, nlohmann::json& json) const override;
    bool has_focus() const override { return true; }

  private:
    // selection
    int source = 0;  ///< 0: composed; then the shipped experiments; last: a file
    ExperimentForm form;
    std::string file, table;
    int jobs = std::max(1, omp_get_num_procs() - 1);
    std::shared_ptr<const Experiment> chosen;
    std::string problem;  ///< reason why nothing can be run
    std::shared_ptr<const Settings> seen_settings;
    bool due = true;  ///< True if the selection must be read again

    // current or last run
    std::shared_ptr<const Experiment> experiment;
    std::unique_ptr<ExperimentBeside> run;
    fs::path written;  ///< path of the table
    Clock::time_point began, looked;
    u64 done_at_start = 0;
    TableSoFar so_far;
    std::future<TableSoFar> reading;
    std::shared_ptr<const Experiment> read_for;  ///< experiment that `reading` belongs to
    std::string outcome;                         ///< message at the end of the last run
    bool failed = false;
    int measure = 0;
    float below = 1;  ///< height of the content below the form in the last frame

    static const std::vector<document::Carried>& shipped() { return experiments::carried_experiments(); }
    bool is_composed() const { return source == 0; }
    bool is_file() const { return source == int(shipped().size()) + 1; }
    bool is_running() const { return run != nullptr; }

    Experiment read(const Session& s) const;
    void take_choice(Session& s);
    void new_table(const Session& s, bool fresh);
    void look();
    void start();
    void end(Session& s);
    fs::path file_to_run() const;

    bool source_row();
    void table_rows(Session& s);
    void buttons(Session& s);
    void progress();
    void chart(Session& s);
    void show(Session& s);
};

Experiment ExperimentsPanel::read(const Session& s) const {
    if (is_composed()) return composed(form.composition(s));
    if (!is_file()) {
        const auto& carried = shipped()[std::size_t(source) - 1];
        return experiment_of(read_experiment(carried.text, carried.key + ".json"));
    }
    if (file.empty()) throw UsageError("File: give the path of an experiment's file");
    return experiment_of(read_experiment(read_file(file, "the name of an experiment's file"), file));
}

/// Reads the selected experiment, and its table if it exists.
void ExperimentsPanel::take_choice(Session& s) {
    due = false, seen_settings = s.status->settings;
    try {
        chosen = std::make_shared<const Experiment>(read(s)), problem.clear();
    } catch (const std::exception& what) { chosen.reset(), problem = what.what(); }
    if (is_running()) return;
    experiment = chosen, written = table, outcome.clear(), failed = false;
    so_far = {}, measure = 0;
    if (chosen) look();
}

/// Names the table in the output folder: the default name of the selection or, if `fresh`, an unused name.
void ExperimentsPanel::new_table(const Session& s, bool fresh) {
    const std::string stem = is_composed() ? "experiment-" + s.status->scene->key
                             : is_file()   ? fs::path(file).stem().string()
                                           : shipped()[std::size_t(source) - 1].key;
    const auto path = fresh ? fresh_path(output_folder(), stem, ".csv") : output_folder() / (stem + ".csv");
    table = path.string();
    due = true;
}

/// Starts reading the table in the background.
void ExperimentsPanel::look() {
    if (reading.valid() || !experiment) return;
    looked = Clock::now(), read_for = experiment;
    reading = std::async(std::launch::async, [of = experiment, path = written] { return read_so_far(*of, path); });
}

fs::path ExperimentsPanel::file_to_run() const {
    if (is_file()) return file;
    const auto path = fs::path(table).replace_extension(".experiment.json");
    const std::string text =
        is_composed() ? json_text(to_json(*chosen), 2) + "\n" : shipped()[std::size_t(source) - 1].text;
    write_file(path, true, [&](std::ostream& out) { out << text; });
    return path;
}

void ExperimentsPanel::start() {
    if (!so_far.problem.empty()) throw UsageError(so_far.problem);
    experiment = chosen, written = table;
    run = std::make_unique<ExperimentBeside>(file_to_run(), written, jobs);
    began = Clock::now(), done_at_start = so_far.done, outcome.clear(), failed = false;
}

/// Reads the final table after the run.
void ExperimentsPanel::end(Session& s) {
    if (reading.valid()) reading.get();
    so_far = read_so_far(*experiment, written);
    const std::string count = fmt::format("{} of {} runs done", so_far.done, experiment->runs());
    failed = !run->verdict().empty();
    outcome = failed ? run->verdict() : run->stopping() ? "stopped with " + count + "; Continue goes on" : count;
    tell(s, "experiment: " + outcome, failed);
    run.reset();
}

bool ExperimentsPanel::source_row() {
    std::vector<std::string> names{"The present scene"};
    for (const auto& carried : shipped()) names.push_back(carried.key);
    names.emplace_back("A file …");
    row_label("Experiment");
    ImGui::SetNextItemWidth(-1);
    const bool changed = choose("experiment/source", names, source);
    tooltip("Composed here from the present scene, shipped with the program, or read from a file.");
    if (!is_file()) return changed;
    row_label("File");
    ImGui::SetNextItemWidth(-1);
    const bool edited = text_field("experiment/file", "path of a .json file", file);
    return changed || edited;
}

void ExperimentsPanel::table_rows(Session& s) {
    const float em = ImGui::GetFontSize();
    row_label("Table");
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - em * 3.4f);
    due |= text_field("experiment/table", "", table);
    tooltip("The CSV file: one row per run. An existing table is continued.", table);
    ImGui::SameLine();
    if (button("experiment/new", Icon::none, "New", -1 + ImGui::GetContentRegionAvail().x)) new_table(s, true);
    tooltip("A new name, which no file has yet.");
    row_label("Runs at once");
    ImGui::SetNextItemWidth(-1);
    double at_once = jobs;
    if (slider(s, "experiment/jobs", at_once, {1, double(std::max(2, omp_get_num_procs())), false, true, 1, 1024},
               "%lld"))
        jobs = std::clamp(int(at_once), 1, 1024);
    tooltip("Each run has one processor core. They have a lower priority than this window.");
}

void ExperimentsPanel::buttons(Session& s) {
    const float width = ImGui::GetContentRegionAvail().x;
    if (is_running()) {
        ImGui::BeginDisabled(run->stopping());
        if (button("experiment/stop", Icon::none, run->stopping() ? "Stopping …" : "Stop", width, true)) run->stop();
        ImGui::EndDisabled();
        tooltip("Ends it after the present steps. What is done is kept, and Continue goes on.");
        return;
    }
    const bool whole = chosen && so_far.done >= chosen->runs() && so_far.failed == 0;
    ImGui::BeginDisabled(!chosen || whole);
    if (button("experiment/start", Icon::none, so_far.done ? "Continue" : "Start", width, true))
        attempt(s, [&] { start(); });
    ImGui::EndDisabled();
    tooltip(whole ? "All runs are in the table. New gives another name." : "Runs it beside the simulation.");
}

void ExperimentsPanel::progress() {
    const float em = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x;
    const u64 all = experiment ? experiment->runs() : 0;
    const float share = all ? float(double(so_far.done) / double(all)) : 0;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    auto& out = *ImGui::GetWindowDrawList();
    out.AddRectFilled(at, {at.x + width, at.y + em * 0.5f}, colour::field, em * 0.25f);
    if (share > 0) out.AddRectFilled(at, {at.x + width * share, at.y + em * 0.5f}, colour::accent, em * 0.25f);
    ImGui::Dummy({width, em * 0.6f});
    see("experiment/progress");
    std::string words = fmt::format("{} of {} runs", so_far.done, all);
    if (so_far.failed) words += fmt::format(", {} failed", so_far.failed);
    if (is_running()) words += " · " + time_text(seconds_left(all, done_at_start, so_far.done, seconds_since(began)));
    text(colour::text, words);
    const std::string& wrong = !so_far.problem.empty() ? so_far.problem : failed ? outcome : std::string();
    if (!wrong.empty()) wrapped(colour::bad, wrong);
    else if (!outcome.empty()) wrapped(colour::good, outcome);
}

void ExperimentsPanel::chart(Session& s) {
    const auto& charts = so_far.figure.charts;
    const auto empty = [](const Chart& each) { return each.series.empty(); };
    if (std::all_of(charts.begin(), charts.end(), empty))
        return wrapped(colour::dim, "The chart begins with the first runs that are done.");
    std::vector<std::string> names;
    for (const auto& each : charts) names.push_back(each.y_label);
    measure = std::clamp(measure, 0, int(names.size()) - 1);
    ImGui::SetNextItemWidth(-1);
    choose("experiment/measure", names, measure);
    const ImVec2 lo = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const ImVec2 size{room.x, std::max(ImGui::GetFontSize() * 8, room.y - ImGui::GetTextLineHeightWithSpacing() * 2)};
    surface("experiment/chart", size);
    const ImVec2 hi{lo.x + size.x, lo.y + size.y};
    export_figure_menu(s, experiment->as_stated.title, lo, hi, so_far.figure);
    draw_chart(*ImGui::GetWindowDrawList(), {lo, hi}, charts[std::size_t(measure)], ImGui::IsItemHovered());
    ImGui::PushFont(font(Font::small));
    wrapped(colour::faint, "Mean per value; whiskers: 95 % interval of the mean over the seeds. A right click, or "
                           "Shift+F10, saves it.");
    ImGui::PopFont();
}

void ExperimentsPanel::tend(Session& s, const std::vector<StepRow>&) {
    if (reading.valid() && reading.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
        auto found = reading.get();
        if (read_for == experiment) so_far = std::move(found);
        else look();  // the selection has changed
    }
    if (!run) return;
    if (!run->running()) return end(s);
    if (Clock::now() > looked + look_again) look();
}

void ExperimentsPanel::show(Session& s) {
    form.follow(s);
    if (table.empty()) attempt(s, [&] { new_table(s, false); });
    const float em = ImGui::GetFontSize(), all = ImGui::GetContentRegionAvail().x,
                left = std::min(em * 25, all * 0.47f), height = ImGui::GetContentRegionAvail().y;
    ImGui::BeginGroup();
    ImGui::BeginChild("form", {left, std::max(em * 5, height - below - ImGui::GetStyle().ItemSpacing.y)}, false,
                      ImGuiWindowFlags_NavFlattened);
    if (source_row()) attempt(s, [&] { new_table(s, false); });
    if (is_composed() && form.show(s)) due = true;
    due |= is_composed() && !is_running() && seen_settings != s.status->settings;
    if (due) take_choice(s);
    ImGui::EndChild();
    ImGui::BeginChild("start", {left, below}, false, ImGuiWindowFlags_NavFlattened | ImGuiWindowFlags_NoScrollbar);
    if (chosen) {
        if (!is_composed()) wrapped(colour::text, chosen->as_stated.title);
        wrapped(colour::dim, plan_text(*chosen));
    } else wrapped(colour::bad, problem);
    see("experiment/plan");
    table_rows(s);
    buttons(s);
    below = ImGui::GetCursorPosY() + em * 0.2f;
    ImGui::EndChild();
    ImGui::EndGroup();
    ImGui::SameLine();
    ImGui::BeginChild("result", {0, height}, false, ImGuiWindowFlags_NavFlattened);
    progress();
    chart(s);
    ImGui::EndChild();
}

void ExperimentsPanel::describe(const Session&, nlohmann::json& json) const {
    std::size_t points = 0;
    for (const auto& chart : so_far.figure.charts)
        for (const auto& series : chart.series) points += series.points.size();
    json["experiment"] = {
        {"running", run != nullptr}, {"done", so_far.done}, {"runs", experiment ? experiment->runs() : 0},
        {"points", points},          {"problem", problem},  {"outcome", outcome},
        {"failed", failed},          {"table", table}};
}

void ExperimentsPanel::draw(Session& s, const Rect&) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float em = ImGui::GetFontSize(), top = std::round(screen.y * 0.05f);
    begin_overlay(s, "Experiments##experiments", em * 72, top, screen.y - top - em, OverlayKeys::controls);
    text(colour::text, "Experiments", Font::title);
    ImGui::SameLine(), ImGui::AlignTextToFramePadding();
    text(colour::faint, "  Esc closes; what runs goes on");
    show(s);
    ImGui::End();
}

std::vector<Action> ExperimentsPanel::actions() {
    return in_menu(
        "File",
        {{.name = "Experiments…",
          .chords = {key(GLFW_KEY_F7)},
          .help = "Runs a scene over parameter values and seeds, beside the simulation, and draws what is measured.",
          .act = [this](Session& s) { s.desk.toggle(s, *this); },
          .while_typing = WhileTyping::acts_on_overlay}});
}

Panels experiments_panels() { return panels_of<ExperimentsPanel>(); }

}  // namespace nearfield::ui
