#include "app/shell/main_loop.hpp"

#include "app/draw/printed_legend.hpp"
#include "app/draw/snapshot.hpp"
#include "app/files.hpp"
#include "app/say.hpp"
#include "app/shell/display_loss.hpp"
#include "app/shell/panels.hpp"
#include "app/ui/seen.hpp"
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
constexpr double quiet_wait = 0.05;   // seconds between frames when nothing changes
constexpr double timing_wait = 0.25;  // seconds between frames during timing, which drawing would slow
constexpr double quiet_after = 0.7;   // seconds without input
}  // namespace

MainLoop::MainLoop(const WindowOptions& options, GlfwWindow& window, ImGuiLayer& layer, Renderer& renderer,
                   Simulation& simulation, const ui::Preferences& preferences)
    : options_(options),
      window_(window),
      layer_(layer),
      renderer_(renderer),
      simulation_(simulation),
      session_(simulation, renderer, simulation.status()),
      saved_(preferences) {
    session_.preferences = preferences;
    session_.desk.add(ui::all_panels());
    if (options.panels) session_.desk.add(options.panels());
    auto& style = session_.view.style;
    style.glow = preferences.glow, style.grid = preferences.grid, style.bounds = preferences.bounds,
    style.size = preferences.size,
    style.coarse = preferences.coarse < 0 ? window.software_gl() : preferences.coarse != 0;
    const auto& maps = colour_map_names();
    const auto map = std::find(maps.begin(), maps.end(), preferences.colour_map);
    style.map = map == maps.end() ? 0 : int(map - maps.begin());
}

void MainLoop::start() {
    session_.view.look_wanted = options_.look;
    ui::attempt(session_, [&] { session_.own_presets = own_presets(); });
    if (options_.lesson) session_.desk.find("lesson").open_item(session_, *options_.lesson);
    simulation_.draw_to_host(renderer_.transfer() == Transfer::host_copy);
    for (const auto& command : options_.first) simulation_.send(command);
    if (options_.record) simulation_.send(command::Record{options_.record->string(), options_.force});
    if (options_.steps) simulation_.send(command::Step{*options_.steps});
    else if (!options_.paused && !options_.lesson) ui::set_running(session_, true);
}

int MainLoop::run() {
    const DisplayLoss loss([this] { return finish(), ended_by("the display was lost"); });
    start();
    try {
        while (!done_ && !options_.interrupted()) wait_and_draw();
    } catch (const WorkStopped&) {}  // work of this thread, stopped by a signal
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

/// Completes the video, recording and settings independently of each other's errors. Does not use the display, which
/// may be lost.
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
    film_.reset();
    for (const auto& panel : session_.desk.panels()) panel->stop();
    attempt([&] { simulation_.end(); });
    attempt([&] { keep_preferences(); });
}

std::string MainLoop::ended_by(const char* what) const {
    return fmt::format("{} after step {}{}", what, simulation_.status()->step,
                       exit_code_ ? "" : "; files are complete up to there");
}

void MainLoop::frame() {
    if (!pending_complaint_.empty()) ui::tell(session_, std::exchange(pending_complaint_, {}), true);
    take_news();
    const float scale = ui::presenting_scale(session_, float(window_.size().y) / window_.text_scale());
    layer_.begin(session_.preferences.ui_scale * scale, session_.preferences.light,
                 session_.keyboard.focus.by_keyboard);
    session_.view.style.light = session_.preferences.light, session_.view.style.stroke = scale;
    handle_keys();
    note_held();
    const auto layout = ui::arrange(session_, ImGui::GetIO().DisplaySize, ImGui::GetFontSize());
    draw_picture(layout);
    ui::draw_panels(session_, layout);
    session_.keyboard.focus.follow(session_.desk.front() && !session_.desk.front()->has_focus());
    looks_different_ = draw_window(layout);
    if (const auto problem = layer_.clipboard().take_problem(); !problem.empty()) ui::tell(session_, problem, true);
    handle_requests();
    take_screenshots();
    film();
    done_ = check_end() || session_.window.quit;
    if (looks_different_) window_.swap(), ++frames_drawn_;
    simulation_.frame_drawn();
    measure_frames();
    ui::write_seen([&] { return describe(); });
    if (Clock::now() >= preferences_due_) note_size(), keep_preferences();
}

