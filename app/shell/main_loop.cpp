#include "app/shell/main_loop.hpp"

#include "app/draw/printed_legend.hpp"
#include "app/draw/snapshot.hpp"
#include "app/files.hpp"
#include "app/say.hpp"
#include "app/shell/display_loss.hpp"
#include "app/ui/actions.hpp"
#include "app/ui/steer.hpp"
#include "base/error.hpp"
#include "base/stoppable.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <glad/gl.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <thread>

namespace nearfield {

namespace {
constexpr double picture_budget_ms = 10;
constexpr auto frame_time = std::chrono::microseconds(16600), calm_frame_time = std::chrono::microseconds(25000),
               least_frame_time = std::chrono::microseconds(4000);
constexpr double quiet_wait = 0.05;   // seconds between frames when nothing moves
constexpr double timing_wait = 0.25;  // and while ways of searching are timed, which drawing would slow
constexpr double quiet_after = 0.7;   // seconds without input
}  // namespace

MainLoop::MainLoop(const WindowOptions& options, GlfwWindow& window, ImGuiLayer& layer, Renderer& renderer,
                   Simulation& simulation, const ui::Preferences& preferences)
    : options_(options),
      window_(window),
      layer_(layer),
      renderer_(renderer),
      simulation_(simulation),
      state_(simulation, renderer, simulation.status()),
      saved_(preferences) {
    state_.preferences = preferences;
    if (options.experiments) state_.experiments = options.experiments();
    auto& style = state_.style;
    style.glow = preferences.glow, style.grid = preferences.grid, style.bounds = preferences.bounds,
    style.size = preferences.size,
    style.coarse = preferences.coarse < 0 ? window.software_gl() : preferences.coarse != 0;
    const auto& maps = colour_map_names();
    const auto map = std::find(maps.begin(), maps.end(), preferences.colour_map);
    style.map = map == maps.end() ? 0 : int(map - maps.begin());
}

void MainLoop::start() {
    state_.look_wanted = options_.look;
    ui::attempt(state_, [&] { state_.own_presets = own_presets(); });
    ui::read_lessons(state_);
    if (options_.lesson) ui::open_lesson(state_, *options_.lesson);
    simulation_.draw_to_host(renderer_.transfer() == Transfer::host_copy);
    for (const auto& command : options_.first) simulation_.send(command);
    if (options_.record) simulation_.send(command::Record{options_.record->string(), options_.force});
    if (options_.steps) simulation_.send(command::Step{*options_.steps});
    else if (!options_.paused && !options_.lesson) ui::set_running(state_, true);
}

int MainLoop::run() {
    const DisplayLoss loss([this] { return finish(), ended_by("the display was lost"); });
    start();
    try {
        while (!done_ && !options_.interrupted()) wait_and_draw();
    } catch (const WorkStopped&) {}  // of this thread's work, by a signal
    note_size();
    finish();
    if (options_.interrupted()) say("nearfield: {}", ended_by("interrupted"));
    return exit_code_;
}

void MainLoop::wait_and_draw() {
    window_.poll(wait_);
    if (window_.should_close()) {
        done_ = true;
    } else if (window_.hidden()) {
        window_.poll(1.0 / 60);
        take_news();
        simulation_.frame_drawn();
        done_ = check_end();
    } else {
        frame();
        pace();
    }
}

/// Completes the video, the recording and the settings, each whether or not the others fail. Makes no call to the
/// display, which may be gone.
void MainLoop::finish() {
    const auto attempt = [&](const auto& part) {
        try {
            part();
        } catch (const std::exception& problem) {
            say("nearfield: {}", problem.what());
            exit_code_ = 1;
        }
    };
    if (film_) attempt([&] { film_->finish(); });
    film_.reset(), state_.experiments.reset();
    attempt([&] { simulation_.end(); });
    attempt([&] { keep_preferences(); });
}

std::string MainLoop::ended_by(const char* what) const {
    return fmt::format("{} after step {}{}", what, simulation_.status()->step,
                       exit_code_ ? "" : "; files are complete up to there");
}

void MainLoop::frame() {
    if (!pending_complaint_.empty()) ui::tell(state_, std::exchange(pending_complaint_, {}), true);
    take_news();
    const float scale = ui::presenting_scale(state_, float(window_.size().y) / window_.text_scale());
    layer_.begin(state_.preferences.ui_scale * scale, state_.preferences.light, state_.focus.by_keyboard);
    state_.style.light = state_.preferences.light, state_.style.stroke = scale;
    handle_keys();
    note_held();
    const auto layout = ui::arrange(state_, ImGui::GetIO().DisplaySize, ImGui::GetFontSize());
    draw_picture(layout);
    ui::draw_ui(state_, layout);
    state_.focus.follow(state_.overlay != ui::Overlay::none && state_.overlay != ui::Overlay::experiments);
    looks_different_ = draw_window(layout);
    if (const auto problem = layer_.clipboard().take_problem(); !problem.empty()) ui::tell(state_, problem, true);
    handle_requests();
    take_screenshots();
    film();
    done_ = check_end() || state_.requests.quit;
    if (looks_different_) window_.swap(), ++frames_drawn_;
    simulation_.frame_drawn();
    measure_frames();
    state_.probe.flush([&] { return describe(); });
    if (Clock::now() >= preferences_due_) note_size(), keep_preferences();
}

void MainLoop::take_news() {
    const double seconds = std::chrono::duration<double>(Clock::now() - last_frame_).count();
    last_frame_ = Clock::now();
    take_status();
    if (state_.edits.sent() != edits_marked_) edits_marked_ = state_.edits.sent(), state_.timing.mark();
    auto rows = simulation_.take_rows();
    std::erase_if(rows, [&](const StepRow& row) { return row.world != state_.status->world; });
    state_.timing.add(rows, seconds, state_.status->running);
    state_.metrics.add(rows);
    ui::tend_lesson(state_, rows);
    take_picture();
    take_twin_picture();
    if (state_.experiments) state_.experiments->tend(state_);
    const bool still = !state_.status->running && rows.empty() && state_.complete_picture && state_.toasts.empty() &&
                       !options_.steps && !state_.build.playing();
    wait_ = times_search() ? timing_wait : still && window_.idle_seconds() > quiet_after ? quiet_wait : 0;
}

void MainLoop::take_status() {
    auto& s = state_;
    s.status = simulation_.status();
    if (s.status->message_serial != message_serial_) {
        message_serial_ = s.status->message_serial;
        ui::tell(s, s.status->message, s.status->message_is_error);
        if (s.status->message_is_error)
            s.running_wanted.reset(), s.pace_wanted.reset(), s.compare_asked.reset(), s.look_wanted.reset();
        s.verify_asked.reset();
    }
    if (s.compare_asked && s.status->answers.comparison && s.result_mark() != *s.compare_asked) s.compare_asked.reset();
    s.edits.sync(*s.status);
    if (s.status->step < last_step_) s.metrics.clear(), s.gauges.clear();
    s.gauges.add(s.status->time, *s.status->measured.gauges);
    last_step_ = s.status->step;
    if (s.running_wanted == s.status->running) s.running_wanted.reset();
    if (s.pace_wanted == command::Pace{s.status->pace, s.status->draw_every}) s.pace_wanted.reset();
    if (s.slow_motion_wanted == s.status->slow_motion) s.slow_motion_wanted.reset();
    if (std::exchange(world_, s.status->world) != s.status->world)
        s.timing.clear(), s.metrics.clear(), s.gauges.clear(), s.frozen.reset(), s.pencil.reset();
}

void MainLoop::take_picture() {
    auto& s = state_;
    s.picture = simulation_.latest();
    new_picture_ = s.picture && s.picture->serial != picture_serial_;
    if (!new_picture_) return;
    picture_serial_ = s.picture->serial;
    if (!renderer_.upload(*s.picture)) {
        simulation_.draw_to_host(true);
        ui::tell(s, "pictures now go through main memory: " + renderer_.why_host_copy());
        return;
    }
    const bool fresh = framed_scene_ != s.status->scene || s.picture->dimensions != framed_dimensions_ ||
                       s.picture->lo != framed_lo_ || s.picture->hi != framed_hi_;
    if (fresh) {
        framed_scene_ = s.status->scene, framed_dimensions_ = s.picture->dimensions, framed_lo_ = s.picture->lo,
        framed_hi_ = s.picture->hi;
        ui::frame_all(s);
    }
    if (std::exchange(looked_at_, s.picture->world) != s.picture->world && s.look_wanted)
        ui::take_look(s, *std::exchange(s.look_wanted, {}));
    follow_range(fresh || coloured_by_ != s.picture->attribute || !s.status->running);
    coloured_by_ = s.picture->attribute;
}

/// Whether ways of searching are being timed.
bool MainLoop::times_search() const { return state_.compare_asked || state_.status->tuning_progress; }

/// The ends of the colour map follow the data slowly, so that colours do not flicker.
void MainLoop::follow_range(bool fresh) {
    if (!state_.auto_range) return;
    const auto& names = ui::names_of_colours(state_);
    const auto wanted = names.empty() ? auto_range(state_.picture->range) : glm::vec2(0, float(names.size() - 1));
    move_range(state_.style, wanted, fresh ? 1 : 0.15f);
}

void MainLoop::handle_keys() {
    for (const auto& path : window_.take_dropped()) {
        if (state_.overlay != ui::Overlay::recordings) ui::toggle_recordings(state_);
        ui::go_to_recording(state_, path);
    }
    for (const auto& press : window_.take_keys()) {
        const bool scrubs = state_.overlay == ui::Overlay::recordings && !ImGui::GetIO().WantTextInput,
                   back = press.key == GLFW_KEY_UP || (scrubs && press.key == GLFW_KEY_LEFT),
                   on = press.key == GLFW_KEY_DOWN || (scrubs && press.key == GLFW_KEY_RIGHT),
                   closes = press.key == GLFW_KEY_ESCAPE && state_.overlay != ui::Overlay::none;
        if (press.character == 0 && state_.overlay != ui::Overlay::none && (back || on))
            state_.overlay_move += (back ? -1 : 1) * (press.mods & GLFW_MOD_SHIFT ? 10 : 1);
        else if (closes || !state_.focus.claims(press)) ui::dispatch(state_, press, ImGui::GetIO().WantTextInput);
    }
}

/// Notes the tool whose key is held, and Enter.
void MainLoop::note_held() {
    state_.held = nullptr, state_.enter_held = window_.holds_enter();
    if (state_.overlay != ui::Overlay::none || ImGui::GetIO().WantTextInput) return;
    for (const Tool& tool : state_.status->scene->tools)
        if (tool.gesture == Gesture::hold && window_.holds(tool.letter)) state_.held = &tool;
}

void MainLoop::draw_picture(const ui::Layout& layout) {
    const float density = ImGui::GetIO().DisplayFramebufferScale.x;
    const ImVec2 size = layout.viewport.size();
    const glm::ivec2 pixels(std::lround(size.x * density), std::lround(size.y * density));
    if (pixels != state_.camera.viewport()) {
        state_.camera.resize(pixels.x, pixels.y);
        if (state_.all_in_view) ui::frame_all(state_);
    } else if (times_search()) return;  // the picture stays as it is: drawing it would slow what is timed
    ++pictures_drawn_;
    auto& style = state_.style;
    const auto& status = *state_.status;
    style.bins = status.grid.bins, style.bin_width = status.grid.width, style.radius = status.grid.radius;
    style.inspection = status.inspection.get();
    state_.complete_picture = renderer_.draw(state_.camera, style, picture_budget_ms);
    if (twin_renderer_) draw_twin();
    drawn_status_ = state_.status;
}

/// Draws pictures and panels into the back buffer, if anything differs from what is shown.
bool MainLoop::draw_window(const ui::Layout& layout) {
    std::vector<ImGuiLayer::Placed> pictures;
    const auto place = [&](const Renderer& renderer, const auto& part) {
        pictures.push_back({renderer.texture(), renderer.version(), part.lo, part.hi});
    };
    place(renderer_, layout.viewport);
    if (twin_renderer_) place(*twin_renderer_, layout.second);
    return layer_.end(pictures, window_.take_damage() || wants_pixels());
}

/// Whether the back buffer is read in this frame.
bool MainLoop::wants_pixels() const {
    return state_.requests.screenshot || state_.requests.cut || (options_.screenshot && !option_screenshot_done_);
}

void MainLoop::take_twin_picture() {
    if (!state_.status->twin) return twin_renderer_.reset();
    const Picture* picture = simulation_.latest_of_twin();
    if (!picture || picture->world != state_.status->world || (twin_renderer_ && picture->serial == twin_serial_))
        return;
    if (!twin_renderer_) {
        const bool interop = renderer_.transfer() == Transfer::interop;
        twin_renderer_ = std::make_unique<Renderer>(interop);
        if (!interop) twin_renderer_->use_host_copy(renderer_.why_host_copy());
    }
    twin_serial_ = picture->serial;
    if (!twin_renderer_->upload(*picture)) simulation_.draw_to_host(true);
}

/// With the camera and the colours of the first.
void MainLoop::draw_twin() {
    ViewStyle style = state_.style;
    const auto& grid = state_.status->twin->grid;
    style.bins = grid.bins, style.bin_width = grid.width, style.radius = grid.radius, style.inspection = nullptr;
    state_.complete_picture &= twin_renderer_->draw(state_.camera, style, picture_budget_ms);
}

void MainLoop::handle_requests() {
    if (std::exchange(state_.requests.fullscreen, false)) window_.toggle_fullscreen();
    if (std::exchange(state_.requests.screenshot, false))
        ui::attempt(state_, [&] {
            const auto path = fresh_path(output_folder(), "nearfield", ".png");
            save_window(path, false);
            ui::tell(state_, "screenshot: " + path.string());
        });
    if (std::exchange(state_.requests.picture, false)) ui::attempt(state_, [&] { save_picture(); });
    if (std::exchange(state_.requests.film, false)) film_ ? end_film() : begin_film();
    if (auto& cut = state_.requests.cut; cut && --cut->frames <= 0)
        ui::attempt(state_, [&] { save_cut(*std::exchange(cut, std::nullopt)); });
}

/// The back buffer before it is shown: RGB rows from the top.
std::vector<unsigned char> MainLoop::window_pixels() const {
    const auto size = window_.framebuffer();
    const std::size_t row = std::size_t(size.x) * 3;
    std::vector<unsigned char> pixels(row * std::size_t(size.y)), flipped(pixels.size());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadBuffer(GL_BACK);
    glReadPixels(0, 0, size.x, size.y, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
    for (std::size_t y = 0; y < std::size_t(size.y); ++y)
        std::copy_n(pixels.begin() + std::ptrdiff_t((std::size_t(size.y) - 1 - y) * row), row,
                    flipped.begin() + std::ptrdiff_t(y * row));
    return flipped;
}

void MainLoop::save_window(const std::filesystem::path& path, bool force) {
    const auto size = window_.framebuffer();
    write_png(path, force, size.x, size.y, window_pixels());
}

void MainLoop::save_cut(const ui::Cut& cut) {
    const auto size = window_.framebuffer();
    const float density = ImGui::GetIO().DisplayFramebufferScale.x;
    const auto pixel = [&](ImVec2 at) {
        return glm::clamp(glm::ivec2(int(at.x * density), int(at.y * density)), glm::ivec2(0), size);
    };
    const glm::ivec2 lo = pixel(cut.lo), part = pixel(cut.hi) - lo;
    const auto all = window_pixels();
    std::vector<unsigned char> pixels;
    for (int y = 0; y < part.y; ++y) {
        const auto first = all.begin() + ((std::ptrdiff_t(lo.y) + y) * size.x + lo.x) * 3;
        pixels.insert(pixels.end(), first, first + std::ptrdiff_t(part.x) * 3);
    }
    const auto path = fresh_path(output_folder(), cut.stem, ".png");
    write_png(path, false, part.x, part.y, pixels);
    ui::tell(state_, "saved " + path.string());
}

/// The picture as it is rendered, without panels, with a legend.
std::vector<unsigned char> MainLoop::printed_picture() {
    const glm::ivec2 size = state_.camera.viewport();
    const auto& status = *state_.status;
    auto rgb = renderer_.pixels();
    if (state_.picture && state_.picture->world == status.world)
        print_legend(
            rgb, size.x, size.y,
            legend_of(*state_.picture, *status.scene, ui::names_of_colours(state_), status.has_clock(), state_.style));
    return rgb;
}

void MainLoop::save_picture() {
    const glm::ivec2 size = state_.camera.viewport();
    const auto path = fresh_path(output_folder(), state_.status->scene->key, ".png");
    write_png(path, false, size.x, size.y, printed_picture());
    ui::tell(state_, "saved " + path.string());
}

void MainLoop::begin_film() {
    if (!state_.picture) return;
    ui::attempt(state_, [&] {
        const glm::ivec2 size = state_.camera.viewport();
        const auto& status = *state_.status;
        const double pace = status.pace > 0 ? status.pace : usual_pace(status.has_clock());
        film_.emplace(status.scene->key, VideoShape{.width = size.x, .height = size.y}, pace, *state_.picture);
        const auto& writer = film_->writer();
        ui::tell(state_, writer.remark().empty() ? "video: " + writer.place().string() : writer.remark());
    });
}

/// Takes the picture shown into the video if one is due. A video that fails is given up.
void MainLoop::film() {
    state_.filmed.reset();
    if (!film_) return;
    if (!ui::attempt(state_, [&] {
            if (!state_.picture || !film_->wants(*state_.picture)) return;
            const glm::ivec2 size = state_.camera.viewport();
            film_->take(printed_picture(), size.x, size.y);
        }))
        return film_.reset();
    state_.filmed = film_->writer().seconds();
}

void MainLoop::end_film() {
    if (!film_) return;
    ui::attempt(state_, [&] {
        film_->finish();
        const auto& writer = film_->writer();
        ui::tell(state_, fmt::format("video: {}, {:.3g} s", writer.place().string(), writer.seconds()));
    });
    film_.reset();
}

/// Takes the screenshot asked for when the window was opened, once the steps are done and drawn.
void MainLoop::take_screenshots() {
    if (!options_.screenshot || option_screenshot_done_ || !state_.picture || !state_.complete_picture) return;
    if (options_.steps && state_.picture->step < *options_.steps) return;
    option_screenshot_done_ = true;
    try {
        save_window(*options_.screenshot, options_.force);
        ui::tell(state_, "screenshot: " + options_.screenshot->string());
    } catch (const Error& problem) {
        if (!options_.steps) return ui::tell(state_, problem.what(), true);
        say("nearfield: {}", problem.what());
        exit_code_ = 1;
    }
}

/// If a number of steps is given: whether they are done and everything asked for is written.
bool MainLoop::check_end() {
    if (!options_.steps) return false;
    const auto& status = *state_.status;
    if (status.message_is_error && status.step < *options_.steps) {
        say("nearfield: {}", status.message);
        exit_code_ = 1;
        return true;
    }
    return status.step >= *options_.steps && (!options_.screenshot || option_screenshot_done_);
}

void MainLoop::measure_frames() {
    ++fps_frames_;
    const double seconds = std::chrono::duration<double>(Clock::now() - fps_since_).count();
    if (seconds < 0.5) return;
    state_.frames_per_second = fps_frames_ / seconds;
    fps_frames_ = 0, fps_since_ = Clock::now();
}

/// Limits the frame rate where nothing else does: software OpenGL, and frames that are not drawn, get 60 frames/s,
/// fewer while no new picture comes, and leave the rest of the processor to the simulation.
void MainLoop::pace() {
    const bool calm = !new_picture_ && window_.idle_seconds() > quiet_after,
               waits_for_display = looks_different_ && !window_.software_gl();
    const auto due = last_frame_ + (waits_for_display ? least_frame_time : calm ? calm_frame_time : frame_time);
    if (wait_ == 0 && Clock::now() < due) std::this_thread::sleep_until(due);
}

void MainLoop::note_size() {
    const auto size = window_.restored_size();
    if (size.x > 0 && size.y > 0) state_.preferences.width = size.x, state_.preferences.height = size.y;
}

void MainLoop::keep_preferences() {
    preferences_due_ = Clock::now() + std::chrono::seconds(2);
    auto& p = state_.preferences;
    p.glow = state_.style.glow, p.grid = state_.style.grid, p.bounds = state_.style.bounds, p.size = state_.style.size;
    if (p.coarse >= 0 || state_.style.coarse != window_.software_gl()) p.coarse = state_.style.coarse;
    p.colour_map = colour_map_names()[std::size_t(state_.style.map)], p.scene = state_.status->scene->key;
    if (p == saved_) return;
    saved_ = p;
    ui::attempt(state_, [&] { save_preferences(config_folder() / "settings.json", p); });
}

/// The numbers that the step's answer or check uses, as measured now.
static nlohmann::json numbers_of_step(const ui::State& s) {
    const auto& step = s.desk.open->step();
    const auto measured = lessons::measured(*s.status, s.desk.clock);
    const lessons::Formula* formula = step.number() ? &step.number()->answer
                                      : step.task() ? &step.task()->check
                                                    : nullptr;
    nlohmann::json numbers = nlohmann::json::object();
    if (formula)
        for (const auto i : formula->expression.uses())
            numbers[formula->names[i]] = value_of(measured, s.desk.open->notes, formula->names[i]);
    return numbers;
}

static nlohmann::json describe_lesson(const ui::State& s) {
    const auto& desk = s.desk;
    if (!desk.open) return nullptr;
    const auto& open = *desk.open;
    const auto words = open.judgement ? open.judgement->words : std::string();
    return {{"name", open.name},
            {"step", open.at + 1},
            {"steps", open.lesson.steps.size()},
            {"hints", open.hints},
            {"passed", open.passed},
            {"chosen", open.chosen + 1},
            {"words", words},
            {"under_way", desk.due.size()},
            {"judging", open.judging},
            {"numbers", numbers_of_step(s)}};
}

nlohmann::json MainLoop::describe() const {
    const auto& s = *state_.status;
    const bool interop = s.backend == Backend::cuda && renderer_.transfer() == Transfer::interop;
    nlohmann::json json{{"step", s.step},       {"running", s.running},  {"actors", s.actors},
                        {"present", s.present}, {"scene", s.scene->key}, {"backend", name(s.backend)}};
    json["frames_per_second"] = std::round(state_.frames_per_second * 10) / 10,
    json["steps_per_second"] = std::round(s.steps_per_second * 10) / 10;
    json["settings"] = s.settings->to_json(), json["message"] = s.message,
    json["transfer"] = interop ? "interop" : "host copy", json["legend"] = {state_.style.lo, state_.style.hi};
    json["replaying"] = s.replaying, json["recording"] = s.recording, json["filmed"] = state_.filmed.value_or(0),
    json["selected"] = s.selected ? nlohmann::json(*s.selected) : nlohmann::json(nullptr);
    json["pace"] = s.pace, json["clock_rate"] = s.clock_rate, json["draw_every"] = s.draw_every;
    json["time"] = s.has_clock() ? nlohmann::json(s.time) : nlohmann::json(nullptr);
    json["overlay"] = int(state_.overlay), json["panels"] = state_.preferences.panels,
    json["drawer"] = state_.preferences.drawer, json["page"] = int(state_.page),
    json["build"] = {{"tick", state_.build.tick()}, {"length", state_.build.length()}};
    if (state_.experiments) json["experiment"] = state_.experiments->describe();
    json["by_keyboard"] = state_.focus.by_keyboard, json["focused"] = ui::focused_panel(),
    json["going_to"] = ui::panel_to_focus();
    json["presenting"] = state_.presenter.on, json["light"] = state_.style.light;
    json["grid"] = state_.style.grid, json["pointing"] = state_.style.pointer.has_value();
    json["camera"] = state_.camera.pose(), json["camera_scale"] = state_.camera.scale(),
    json["ui_scale"] = state_.preferences.ui_scale, json["colour_map"] = state_.style.map;
    json["frames_drawn"] = frames_drawn_, json["pictures_drawn"] = pictures_drawn_,
    json["timing_search"] = times_search();
    json["presented"] = {{"panels", state_.presenter.panels},
                         {"page", state_.presenter.page ? int(*state_.presenter.page) : -1}};
    json["verified"] = s.answers.verification ? nlohmann::json{{"queries", s.answers.verification->queries},
                                                               {"mismatches", s.answers.verification->mismatches}}
                                              : nlohmann::json(nullptr);
    json["compared"] = s.answers.comparison ? nlohmann::json{{"same_neighbours", s.answers.comparison->same_neighbours}}
                                            : nlohmann::json(nullptr);
    json["twin"] = nullptr;
    if (const auto& twin = s.twin)
        json["twin"] = {{"changes", twin->changes},
                        {"steps", twin->steps},
                        {"search_only", twin->search_only},
                        {"parted_at", twin->parted_at},
                        {"alike", twin->equality && twin->equality->states && twin->equality->neighbours}};
    json["watched"] = {
        {"actors", s.watched.actors}, {"share", s.watched.share}, {"wrong", s.watched.wrong.has_value()}};
    json["tuned"] = s.answers.tuning ? nlohmann::json{{"ways", s.answers.tuning->ways.size()},
                                                      {"best", way_text(s.answers.tuning->winner().settings)}}
                                     : nlohmann::json(nullptr);
    json["tuning"] = s.tuning_progress.has_value();
    json["recordings"] = ui::describe(state_.recordings);
    json["seeing"] = state_.desk.seeing, json["lesson"] = describe_lesson(state_);
    json["drawing"] = state_.pencil ? nlohmann::json(state_.pencil->tool->list) : nlohmann::json(nullptr),
    json["readings"] = state_.gauges.readings().size();
    nlohmann::json gauges = nlohmann::json::object();
    for (const auto& gauge : *s.measured.gauges) gauges[gauge.name] = gauge.values;
    json["gauges"] = gauges;
    nlohmann::json diagrams = nlohmann::json::array();
    for (const auto& diagram : *s.measured.diagrams) diagrams.push_back(diagram.title);
    json["diagrams"] = diagrams;
    nlohmann::json toasts = nlohmann::json::array();
    for (const auto& toast : state_.toasts) toasts.push_back({{"text", toast.text}, {"error", toast.error}});
    json["toasts"] = toasts;
    return json;
}

}  // namespace nearfield
