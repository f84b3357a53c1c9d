#include "app/panels/run/parameters.hpp"
#include "app/ui/number_field.hpp"
#include "app/ui/steer.hpp"
#include "app/ui/widgets.hpp"
#include "base/joined.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

void backend_row(Session& s) {
    const bool cuda = !cuda_status().devices.empty() && s.status->scene->make_cuda;
    const ImVec2 lo = ImGui::GetCursorScreenPos();
    row_label("Runs on");
    ImGui::SetNextItemWidth(-1);
    const bool open = ImGui::BeginCombo("##backend", s.status->backend == Backend::cpu ? "CPU" : "CUDA");
    if (!open) s.revealed.mark("backend", lo);
    tooltip("Where the simulation runs: on the processor, or on an NVIDIA graphics card through CUDA. Changing it "
            "starts the scene anew from the same seed.",
            s.status->device);
    see("backend");
    if (!open) return;
    for (const Backend backend : {Backend::cpu, Backend::cuda}) {
        const bool possible = backend == Backend::cpu || cuda;
        ImGui::BeginDisabled(!possible);
        if (ImGui::Selectable(backend == Backend::cpu ? "CPU" : "CUDA", backend == s.status->backend) &&
            backend != s.status->backend)
            attempt(s, [&] { change_backend(s, backend); });
        ImGui::EndDisabled();
        if (!possible)
            tooltip(cuda_status().why_not.empty() ? "This scene has no CUDA version in this build."
                                                  : cuda_status().why_not);
        see(std::string("backend/") + name(backend));
    }
    if (!cuda) {
        ImGui::PushFont(font(Font::small));
        ImGui::PushTextWrapPos(ImGui::GetFontSize() * 20);
        text(colour::dim, cuda_status().why_not);
        ImGui::PopTextWrapPos();
        ImGui::PopFont();
    }
    ImGui::EndCombo();
}

/// Returns labels of the scene's parameters changed since the last setup.
std::vector<std::string> changed_since_setup(const Status& status) {
    std::vector<std::string> labels;
    for (const auto& key : status.settings->differing(*status.at_setup))
        if (const auto& spec = status.settings->spec(key); spec.section == Section::scene) labels.push_back(spec.label);
    return labels;
}

/// True if a parameter names a file that setup reads.
bool reads_files(const Settings& settings) {
    const auto& specs = settings.specs();
    return std::any_of(specs.begin(), specs.end(), [&](const ParamSpec& spec) {
        return spec.kind == Kind::text && spec.effect == Effect::respawn && !settings.text(spec.key).empty();
    });
}

/// Draws the Setup button. It is enabled if setup may differ from reset: settings have changed, which a dot marks, or a
/// file may have.
void setup_button(Session& s, float width) {
    const auto changed = changed_since_setup(*s.status);
    const bool reads = reads_files(*s.status->settings);
    ImGui::BeginDisabled(changed.empty() && !reads);
    if (button("setup", Icon::setup, "Setup", width)) s.simulation.send(command::Setup{});
    ImGui::EndDisabled();
    std::string what = "A new state from the present settings and seed";
    if (!changed.empty()) what += fmt::format(". Changed since the last setup: {}.", joined(changed, ", "));
    else what += reads ? "; its files are read again." : ". Nothing was changed since the last setup: Reset does it.";
    tooltip(what);
    if (changed.empty()) return;
    const ImVec2 lo = ImGui::GetItemRectMin(), hi = ImGui::GetItemRectMax();
    const float radius = ImGui::GetFontSize() * 0.22f;
    const ImVec2 at{hi.x - 2 * radius, lo.y + 2 * radius};
    ImGui::GetWindowDrawList()->AddCircleFilled(at, radius, colour::warm, 16);
    see("setup_due", {at.x - radius, at.y - radius}, {at.x + radius, at.y + radius});
}

void run_buttons(Session& s) {
    const float gap = ImGui::GetStyle().ItemSpacing.x, width = ImGui::GetContentRegionAvail().x;
    const bool running = s.running();
    const float third = std::floor((width - 2 * gap) / 3);
    if (button("run", running ? Icon::pause : Icon::play, running ? "Pause" : "Run", width - 2 * (third + gap), true))
        set_running(s, !running);
    tooltip(running ? "Pauses the simulation." : "Lets the simulation run.", "Space or P");
    ImGui::SameLine();
    ImGui::BeginDisabled(s.status->step == 0);
    if (button("back", Icon::back, "Back", third)) s.wanted.running = false, s.simulation.send(command::Back{});
    ImGui::EndDisabled();
    tooltip("Pauses and goes back by one step. Parameters stay as they are now.", ",");
    ImGui::SameLine();
    if (button("step", Icon::step, "Step", third)) s.wanted.running = false, s.simulation.send(command::Step{});
    tooltip("Pauses and advances by one step. Hold the key for more.", ". or O");
    if (button("reset", Icon::reset, "Reset", third)) s.simulation.send(command::Reset{});
    tooltip("Back to step 0 of the last setup: the same start, under the present settings.", "R");
    ImGui::SameLine();
    setup_button(s, third);
    ImGui::SameLine();
    if (button("dice", Icon::dice, "New seed", width - 2 * (third + gap))) attempt(s, [&] { new_seed(s); });
    tooltip("Rolls the dice: a new state from another seed. Ctrl+Z brings the old seed back.", "Shift+R");
}

