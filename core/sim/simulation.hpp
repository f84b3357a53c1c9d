#pragma once
#include "record/recorder.hpp"
#include "sim/auto_tuner.hpp"
#include "sim/scene.hpp"
#include "sim/triple_buffer.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace nearfield {

/// What the simulation tells the window, as of its last step or command. Copied whole.
struct Status {
    const SceneInfo* scene = nullptr;
    Backend backend = Backend::cpu;
    std::string device;
    bool running = false;
    u64 step = 0;
    u32 actors = 0, present = 0;       ///< room for actors; how many are there
    double time = 0;                   ///< of the scene's clock, s; NaN if it has none
    double steps_per_second = 0;       ///< over the last second; 0 while paused
    int steps_per_frame = 1;           ///< 0: as many as it can
    int draw_every = 1;
    std::shared_ptr<const Settings> settings;
    GridReport grid;
    std::optional<Audit> audit;        ///< refreshed about twice a second
    std::vector<double> metrics;       ///< in the order of SceneInfo::metrics, at `step`
    std::vector<Gauge> gauges;         ///< likewise
    std::vector<Diagram> diagrams;     ///< of these
    std::optional<Inspection> inspection;  ///< of the selected actor, refreshed with the picture
    std::vector<float> inspected_values;   ///< its attributes
    std::optional<Verification> verification;
    u64 verified_step = 0;
    std::optional<Comparison> comparison;
    std::shared_ptr<const Tuning> tuning;  ///< the last one of this world
    u64 tuned_step = 0;
    std::optional<double> tuning_progress; ///< 0 to 1 while it goes on
    std::string recording;             ///< folder being written, or empty
    std::string message;               ///< the last thing to tell the user
    bool message_is_error = false;
    u64 message_serial = 0;            ///< grows with every message
};

/// One step as the timing plots want it.
struct StepRow {
    StepTimes times;
    std::vector<double> metrics;  ///< empty if not measured at this step
    bool reset = false;           ///< first row after Setup, Reset or a change of scene
};

/// Runs a world on a thread of its own. Every call below returns at once; commands are carried out between steps, in
/// order, and failures come back as Status::message with everything as it was before the command.
class Simulation {
  public:
    /// Throws what make_world throws.
    Simulation(const SceneInfo& scene, const Settings& settings, Backend backend);
    ~Simulation();

    void run(bool on);
    /// Pauses and advances by `count` steps.
    void step(u32 count = 1);
    void reset();
    /// A new state from the present settings.
    void setup();
    /// A live or regrid parameter acts at the next step, a respawn parameter makes a new state at once.
    void set(std::string key, std::string value);
    /// Another scene, preset or backend: a new world at step 0.
    void load(const SceneInfo& scene, Settings settings, Backend backend);
    void set_pace(int steps_per_frame, int draw_every);
    /// Frames in main memory instead of on the device, for windows without interop.
    void draw_to_host(bool on);

    /// Starts recording into a new folder; an empty path ends it.
    void record(std::string folder);
    void select(std::optional<u32> actor);
    void pick(glm::vec3 origin, glm::vec3 direction, float tolerance);
    /// Where the mouse acts on the actors from now on; none: nowhere.
    void point(std::optional<glm::vec3> at);
    /// World::drop, with the next step.
    void drop(glm::vec3 at);
    void verify(u32 sample);
    void compare(Settings a, Settings b, int repeats);
    /// Measures which way of searching is fastest on the present state and takes it into use.
    void tune();
    /// Ends a tuning under way; the search stays as it is, and `search.auto` goes off.
    void stop_tuning();

    /// To be called once per drawn frame: grants the steps of one frame and asks for a new picture.
    void frame_drawn();
    /// The newest picture; valid until the next call. Null before the first. For one reader thread.
    Frame* latest();
    std::shared_ptr<const Status> status() const;
    /// Rows since the last call (the oldest are dropped beyond 100,000).
    std::vector<StepRow> take_rows();

  private:
    using Clock = std::chrono::steady_clock;
    void post(std::function<void()> command);
    void loop();
    bool carry_out_commands();
    bool may_step() const;
    void advance();
    bool take_grant();
    void publish(bool even_if_between);
    void measure();
    void refresh_inspection();
    void refresh_audit();
    void tell(std::string message, bool is_error);
    void replace_world(const SceneInfo& scene, const Settings& settings, Backend backend);
    void change(const std::string& key, const std::string& value);
    void note_regrid();
    void tune_now();
    void keep_tuned();
    void watch_tuning(double share);
    void tell_tuned(const Settings& before);
    void start_recording(const std::string& folder);
    void stop_recording();
    void note_restart();
    void measure_pace();
    void publish_status();
    void share_status();

    // owned by the simulation thread
    std::unique_ptr<World> world_;
    Status now_;
    Settings settings_;
    std::unique_ptr<Recorder> recorder_;
    AutoTuner auto_tuner_;
    std::optional<u32> selected_;
    u32 steps_wanted_ = 0;      ///< single steps still to do while paused
    int left_in_frame_ = 0;     ///< steps still to do of those that the last frame granted
    bool to_host_ = true;
    bool restarted_ = true;
    bool picture_stale_ = true;
    u64 serial_ = 0;
    Clock::time_point next_audit_{}, pace_since_{};
    u64 pace_steps_ = 0;

    TripleBuffer<Frame> frames_;

    mutable std::mutex mutex_;  // guards what follows
    std::condition_variable wake_;
    std::deque<std::function<void()>> commands_;
    std::shared_ptr<const Status> status_;
    std::vector<StepRow> rows_;
    bool frame_granted_ = false;  ///< the window has drawn a frame since its steps were last taken
    bool picture_wanted_ = true;
    bool quit_ = false;
    bool stop_tuning_ = false;

    std::thread thread_;        // last: starts when all is ready
};

}  // namespace nearfield
