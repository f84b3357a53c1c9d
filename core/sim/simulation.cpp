#include "sim/simulation.hpp"

#include "base/error.hpp"
#include "base/stoppable.hpp"
#include "exec/stage_watch.hpp"
#include "record/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {

namespace {
constexpr std::size_t rows_kept = 100000;
constexpr u32 audit_sample = 4096;
constexpr auto verdict_wait = std::chrono::milliseconds(20);
constexpr double longest_stage = 60;    // s
constexpr double longest_frame = 0.25;  ///< s; longer frames count as this long for the pace

/// Names of attributes' values, by attribute.
std::shared_ptr<const std::vector<std::vector<std::string>>> names_of_values(Run& run) {
    std::vector<std::vector<std::string>> all(run.scene().attributes.size());
    if (auto* elements = run.world().elements())
        for (std::size_t a = 0; a < all.size(); ++a) all[a] = elements->value_names(int(a));
    return std::make_shared<const std::vector<std::vector<std::string>>>(std::move(all));
}
}  // namespace

Simulation::Simulation(const SceneInfo& scene, const Settings& settings, Backend backend)
    : Simulation(std::make_unique<Run>(scene, settings, backend)) {}

Simulation::Simulation(std::unique_ptr<Run> run) : run_(std::move(run)) {
    run_->watch_tuning([this](double share) { watch_tuning(share); });
    now_.device = device_name(run_->backend());
    take_changes();
    publish_status();
    thread_ = std::thread([this] { loop(); });
}

/// Changes data guarded by the mutex and wakes the thread.
template <class F> void Simulation::change(const F& f) {
    {
        const std::lock_guard lock(mutex_);
        f();
    }
    wake_.notify_one();
}

Simulation::~Simulation() {
    try {
        end();
    } catch (const std::exception&) {}  // callers who need the error call end()
}

void Simulation::end() {
    change([&] { quit_ = true; });
    if (thread_.joinable()) thread_.join();
    if (const auto problem = std::exchange(not_closed_, {})) std::rethrow_exception(problem);
}

void Simulation::send(Command command) {
    change([&] {
        if (is<command::StopWork>(command)) stop_wanted_ = true;
        else {
            commands_.push_back(std::move(command));
            ++sent_;
        }
    });
}

u64 Simulation::sent() const {
    const std::lock_guard lock(mutex_);
    return sent_;
}

void Simulation::draw_to_host(bool on) {
    change([&] {
        to_host_ = on;
        wants_changed_ = true;
    });
}

void Simulation::show_memory(bool on) {
    change([&] {
        memory_wanted_ = on;
        wants_changed_ = true;
    });
}

void Simulation::frame_drawn() {
    change([&] { frame_granted_ = picture_wanted_ = true; });  // unused grants do not accumulate
}

Picture* Simulation::latest() {
    Picture& picture = pictures_.front();
    return picture.serial ? &picture : nullptr;
}

Picture* Simulation::latest_of_twin() {
    Picture& picture = twin_pictures_.front();
    return picture.serial ? &picture : nullptr;
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
            else show_present();
            take_verdict();
        } catch (const std::bad_alloc&) {
            halt(std::string("memory is full; ") + fewer_actors);
        } catch (const std::exception& problem) { halt(problem.what()); }
        publish_status();
    }
    try {
        run_->apply(command::StopRecording{});
    } catch (const std::exception&) { not_closed_ = std::current_exception(); }
    run_.reset();
}

void Simulation::pause() {
    now_.running = false;
    steps_wanted_ = 0;
}

/// Publishes and audits the present state while no step is due.
void Simulation::show_present() {
    picture_stale_ |= awaits_memory();
    publish(picture_stale_);
    refresh_audit();
}

void Simulation::halt(const std::string& why) {
    now_.running = stages_wanted_ = rushes_ = false;
    steps_wanted_ = 0;
    now_.under_way.reset();
    tell("paused: " + why, true);
    picture_stale_ = true;
}