/// Draws the scene's shipped and user presets, if any.
void preset_row(Session& s) {
    std::vector<const ShippedPreset*> presets;
    for (const auto& preset : shipped_presets())
        if (preset.scene == s.status->scene->key) presets.push_back(&preset);
    const auto of_scene = [&](const OwnPreset& own) { return own.scene == s.status->scene->key; };
    if (presets.empty() && std::none_of(s.own_presets.begin(), s.own_presets.end(), of_scene)) return;
    ImGui::SetNextItemWidth(-1);
    const bool open = ImGui::BeginCombo("##preset", "Presets");
    tooltip("Sets of parameters. Choosing one restarts the scene. Your own: Ctrl+S saves, Ctrl+L loads.");
    see("presets");
    if (!open) return;
    for (const auto* preset : presets) {
        if (pick("presets/" + preset->name, preset->name))
            attempt(s, [&] { load(s, preset->name, load_preset(*preset)); });
    }
    for (const auto& own : s.own_presets) {
        if (!of_scene(own)) continue;
        if (ImGui::Selectable((own.name + "  (yours)").c_str()))
            attempt(s, [&] { load(s, own.name, load_own_preset(own.name)); });
        see("presets/" + own.name);
    }
    ImGui::EndCombo();
}

void seed_row(Session& s) {
    if (!s.status->settings->has("seed")) return;
    const auto& spec = s.status->settings->spec("seed");
    const ImVec2 lo = ImGui::GetCursorScreenPos();
    row_label("Seed");
    ImGui::SetNextItemWidth(-1);
    double seed = number_of(s.edits.shown(*s.status, "seed"));
    if (number_field(s, "seed", seed, "%.0f", -most_typed, most_typed, true))
        attempt(s, [&] { s.edits.change(*s.status, "seed", numeric(spec, seed)); });
    tooltip(parameter_help(spec), parameter_detail(s, spec));
    s.revealed.mark("seed", lo);
}

/// Draws a labelled slider for a run value. Returns true if it was moved.
bool run_slider(Session& s, const std::string& key, const char* label, double& value, const SliderRange& range,
                const std::string& format, const char* help, const char* detail) {
    const ImVec2 lo = ImGui::GetCursorScreenPos();
    row_label(label);
    ImGui::SetNextItemWidth(-1);
    const bool moved = slider(s, key, value, range, format.c_str());
    tooltip(help, detail);
    s.revealed.mark(key, lo);
    return moved;
}

/// Draws the pace slider, whose upper end means as fast as possible. Returns true if the pace was changed.
bool pace_row(Session& s, double& pace) {
    const bool clock = s.status->has_clock();
    const double lo = clock ? 0.05 : 1, hi = clock ? 100 : 1000;
    double shown = pace == 0 ? hi : pace;
    const char* format = pace == 0 ? "as fast as possible" : clock ? "%.3g × real time" : "%.3g steps/s";
    const bool moved =
        run_slider(s, "pace", "Pace", shown, {lo, hi, true, false, lo * 1e-3, 1e6}, format,
                   clock ? "Seconds of the scene for each second that passes. At the right end: as fast as possible."
                         : "Steps for each second that passes. At the right end: as fast as possible.",
                   "Ctrl+click types a number. The status line shows what is reached.");
    if (moved) pace = shown == hi ? 0 : shown;
    return moved;
}

void pace_rows(Session& s) {
    auto pace = pace_of(s);
    bool changed = pace_row(s, pace.rate);
    double every = pace.draw_every, seconds = slow_motion(s);
    changed |= run_slider(s, "draw_every", "Draw every N steps", every, {1, 1000, true, true, 1, 1e6},
                          every == 1 ? "every step" : "every %lld steps",
                          "Which steps become pictures. Fewer pictures make fast runs faster, because they cost time "
                          "too.",
                          "Ctrl+click types a number.");
    if (run_slider(s, "slow_motion", "Slow motion", seconds, {0, 5, false, false, 0, 60},
                   seconds > 0 ? "%.3g s per stage" : "off",
                   "A step's stages are shown one by one, each for so long. At the left end: off.",
                   "> goes on by one stage; Ctrl+click types a number."))
        set_slow_motion(s, seconds);
    if (!changed) return;
    pace.draw_every = int(std::clamp(every, 1.0, 1e6));
    set_pace(s, pace);
}