void MainLoop::take_news() {
    const double seconds = std::chrono::duration<double>(Clock::now() - last_frame_).count();
    last_frame_ = Clock::now();
    take_status();
    if (session_.edits.sent() != edits_marked_) edits_marked_ = session_.edits.sent(), session_.history.timing.mark();
    auto rows = simulation_.take_rows();
    std::erase_if(rows, [&](const StepRow& row) { return row.world != session_.status->world; });
    session_.history.timing.add(rows, seconds, session_.status->running);
    session_.history.metrics.add(rows);
    take_picture();
    take_twin_picture();
    for (const auto& panel : session_.desk.panels()) panel->tend(session_, rows);
    const bool still = !session_.status->running && rows.empty() && session_.view.complete &&
                       session_.messages.toasts.empty() && !options_.steps && !any_panel(&ui::Panel::is_moving);
    wait_ = times_search() ? timing_wait : still && window_.idle_seconds() > quiet_after ? quiet_wait : 0;
}

void MainLoop::take_status() {
    auto& s = session_;
    s.status = simulation_.status();
    if (s.status->message_serial != message_serial_) {
        message_serial_ = s.status->message_serial;
        ui::tell(s, s.status->message, s.status->message_is_error);
        if (s.status->message_is_error) s.wanted.running.reset(), s.wanted.pace.reset(), s.view.look_wanted.reset();
    }
    s.edits.sync(*s.status);
    if (s.status->step < last_step_) s.history.metrics.clear(), s.history.gauges.clear();
    s.history.gauges.add(s.status->time, *s.status->measured.gauges);
    last_step_ = s.status->step;
    s.wanted.sync(*s.status);
    if (std::exchange(world_, s.status->world) != s.status->world)
        s.history.timing.clear(), s.history.metrics.clear(), s.history.gauges.clear(), s.view.pencil.reset();
}

void MainLoop::take_picture() {
    auto& s = session_;
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
    if (std::exchange(looked_at_, s.picture->world) != s.picture->world && s.view.look_wanted)
        ui::take_look(s, *std::exchange(s.view.look_wanted, {}));
    follow_range(fresh || coloured_by_ != s.picture->attribute || !s.status->running);
    coloured_by_ = s.picture->attribute;
}

/// True during timing measurements of the search.
bool MainLoop::times_search() const { return session_.status->tuning_progress || any_panel(&ui::Panel::is_timing); }

bool MainLoop::any_panel(bool (ui::Panel::*is)() const) const {
    const auto& panels = session_.desk.panels();
    return std::any_of(panels.begin(), panels.end(), [&](const auto& panel) { return (*panel.*is)(); });
}

/// Moves the ends of the colour map slowly towards the data, so that colours do not flicker.
void MainLoop::follow_range(bool fresh) {
    auto& style = session_.view.style;
    style.names = ui::names_of_colours(session_).size();
    if (style.names) move_range(style, range_of_names(style.names), 1);
    else if (session_.view.auto_range) move_range(style, auto_range(session_.picture->range), fresh ? 1 : 0.15f);
}

void MainLoop::handle_keys() {
    for (const auto& path : window_.take_dropped()) {
        auto& recordings = session_.desk.find("recordings");
        if (!session_.desk.is_front(recordings)) session_.desk.open(session_, recordings);
        recordings.open_item(session_, path);
    }
    for (const auto& press : window_.take_keys()) {
        const ui::Panel* front = session_.desk.front();
        const bool sideways = front && front->chooses_sideways() && !ImGui::GetIO().WantTextInput,
                   back = press.key == GLFW_KEY_UP || (sideways && press.key == GLFW_KEY_LEFT),
                   on = press.key == GLFW_KEY_DOWN || (sideways && press.key == GLFW_KEY_RIGHT),
                   closes = press.key == GLFW_KEY_ESCAPE && front;
        if (press.character == 0 && front && (back || on))
            session_.keyboard.moves += (back ? -1 : 1) * (press.mods & GLFW_MOD_SHIFT ? 10 : 1);
        else if (closes || !session_.keyboard.focus.claims(press))
            ui::dispatch(session_, press, ImGui::GetIO().WantTextInput);
    }
}

/// Updates the tool whose key is held, and the state of Enter.
void MainLoop::note_held() {
    session_.keyboard.held = nullptr, session_.keyboard.enter = window_.holds_enter();
    if (session_.desk.front() || ImGui::GetIO().WantTextInput) return;
    for (const Tool& tool : session_.status->scene->tools)
        if (tool.gesture == Gesture::hold && window_.holds(tool.letter)) session_.keyboard.held = &tool;
}