bool Simulation::has_work() const {
    if (quit_ || !commands_.empty() || wants_changed_ || watch_.has_news()) return true;
    if (!may_step()) return (picture_stale_ || awaits_memory()) && picture_wanted_;
    return steps_wanted_ || shows_stages() || now_.pace == 0 || frame_granted_ || progress() < paced_to_;
}

/// True if an audit is due although no step will follow.
bool Simulation::awaits_audit() const { return audit_stale_ && !may_step() && run_->world().search(); }

/// True if the order in memory must be read back although the picture is current.
bool Simulation::awaits_memory() const { return memory_stale_ && shows_memory_; }

/// Waits for work and executes commands. False if the thread must end.
bool Simulation::carry_out_commands() {
    std::deque<Command> todo;
    {
        std::unique_lock lock(mutex_);
        const auto ready = [this] { return has_work(); };
        if (watch_.is_busy()) wake_.wait_for(lock, verdict_wait, ready);  // its thread never takes the lock
        else if (awaits_audit()) wake_.wait_until(lock, next_audit_, ready);
        else wake_.wait(lock, ready);
        if (quit_) return false;
        if (std::exchange(wants_changed_, false)) {
            picture_stale_ = memory_stale_ = true;
            shows_memory_ = memory_wanted_;
            next_memory_ = {};
        }
        todo.swap(commands_);
    }
    for (const auto& command : todo) {
        try {
            carry_out(command);
        } catch (const WorkStopped&) {
            tell("stopped; everything is as it was", false);
        } catch (const std::bad_alloc&) {
            tell("not enough memory for that; everything is as it was", true);
        } catch (const std::exception& problem) { tell(problem.what(), true); }
        take_changes();
    }
    return true;
}

/// Executes commands that affect this thread's pace. The run executes the others.
struct Simulation::Act {
    Simulation& s;
    void operator()(const command::Run&) const {
        s.pause();
        s.now_.running = true;
        s.begin_pace();
    }
    void operator()(const command::Pause&) const {
        s.pause();
        s.begin_pace();
    }
    void operator()(const command::Step& c) const {
        s.now_.running = false;
        s.steps_wanted_ += c.count;
    }
    void operator()(const command::NextStage&) const {
        s.now_.running = false;
        if (s.steps_wanted_ > 0) return;
        s.steps_wanted_ = 1;
        s.stages_wanted_ = true;
    }
    void operator()(const command::SlowMotion& c) const {
        s.now_.slow_motion = std::clamp(c.seconds, 0.0, longest_stage);
        s.begin_pace();
    }
    void operator()(const command::Back&) const { s.step_back(); }
    void operator()(const command::Pace& c) const {
        s.now_.pace = std::max(0., c.rate);
        s.now_.draw_every = std::max(1, c.draw_every);
        s.begin_pace();
    }
    void operator()(const command::Use& c) const {
        const Tool* tool = s.run_->scene().tool(c.tool);
        const bool waits = tool && tool->gesture == Gesture::hold && (s.may_step() || !tool->at_once);
        if (waits) {
            s.held_ = c;
            return;
        }
        s.run_->apply(c);
        s.lead_twin(c);
    }
    void operator()(const command::StopWork&) const {}  // send() has done it
    void operator()(const command::Split& c) const { s.split(c); }
    void operator()(const command::Unite&) const { s.unite(); }
    void operator()(const command::Continue& c) const { s.take_up(c); }
    template <class Other>
    requires(!ForWindow<Other>) void operator()(const Other& c) const { s.run_->apply(c); }
};

void Simulation::carry_out(const Command& command) {
    struct Ended {
        std::optional<double>& progress;
        ~Ended() { progress.reset(); }
    } const ended{now_.tuning_progress};
    std::optional<Stoppable> stoppable;
    const auto* load = std::get_if<command::Load>(&command);
    const bool tunes = is<command::Tune>(command);
    if (load || tunes || is<command::Setup, command::Split, command::Continue, command::Back>(command)) {
        const std::lock_guard lock(mutex_);
        stop_wanted_ = false;
        const auto tell = [this, what = (load ? *load->scene : run_->scene()).title](double done) {
            now_.doing = done > 0 ? fmt::format("Setting up {}: {:.0f} %; Esc stops it", what, 100 * done)
                                  : fmt::format("Setting up {}; Esc stops it", what);
            share_status();
        };
        stoppable.emplace([this] { return is_unwanted(); }, tunes ? std::function<void(double)>() : tell);
    }
    if (stoppable) stoppable->tell(0);
    std::visit(Act{*this}, command);
    if (!is<command::Use>(command)) lead_twin(command);
    if (is<command::Select, command::Pick>(command)) refresh_inspection();
}

