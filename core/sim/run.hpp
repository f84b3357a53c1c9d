#pragma once
#include "sim/auto_tuner.hpp"
#include "sim/replay.hpp"

#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace nearfield {

class CommandLog;
class Recorder;
struct LoggedCommands;

/// Numbers of the scene as a whole.
struct Readings {
    std::shared_ptr<const std::vector<double>> metrics;    ///< in the order of SceneInfo::metrics
    std::shared_ptr<const std::vector<Gauge>> gauges;      ///< empty in a scene without gauges
    std::shared_ptr<const std::vector<Diagram>> diagrams;  ///< of the gauges
};

/// Answers to questions about the present world. Null: not asked yet.
struct Answers {
    std::optional<u32> selected;  ///< id of an element
    std::shared_ptr<const Verification> verification;
    u64 verified_step = 0;
    std::shared_ptr<const Comparison> comparison;
    std::shared_ptr<const Tuning> tuning;
    u64 tuned_step = 0;
};

/// What commands have changed.
struct Changes {
    bool restarted = false;  ///< step 0 of a new state, or of the same state again
    bool redraw = false;     ///< the picture no longer shows the state
    bool rewound = false;    ///< back at an earlier step
    std::string message;     ///< message for the user; empty: none
    bool is_error = false;
};

/// A scene being simulated: one world at a time, with its tuner, its log of commands and its recorder. Everything that
/// acts on it is a command, between steps. Calls come from one thread.
class Run {
  public:
    /// Throws what make_world throws.
    Run(const SceneInfo& scene, const Settings& settings, Backend backend);
    /// Repeats a run: its commands act by themselves at their steps. Throws what they throw.
    explicit Run(Replay replay);
    /// Ends a recording and ignores errors; callers who want to know send StopRecording.
    ~Run();
    Run(const Run&) = delete;

    /// Another run with the same start and settings, at step 0, that does not tune itself. Throws what make_world
    /// throws.
    std::unique_ptr<Run> beside(Backend backend) const;

    World& world() { return *world_; }
    const World& world() const { return *world_; }
    const SceneInfo& scene() const { return *begun_.scene; }
    const Settings& settings() const { return settings_; }
    /// The settings at the last setup, to whose state a reset goes back.
    const Settings& at_setup() const { return begun_.settings; }
    Backend backend() const { return begun_.backend; }
    u64 worlds() const { return worlds_; }  ///< how many there have been

    /// Carries out a command; those that only concern a window (run, pause, pace, split) do nothing here. If it throws,
    /// nothing is changed.
    void apply(const Command& command);
    /// Does up to `most` steps: fewer if a recording needs each one, if a replay has a command due or ends, or if
    /// `stop` returns true between two steps. First tunes if `search.auto` asks for it. Returns the times of each step.
    /// Without `stop` it throws WorkStopped before a step that this thread's work no longer wants (Stoppable).
    std::vector<StepTimes> advance(u64 most = 1, const std::function<bool()>& stop = {});

    /// Does the replay as fast as possible and goes on from its end in place of the present run; `watch` is called with
    /// the steps done and those of the whole replay. Throws what the replay or `watch` throws; the present run is then
    /// as it was. Its recording ends only if the replay succeeds.
    void take_up(Replay replay, const std::function<void(u64 done, u64 all)>& watch);
    /// Keeps the present state, so that back() returns to it at once; of those kept only the last few, as far as memory
    /// allows.
    void keep_for_back();
    /// To the state one step before the present one. If that was not kept, the run is done again up to there, as in
    /// take_up(). Throws UsageError at step 0 and while a recording is made.
    void back(const std::function<void(u64 done, u64 all)>& watch);
    static constexpr std::size_t states_kept = 32;

    /// Lets go of the tools that are held.
    void let_go();

    /// Tunes if it is time; advance() calls it by itself. Throws WorkStopped, or Error if tuning is not possible.
    void keep_tuned();
    /// From now on advance() does not tune by itself.
    void tune_by_hand() { tunes_itself_ = false; }
    /// `watch` is called during tuning.
    void watch_tuning(TuneWatch watch) { watch_ = std::move(watch); }