void MainLoop::draw_picture(const ui::Layout& layout) {
    const float density = ImGui::GetIO().DisplayFramebufferScale.x;
    const ImVec2 size = layout.viewport.size();
    const glm::ivec2 pixels(std::lround(size.x * density), std::lround(size.y * density));
    if (pixels != session_.view.camera.viewport()) {
        session_.view.camera.resize(pixels.x, pixels.y);
        if (session_.view.all_in_view) ui::frame_all(session_);
    } else if (times_search()) return;  // the picture stays: drawing would disturb timing
    ++pictures_drawn_;
    auto& style = session_.view.style;
    const auto& status = *session_.status;
    style.bins = status.grid.bins, style.bin_width = status.grid.width, style.radius = status.grid.radius;
    style.inspection = status.inspection.get();
    session_.view.complete = renderer_.draw(session_.view.camera, style, picture_budget_ms);
    if (twin_renderer_) draw_twin();
    drawn_status_ = session_.status;
}

/// Draws pictures and panels into the back buffer. Returns false if nothing has changed.
bool MainLoop::draw_window(const ui::Layout& layout) {
    std::vector<ImGuiLayer::Placed> pictures;
    const auto place = [&](const Renderer& renderer, const auto& part) {
        pictures.push_back({renderer.texture(), renderer.version(), part.lo, part.hi});
    };
    place(renderer_, layout.viewport);
    if (twin_renderer_) place(*twin_renderer_, layout.second);
    return layer_.end(pictures, window_.take_damage() || wants_pixels());
}

/// True if this frame reads the back buffer.
bool MainLoop::wants_pixels() const {
    return session_.window.screenshot || session_.window.cut || (options_.screenshot && !option_screenshot_done_);
}

void MainLoop::take_twin_picture() {
    if (!session_.status->twin) return twin_renderer_.reset();
    const Picture* picture = simulation_.latest_of_twin();
    if (!picture || picture->world != session_.status->world || (twin_renderer_ && picture->serial == twin_serial_))
        return;
    if (!twin_renderer_) {
        const bool interop = renderer_.transfer() == Transfer::interop;
        twin_renderer_ = std::make_unique<Renderer>(interop);
        if (!interop) twin_renderer_->use_host_copy(renderer_.why_host_copy());
    }
    twin_serial_ = picture->serial;
    if (!twin_renderer_->upload(*picture)) simulation_.draw_to_host(true);
}

/// Draws the second run with the first run's camera and colours.
void MainLoop::draw_twin() {
    ViewStyle style = session_.view.style;
    const auto& grid = session_.status->twin->grid;
    style.bins = grid.bins, style.bin_width = grid.width, style.radius = grid.radius, style.inspection = nullptr;
    session_.view.complete &= twin_renderer_->draw(session_.view.camera, style, picture_budget_ms);
}

void MainLoop::handle_requests() {
    if (std::exchange(session_.window.fullscreen, false)) window_.toggle_fullscreen();
    if (std::exchange(session_.window.screenshot, false))
        ui::attempt(session_, [&] {
            const auto path = fresh_path(output_folder(), "nearfield", ".png");
            save_window(path, false);
            ui::tell(session_, "screenshot: " + path.string());
        });
    if (std::exchange(session_.window.picture, false)) ui::attempt(session_, [&] { save_picture(); });
    if (std::exchange(session_.window.film, false)) film_ ? end_film() : begin_film();
    if (auto& cut = session_.window.cut; cut && --cut->frames <= 0)
        ui::attempt(session_, [&] { save_cut(*std::exchange(cut, std::nullopt)); });
}

/// Returns the back buffer before it is shown, as RGB rows from the top.
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
    ui::tell(session_, "saved " + path.string());
}

/// Returns the rendered picture without panels, with a legend.
std::vector<unsigned char> MainLoop::printed_picture() {
    const glm::ivec2 size = session_.view.camera.viewport();
    const auto& status = *session_.status;
    auto rgb = renderer_.pixels();
    if (session_.picture && session_.picture->world == status.world)
        print_legend(rgb, size.x, size.y,
                     legend_of(*session_.picture, *status.scene, ui::names_of_colours(session_), status.has_clock(),
                               session_.view.style));
    return rgb;
}