/// True if the user no longer wants the long work under way.
bool Simulation::is_unwanted() const {
    const std::lock_guard lock(mutex_);
    return stop_wanted_ || quit_;
}

bool Simulation::may_step() const { return now_.running || steps_wanted_ > 0; }

/// Does at most one step, so that commands never wait long.
void Simulation::advance() {
    if (!take_grant()) return;
    keep_tuned();
    use_held();
    if (run_->world().steps() == 0) announce_first_step(run_->backend());
    const bool replaying = run_->replaying();
    const bool by_hand = !now_.running && !replaying && steps_wanted_ < Run::states_kept;
    if (by_hand || shows_stages()) run_->keep_for_back();
    std::optional<StageWatch> watch;
    if (shows_stages()) watch.emplace([this](const Stage& stage) { wait_before(stage); });
    auto times = step_runs();
    watch.reset();
    now_.under_way.reset();
    stages_wanted_ = rushes_ = false;
    if (replaying && !run_->replaying()) pause();
    picture_stale_ = audit_stale_ = memory_stale_ = unwatched_ = true;
    StepRow row;
    if (!times.empty())
        row = {.times = std::move(times.back()), .reset = std::exchange(restarted_, false), .world = run_->worlds()};
    take_changes();
    if (run_->recorder()) row.metrics = *run_->measure().metrics;
    publish(steps_wanted_ == 0 && !now_.running);
    if (row.metrics.empty() && !picture_stale_) row.metrics = *now_.measured.metrics;
    measure_pace();
    if (times.empty()) return;
    const std::lock_guard lock(mutex_);
    if (rows_.size() >= rows_kept) rows_.erase(rows_.begin(), rows_.begin() + rows_kept / 10);
    rows_.push_back(std::move(row));
}

/// Steps one or both runs. A failure ends the second run, because both might be a step apart.
std::vector<StepTimes> Simulation::step_runs() {
    if (!twin_) return run_->advance();
    try {
        return twin_->advance(*run_);
    } catch (...) {
        unite();
        throw;
    }
}

/// Waits for the next command or, in slow motion, for the delay of a stage.
void Simulation::wait_before(const Stage& stage) {
    if (rushes_ || (now_.under_way && now_.under_way->next == stage.name)) return;  // a stage may have several parts
    show_next(stage);
    const std::chrono::duration<double> while_shown(now_.slow_motion);
    const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(while_shown);
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            const auto asked = [this] { return quit_ || !commands_.empty(); };
            if (stages_wanted_) wake_.wait(lock, asked);
            else if (!wake_.wait_until(lock, until, asked)) return;
        }
        if (goes_on_after_command()) return;
    }
}

void Simulation::show_next(const Stage& stage) {
    StepUnderWay shown{.step = run_->world().steps() + 1, .done = {}, .next = stage.name};
    if (now_.under_way) {
        shown.step = now_.under_way->step;
        shown.done = now_.under_way->done;
        shown.done.push_back(now_.under_way->next);
    }
    now_.under_way = std::make_shared<const StepUnderWay>(std::move(shown));
    share_status();
}

