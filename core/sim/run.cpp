#include "sim/run.hpp"

#include "base/error.hpp"
#include "base/joined.hpp"
#include "base/stoppable.hpp"
#include "base/work_scope.hpp"
#include "params/spans.hpp"
#include "record/command_log.hpp"
#include "record/recorder.hpp"
#include "record/state_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>

namespace nearfield {
namespace {

/// A tool's list parameter with a stroke added, as text.
std::string listed(const Settings& settings, const Tool& tool, const Stroke& stroke) {
    auto spans = read_spans(tool.list, settings.text(tool.list));
    spans.push_back({glm::vec2(stroke.at[0]), glm::vec2(stroke.at[1])});
    return write_spans(spans);
}

void require_places(const Tool& tool, std::size_t given) {
    const bool held = tool.gesture == Gesture::hold, dragged = tool.gesture >= Gesture::line;
    const std::size_t most = dragged ? 2 : 1, least = held ? 0 : most;
    if (given < least || given > most)
        throw UsageError(fmt::format("the tool '{}' acts at {}{} place{}, not at {}", tool.key, held ? "no or " : "",
                                     most, most == 1 ? "" : "s", given));
}

/// True if the command sets a parameter of the display only.
bool only_shows(const Settings& settings, const Command& command) {
    const auto* set = std::get_if<command::Set>(&command);
    if (!set || !settings.has(set->key)) return false;
    const auto& spec = settings.spec(set->key);
    return spec.section == Section::common && spec.effect == Effect::live;
}

/// Resets a filter by class. In a new state its numbers stand for other classes, some of which may be missing.
void show_all_classes(Settings& settings, World& world, const SceneInfo& scene) {
    const auto attribute = index_by_key(scene.attributes, read_filter(settings.text("show")).attribute);
    if (attribute && world.elements() && !world.elements()->value_names(int(*attribute)).empty())
        settings.reset("show");
}

u32 count_of(World& world) { return world.elements() ? world.elements()->count() : 0; }

std::vector<Diagram> diagrams_of(World& world) {
    return world.gauges() ? world.gauges()->diagrams() : std::vector<Diagram>();
}

/// A world, and the files that it was made from.
struct SetUp {
    std::unique_ptr<World> world;
    std::vector<FileRead> files;
};

SetUp set_up(const command::Load& start, std::function<void()> complete = {}) {
    const WorkScope work({.what = "the setup", .complete = std::move(complete)});
    const FilesRead read;
    auto world = make_world(*start.scene, start.settings, start.backend);
    return {std::move(world), read.files()};
}

}  // namespace

Run::Run(const SceneInfo& scene, const Settings& settings, Backend backend)
    : begun_{&scene, settings, backend},
      settings_(settings) {
    auto made = set_up(begun_);
    world_ = std::move(made.world);
    inputs_ = std::move(made.files);
    restarted();
    tell_remarks();
}

Run::Run(Replay replay) : Run(*replay.start.scene, replay.start.settings, replay.start.backend) {
    replay_ = std::move(replay);
    play_due();
}

Run::~Run() {
    try {
        stop_recording();
    } catch (const std::exception&) {}  // callers who need the error send StopRecording
}

std::unique_ptr<Run> Run::beside(Backend backend) const {
    auto other = std::make_unique<Run>(scene(), at_setup(), backend);
    other->world_->configure(settings_);
    other->settings_ = settings_;
    other->tune_by_hand();
    return other;
}

/// Carries out commands, one function per kind.
struct Run::Act {
    Run& run;
    /// Executes f() without interruption, because a half-done f() leaves no valid state.
    template <class F> static void whole(Run& run, const char* what, const F& f) {
        const WorkScope work({.what = what, .complete = completing(run)});
        const Stoppable is_whole([] { return false; });
        f();
    }
    /// Executes steps. Each is a separate piece of work unless it is recorded: then its metrics belong to it.
    static std::vector<StepTimes> steps(Run& run, u64 count, const std::function<bool()>& stop) {
        const auto never = [] { return false; };
        const auto next = [&, complete = completing(run)] {
            return WorkPiece{.what = "step", .step = run.world_->steps() + 1, .complete = complete};
        };
        const WorkPiece first = next();
        const auto recorded = run.recorder_ ? std::make_unique<WorkScope>(first) : nullptr;
        for (u64 s = 0; s < count && !(stop && stop()); ++s) {
            if (!stop) stop_if_unwanted();
            const Stoppable is_whole(never);
            const WorkScope step(next());
            run.world_->step();
        }
        const Stoppable are_whole(never);
        const WorkScope waiting(first);
        auto times = run.world_->finish();
        if (recorded && !times.empty()) run.measure();
        return times;
    }
    /// Returns a function that completes a recording interrupted during work. Its last step is the present one.
    static std::function<void()> completing(Run& run) {
        return [&run, step = run.world_->steps()] {
            if (!run.recorder_) return;
            run.log_->end(step, std::nullopt);
            run.recorder_->close();
        };
    }
    void operator()(const command::Set& c) const { run.change(c.key, c.value); }
    template <ForWindow C> void operator()(const C&) const {}
    void operator()(const command::Step& c) const {
        for (u64 done = 0; done < c.count; ++done) run.advance();
    }
    void operator()(const command::Reset& c) const {
        const u64 step = run.world_->steps();
        whole(run, "the reset", [&] { run.world_->reset(); });
        run.note(step, c);
        run.forget_before_reset();
        run.restarted();
    }
    void operator()(const command::Setup& c) const {
        const u64 step = run.world_->steps();
        run.begin({run.begun_.scene, run.settings_, run.begun_.backend});
        run.note(step, c);
        run.history_.clear();
    }
    void operator()(const command::Load& c) const { run.begin(c, true); }
    void operator()(const command::Select& c) const {
        const u32 there = count_of(*run.world_);
        if (c.actor && *c.actor >= there)
            throw UsageError(fmt::format("no {} among the {} {}", *c.actor, there, run.scene().elements));
        run.answers_.selected = c.actor;
        if (auto* elements = run.world_->elements()) elements->look_at(c.actor);
        run.changes_.redraw = true;
        run.note(run.world_->steps(), c);
    }
    void operator()(const command::Pick& c) const {
        auto* elements = run.world_->elements();
        (*this)(command::Select{elements ? elements->pick(c.origin, c.direction, c.tolerance) : std::nullopt});
    }
    void operator()(const command::Record& c) const { run.record(c.folder, c.over); }
    void operator()(const command::StopRecording&) const { run.stop_recording(); }
    void operator()(const command::Use& c) const { run.stroke(c); }
    void operator()(const command::Undo&) const { run.undo(); }
    void operator()(const command::Redo&) const { run.redo(); }
    void operator()(const command::Tune&) const { run.tune(); }
    void operator()(const command::Verify& c) const { run.verify(c.sample); }
    void operator()(const command::Compare& c) const { run.compare(c); }
    void operator()(const command::SaveState& c) const { run.save_state(c.file, c.over); }
    void operator()(const command::Continue& c) const {
        run.take_up(read_continued(c), [](u64, u64) {});
    }
    void operator()(const command::Back&) const {
        run.back([](u64, u64) {});
    }
};

void Run::apply(const Command& command) {
    const bool acts = acts_on_state(command) || is<command::Tune, command::Back>(command);
    const bool leaves = replay_ && acts && !only_shows(settings_, command);
    if (leaves) {
        replay_.reset();
        tell(fmt::format("the replay was left at step {}", world_->steps()));
    }
    act(command);
}

void Run::act(const Command& command) { std::visit(Act{*this}, command); }

void Run::change(const std::string& key, const Value& value) {
    Settings changed = settings_;
    changed.set(key, value);
    if (changed == settings_) return;
    const auto& tuned = tuned_keys();
    if (!replay_ && settings_.has("search.auto") && settings_.on("search.auto") &&
        std::find(tuned.begin(), tuned.end(), key) != tuned.end())
        throw UsageError(fmt::format(
            "{}: {} is not taken while search.auto is on, which chooses it by measuring; turn search.auto off first",
            key, changed.text(key)));
    const u64 step = world_->steps();
    const command::Set set{key, changed.value(key)};
    if (changed.spec(key).effect == Effect::respawn) {
        show_all_classes(changed, *world_, scene());
        begin({begun_.scene, changed, begun_.backend});
        note(step, set);
        history_.clear();
        return;
    }
    Act::whole(*this, "the change", [&] { world_->configure(changed); });
    settings_ = changed;
    if (key == "search.auto") tuner_.restart();
    changes_.redraw = true;
    measured_now_ = false;
    note(step, set);
    add_to_recording([&] { recorder_->change(step, key, settings_.text(key)); });
}

/// `ends_recording`: closes the recording once the new world exists.
void Run::begin(command::Load start, bool ends_recording) {
    auto fresh = set_up(start, Act::completing(*this));
    if (ends_recording) stop_recording();
    world_ = std::move(fresh.world);
    inputs_ = std::move(fresh.files);
    ++worlds_;
    settings_ = start.settings;
    begun_ = std::move(start);
    history_.clear();
    tuner_.restart();
    answers_.tuning.reset();
    restarted();
    tell_remarks();
}

void Run::restarted() {
    changes_.restarted = changes_.redraw = true;
    measured_now_ = false;
    held_.clear();
    strokes_.clear();
    undone_.clear();
    passed_.clear();
    answers_.verification.reset();
    answers_.comparison.reset();
    if (auto* elements = world_->elements(); elements && answers_.selected)
        elements->look_at(*answers_.selected < elements->count() ? answers_.selected : std::nullopt);
    measured_ = {std::make_shared<const std::vector<double>>(), std::make_shared<const std::vector<Gauge>>(),
                 std::make_shared<const std::vector<Diagram>>(diagrams_of(*world_))};
    add_to_recording([&] { recorder_->change(0, "reset", std::to_string(count_of(*world_))); });
}

void Run::stroke(const Stroke& stroke) {
    const Tool* tool = scene().tool(stroke.tool);
    if (!tool) throw UsageError(fmt::format("the scene '{}' has no tool '{}'", scene().key, stroke.tool));
    require_places(*tool, stroke.at.size());
    if (tool->edits_list()) return change(tool->list, listed(settings_, *tool, stroke));
    if (tool->gesture == Gesture::hold && held_[stroke.tool] == stroke.at) return;
    const bool begun = begins(*tool, stroke, held_[stroke.tool]);
    if (begun) keep_for_undo(*tool);
    try {
        Act::whole(*this, "the stroke", [&] { world_->tools()->use(stroke); });
    } catch (...) {
        if (begun && !strokes_.empty()) strokes_.pop_back();
        throw;
    }
    strokes_begun_ += begun;
    if (begun) undone_.clear();
    changes_.redraw = true;
    measured_now_ = false;
    if (tool->gesture == Gesture::hold) held_[stroke.tool] = stroke.at;
    note(world_->steps(), stroke);
}

void Run::tune() {
    const Settings before = settings_;
    {
        const WorkScope work({.what = "the tuning", .complete = Act::completing(*this)});
        answers_.tuning = std::make_shared<const Tuning>(
            tuner_.tune_now(*world_, settings_, begun_.backend, [this](double share) { watch_(share); }));
    }
    answers_.tuned_step = world_->steps();
    changes_.redraw = true;
    note_changed(before);
    const auto& tuning = *answers_.tuning;
    const double was = tuning.ways[tuning.start].whole().ms, is = tuning.winner().whole().ms;
    const char* what = scene().boxed() ? "search for pairs" : "step";
    if (settings_ == before)
        tell(fmt::format("tuned: {} stays the fastest, {:.3g} ms per {}", way_text(settings_), is, what));
    else tell(fmt::format("tuned: {}, {:.3g} ms per {} instead of {:.3g}", way_text(settings_), is, what, was));
}

void Run::keep_tuned() {
    if (tunes_itself_ && !replay_ && tuner_.due(settings_)) tune();
}

void Run::verify(u32 sample) {
    const auto found = std::make_shared<const Verification>(search_of(*world_).verify(sample));
    answers_.verification = found;
    answers_.verified_step = world_->steps();
    if (found->mismatches)
        tell(fmt::format("MISMATCH: {} of {} {} find others than brute force does, the first is number {}",
                         found->mismatches, found->queries, scene().elements, *found->first_actor),
             true);
    else
        tell(fmt::format("{} {} checked against brute force at step {}: all agree", found->queries, scene().elements,
                         answers_.verified_step));
}

void Run::compare(const command::Compare& question) {
    Settings a = settings_, b = settings_;
    a.set(question.a);
    b.set(question.b);
    answers_.comparison = std::make_shared<const Comparison>(search_of(*world_).compare(a, b, question.repeats));
}

void Run::record(const std::filesystem::path& folder, bool over) {
    std::error_code none_yet;
    if (recorder_ && std::filesystem::equivalent(folder, recorder_->folder(), none_yet)) stop_recording();
    const RunInfo info{.scene = scene().key,
                       .backend = backend(),
                       .device = device_name(backend()),
                       .actors = count_of(*world_),
                       .step = world_->steps(),
                       .metric_keys = keys_of(scene().metrics),
                       .gauged_keys = keys_of(scene().gauged),
                       .metric_units = units_of(scene().metrics),
                       .gauged_units = units_of(scene().gauged),
                       .has_clock = !std::isnan(world_->time()),
                       .inputs = inputs_};
    auto recorder = std::make_unique<Recorder>(folder, info, settings_, over);
    auto log = std::make_unique<CommandLog>(recorder->files(),
                                            LogStart{scene().key, name(backend()), begun_.settings.to_json()});
    for (const auto& noted : history_) log->note(noted.step, text(noted.command));
    stop_recording();
    log_ = std::move(log);
    recorder_ = std::move(recorder);
}

void Run::stop_recording() {
    if (!recorder_) return;
    const auto log = std::move(log_);
    const auto recorder = std::move(recorder_);
    tell(fmt::format("recorded {} steps in {}", recorder->rows(), recorder->folder().string()));
    log->end(world_->steps(), state_checksum(*world_));
    recorder->close();
}

/// Adds to the recording, if there is one. Ends a recording that can no longer be written.
void Run::add_to_recording(const std::function<void()>& add) {
    if (!recorder_) return;
    try {
        add();
    } catch (const Error&) {
        try {
            Act::completing (*this)();
        } catch (const Error&) {}  // the first error states the reason
        log_.reset();
        recorder_.reset();
        throw;
    }
}

void Run::save_state(const std::filesystem::path& file, bool over) {
    LoggedCommands state{.file = file.string(),
                         .start = {scene().key, name(backend()), begun_.settings.to_json()},
                         .lines = {},
                         .end = {}};
    for (const auto& [step, command] : history_) state.lines.push_back({state.lines.size() + 1, step, text(command)});
    state.end = {state.lines.size() + 1, world_->steps(), state_checksum(*world_)};
    write_state_file(file, state, over);
    tell(fmt::format("saved the state at step {} in {}", world_->steps(), file.string()));
}

void Run::take_up(Replay replay, const std::function<void(u64, u64)>& watch) {
    using Clock = std::chrono::steady_clock;
    const u64 all = steps_in_all(replay);
    Run fresh(std::move(replay));
    for (u64 done = 0, batch = 1; fresh.replaying();) {
        watch(done, all);
        const auto begin = Clock::now();
        const bool near_end = all - done <= states_kept;
        if (near_end) fresh.keep_for_back();
        done += fresh.advance(near_end ? 1 : std::min<u64>(batch, all - done - states_kept)).size();
        batch = Clock::now() - begin < std::chrono::milliseconds(50) ? std::min<u64>(2 * batch, 256)
                                                                     : std::max<u64>(1, batch / 2);
    }
    stop_recording();
    replay_.reset();
    begun_ = std::move(fresh.begun_);
    history_ = std::move(fresh.history_);
    settings_ = std::move(fresh.settings_);
    world_ = std::move(fresh.world_);
    inputs_ = std::move(fresh.inputs_);
    ++worlds_;
    tuner_.restart();
    answers_.tuning.reset();
    answers_.selected = fresh.answers_.selected;
    restarted();
    held_ = std::move(fresh.held_);
    passed_ = std::move(fresh.passed_);
    tell(fresh.changes_.message, fresh.changes_.is_error);
}

void Run::let_go() {
    for (const auto& [tool, at] : std::map(held_))
        if (!at.empty()) stroke({.tool = tool});
}

/// Reduces the history to its settings and a reset. Settings keep their order, because each may depend on earlier ones.
/// Of consecutive values for one key only the last is kept.
void Run::forget_before_reset() {
    std::vector<NotedCommand> kept;
    const auto key_of = [](const NotedCommand& noted) { return std::get<command::Set>(noted.command).key; };
    for (auto& noted : history_) {
        if (!is<command::Set>(noted.command)) continue;
        if (!kept.empty() && key_of(kept.back()) == key_of(noted)) kept.pop_back();
        kept.push_back({0, std::move(noted.command)});
    }
    kept.push_back({0, command::Reset{}});
    history_ = std::move(kept);
}

/// Reduces the history after the first `noted` entries to its settings, which now act at `step`.
void Run::forget_since(std::size_t noted, u64 step) {
    const auto since = history_.begin() + std::ptrdiff_t(noted);
    history_.erase(std::remove_if(since, history_.end(),
                                  [](const NotedCommand& entry) { return !is<command::Set>(entry.command); }),
                   history_.end());
    for (std::size_t i = noted; i < history_.size(); ++i) history_[i].step = step;
}

void Run::note(u64 step, const Command& command) {
    history_.push_back({step, command});
    add_to_recording([&] { log_->note(step, text(command)); });
}

/// Records the settings changed by a tuning.
void Run::note_changed(const Settings& before) {
    for (const auto& key : settings_.differing(before)) {
        note(world_->steps(), command::Set{key, settings_.value(key)});
        add_to_recording([&] { recorder_->change(world_->steps(), key, settings_.text(key)); });
    }
}

void Run::tell_remarks() {
    const auto remarks = world_->remarks();
    if (!remarks.empty()) tell(joined(remarks, "; "));
}

void Run::tell(std::string message, bool is_error) {
    changes_.message = std::move(message);
    changes_.is_error = is_error;
}

std::vector<StepTimes> Run::advance(u64 most, const std::function<bool()>& stop) {
    if (!replay_) {
        keep_tuned();
        return step(most, stop);
    }
    const bool more = played_ < replay_->entries.size();
    const u64 until = more ? replay_->entries[played_].step : replay_->end;
    if (until < world_->steps())
        throw Error(fmt::format("{}: this is to be done at step {}, but the run is at step {}",
                                more ? replay_->entries[played_].where : "the end of the log", until, world_->steps()));
    std::vector<StepTimes> times;
    try {
        times = step(std::min(most, until - world_->steps()), stop);
    } catch (const Error&) {
        if (!more || world_->steps() != until) throw;  // otherwise the recorded run continued after this error
    }
    play_due();
    return times;
}

std::vector<StepTimes> Run::step(u64 count, const std::function<bool()>& stop) {
    if (recorder_) count = std::min<u64>(count, 1);
    measured_now_ = false;
    auto times = Act::steps(*this, count, stop);
    for (const auto& step : times) tuner_.stepped(step.total_ms);
    if (times.empty()) return times;
    add_to_recording([&] {
        recorder_->row(times.back(), *measured_.metrics, world_->time());
        recorder_->gauges(world_->steps(), world_->time(), *measured_.gauges);
    });
    return times;
}

/// Executes the commands recorded at the present step. Ends the replay at its last step.
void Run::play_due() {
    const auto& entries = replay_->entries;
    for (; played_ < entries.size() && entries[played_].step == world_->steps(); ++played_) {
        try {
            act(entries[played_].command);
        } catch (const Error& problem) { throw Error(entries[played_].where + ": " + problem.what()); }
    }
    if (played_ == entries.size() && world_->steps() >= replay_->end) end_replay();
}

void Run::end_replay() {
    const auto replay = std::exchange(replay_, std::nullopt);
    const std::string done = fmt::format("replayed {} commands, to step {}", played_, world_->steps());
    const auto now = replay->checksum ? state_checksum(*world_) : std::nullopt;
    if (!now) return tell(done);
    if (now == replay->checksum) return tell(done + ": the state is the one recorded, to the last bit");
    const bool exact = repeats_exactly(settings_, backend());
    tell(fmt::format("{}: the state is not the one recorded ({} instead of {}){}", done, checksum_text(*now),
                     checksum_text(*replay->checksum),
                     exact ? "" : ", as without search.deterministic on the CPU is to be expected"),
         exact);
}

const Readings& Run::measure() {
    if (measured_now_) return measured_;
    const WorkScope work({.what = "the measuring", .complete = Act::completing(*this)});
    measured_.metrics = std::make_shared<const std::vector<double>>(world_->metrics());
    auto* gauges = world_->gauges();
    measured_.gauges = std::make_shared<const std::vector<Gauge>>(gauges ? gauges->readings() : std::vector<Gauge>());
    measured_.diagrams = std::make_shared<const std::vector<Diagram>>(diagrams_of(*world_));
    measured_now_ = true;
    return measured_;
}

double Run::metric(const std::string& key) {
    const auto metric = index_by_key(scene().metrics, key);
    if (!metric) throw UsageError(fmt::format("the scene '{}' has no metric '{}'", scene().key, key));
    return measure().metrics->at(*metric);
}

std::optional<u64> state_checksum(World& world) {
    constexpr std::size_t bytes_of_actor = 64;
    const u32 count = count_of(world);
    if (available_bytes(Backend::cpu) < bytes_of_actor * count) return std::nullopt;
    u64 sum = 0xcbf29ce484222325ull;
    const auto mix = [&](u64 bits) {
        sum = (sum ^ bits) * 0x100000001b3ull;
        sum ^= sum >> 29;
    };
    const auto mix_places = [&](const std::vector<glm::vec3>& places) {
        for (const auto& v : places)
            for (int a = 0; a < 3; ++a) mix(std::bit_cast<u32>(v[a]));
    };
    const auto mix_values = [&](const std::vector<float>& values) {
        for (const float value : values) mix(std::bit_cast<u32>(value));
    };
    mix(world.steps());
    mix(std::bit_cast<u64>(world.time()));
    if (auto* actors = world.actors()) {
        const auto table = actors->read();
        mix_places(table.position);
        mix_places(table.velocity);
        for (const auto& values : table.attributes) mix_values(values);
    } else if (auto* elements = world.elements()) {
        const std::size_t attributes = count ? elements->values_of(0).size() : 0;
        for (std::size_t a = 0; a < attributes; ++a) mix_values(elements->values(int(a)));
    }
    return sum;
}

}  // namespace nearfield
