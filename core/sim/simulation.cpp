#include "sim/simulation.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nearfield {

namespace {
constexpr std::size_t rows_kept = 100000;
constexpr u32 audit_sample = 4096;
}  // namespace

Simulation::Simulation(const SceneInfo& scene, const Settings& settings, Backend backend) : settings_(settings) {
    world_ = make_world(scene, settings, backend);
    now_.scene = &scene, now_.backend = backend, now_.device = device_name(backend), now_.diagrams = world_->diagrams();
    publish_status();
    thread_ = std::thread([this] { loop(); });
}

Simulation::~Simulation() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void Simulation::post(std::function<void()> command) {
    {
        const std::lock_guard lock(mutex_);
        commands_.push_back(std::move(command));
    }
    wake_.notify_one();
}

void Simulation::run(bool on) {
    post([=, this] { now_.running = on, steps_wanted_ = 0, left_in_frame_ = 0, pace_since_ = {}; });
}
void Simulation::step(u32 count) {
    post([=, this] { now_.running = false, steps_wanted_ += count; });
}
void Simulation::reset() {
    post([this] {
        world_->reset();
        note_restart();
    });
}
void Simulation::setup() {
    post([this] { replace_world(*now_.scene, settings_, now_.backend); });
}
void Simulation::set(std::string key, std::string value) {
    post([this, key = std::move(key), value = std::move(value)] { change(key, value); });
}
void Simulation::load(const SceneInfo& scene, Settings settings, Backend backend) {
    post([this, &scene, settings = std::move(settings), backend] {
        if (recorder_) stop_recording();
        replace_world(scene, settings, backend);
    });
}
void Simulation::set_pace(int steps_per_frame, int draw_every) {
    post([=, this] { now_.steps_per_frame = std::max(0, steps_per_frame), now_.draw_every = std::max(1, draw_every); });
}
void Simulation::draw_to_host(bool on) {
    post([=, this] { to_host_ = on, picture_stale_ = true; });
}
void Simulation::record(std::string folder) {
    post([this, folder = std::move(folder)] { folder.empty() ? stop_recording() : start_recording(folder); });
}
void Simulation::select(std::optional<u32> actor) {
    post([=, this] { selected_ = actor, refresh_inspection(); });
}
void Simulation::pick(glm::vec3 origin, glm::vec3 direction, float tolerance) {
    post([=, this] {
        const u32 actor = world_->pick(origin, direction, tolerance);
        selected_ = actor < world_->actors() ? std::optional<u32>(actor) : std::nullopt;
        refresh_inspection();
    });
}
void Simulation::point(std::optional<glm::vec3> at) {
    post([=, this] { world_->point(at); });
}
void Simulation::drop(glm::vec3 at) {
    post([=, this] { world_->drop(at); });
}
void Simulation::verify(u32 sample) {
    post([=, this] {
        now_.verification = world_->verify(sample);
        now_.verified_step = world_->steps();
        const auto& v = *now_.verification;
        tell(v.mismatches ? fmt::format("MISMATCH: {} of {} actors find others than brute force does, the first is actor {}", v.mismatches, v.queries, *v.first_actor)
                          : fmt::format("{} actors checked against brute force at step {}: all agree", v.queries, now_.verified_step),
             v.mismatches != 0);
    });
}
void Simulation::compare(Settings a, Settings b, int repeats) {
    post([this, a = std::move(a), b = std::move(b), repeats] { now_.comparison = world_->compare(a, b, repeats); });
}
void Simulation::tune() {
    post([this] {
        try {
            tune_now();
        } catch (const TuningStopped&) {
            tell("tuning stopped; the search is as it was", false);
        }
    });
}
void Simulation::stop_tuning() {
    const std::lock_guard lock(mutex_);
    stop_tuning_ = true;
}

void Simulation::frame_drawn() {
    {
        const std::lock_guard lock(mutex_);
        frame_granted_ = true;  // grants not used do not add up
        picture_wanted_ = true;
    }
    wake_.notify_one();
}

Frame* Simulation::latest() {
    Frame& frame = frames_.front();
    return frame.serial ? &frame : nullptr;
}

std::shared_ptr<const Status> Simulation::status() const {
    const std::lock_guard lock(mutex_);
    return status_;
}

std::vector<StepRow> Simulation::take_rows() {
    const std::lock_guard lock(mutex_);
    return std::exchange(rows_, {});
}

void Simulation::loop() {
    yield_priority_to_window();
    while (carry_out_commands()) {
        try {
            if (may_step()) advance();
            else publish(picture_stale_);
        } catch (const std::exception& problem) {
            now_.running = false, steps_wanted_ = 0;
            tell(std::string("paused: ") + problem.what(), true);
            picture_stale_ = true;
        }
        publish_status();
    }
    stop_recording();
    world_.reset();
}