/// Executes a command about stages while a step waits. Any other command acts between steps, so the step under way
/// stops waiting. True if the step continues.
bool Simulation::goes_on_after_command() {
    std::optional<Command> about_stages;
    {
        const std::lock_guard lock(mutex_);
        const auto steers = [this](const Command& next) {
            return is<command::NextStage>(next) || (now_.running && is<command::Pause>(next)) ||
                   (now_.slow_motion > 0 && is<command::Run>(next));
        };
        if (quit_ || !steers(commands_.front())) return rushes_ = true;
        about_stages = std::move(commands_.front());
        commands_.pop_front();
        now_.commands = sent_ - commands_.size();
    }
    now_.running = is<command::Run>(*about_stages);
    stages_wanted_ = !now_.running;
    share_status();
    return !is<command::Pause>(*about_stages);
}

double Simulation::progress() const { return clock_of(run_->world()); }

/// Starts the pace at the present state. Without a clock, steps are due halfway between the frames' grants. A slightly
/// shorter or longer frame then still does one step.
void Simulation::begin_pace() {
    paced_to_ = progress() - (now_.has_clock() ? 0 : 0.5);
    paced_at_ = Clock::now();
    pace_since_ = {};
}

/// Extends the permitted progress by the duration of the last frame. A run that is too slow for its pace does not catch
/// up later.
void Simulation::extend_pace() {
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - std::exchange(paced_at_, now)).count();
    paced_to_ = std::min(paced_to_ + std::min(seconds, longest_frame) * now_.pace,
                         progress() + std::max(longest_frame * now_.pace, 1e-9));
}

/// True if a step is due: a requested single step, or a step within the pace.
bool Simulation::take_grant() {
    if (steps_wanted_ > 0) {
        --steps_wanted_;
        return true;
    }
    if (now_.pace == 0 || shows_stages()) return true;
    const auto drawn = [&] {
        const std::lock_guard lock(mutex_);
        return std::exchange(frame_granted_, false);
    };
    if (drawn()) extend_pace();
    return progress() < paced_to_;
}

/// Uses the held tool. A tool that cannot act does not stop the steps.
void Simulation::use_held() {
    if (!held_) return;
    try {
        const Stroke stroke = *std::exchange(held_, std::nullopt);
        run_->apply(stroke);
        lead_twin(stroke);
    } catch (const UsageError& problem) { tell(problem.what(), true); }
}

/// Tunes if `search.auto` requires it. A failure turns it off, so that it is not tried again at every step.
void Simulation::keep_tuned() {
    const auto turn_off = [&](const std::string& message, bool is_error) {
        run_->apply(command::Set{"search.auto", false});
        tell(message, is_error);
    };
    {
        const std::lock_guard lock(mutex_);
        stop_wanted_ = false;
    }
    try {
        run_->keep_tuned();
    } catch (const WorkStopped&) {
        turn_off("tuning stopped; the search is as it was, and is no longer tuned by itself", false);
    } catch (const Error& problem) {
        turn_off(fmt::format("the search is no longer tuned by itself: {}", problem.what()), true);
    }
    now_.tuning_progress.reset();
    take_changes();
}

void Simulation::watch_tuning(double share) {
    if (is_unwanted()) throw WorkStopped{};
    now_.tuning_progress = share;
    share_status();
}

/// Draws and publishes the present state if the window has shown the previous one.
void Simulation::publish(bool even_if_between) {
    auto& world = run_->world();
    if (!picture_stale_ || (!even_if_between && world.steps() % u64(now_.draw_every) != 0)) return;
    bool to_host = true;
    {
        const std::lock_guard lock(mutex_);
        if (!picture_wanted_) return;
        picture_wanted_ = false;
        to_host = to_host_;
    }
    watch();
    now_.measured = run_->measure();
    Picture& picture = pictures_.back();
    world.draw(picture, run_->scene().attribute(run_->settings()), to_host);
    picture.serial = ++serial_;
    picture.world = run_->worlds();
    pictures_.publish();
    picture_stale_ = false;
    if (twin_) publish_twin(picture, to_host);
    refresh_audit();
    refresh_memory(picture);
    refresh_inspection();
    now_.pairs = world.elements() ? world.elements()->pairs() : nullptr;
}

void Simulation::split(const command::Split& difference) {
    if (run_->replaying()) throw UsageError("a replay cannot be split; let it end, or change something to leave it");
    auto twin = std::make_unique<Twin>(*run_, difference);
    twin_ = std::move(twin);
    next_equality_ = {};
    picture_stale_ = true;
    now_.twin = std::make_shared<const TwinReport>(twin_->report());
}