void MainLoop::save_picture() {
    const glm::ivec2 size = session_.view.camera.viewport();
    const auto path = fresh_path(output_folder(), session_.status->scene->key, ".png");
    write_png(path, false, size.x, size.y, printed_picture());
    ui::tell(session_, "saved " + path.string());
}

void MainLoop::begin_film() {
    if (!session_.picture) return;
    ui::attempt(session_, [&] {
        const glm::ivec2 size = session_.view.camera.viewport();
        const auto& status = *session_.status;
        const double pace = status.pace > 0 ? status.pace : usual_pace(status.has_clock());
        film_.emplace(status.scene->key, VideoShape{.width = size.x, .height = size.y}, pace, *session_.picture);
        const auto& writer = film_->writer();
        ui::tell(session_, writer.remark().empty() ? "video: " + writer.place().string() : writer.remark());
    });
}

/// Adds the current picture to the video if a frame is due. Stops the video on failure.
void MainLoop::film() {
    session_.window.filmed.reset();
    if (!film_) return;
    if (!ui::attempt(session_, [&] {
            if (!session_.picture || !film_->wants(*session_.picture)) return;
            const glm::ivec2 size = session_.view.camera.viewport();
            film_->take(printed_picture(), size.x, size.y);
        }))
        return film_.reset();
    session_.window.filmed = film_->writer().seconds();
}

void MainLoop::end_film() {
    if (!film_) return;
    ui::attempt(session_, [&] {
        film_->finish();
        const auto& writer = film_->writer();
        ui::tell(session_, fmt::format("video: {}, {:.3g} s", writer.place().string(), writer.seconds()));
    });
    film_.reset();
}

/// Takes the screenshot requested by WindowOptions once the steps are done and drawn.
void MainLoop::take_screenshots() {
    if (!options_.screenshot || option_screenshot_done_ || !session_.picture || !session_.view.complete) return;
    if (options_.steps && session_.picture->step < *options_.steps) return;
    option_screenshot_done_ = true;
    try {
        save_window(*options_.screenshot, options_.force);
        ui::tell(session_, "screenshot: " + options_.screenshot->string());
    } catch (const Error& problem) {
        if (!options_.steps) return ui::tell(session_, problem.what(), true);
        say("nearfield: {}", problem.what());
        exit_code_ = 1;
    }
}

/// Returns true if the given number of steps is done and all requested files are written.
bool MainLoop::check_end() {
    if (!options_.steps) return false;
    const auto& status = *session_.status;
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
    session_.window.frames_per_second = fps_frames_ / seconds;
    fps_frames_ = 0, fps_since_ = Clock::now();
}

/// Limits the frame rate when the display does not: under software OpenGL and for frames without drawing. The limit is
/// 60 frames/s, lower while no new picture arrives, to leave processor time to the simulation.
void MainLoop::pace() {
    const bool calm = !new_picture_ && window_.idle_seconds() > quiet_after,
               waits_for_display = looks_different_ && !window_.software_gl();
    const auto due = last_frame_ + (waits_for_display ? least_frame_time : calm ? calm_frame_time : frame_time);
    if (wait_ == 0 && Clock::now() < due) std::this_thread::sleep_until(due);
}

void MainLoop::note_size() {
    const auto size = window_.restored_size();
    if (size.x > 0 && size.y > 0) session_.preferences.width = size.x, session_.preferences.height = size.y;
}

void MainLoop::keep_preferences() {
    preferences_due_ = Clock::now() + std::chrono::seconds(2);
    auto& p = session_.preferences;
    p.glow = session_.view.style.glow, p.grid = session_.view.style.grid, p.bounds = session_.view.style.bounds,
    p.size = session_.view.style.size;
    if (p.coarse >= 0 || session_.view.style.coarse != window_.software_gl()) p.coarse = session_.view.style.coarse;
    p.colour_map = colour_map_names()[std::size_t(session_.view.style.map)], p.scene = session_.status->scene->key;
    if (p == saved_) return;
    saved_ = p;
    ui::attempt(session_, [&] { save_preferences(config_folder() / "settings.json", p); });
}

namespace {

nlohmann::json described(const TwinReport& twin) {
    nlohmann::json changes = nlohmann::json::object();
    for (const auto& [key, value] : twin.changes) changes[key] = value_text(value);
    return {{"changes", changes},
            {"steps", twin.steps},
            {"search_only", twin.search_only},
            {"parted_at", twin.parted_at},
            {"alike", twin.equality && twin.equality->states && twin.equality->neighbours}};
}

}  // namespace

