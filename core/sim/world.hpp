#pragma once
// What the rest of the program sees of a running scene, whatever its scene, backend and dimension.
#include "base/median.hpp"
#include "exec/backend.hpp"
#include "exec/step_times.hpp"
#include "params/settings.hpp"
#include "sim/solids.hpp"
#include "usp/report.hpp"

#include <glm/glm.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// One actor as drawn.
struct Vertex {
    float x, y, z;
    float size;    ///< radius in world units
    float scalar;  ///< value of the attribute that colours it
};

/// Squares of a plane that belong to one of several classes, and what each class is called and coloured.
struct Field {
    struct Class {
        std::string label;
        glm::vec3 colour;  ///< sRGB, 0 to 1
    };
    static constexpr std::uint8_t none = 255;  ///< nothing is drawn there

    glm::vec2 lo{0};
    float cell = 1;
    int columns = 0, rows = 0;
    std::string title;
    std::vector<Class> classes;
    std::vector<std::uint8_t> cells;  ///< class of each square, row by row from lo
};

/// A ball (2D: a disc) of the scene's own, such as an obstacle.
struct Shape {
    glm::vec3 at;
    float radius;
};

/// Where some of the actors have been.
struct Trails {
    int length = 0;                 ///< places per actor, the newest first
    std::vector<glm::vec3> places;  ///< actor by actor
    std::vector<float> scalar;      ///< per actor, the value that colours it
};

/// A direction in 32 bits: x, y and z as signed numbers of 10 bits from the lowest on, OpenGL's INT_2_10_10_10_REV.
using Heading = u32;

/// How actors are drawn: each by itself, or together as a fluid with a surface, coloured by the attribute or clear.
enum class Drawing { particles, surface, water };

/// Spread of the colouring attribute over all actors; non-finite values are left out.
struct ScalarRange {
    float lo = 0, hi = 1;      ///< least and greatest
    float mean = 0, deviation = 0;
};

/// One picture's worth of actors. The vertex memory belongs to the frame and is reused from picture to picture.
struct Frame {
    u64 step = 0;
    u64 serial = 0;            ///< grows with every frame published; 0 means none yet
    u32 actors = 0;
    int dimensions = 2;
    bool wrapped = false;
    glm::vec3 lo{0}, hi{1};    ///< environment
    int attribute = 0;         ///< index into SceneInfo::attributes
    ScalarRange range;
    Drawing drawing = Drawing::particles;  ///< other than particles only in a fluid, whose actors are half of their spacing at rest in radius
    std::shared_ptr<const Solids> solids;  ///< drawn among the actors; another pointer for other solids; may be null
    std::shared_ptr<const Field> field;  ///< 2D: drawn below lines and actors; another pointer for another field; may be null
    bool firm_lines = false;   ///< lines are obstacles, such as walls, and drawn as such
    std::shared_ptr<const std::vector<Segment>> lines;  ///< 2D: drawn below the actors; another pointer for other lines; may be null
    std::shared_ptr<const std::vector<Shape>> shapes;   ///< drawn among the actors; another pointer for other shapes; may be null
    std::shared_ptr<const Trails> trails;               ///< may be null
    /// Exactly one of these holds `actors` vertices: on the CUDA device, or in main memory.
    const Vertex* device = nullptr;
    const Vertex* host = nullptr;
    /// As many headings beside them if the actors have one, else null; actors with a heading are drawn as darts.
    const Heading* device_heading = nullptr;
    const Heading* host_heading = nullptr;

    struct Memory {
        std::shared_ptr<void> block;
        std::size_t capacity = 0;  ///< in elements
    };
    Memory device_memory, host_memory, device_heading_memory, host_heading_memory;
};

/// A number of the scene as a whole, or a value per actor that can colour it.
struct Quantity {
    std::string key, title, unit, help;
};

/// Seconds of the scene's clock from one reading of the gauges that is kept to the next, unless they say otherwise.
constexpr double gauge_interval = 1;

/// Where a scene measures: a line or an area of the plane, or something of the scene as a whole.
struct Gauge {
    std::string name;
    std::vector<glm::vec2> outline;  ///< two points: a line; more: the corners of an area; none: it is nowhere to be drawn
    std::string key;                 ///< of the parameter that lists it; empty if it belongs to the scene itself
    std::size_t item = 0;            ///< its place in that list
    std::vector<double> values;      ///< in the order of SceneInfo::gauged; NaN: not known, as the speed where nobody is, or not measured by this one
    double every = gauge_interval;   ///< s from one reading that is kept to the next
};

/// One of the values of gauges over another or over time, and what is published on them.
struct Diagram {
    struct Curve {
        std::string label;
        std::vector<glm::vec2> points;
        bool measured = false;  ///< points by themselves, not a line
    };
    std::string title;
    int x = 0, y = 1;  ///< indices into SceneInfo::gauged
    std::vector<Curve> curves;
    double time_unit = 0;    ///< s; if above 0, time over this takes the place of x
    std::string time_label;  ///< what that is called: "s" or a dimensionless "T"
};

