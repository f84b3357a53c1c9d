#include "app/ui/steer.hpp"

#include "app/ui/panels.hpp"
#include "app/ui/typed_number.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace nearfield::ui {

void set_running(State& state, bool on) {
    state.running_wanted = on;
    on ? state.simulation.send(command::Run{}) : state.simulation.send(command::Pause{});
}

void load_scene(State& state, const SceneInfo& scene) { load(state, scene.title, {&scene, scene.defaults()}); }

void load(State& state, const std::string& name, const Preset& preset) {
    const auto& status = *state.status;
    state.edits.open(status, opened_in(status, present_look(state)), {name, preset, status.backend});
    state.look_wanted = preset.look;
}

void change_backend(State& state, Backend backend) {
    const auto& status = *state.status;
    const auto present = opened_in(status, present_look(state));
    state.edits.open(status, present, {backend == Backend::cpu ? "CPU" : "CUDA", present.preset, backend});
}

WindowLook present_look(const State& state) {
    const auto& style = state.style;
    WindowLook look{.pace = state.status->pace,
                    .draw_every = state.status->draw_every,
                    .camera = state.camera.pose(),
                    .colour_map = colour_map_names()[std::size_t(style.map)],
                    .size = style.size,
                    .glow = style.glow,
                    .grid = style.grid,
                    .outline = style.bounds};
    if (!state.auto_range) look.colour_range = {style.lo, style.hi};
    return look;
}

void take_look(State& state, const WindowLook& look) {
    auto& style = state.style;
    const auto& maps = colour_map_names();
    if (const auto map = std::find(maps.begin(), maps.end(), look.colour_map); map != maps.end())
        style.map = int(map - maps.begin());
    state.auto_range = !look.colour_range;
    if (look.colour_range) style.lo = (*look.colour_range)[0], style.hi = (*look.colour_range)[1];
    style.size = look.size, style.glow = look.glow, style.grid = look.grid, style.bounds = look.outline;
    if (look.camera[3] > 0) state.camera.take_pose(look.camera), state.all_in_view = false;
    set_pace(state, {look.pace, look.draw_every});
}

void next_scene(State& state, int direction) {
    const auto& all = scenes();
    const auto at = std::find_if(all.begin(), all.end(), [&](const SceneInfo& s) { return &s == state.status->scene; });
    const int next = (int(at - all.begin()) + direction + int(all.size())) % int(all.size());
    if (all.size() < 2) return tell(state, "there is only one scene");
    load_scene(state, all[std::size_t(next)]);
}

command::Pace pace_of(const State& state) {
    return state.pace_wanted.value_or(command::Pace{state.status->pace, state.status->draw_every});
}

void set_pace(State& state, const command::Pace& pace) { state.pace_wanted = pace, state.simulation.send(pace); }

double slow_motion(const State& state) { return state.slow_motion_wanted.value_or(state.status->slow_motion); }

void set_slow_motion(State& state, double seconds) {
    seconds = std::clamp(seconds, 0.0, 60.0);  // as the simulation does
    state.slow_motion_wanted = seconds;
    state.simulation.send(command::SlowMotion{seconds});
}

void toggle_slow_motion(State& state) {
    constexpr double usual_seconds = 1;
    const bool begins = slow_motion(state) == 0;
    set_slow_motion(state, begins ? usual_seconds : 0);
    if (begins && !state.running()) set_running(state, true);
}

void frame_all(State& state) {
    if (state.picture)
        state.camera.frame_all(state.picture->lo, state.picture->hi, state.picture->dimensions),
            state.all_in_view = true;
}

void new_seed(State& state) {
    const auto& spec = state.status->settings->spec("seed");
    std::random_device source;
    const double most = std::min(spec.hi, 999999.0);
    const double seed = std::floor(std::max(spec.lo, 0.0) + double(source()) / 4294967296.0 * most);
    state.edits.change(*state.status, "seed", numeric(spec, seed));
}

void set_parameter(State& state, const std::string& key, const std::string& value) {
    Settings changed = *state.status->settings;
    const auto kind = changed.spec(key).kind;
    const bool integer = kind == Kind::integer, number = integer || kind == Kind::real;
    changed.set(key, number ? plain_number(value, integer).value_or(value) : value);
    state.edits.change(*state.status, key, changed.value(key));
}

void toggle_tuning(State& state) {
    if (state.status->tuning_progress) state.simulation.send(command::StopWork{});
    else state.simulation.send(command::Tune{});
}

u32 verified_sample(const State& state) {
    constexpr double pairs_in_a_second = 4e8;  // in double precision, on a slow processor
    const u32 actors = std::max(state.status->actors, 1u);
    return std::min(std::max(u32(std::min(pairs_in_a_second / actors, 1e9)), 100u), actors);
}

void ask_verify(State& state) {
    state.verify_asked = state.status->message_serial;
    state.simulation.send(command::Verify{verified_sample(state)});
}

std::map<std::string, std::string> changes_of(const State& s, const Way& side) {
    const Settings& present = *s.status->settings;
    std::map<std::string, std::string> changes;
    for (const auto& [key, value] : side)
        if (present.has(key) && present.value(key) != value) changes[key] = value_text(present.spec(key), value);
    return changes;
}

void ask_compare(State& state) {
    begin_ways(state);
    state.simulation.send(
        command::Compare{changes_of(state, state.compare_a), changes_of(state, state.compare_b), compare_repeats});
    state.compare_asked = state.result_mark();
}

void reveal(State& state, const std::string& what) {
    (state.presenter.on ? state.presenter.panels : state.preferences.panels) = true;
    state.reveal = what, state.revealed_at = ImGui::GetTime();
}

void cycle(State& state, const char* key) {
    if (!key || !state.status->settings->has(key)) return;
    const auto choices = int(state.status->settings->spec(key).choices.size());
    const int now = std::get<Choice>(state.edits.shown(*state.status, key)).index;
    state.edits.change(*state.status, key, Choice{(now + 1) % choices});
}

}  // namespace nearfield::ui