/// Waits for something to do; false when it is time to end.
bool Simulation::carry_out_commands() {
    std::deque<std::function<void()>> todo;
    {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return quit_ || !commands_.empty() || (may_step() && (steps_wanted_ || now_.steps_per_frame == 0 || frame_granted_ || left_in_frame_ > 0)) || (!may_step() && picture_stale_ && picture_wanted_); });
        if (quit_) return false;
        todo.swap(commands_);
    }
    for (auto& command : todo) {
        try {
            command();
        } catch (const std::bad_alloc&) {
            tell("not enough memory for that; everything is as it was", true);
        } catch (const std::exception& problem) {
            tell(problem.what(), true);
        }
    }
    return true;
}

bool Simulation::may_step() const { return now_.running || steps_wanted_ > 0; }

/// One step if one is due, so that commands are never far away.
void Simulation::advance() {
    if (!take_grant()) return;
    if (auto_tuner_.due(settings_)) keep_tuned();
    world_->step();
    auto times = world_->finish();
    auto_tuner_.stepped(times.back().total_ms);
    picture_stale_ = true;
    StepRow row{.times = std::move(times.back()), .reset = std::exchange(restarted_, false)};
    if (recorder_) {
        measure();
        row.metrics = now_.metrics;
        recorder_->row(row.times, row.metrics);
        recorder_->gauges(world_->steps(), world_->time(), now_.gauges);
    }
    publish(steps_wanted_ == 0 && !now_.running);
    if (row.metrics.empty() && !picture_stale_) row.metrics = now_.metrics;
    measure_pace();
    const std::lock_guard lock(mutex_);
    if (rows_.size() >= rows_kept) rows_.erase(rows_.begin(), rows_.begin() + rows_kept / 10);
    rows_.push_back(std::move(row));
}

/// True if a step is due: a single one asked for, or one of the steps that the last frame granted.
bool Simulation::take_grant() {
    if (steps_wanted_ > 0) return --steps_wanted_, true;
    if (now_.steps_per_frame == 0) return true;
    const std::lock_guard lock(mutex_);
    if (std::exchange(frame_granted_, false)) left_in_frame_ = now_.steps_per_frame;
    return left_in_frame_ > 0 && left_in_frame_-- > 0;
}

/// Draws and publishes the present state if the window has shown the last one.
void Simulation::publish(bool even_if_between) {
    if (!picture_stale_ || (!even_if_between && world_->steps() % u64(now_.draw_every) != 0)) return;
    {
        const std::lock_guard lock(mutex_);
        if (!picture_wanted_) return;
        picture_wanted_ = false;
    }
    if (!recorder_) measure();
    Frame& frame = frames_.back();
    world_->draw(frame, now_.scene->attribute(settings_), to_host_);
    frame.serial = ++serial_;
    frames_.publish();
    picture_stale_ = false;
    refresh_audit();
    if (selected_) refresh_inspection();
}

void Simulation::measure() { now_.metrics = world_->metrics(), now_.gauges = world_->gauges(), now_.diagrams = world_->diagrams(); }

void Simulation::refresh_inspection() {
    now_.inspection.reset();
    if (!selected_) return;
    if (*selected_ >= world_->actors() || !world_->is_present(*selected_)) {
        selected_.reset();
        return;
    }
    now_.inspection = world_->inspect(*selected_);
    now_.inspected_values = world_->values_of(*selected_);
}

/// Twice a second, or less often where an audit is slow: it may take a twentieth of the time.
void Simulation::refresh_audit() {
    const auto start = Clock::now();
    if (start < next_audit_) return;
    now_.audit = world_->audit(audit_sample);
    const auto took = Clock::now() - start;
    next_audit_ = start + std::max<Clock::duration>(std::chrono::milliseconds(500), 20 * took);
}

void Simulation::tell(std::string message, bool is_error) {
    now_.message = std::move(message), now_.message_is_error = is_error, ++now_.message_serial;
}

void Simulation::replace_world(const SceneInfo& scene, const Settings& settings, Backend backend) {
    auto fresh = make_world(scene, settings, backend);
    world_ = std::move(fresh);
    settings_ = settings;
    if (now_.backend != backend) now_.device = device_name(backend);
    now_.scene = &scene, now_.backend = backend;
    auto_tuner_.restart();
    now_.tuning.reset();
    note_restart();
}

