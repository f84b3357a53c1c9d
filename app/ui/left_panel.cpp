#include "app/ui/actions.hpp"
#include "app/ui/format.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

void backend_row(State& s) {
    const bool cuda = !cuda_status().devices.empty() && s.status->scene->make_cuda;
    row_label("Runs on");
    ImGui::SetNextItemWidth(-1);
    const bool open = ImGui::BeginCombo("##backend", s.status->backend == Backend::cpu ? "CPU" : "CUDA");
    tooltip("Where the simulation runs: on the processor, or on an NVIDIA graphics card through CUDA. Changing it "
            "starts the scene anew from the same seed.",
            s.status->device);
    s.probe.item("backend");
    if (!open) return;
    for (const Backend backend : {Backend::cpu, Backend::cuda}) {
        const bool possible = backend == Backend::cpu || cuda;
        ImGui::BeginDisabled(!possible);
        if (ImGui::Selectable(backend == Backend::cpu ? "CPU" : "CUDA", backend == s.status->backend) &&
            backend != s.status->backend)
            attempt(s, [&] { s.simulation.send(command::Load{s.status->scene, *s.status->settings, backend}); });
        ImGui::EndDisabled();
        if (!possible)
            tooltip(cuda_status().why_not.empty() ? "This scene has no CUDA version in this build."
                                                  : cuda_status().why_not);
        s.probe.item(std::string("backend/") + name(backend));
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

void run_buttons(State& s) {
    const float gap = ImGui::GetStyle().ItemSpacing.x, width = ImGui::GetContentRegionAvail().x;
    const bool running = s.running();
    const float half = std::floor((width - gap) / 2), third = std::floor((width - 2 * gap) / 3);
    if (button("run", running ? Icon::pause : Icon::play, running ? "Pause" : "Run", width - half - gap, true))
        set_running(s, !running);
    tooltip(running ? "Pauses the simulation." : "Lets the simulation run.", "Space or P");
    s.probe.item("run");
    ImGui::SameLine();
    if (button("step", Icon::step, "Step", half)) s.running_wanted = false, s.simulation.send(command::Step{});
    tooltip("Pauses and advances by one step. Hold the key for more.", ". or O");
    s.probe.item("step");
    if (button("reset", Icon::reset, "Reset", third)) s.simulation.send(command::Reset{});
    tooltip("Back to the state at the last setup: step 0, the same start.", "R");
    s.probe.item("reset");
    ImGui::SameLine();
    if (button("setup", Icon::setup, "Setup", third)) s.simulation.send(command::Setup{});
    tooltip("Makes a new state from the present settings and seed.");
    s.probe.item("setup");
    ImGui::SameLine();
    if (button("dice", Icon::dice, "New seed", width - 2 * (third + gap))) attempt(s, [&] { new_seed(s); });
    tooltip("Rolls the dice: a new state from another seed. Ctrl+Z brings the old seed back.", "Shift+R");
    s.probe.item("dice");
}

/// Presets of the scene, shipped and own, if any.
void preset_row(State& s) {
    std::vector<const ShippedPreset*> presets;
    for (const auto& preset : shipped_presets())
        if (preset.scene == s.status->scene->key) presets.push_back(&preset);
    const auto of_scene = [&](const OwnPreset& own) { return own.scene == s.status->scene->key; };
    if (presets.empty() && std::none_of(s.own_presets.begin(), s.own_presets.end(), of_scene)) return;
    ImGui::SetNextItemWidth(-1);
    const bool open = ImGui::BeginCombo("##preset", "Presets");
    tooltip("Sets of parameters. Choosing one restarts the scene. Your own: Ctrl+S saves, Ctrl+L loads.");
    s.probe.item("presets");
    if (!open) return;
    for (const auto* preset : presets) {
        if (ImGui::Selectable(preset->name.c_str())) attempt(s, [&] { load(s, load_preset(*preset)); });
        s.probe.item("presets/" + preset->name);
    }
    for (const auto& own : s.own_presets) {
        if (!of_scene(own)) continue;
        if (ImGui::Selectable((own.name + "  (yours)").c_str())) attempt(s, [&] { load(s, load_preset(own.name)); });
        s.probe.item("presets/" + own.name);
    }
    ImGui::EndCombo();
}

void seed_row(State& s) {
    if (!s.status->settings->has("seed")) return;
    const auto& spec = s.status->settings->spec("seed");
    row_label("Seed");
    ImGui::SetNextItemWidth(-1);
    long long seed = std::get<long long>(s.edits.shown(*s.status, "seed"));
    if (ImGui::InputScalar("##seed", ImGuiDataType_S64, &seed))
        attempt(s, [&] { s.edits.hold(*s.status, "seed", seed, false); });
    if (ImGui::IsItemDeactivated()) attempt(s, [&] { s.edits.release(*s.status, "seed"); });
    tooltip(parameter_help(spec), parameter_detail(s, spec));
    s.probe.item("seed");
}

void pace_rows(State& s) {
    const auto shown = s.pace_wanted.value_or(std::pair{s.status->steps_per_frame, s.status->draw_every});
    double steps = shown.first, every = shown.second;
    row_label("Steps per frame");
    ImGui::SetNextItemWidth(-1);
    bool changed =
        slider("##steps_per_frame", steps, {0, 100, true, true}, steps == 0 ? "as many as possible" : "%lld");
    tooltip("How far the simulation may go for each picture of the window. 0: as many steps as it can, whatever the "
            "window does.",
            "Ctrl+click types a number.");
    s.probe.item("steps_per_frame");
    row_label("Draw every N steps");
    ImGui::SetNextItemWidth(-1);
    changed |= slider("##draw_every", every, {1, 1000, true, true}, every == 1 ? "every step" : "every %lld steps");
    tooltip("Which steps become pictures. More makes fast runs faster, because pictures cost time too.",
            "Ctrl+click types a number.");
    s.probe.item("draw_every");
    if (!changed) return;
    s.pace_wanted = {int(std::clamp(steps, 0.0, 1e6)), int(std::clamp(every, 1.0, 1e6))};
    s.simulation.send(command::Pace{s.pace_wanted->first, s.pace_wanted->second});
}

}  // namespace

void scene_section(State& s) {
    const auto& all = scenes();
    std::vector<std::string> titles;
    int now = 0;
    for (const auto& scene : all) {
        if (&scene == s.status->scene) now = int(titles.size());
        titles.push_back(scene.title);
    }
    ImGui::SetNextItemWidth(-1);
    if (choose("##scene", titles, now, [&](const std::string& item) { s.probe.item("scene" + item); }))
        attempt(s, [&] { load_scene(s, all[std::size_t(now)]); });
    tooltip("What is simulated. Changing it starts the new scene with its defaults.",
            "[ and ] go through the scenes, Ctrl+O finds one.");
    ImGui::PushFont(font(Font::small));
    wrapped(colour::dim, s.status->scene->summary);
    ImGui::PopFont();
    preset_row(s);
}

void run_section(State& s) {
    run_buttons(s);
    ImGui::Dummy({0, 2});
    seed_row(s);
    pace_rows(s);
    backend_row(s);
}

void left_panel(State& s, const Rect& place) {
    begin_panel("##left", place.lo, place.size(), ImGuiWindowFlags_NoBackground);
    scene_section(s);
    ImGui::Dummy({0, 1});
    run_section(s);
    parameter_section(s);
    search_section(s);
    measuring_section(s);
    ImGui::Dummy({0, ImGui::GetFontSize() * 0.5f});
    ImGui::End();
}

}  // namespace nearfield::ui
