#include "app/ui/steer.hpp"

#include "app/ui/typed_number.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace nearfield::ui {

void set_running(Session& session, bool on) {
    session.wanted.running = on;
    on ? session.simulation.send(command::Run{}) : session.simulation.send(command::Pause{});
}

void load_scene(Session& session, const SceneInfo& scene) { load(session, scene.title, {&scene, scene.defaults()}); }

void load(Session& session, const std::string& name, const Preset& preset) {
    const auto& status = *session.status;
    session.edits.open(status, opened_in(status, present_look(session)), {name, preset, status.backend});
    session.view.look_wanted = preset.look;
}

void change_backend(Session& session, Backend backend) {
    const auto& status = *session.status;
    const auto present = opened_in(status, present_look(session));
    session.edits.open(status, present, {backend == Backend::cpu ? "CPU" : "CUDA", present.preset, backend});
}

WindowLook present_look(const Session& session) {
    const auto& style = session.view.style;
    WindowLook look{.pace = session.status->pace,
                    .draw_every = session.status->draw_every,
                    .camera = session.view.camera.pose(),
                    .colour_map = colour_map_names()[std::size_t(style.map)],
                    .size = style.size,
                    .glow = style.glow,
                    .grid = style.grid,
                    .outline = style.bounds};
    if (!session.view.auto_range) look.colour_range = {style.lo, style.hi};
    return look;
}

void take_look(Session& session, const WindowLook& look) {
    auto& style = session.view.style;
    const auto& maps = colour_map_names();
    if (const auto map = std::find(maps.begin(), maps.end(), look.colour_map); map != maps.end())
        style.map = int(map - maps.begin());
    session.view.auto_range = !look.colour_range;
    if (look.colour_range) style.lo = (*look.colour_range)[0], style.hi = (*look.colour_range)[1];
    style.size = look.size, style.glow = look.glow, style.grid = look.grid, style.bounds = look.outline;
    if (look.camera[3] > 0) session.view.camera.take_pose(look.camera), session.view.all_in_view = false;
    set_pace(session, {look.pace, look.draw_every});
}

void next_scene(Session& session, int direction) {
    const auto& all = scenes();
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const SceneInfo& s) { return &s == session.status->scene; });
    const int next = (int(at - all.begin()) + direction + int(all.size())) % int(all.size());
    if (all.size() < 2) return tell(session, "there is only one scene");
    load_scene(session, all[std::size_t(next)]);
}

command::Pace pace_of(const Session& session) {
    return session.wanted.pace.value_or(command::Pace{session.status->pace, session.status->draw_every});
}

void set_pace(Session& session, const command::Pace& pace) {
    session.wanted.pace = pace, session.simulation.send(pace);
}

double slow_motion(const Session& session) { return session.wanted.slow_motion.value_or(session.status->slow_motion); }

void set_slow_motion(Session& session, double seconds) {
    seconds = std::clamp(seconds, 0.0, 60.0);  // same limits as in the simulation
    session.wanted.slow_motion = seconds;
    session.simulation.send(command::SlowMotion{seconds});
}

void toggle_slow_motion(Session& session) {
    constexpr double usual_seconds = 1;
    const bool begins = slow_motion(session) == 0;
    set_slow_motion(session, begins ? usual_seconds : 0);
    if (begins && !session.running()) set_running(session, true);
}

void frame_all(Session& session) {
    if (session.picture)
        session.view.camera.frame_all(session.picture->lo, session.picture->hi, session.picture->dimensions),
            session.view.all_in_view = true;
}

void new_seed(Session& session) {
    const auto& spec = session.status->settings->spec("seed");
    std::random_device source;
    const double most = std::min(spec.hi, 999999.0);
    const double seed = std::floor(std::max(spec.lo, 0.0) + double(source()) / 4294967296.0 * most);
    session.edits.change(*session.status, "seed", numeric(spec, seed));
}

void set_parameter(Session& session, const std::string& key, const std::string& value) {
    Settings changed = *session.status->settings;
    const auto kind = changed.spec(key).kind;
    const bool integer = kind == Kind::integer, number = integer || kind == Kind::real;
    changed.set(key, number ? plain_number(value, integer).value_or(value) : value);
    session.edits.change(*session.status, key, changed.value(key));
}

void reveal(Session& session, const std::string& what) {
    session.desk.columns(session) = true;
    session.revealed.show(what);
}

void cycle(Session& session, const char* key) {
    if (!key || !session.status->settings->has(key)) return;
    const auto choices = int(session.status->settings->spec(key).choices.size());
    const int now = std::get<Choice>(session.edits.shown(*session.status, key)).index;
    session.edits.change(*session.status, key, Choice{(now + 1) % choices});
}

}  // namespace nearfield::ui