void scene_rows(Session& s) {
    const auto& all = scenes();
    std::vector<std::string> titles;
    int now = 0;
    for (const auto& scene : all) {
        if (&scene == s.status->scene) now = int(titles.size());
        titles.push_back(scene.title);
    }
    ImGui::SetNextItemWidth(-1);
    if (choose("scene", titles, now)) attempt(s, [&] { load_scene(s, all[std::size_t(now)]); });
    tooltip("What is simulated. Changing it starts the new scene with its defaults.",
            "[ and ] go through the scenes, Ctrl+O finds one.");
    wrapped(colour::dim, s.status->scene->summary, Font::small);
    if (button("seeing", Icon::none, "What am I seeing?", ImGui::GetContentRegionAvail().x)) s.desk.seeing ^= true;
    tooltip("What this scene shows, why, and three things to try.", "F3");
    preset_row(s);
}

void run_rows(Session& s) {
    run_buttons(s);
    ImGui::Dummy({0, 2});
    seed_row(s);
    pace_rows(s);
    backend_row(s);
}

/// The panel of the scene and its run settings.
class RunPanel : public Panel {
  public:
    RunPanel() : Panel("run_panel", Place::left) {}
    void draw(Session& s, const Rect&) override {
        scene_rows(s);
        ImGui::Dummy({0, 1});
        run_rows(s);
    }
    std::vector<Action> actions() override;
    void more_in_menu(Session& s, const char* menu) override;
};

std::vector<Action> RunPanel::actions() {
    auto all =
        in_menu("Simulation",
                {{.name = "Run / pause",
                  .chords = {key(GLFW_KEY_SPACE), letter('p')},
                  .help = "Lets the simulation run or holds it.",
                  .act = [](Session& s) { set_running(s, !s.running()); },
                  .checked = [](const Session& s) { return s.running(); }},
                 {.name = "Step",
                  .chords = {letter('.'), letter('o')},
                  .help = "Pauses and advances by one step.",
                  .act = [](Session& s) { s.wanted.running = false, s.simulation.send(command::Step{}); },
                  .repeats = true},
                 {.name = "Step back",
                  .chords = {letter(',')},
                  .help = "Pauses and goes back by one step. Parameters stay as they are now.",
                  .act = [](Session& s) { s.wanted.running = false, s.simulation.send(command::Back{}); },
                  .enabled = [](const Session& s) { return s.status->step > 0; },
                  .repeats = true},
                 {.name = "Next stage",
                  .chords = {letter('>')},
                  .help = "Goes through a step stage by stage: pauses, and each time does one stage more.",
                  .act = [](Session& s) { s.wanted.running = false, s.simulation.send(command::NextStage{}); },
                  .repeats = true},
                 {.name = "Slow motion",
                  .chords = {shift('p')},
                  .help = "Runs so slowly that each stage of a step is shown; once more: at the usual pace again.",
                  .act = toggle_slow_motion,
                  .checked = [](const Session& s) { return slow_motion(s) > 0; }},
                 {.name = "Reset",
                  .chords = {letter('r')},
                  .help = "Back to the state at the last setup: step 0, the same start.",
                  .act = [](Session& s) { s.simulation.send(command::Reset{}); }},
                 {.name = "Setup",
                  .help = "A new state from the present settings.",
                  .act = [](Session& s) { s.simulation.send(command::Setup{}); }},
                 {.name = "New seed",
                  .chords = {shift('r')},
                  .help = "Makes a new state from a random seed. Undo restores the old seed.",
                  .act = new_seed}});
    return all;
}

void RunPanel::more_in_menu(Session& s, const char* menu) {
    if (std::string(menu) != "Scenes") return;
    ImGui::Separator();
    for (const auto& scene : scenes()) {
        if (menu_item("menu/Scenes/" + scene.title, scene.title, nullptr, &scene == s.status->scene))
            attempt(s, [&] { load_scene(s, scene); });
        tooltip(scene.summary);
    }
    ImGui::Separator();
    for (const auto& preset : shipped_presets()) {
        const auto& scene = find_scene(preset.scene);
        if (menu_item("menu/Scenes/" + preset.scene + "/" + preset.name, scene.title + ": " + preset.name))
            attempt(s, [&] { load(s, preset.name, load_preset(preset)); });
        tooltip("A preset of " + scene.title + ": starts it with parameters chosen for this.");
    }
}

}  // namespace

Panels run_panels() { return panels_of<RunPanel>(); }

}  // namespace nearfield::ui