/// Continues a recorded run. Releases its held tools and pauses.
void Simulation::take_up(const command::Continue& asked) {
    run_->take_up(read_continued(asked), [this](u64 done, u64 all) { tell_replayed(done, all); });
    run_->let_go();
    pause();
}

void Simulation::step_back() {
    pause();
    run_->back([this](u64 done, u64 all) { tell_replayed(done, all); });
}

void Simulation::tell_replayed(u64 done, u64 all) {
    stop_if_unwanted();
    now_.doing = fmt::format("Replaying: step {} of {}; Esc stops it", done, all);
    share_status();
}

void Simulation::unite() {
    twin_.reset();
    now_.twin.reset();
}

/// Applies a command to the second run. Ends the second run if it cannot follow.
void Simulation::lead_twin(const Command& command) {
    if (!twin_) return;
    if (is<command::Load, command::Continue, command::Back>(command)) return unite();
    try {
        twin_->follow(*run_, command);
    } catch (const std::exception& problem) {
        unite();
        tell(std::string("there is one run again: ") + problem.what(), true);
    }
    picture_stale_ = true;
}

void Simulation::publish_twin(const Picture& first, bool to_host) {
    const auto start = Clock::now();
    twin_->measure(*run_);
    if (start >= next_equality_ || !may_step()) {
        twin_->compare_states(*run_);
        const auto took = Clock::now() - start;
        next_equality_ = start + std::max<Clock::duration>(std::chrono::milliseconds(500), 20 * took);
    }
    Picture& picture = twin_pictures_.back();
    auto& second = twin_->run();
    second.world().draw(picture, second.scene().attribute(second.settings()), to_host);
    picture.serial = first.serial;
    picture.world = first.world;
    picture.clock = first.clock;
    twin_pictures_.publish();
    now_.twin = std::make_shared<const TwinReport>(twin_->report());
}

/// Samples a frame's neighbours. Called before anything else rebuilds the grid.
void Simulation::watch() {
    if (std::exchange(unwatched_, false) && run_->scene().searches()) watch_.see(run_->world());
}

/// Takes the result of a check. Wrong neighbours pause the run and select the actor.
void Simulation::take_verdict() {
    const bool wrong = watch_.take();
    now_.watched = watch_.watched();
    if (!wrong) return;
    const auto& first = *now_.watched.wrong;
    pause();
    run_->apply(command::Select{first.actor});
    refresh_inspection();
    tell("paused: " + text(first, run_->scene().elements), true);
}

/// Updates the actors in memory at most twice a second during steps, otherwise at once.
void Simulation::refresh_memory(const Picture& drawn) {
    const auto start = Clock::now();
    if (!shows_memory_) return now_.memory.reset();
    if (!memory_stale_ || (may_step() && start < next_memory_)) return;
    memory_stale_ = false;  // also on failure
    now_.memory = actors_in_memory(run_->world(), run_->scene(), run_->settings(), drawn, run_->worlds());
    next_memory_ =
        Clock::now() + std::max<Clock::duration>(std::chrono::milliseconds(500), 20 * (Clock::now() - start));
}

void Simulation::refresh_inspection() {
    now_.inspection.reset();
    now_.inspected_values.reset();
    now_.selected.reset();
    now_.facts.reset();
    const auto selected = run_->answers().selected;
    auto* elements = run_->world().elements();
    if (!selected || !elements || !elements->is_present(*selected)) return;
    now_.selected = selected;
    now_.facts = std::make_shared<const std::vector<Fact>>(elements->facts(*selected));
    if (auto* search = run_->world().search())
        if (auto seen = search->inspect(*selected))
            now_.inspection = std::make_shared<const Inspection>(*std::move(seen));
    now_.inspected_values = std::make_shared<const std::vector<float>>(elements->values_of(*selected));
}