nlohmann::json MainLoop::describe() const {
    const auto& s = *session_.status;
    const bool interop = s.backend == Backend::cuda && renderer_.transfer() == Transfer::interop;
    nlohmann::json json{{"step", s.step},       {"running", s.running},  {"actors", s.actors},
                        {"present", s.present}, {"scene", s.scene->key}, {"backend", name(s.backend)}};
    json["frames_per_second"] = std::round(session_.window.frames_per_second * 10) / 10,
    json["steps_per_second"] = std::round(s.steps_per_second * 10) / 10;
    json["settings"] = s.settings->to_json(), json["message"] = s.message,
    json["transfer"] = interop ? "interop" : "host copy",
    json["legend"] = {session_.view.style.lo, session_.view.style.hi};
    json["replaying"] = s.replaying, json["recording"] = s.recording,
    json["filmed"] = session_.window.filmed.value_or(0),
    json["selected"] = s.selected ? nlohmann::json(*s.selected) : nlohmann::json(nullptr);
    json["pace"] = s.pace, json["clock_rate"] = s.clock_rate, json["draw_every"] = s.draw_every;
    json["time"] = s.has_clock() ? nlohmann::json(s.time) : nlohmann::json(nullptr);
    json["overlay"] = session_.desk.front() ? session_.desk.front()->id() : "",
    json["panels"] = session_.preferences.panels, json["drawer"] = session_.preferences.drawer,
    json["page"] = session_.desk.page_id();
    json["by_keyboard"] = session_.keyboard.focus.by_keyboard, json["focused"] = ui::focused_panel(),
    json["going_to"] = ui::panel_to_focus();
    json["presenting"] = session_.desk.presenting, json["light"] = session_.view.style.light;
    json["grid"] = session_.view.style.grid, json["pointing"] = session_.view.style.pointer.has_value();
    json["camera"] = session_.view.camera.pose(), json["camera_scale"] = session_.view.camera.scale(),
    json["ui_scale"] = session_.preferences.ui_scale, json["colour_map"] = session_.view.style.map;
    json["frames_drawn"] = frames_drawn_, json["pictures_drawn"] = pictures_drawn_,
    json["timing_search"] = times_search();
    json["presented"] = {{"panels", session_.desk.presented.panels},
                         {"page", session_.desk.presented.page ? session_.desk.presented.page->id() : ""}};
    json["verified"] = s.answers.verification ? nlohmann::json{{"queries", s.answers.verification->queries},
                                                               {"mismatches", s.answers.verification->mismatches}}
                                              : nlohmann::json(nullptr);
    json["compared"] = s.answers.comparison ? nlohmann::json{{"same_neighbours", s.answers.comparison->same_neighbours}}
                                            : nlohmann::json(nullptr);
    json["twin"] = s.twin ? described(*s.twin) : nlohmann::json(nullptr);
    json["watched"] = {
        {"actors", s.watched.actors}, {"share", s.watched.share}, {"wrong", s.watched.wrong.has_value()}};
    json["tuned"] = s.answers.tuning ? nlohmann::json{{"ways", s.answers.tuning->ways.size()},
                                                      {"best", way_text(s.answers.tuning->winner().settings)}}
                                     : nlohmann::json(nullptr);
    json["tuning"] = s.tuning_progress.has_value();
    json["drawing"] = session_.view.pencil ? nlohmann::json(session_.view.pencil->tool->list) : nlohmann::json(nullptr),
    json["readings"] = session_.history.gauges.readings().size();
    nlohmann::json gauges = nlohmann::json::object();
    for (const auto& gauge : *s.measured.gauges) gauges[gauge.name] = gauge.values;
    json["gauges"] = gauges;
    nlohmann::json diagrams = nlohmann::json::array();
    for (const auto& diagram : *s.measured.diagrams) diagrams.push_back(diagram.title);
    json["diagrams"] = diagrams;
    nlohmann::json toasts = nlohmann::json::array();
    for (const auto& toast : session_.messages.toasts) toasts.push_back({{"text", toast.text}, {"error", toast.error}});
    json["toasts"] = toasts;
    for (const auto& panel : session_.desk.panels()) panel->describe(session_, json);
    return json;
}

}  // namespace nearfield
