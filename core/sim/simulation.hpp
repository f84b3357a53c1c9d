#pragma once
#include "sim/memory_order.hpp"
#include "sim/neighbour_watch.hpp"
#include "sim/triple_buffer.hpp"
#include "sim/twin.hpp"

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

namespace nearfield {

/// The default pace: real time, or 60 steps per second without a clock.
constexpr double usual_pace(bool has_clock) { return has_clock ? 1 : 60; }

/// A step shown stage by stage, while it waits.
struct StepUnderWay {
    u64 step = 0;
    std::vector<std::string_view> done;  ///< finished stages in order; always string literals
    std::string_view next;               ///< stage before which it waits
};

/// The simulation's state for the window, after the last step or command. Large parts are shared instead of copied.
struct Status {
    const SceneInfo* scene = nullptr;
    Backend backend = Backend::cpu;
    u64 world = 0;  ///< number of the world, different for every world
    std::string device;
    bool running = false;
    u64 step = 0;
    u32 actors = 0, present = 0;  ///< capacity in actors; number of actors present
    double time = 0;              ///< of the scene's clock, s; NaN if it has none
    double steps_per_second = 0;  ///< over the last second; 0 while paused
    double pace = 0;              ///< as in command::Pace
    double slow_motion = 0;       ///< as in command::SlowMotion
    double clock_rate = 0;        ///< of the scene's clock over the last second, s per s; 0 while paused
    int draw_every = 1;
    bool has_clock() const { return std::isfinite(time); }
    std::shared_ptr<const Settings> settings;
    std::shared_ptr<const Settings> at_setup;  ///< settings of the state that a reset restores
    GridReport grid;
    std::size_t bytes = 0;                          ///< all memory that the world holds on its device
    std::shared_ptr<const Audit> audit;             ///< updated about twice a second; null at first
    std::shared_ptr<const StepUnderWay> under_way;  ///< null between steps
    Watched watched;                                ///< results for the frames shown; empty without a search
    std::shared_ptr<const TwinReport> twin;         ///< on the second run from the same state; null without one
    Readings measured;                              ///< never null; empty at first
    Answers answers;
    std::optional<u32> selected;                     ///< element whose values are shown
    std::shared_ptr<const Inspection> inspection;    ///< of the selected actor, updated with the picture; may be null
    std::shared_ptr<const std::vector<Fact>> facts;  ///< facts about the selected element; null if none is selected
    std::shared_ptr<const PairTable> pairs;          ///< of all elements, updated with the picture; may be null
    std::shared_ptr<const ActorsInMemory> memory;    ///< updated about twice a second while shown; may be null
    std::shared_ptr<const std::vector<float>> inspected_values;  ///< attributes of the selected; null if none
    std::shared_ptr<const std::vector<std::vector<std::string>>> value_names;  ///< Elements::value_names by attribute
    std::optional<double> tuning_progress;                                     ///< 0 to 1 during tuning
    u64 strokes_begun = 0, strokes_redone = 0;                                 ///< in all
    std::size_t undoable = 0;  ///< number of last strokes that can be undone
    u64 commands = 0;          ///< number executed or refused so far
    u64 steps_due = 0;         ///< remaining steps of command::Step
    bool replaying = false;
    std::string recording;  ///< folder being written; empty if none
    std::string doing;      ///< work that may take this step or command some seconds; empty if none
    std::string message;    ///< the last message for the user
    bool message_is_error = false;
    u64 message_serial = 0;  ///< incremented with every message
};

/// A step for the timing plots.
struct StepRow {
    StepTimes times;
    std::vector<double> metrics;  ///< empty if not measured at this step
    bool reset = false;           ///< first row after Setup, Reset or a change of scene
    u64 world = 0;                ///< as in Status
};

/// A run on a separate thread. Every call below returns at once. Commands act between steps, in order. A command that
/// fails changes nothing; its error appears in Status::message.
class Simulation {
  public:
    /// Throws the exceptions of make_world.
    Simulation(const SceneInfo& scene, const Settings& settings, Backend backend);
    explicit Simulation(std::unique_ptr<Run> run);
    ~Simulation();
    /// Ends the run after the step under way and closes its recording. No command acts after that. Throws Error if the
    /// recording is incomplete. The destructor does the same and ignores errors.
    void end();