void Simulation::change(const std::string& key, const std::string& value) {
    Settings changed = settings_;
    changed.set(key, value);
    if (changed == settings_) return;
    const auto& tuned = tuned_keys();
    if (settings_.get("search.auto") != 0 && std::find(tuned.begin(), tuned.end(), key) != tuned.end())
        throw UsageError(fmt::format("{}: {} is not taken while search.auto is on, which chooses it by measuring; turn search.auto off first", key, changed.text(key)));
    if (changed.spec(key).effect == Effect::respawn) return replace_world(*now_.scene, changed, now_.backend);
    world_->configure(changed);
    settings_ = changed;
    if (key == "search.auto") auto_tuner_.restart();
    note_regrid();
    if (recorder_) recorder_->change(world_->steps(), key, settings_.text(key));
}

void Simulation::note_regrid() {
    picture_stale_ = true;
    next_audit_ = std::min(next_audit_, Clock::now() + std::chrono::milliseconds(100));
}

/// Everything stays as it was if this throws.
void Simulation::tune_now() {
    const Settings before = settings_;
    struct Ended {
        std::optional<double>& progress;
        ~Ended() { progress.reset(); }
    } const ended{now_.tuning_progress};
    {
        const std::lock_guard lock(mutex_);
        stop_tuning_ = false;
    }
    now_.tuning = std::make_shared<const Tuning>(auto_tuner_.tune_now(*world_, settings_, now_.backend, [this](double share) { watch_tuning(share); }));
    now_.tuned_step = world_->steps();
    note_regrid();
    if (recorder_)
        for (const auto& key : settings_.differing(before)) recorder_->change(now_.tuned_step, key, settings_.text(key));
    tell_tuned(before);
}

/// As `search.auto` asks; what cannot be tuned is not tried again at every step.
void Simulation::keep_tuned() {
    try {
        tune_now();
    } catch (const TuningStopped&) {
        settings_.set("search.auto", 0.0);
        tell("tuning stopped; the search is as it was, and search.auto is off", false);
    } catch (const Error& problem) {
        settings_.set("search.auto", 0.0);
        tell(fmt::format("search.auto is off now: {}", problem.what()), true);
    }
}

void Simulation::watch_tuning(double share) {
    {
        const std::lock_guard lock(mutex_);
        if (stop_tuning_ || quit_) throw TuningStopped{};
    }
    now_.tuning_progress = share;
    share_status();
}

void Simulation::tell_tuned(const Settings& before) {
    const auto& tuning = *now_.tuning;
    const double was = tuning.ways[tuning.start].whole().ms, is = tuning.winner().whole().ms;
    if (settings_ == before) tell(fmt::format("tuned: {} stays the fastest, {:.3g} ms per step", way_text(settings_), is), false);
    else tell(fmt::format("tuned: {}, {:.3g} ms per step instead of {:.3g}", way_text(settings_), is, was), false);
}

void Simulation::start_recording(const std::string& folder) {
    std::vector<std::string> keys;
    for (const auto& metric : now_.scene->metrics) keys.push_back(metric.key);
    std::vector<std::string> gauged;
    for (const auto& quantity : now_.scene->gauged) gauged.push_back(quantity.key);
    recorder_ = std::make_unique<Recorder>(folder, RunInfo{now_.scene->key, now_.backend, now_.device, world_->actors(), keys, gauged}, settings_);
    now_.recording = folder;
}

void Simulation::stop_recording() {
    if (!recorder_) return;
    tell(fmt::format("recorded {} steps in {}", recorder_->rows(), recorder_->folder().string()), false);
    recorder_.reset();
    now_.recording.clear();
}

void Simulation::note_restart() {
    restarted_ = picture_stale_ = true;
    next_audit_ = {}, pace_since_ = {};
    now_.verification.reset(), now_.comparison.reset();
    now_.metrics.clear(), now_.gauges.clear(), now_.diagrams = world_->diagrams();
    if (recorder_) recorder_->change(0, "reset", std::to_string(world_->actors()));
}

void Simulation::measure_pace() {
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - pace_since_).count();
    if (pace_since_ == Clock::time_point{} || world_->steps() < pace_steps_) {
        pace_since_ = now, pace_steps_ = world_->steps();
    } else if (seconds > 0.5) {
        now_.steps_per_second = double(world_->steps() - pace_steps_) / seconds;
        pace_since_ = now, pace_steps_ = world_->steps();
    }
}

void Simulation::publish_status() {
    if (!may_step()) now_.steps_per_second = 0;
    now_.step = world_->steps(), now_.actors = world_->actors(), now_.present = world_->present(), now_.time = world_->time(), now_.grid = world_->grid();
    if (!now_.settings || !(*now_.settings == settings_)) now_.settings = std::make_shared<const Settings>(settings_);
    share_status();
}

void Simulation::share_status() {
    auto fresh = std::make_shared<const Status>(now_);
    const std::lock_guard lock(mutex_);
    status_ = std::move(fresh);
}

}  // namespace nearfield