    /// Measures at most once per step and change.
    const Readings& measure();
    /// From the last measure(); empty after a restart.
    const Readings& measured() const { return measured_; }
    /// A metric by key. Throws UsageError if there is none.
    double metric(const std::string& key);
    const Answers& answers() const { return answers_; }
    /// Changes since the last call.
    Changes take_changes() { return std::exchange(changes_, {}); }

    /// Null while nothing is recorded.
    const Recorder* recorder() const { return recorder_.get(); }
    bool replaying() const { return replay_.has_value(); }

    /// How many strokes were begun in all, and how many of them can be undone.
    u64 strokes_begun() const { return strokes_begun_; }
    std::size_t undoable() const { return strokes_.size(); }
    /// How many were redone in all.
    u64 strokes_redone() const { return strokes_redone_; }

  private:
    struct Noted {
        u64 step;
        std::string command;
    };
    struct Act;

    void act(const Command& command);
    void change(const std::string& key, const std::string& value);
    void begin(command::Load start, bool ends_recording = false);
    void restarted();
    void stroke(const Stroke& stroke);
    void keep_for_undo(const Tool& tool);
    void undo();
    void redo();
    void tune();
    void verify(u32 sample);
    void compare(const command::Compare& question);
    void record(const std::filesystem::path& folder, bool over);
    void stop_recording();
    void add_to_recording(const std::function<void()>& add);
    LoggedCommands noted() const;
    void save_state(const std::filesystem::path& file, bool over);
    void make_room_for_state(auto& kept, std::size_t most);
    void return_to_last_kept();
    void do_again_until(u64 step, const std::function<void(u64, u64)>& watch);
    void rewound();
    void note(u64 step, const Command& command);
    void forget_before_reset();
    void forget_since(std::size_t noted, u64 step);
    void note_changed(const Settings& before);
    void tell(std::string message, bool is_error = false);
    void tell_remarks();
    std::vector<StepTimes> step(u64 count, const std::function<bool()>& stop);
    void play_due();
    void end_replay();

    command::Load begun_;         ///< what the present world was made from
    std::vector<Noted> history_;  ///< what has acted on it since
    Settings settings_;
    std::unique_ptr<World> world_;
    u64 worlds_ = 0;
    AutoTuner tuner_;
    TuneWatch watch_ = [](double) {};
    bool tunes_itself_ = true;
    std::map<std::string, std::vector<glm::vec3>> held_;  ///< where tools are held
    /// A stroke, and what was before it.
    struct Begun {
        u64 step;
        std::size_t noted;  ///< entries of the history
        const char* label;
        std::shared_ptr<const KeptState> before;
    };
    std::deque<Begun> strokes_;  ///< the last ones, as far as memory allows
    struct Passed {
        u64 step;
        std::size_t noted;  ///< entries of the history
        std::shared_ptr<const KeptState> state;
    };
    std::deque<Passed> passed_;  ///< states of the last steps, none since which the history was rewritten
    /// A stroke that was undone, and what was before that.
    struct Undone {
        Begun stroke;
        u64 step;
        std::vector<Noted> noted;                            ///< since the stroke
        std::size_t kept;                                    ///< entries of the history after the undo
        std::map<std::string, std::vector<glm::vec3>> held;  ///< where tools were held
        std::shared_ptr<const KeptState> after;
    };
    std::optional<Undone> keep_for_redo(const Begun& stroke);
    void jumped(u64 step, const char* by, const Begun& stroke);
    std::deque<Undone> undone_;
    u64 strokes_begun_ = 0, strokes_redone_ = 0;
    std::unique_ptr<Recorder> recorder_;
    std::unique_ptr<CommandLog> log_;
    std::optional<Replay> replay_;
    std::size_t played_ = 0;  ///< number of the replay's entries already done
    Answers answers_;
    Changes changes_;
    Readings measured_;
    bool measured_now_ = false;
};

/// Checksum of step, clock and every actor, to the last bit: equal for equal states. If the elements are not actors, it
/// covers their values. None if main memory cannot hold the actors once more.
std::optional<u64> state_checksum(World& world);

}  // namespace nearfield