    /// Sends a command. A held tool acts once per step, at its last place.
    void send(Command command);
    /// Number of commands sent so far.
    u64 sent() const;
    /// Draws into main memory instead of device memory, for windows without interop.
    void draw_to_host(bool on);
    /// Enables or disables the update of Status::memory, the order of actors in memory.
    void show_memory(bool on);

    /// Called once per drawn frame. Grants the steps of one frame and requests a new picture.
    void frame_drawn();
    /// The newest picture, valid until the next call. Null before the first. For one reader thread.
    Picture* latest();
    /// The newest picture of the second run. Null without one.
    Picture* latest_of_twin();
    std::shared_ptr<const Status> status() const;
    /// Rows since the last call. Beyond 100,000 rows the oldest are dropped.
    std::vector<StepRow> take_rows();

  private:
    using Clock = std::chrono::steady_clock;
    struct Act;

    template <class F> void change(const F& f);
    void loop();
    bool carry_out_commands();
    bool has_work() const;
    bool awaits_audit() const;
    bool awaits_memory() const;
    void carry_out(const Command& command);
    void pause();
    void show_present();
    void halt(const std::string& why);
    bool is_unwanted() const;
    bool may_step() const;
    void advance();
    std::vector<StepTimes> step_runs();
    bool take_grant();
    bool shows_stages() const { return !twin_ && (stages_wanted_ || (now_.running && now_.slow_motion > 0)); }
    void wait_before(const Stage& stage);
    void show_next(const Stage& stage);
    bool goes_on_after_command();
    void step_back();
    void tell_replayed(u64 done, u64 all);
    double progress() const;
    void begin_pace();
    void extend_pace();
    void use_held();
    void keep_tuned();
    void watch_tuning(double share);
    void publish(bool even_if_between);
    void refresh_inspection();
    void refresh_audit();
    void watch();
    void take_verdict();
    void split(const command::Split& difference);
    void unite();
    void take_up(const command::Continue& asked);
    void lead_twin(const Command& command);
    void publish_twin(const Picture& first, bool to_host);
    void refresh_memory(const Picture& drawn);
    void take_changes();
    void tell(std::string message, bool is_error);
    void measure_pace();
    void publish_status();
    void share_status();
    void announce_first_step(Backend backend);

    // owned by the simulation thread
    std::unique_ptr<Run> run_;
    std::unique_ptr<Twin> twin_;
    Status now_;
    std::optional<Stroke> held_;  ///< last stroke of a held tool, which acts before the next step
    u64 steps_wanted_ = 0;        ///< remaining single steps while paused
    bool stages_wanted_ = false;  ///< the requested step advances by a stage at each command::NextStage
    bool rushes_ = false;         ///< the step under way no longer waits before its stages
    double paced_to_ = 0;         ///< bound of progress() up to which the pace lets the run continue
    bool restarted_ = true;
    bool picture_stale_ = true, audit_stale_ = true, memory_stale_ = true;
    bool shows_memory_ = false;
    bool unwatched_ = false;  ///< true after a step that no frame has shown
    NeighbourWatch watch_;
    u64 serial_ = 0;
    Clock::time_point next_audit_{}, next_memory_{}, next_equality_{}, pace_since_{}, paced_at_{};
    u64 pace_steps_ = 0;
    double pace_time_ = 0;

    TripleBuffer<Picture> pictures_, twin_pictures_;

    mutable std::mutex mutex_;  // guards the members below
    std::condition_variable wake_;
    std::deque<Command> commands_;
    u64 sent_ = 0;
    std::shared_ptr<const Status> status_;
    std::vector<StepRow> rows_;
    bool frame_granted_ = false;  ///< the window has drawn a frame since the last grant was taken
    bool picture_wanted_ = true;
    bool to_host_ = true, memory_wanted_ = false;
    bool wants_changed_ = false;  ///< to_host_ or memory_wanted_ has changed
    bool quit_ = false, stop_wanted_ = false;
    std::exception_ptr not_closed_;  ///< reason for an incomplete recording; read after the thread has ended

    std::thread thread_;  // last: starts when all other members exist
};

}  // namespace nearfield