/// Audits twice a second, or less often if audits are slow: they may take a twentieth of the time.
void Simulation::refresh_audit() {
    const auto start = Clock::now();
    auto* search = run_->world().search();
    if (!audit_stale_ || start < next_audit_ || !search) return;
    now_.audit = std::make_shared<const Audit>(search->audit(audit_sample));
    const auto took = Clock::now() - start;
    next_audit_ = start + std::max<Clock::duration>(std::chrono::milliseconds(500), 20 * took);
    audit_stale_ = false;
}

/// Applies the effects of commands on the run.
void Simulation::take_changes() {
    const auto changes = run_->take_changes();
    if (!changes.message.empty()) tell(changes.message, changes.is_error);
    if (changes.redraw) {
        picture_stale_ = audit_stale_ = memory_stale_ = true;
        next_audit_ = std::min(next_audit_, Clock::now() + std::chrono::milliseconds(100));
    }
    if (!changes.restarted && !changes.rewound) return;
    restarted_ = true;
    unwatched_ = false;
    watch_.forget();
    next_audit_ = {};
    held_.reset();
    begin_pace();
    now_.measured = changes.restarted ? run_->measured() : run_->measure();
}

void Simulation::tell(std::string message, bool is_error) {
    now_.message = std::move(message);
    now_.message_is_error = is_error;
    ++now_.message_serial;
}

/// Announces a compilation, because making a world and doing its first step may run kernels new to this device.
void Simulation::announce_first_step(Backend backend) {
    now_.doing = compiling_notice(backend);
    if (!now_.doing.empty()) share_status();
}

void Simulation::measure_pace() {
    const auto now = Clock::now();
    const u64 steps = run_->world().steps();
    const double seconds = std::chrono::duration<double>(now - pace_since_).count();
    const bool begins = pace_since_ == Clock::time_point{} || steps < pace_steps_;
    if (!begins && seconds <= 0.5) return;
    const double time = run_->world().time();
    if (!begins) {
        now_.steps_per_second = double(steps - pace_steps_) / seconds;
        now_.clock_rate = (time - pace_time_) / seconds;
    }
    pace_since_ = now;
    pace_steps_ = steps;
    pace_time_ = time;
}

void Simulation::publish_status() {
    auto& world = run_->world();
    if (!may_step()) now_.steps_per_second = now_.clock_rate = 0;
    now_.doing.clear();
    if (now_.scene && now_.backend != run_->backend()) now_.device = device_name(run_->backend());
    if (!now_.value_names || now_.world != run_->worlds()) now_.value_names = names_of_values(*run_);
    const bool another = now_.scene != &run_->scene();
    now_.scene = &run_->scene();
    now_.backend = run_->backend();
    now_.world = run_->worlds();
    now_.answers = run_->answers();
    now_.steps_due = steps_wanted_;
    {
        const std::lock_guard lock(mutex_);
        now_.commands = sent_ - commands_.size();
    }
    now_.step = world.steps();
    now_.time = world.time();
    now_.bytes = world.bytes();
    if (another) {
        now_.pace = usual_pace(now_.has_clock());
        begin_pace();
    }
    auto* elements = world.elements();
    now_.actors = elements ? elements->count() : 0;
    now_.present = elements ? elements->present() : 0;
    now_.grid = world.search() ? world.search()->grid() : GridReport{.radius = 0};
    now_.strokes_begun = run_->strokes_begun();
    now_.undoable = run_->undoable();
    now_.strokes_redone = run_->strokes_redone();
    now_.replaying = run_->replaying();
    now_.recording = run_->recorder() ? run_->recorder()->folder().string() : std::string();
    const auto keep = [](std::shared_ptr<const Settings>& shared, const Settings& present) {
        if (!shared || !(*shared == present)) shared = std::make_shared<const Settings>(present);
    };
    keep(now_.settings, run_->settings());
    keep(now_.at_setup, run_->at_setup());
    share_status();
}

void Simulation::share_status() {
    auto fresh = std::make_shared<const Status>(now_);
    const std::lock_guard lock(mutex_);
    status_ = std::move(fresh);
}

}  // namespace nearfield