/// The bins of the present grid. In a keyed scene bin_count is the number of keys, and radius is 0.
struct GridReport {
    glm::ivec3 bins{1};
    glm::vec3 width{1};     ///< bin width per axis
    u64 bin_count = 1;
    std::size_t pbm_bytes = 0, total_bytes = 0;  ///< partition boundary matrix; all memory of the world
    float radius = 1;
};

/// Actors in the order of their ids.
struct ActorTable {
    std::vector<glm::vec3> position;
    std::vector<glm::vec3> velocity;               ///< empty in a scene without
    std::vector<std::vector<float>> attributes;  ///< in the order of SceneInfo::attributes
};

/// One of two ways of searching the same frozen state, timed in turn with the other.
struct Comparison {
    struct Side {
        std::string settings;  ///< "strips, counting, 0.5"
        double construct_ms = 0, query_ms = 0;      ///< medians
        double construct_spread = 0, query_spread = 0;  ///< (p95 - p5) / 2
        Audit audit;
    };
    Side a, b;
    int repeats = 0;
    bool same_neighbours = false;  ///< both found the same set for every actor
};

/// The times of one way of searching, in ms per step.
struct WayTimes {
    std::vector<double> construct, query;  ///< building the grid, and the rest of the step
    std::vector<double> whole;             ///< the step without marks between its stages
    int turns = 0;
    std::string refused;                   ///< why it cannot be; then there are no times
};

/// How ways of searching are timed in turn. Every turn begins at the present state.
struct Turns {
    int turns = 1;    ///< of each way
    int untimed = 1;  ///< steps at the beginning of a turn; the first brings the actors into this way's order
    int timed = 1;    ///< steps after them, and as often with marks between stages
};

/// A scene with its actors on one backend. Calls come from one thread.
class World {
  public:
    virtual ~World() = default;

    /// Takes over live and regrid parameters. Throws Error/UsageError if the grid does not fit or makes no sense;
    /// everything then stays as it was.
    virtual void configure(const Settings& settings) = 0;
    /// Back to the state at Setup: step 0, the same actors.
    virtual void reset() = 0;

    /// Enqueues one step. Nothing waits.
    virtual void step() = 0;
    /// Waits for the steps enqueued and returns their times. Throws Error, naming step and number, if actors left the
    /// environment or stopped being finite.
    virtual std::vector<StepTimes> finish() = 0;

    virtual u64 steps() const = 0;
    virtual u32 actors() const = 0;
    /// How many of the actors are there, as of the last finish() or reset(); all of them in most scenes.
    virtual u32 present() const = 0;
    virtual bool is_present(u32 actor) = 0;
    /// The scene's clock in s; NaN if it has none.
    virtual double time() const = 0;
    virtual GridReport grid() const = 0;

    /// Values in the order of SceneInfo::metrics; waits.
    virtual std::vector<double> metrics() = 0;
    /// As of the last metrics(); none in most scenes.
    virtual std::vector<Gauge> gauges() = 0;
    /// Of the gauges' values; none in most scenes.
    virtual std::vector<Diagram> diagrams() = 0;
    /// Fills `frame` with the present state, coloured by `attribute`; on the device unless `to_host`. Waits.
    virtual void draw(Frame& frame, int attribute, bool to_host) = 0;

    virtual Audit audit(u32 sample) = 0;
    virtual Inspection inspect(u32 actor) = 0;
    virtual Verification verify(u32 sample) = 0;
    /// One number for the neighbour sets of the present state: equal for every way of searching, on every backend.
    virtual u64 signature() = 0;
    /// Id of the actor that the ray from `origin` along `direction` meets first (2D: that lies nearest to it), within
    /// `tolerance` in world units beyond its drawn size; none gives actors().
    virtual u32 pick(glm::vec3 origin, glm::vec3 direction, float tolerance) = 0;
    /// Times ways of searching in turn on copies of the present state, which stays as it is. `tick` is called before each
    /// turn; what it throws ends it.
    virtual std::vector<WayTimes> time_ways(const std::vector<Settings>& ways, const Turns& turns, const std::function<void()>& tick) = 0;
    /// Times two ways of searching on copies of the present state, which stays as it is.
    virtual Comparison compare(const Settings& a, const Settings& b, int repeats) = 0;

    /// The actor's values in the order of SceneInfo::attributes. Throws Error if there is no such actor.
    virtual std::vector<float> values_of(u32 actor) = 0;

    virtual ActorTable read() = 0;
    /// Puts actor i at positions[i] (one per actor, inside the environment); everything else stays. Throws UsageError
    /// naming the actor otherwise, or if positions in this scene follow from something else.
    virtual void place(const std::vector<glm::vec3>& positions) = 0;
    /// Gives actor i the velocity velocities[i] (one per actor). Throws UsageError in a scene without velocities.
    virtual void set_in_motion(const std::vector<glm::vec3>& velocities) = 0;
    /// Where the mouse acts on the actors from now on, in world units; none: nowhere. Ignored by a scene on which it cannot.
    virtual void point(std::optional<glm::vec3> at) = 0;
    /// Drops what the scene has to drop there, in world units, at the end of the next step. Throws UsageError where that cannot be.
    virtual void drop(glm::vec3 at) = 0;
};

}  // namespace nearfield
