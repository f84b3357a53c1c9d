#pragma once
#include "base/files_read.hpp"
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

/// Metrics of the scene and values of its gauges.
struct Readings {
    std::shared_ptr<const std::vector<double>> metrics;    ///< in the order of SceneInfo::metrics
    std::shared_ptr<const std::vector<Gauge>> gauges;      ///< empty in a scene without gauges
    std::shared_ptr<const std::vector<Diagram>> diagrams;  ///< of the gauges
};

/// Answers to questions about the present world. Null until asked.
struct Answers {
    std::optional<u32> selected;  ///< id of an element
    std::shared_ptr<const Verification> verification;
    u64 verified_step = 0;
    std::shared_ptr<const Comparison> comparison;
    std::shared_ptr<const Tuning> tuning;
    u64 tuned_step = 0;
};

/// Effects of commands.
struct Changes {
    bool restarted = false;  ///< step 0 of a new state, or of the same state again
    bool redraw = false;     ///< the picture no longer shows the state
    bool rewound = false;    ///< back at an earlier step
    std::string message;     ///< message for the user; empty: none
    bool is_error = false;
};

/// A scene being simulated: one world at a time, with its tuner, its log of commands and its recorder. Only commands
/// act on it, between steps. Calls come from one thread.
class Run {
  public:
    /// Throws the exceptions of make_world.
    Run(const SceneInfo& scene, const Settings& settings, Backend backend);
    /// Repeats a run: its commands act at their recorded steps. Throws their exceptions.
    explicit Run(Replay replay);
    /// Ends a recording and ignores errors. Callers who need the errors send StopRecording.
    ~Run();
    Run(const Run&) = delete;

    /// Creates another run with the same start and settings, at step 0, without automatic tuning. Throws the exceptions
    /// of make_world.
    std::unique_ptr<Run> beside(Backend backend) const;

    World& world() { return *world_; }
    const World& world() const { return *world_; }
    const SceneInfo& scene() const { return *begun_.scene; }
    const Settings& settings() const { return settings_; }
    /// The settings of the state that a reset restores.
    const Settings& at_setup() const { return begun_.settings; }
    Backend backend() const { return begun_.backend; }
    u64 worlds() const { return worlds_; }  ///< number of worlds so far

    /// Executes a command. Commands for a window (run, pause, pace, split) are no-ops here. If it throws, nothing is
    /// changed.
    void apply(const Command& command);
    /// Does up to `most` steps and returns their times. Does fewer if a recording needs each step, if a replay ends or
    /// has a command due, or if `stop` returns true between two steps. Tunes first if `search.auto` requires it.
    /// Without `stop`, throws WorkStopped before a step that this thread's work no longer wants (Stoppable).
    std::vector<StepTimes> advance(u64 most = 1, const std::function<bool()>& stop = {});

    /// Executes the replay as fast as possible and continues from its end in place of the present run. Calls `watch`
    /// with the steps done and the replay's total. Throws the exceptions of the replay or `watch`; the present run is
    /// then unchanged. Its recording ends only if the replay succeeds.
    void take_up(Replay replay, const std::function<void(u64 done, u64 all)>& watch);
    /// Caches the present state, so that back() restores it at once. Only the last states are cached, limited by
    /// states_kept and memory.
    void keep_for_back();
    /// Restores the state one step before the present one. If it is not cached, repeats the run up to there, like
    /// take_up(). Throws UsageError at step 0 and while recording.
    void back(const std::function<void(u64 done, u64 all)>& watch);
    static constexpr std::size_t states_kept = 32;

    /// Releases all held tools.
    void let_go();

    /// Tunes if a tuning is due. advance() calls it by itself. Throws WorkStopped, or Error if tuning is not possible.
    void keep_tuned();
    /// Disables automatic tuning in advance().
    void tune_by_hand() { tunes_itself_ = false; }
    /// Sets a function that is called during tuning.
    void watch_tuning(TuneWatch watch) { watch_ = std::move(watch); }

    /// Measures, at most once per step and change.
    const Readings& measure();
    /// Results of the last measure(). Empty after a restart.
    const Readings& measured() const { return measured_; }
    /// A metric by key. Throws UsageError if there is none.
    double metric(const std::string& key);
    const Answers& answers() const { return answers_; }
    /// Changes since the last call.
    Changes take_changes() { return std::exchange(changes_, {}); }

    /// Null while nothing is recorded.
    const Recorder* recorder() const { return recorder_.get(); }
    bool replaying() const { return replay_.has_value(); }

    /// Number of strokes begun in all, and number that can be undone.
    u64 strokes_begun() const { return strokes_begun_; }
    std::size_t undoable() const { return strokes_.size(); }
    /// Number of strokes redone in all.
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

    command::Load begun_;         ///< start of the present world
    std::vector<Noted> history_;  ///< commands that have acted on it
    Settings settings_;
    std::unique_ptr<World> world_;
    std::vector<FileRead> inputs_;  ///< files that the world was made from
    u64 worlds_ = 0;
    AutoTuner tuner_;
    TuneWatch watch_ = [](double) {};
    bool tunes_itself_ = true;
    std::map<std::string, std::vector<glm::vec3>> held_;  ///< places where tools are held
    /// A stroke, and the state before it.
    struct Begun {
        u64 step;
        std::size_t noted;  ///< number of entries in the history
        const char* label;
        std::shared_ptr<const KeptState> before;
    };
    std::deque<Begun> strokes_;  ///< the last strokes, limited by memory
    struct Passed {
        u64 step;
        std::size_t noted;  ///< number of entries in the history
        std::shared_ptr<const KeptState> state;
    };
    std::deque<Passed> passed_;  ///< states of the last steps since the history was last rewritten
    /// An undone stroke, and the state before the undo.
    struct Undone {
        Begun stroke;
        u64 step;
        std::vector<Noted> noted;                            ///< entries since the stroke
        std::size_t kept;                                    ///< number of entries in the history after the undo
        std::map<std::string, std::vector<glm::vec3>> held;  ///< places where tools were held
        std::shared_ptr<const KeptState> after;
    };
    std::optional<Undone> keep_for_redo(const Begun& stroke);
    void jumped(u64 step, const char* by, const Begun& stroke);
    std::deque<Undone> undone_;
    u64 strokes_begun_ = 0, strokes_redone_ = 0;
    std::unique_ptr<Recorder> recorder_;
    std::unique_ptr<CommandLog> log_;
    std::optional<Replay> replay_;
    std::size_t played_ = 0;  ///< number of the replay's entries already executed
    Answers answers_;
    Changes changes_;
    Readings measured_;
    bool measured_now_ = false;
};

/// Checksum of step, clock and every actor to the last bit: equal for equal states. Covers the elements' values if the
/// elements are not actors. None if main memory cannot hold a copy of the actors.
std::optional<u64> state_checksum(World& world);

}  // namespace nearfield
