#pragma once
// A floor plan: walls, doors, exits, people at the start and from sources, and measurements. Read from JSON (PLANS.md);
// lengths in metres, times in seconds, x to the right, y up.
#include "base/vec.hpp"
#include "scenes/document/place.hpp"
#include "scenes/plans/storey.hpp"

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nearfield::plans {

using document::Place;
using document::Range;

/// A thin wall, which keeps bodies at their radius on both sides.
struct Wall {
    glm::vec2 a{0}, b{0};
    bool operator==(const Wall&) const = default;
};

/// Corners in order, clockwise or counter-clockwise, without repeating the first.
using Polygon = std::vector<glm::vec2>;

/// Desired speeds in m/s: a normal distribution truncated to [lo, hi] (tails are dropped, not clamped). With sigma 0
/// all speeds equal the mean; with `even` they are uniform in [lo, hi].
struct Speeds {
    float mean = 1.34f, sigma = 0.26f, lo = 0.5f, hi = 2.2f;
    bool even = false;
    /// Quantile of the truncated distribution for `u` in [0, 1]; a uniform number gives a speed.
    NF_HD float at(float u) const;
};

/// Properties shared by people who start together or come from one source.
struct People {
    Speeds speed;                ///< desired speed, m/s
    Range radius{0.25f, 0.35f};  ///< of the body, m
    Range premovement;           ///< time between appearing and setting off, s
    float stress = 1;            ///< factor of the speed
    Range age{30, 30};           ///< years
    Range height{1.7f, 1.7f};    ///< m
    Range mass{70, 70};          ///< kg, in water; on dry floors the scene's mass applies
    std::vector<int> exits;      ///< indices of the permitted exits; empty: any
    glm::vec2 heading{0};        ///< unit vector; only in periodic plans, where people keep walking that way
};

/// People present at the start.
struct Spawn {
    std::string name;
    Polygon outline;  ///< bodies start wholly inside
    int count = 0;
    People people;
    int storey = 0;
    Place place;
};

/// Open for `open` seconds from time `first` on, and again every `every` seconds (0: once). An exit that its timetable
/// shuts stays a goal: people wait in front of it, as for a train.
struct Timetable {
    float first = 0, open = std::numeric_limits<float>::infinity(), every = 0;
    NF_HD bool open_at(float t) const {
        if (t < first) return false;
        const float since = t - first;
        return (every > 0 ? since - every * floorf(since / every) : since) < open;
    }
};

/// First time at which both are open, s; none if a thousand openings of each do not overlap.
std::optional<float> both_open(const Timetable&, const Timetable&);

/// A source of people: `rate` persons/s on average from time `from` to `until`, at most `total`; repeats every `every`
/// seconds (0: once).
struct Source {
    std::string name;
    Polygon outline;
    float rate = 1;
    float from = 0, until = std::numeric_limits<float>::infinity();
    int total = std::numeric_limits<int>::max();
    float every = 0;
    People people;
    int storey = 0;
    Place place;
    Timetable open() const { return {from, until - from, every}; }
};

/// Floor where people wait for a train: along it on both sides of a door, which leaves the door free for people who get
/// out.
struct Waiting {
    float beside = 0;  ///< m from each end of the door along the train
    float deep = 0;    ///< m from the train; 0: people wait in front of the door
    NF_HD bool is_beside() const { return deep > 0; }
};

/// An exit: a door line a-b, or an area. A door is cut out of its wall while it is open.
struct Exit {
    std::string name;
    glm::vec2 a{0}, b{0};  ///< ends of a door
    Polygon outline;       ///< of an area; empty for a door
    float weight = 1;      ///< people take the exit with the least distance times weight
    bool open = true;      ///< shut exits are no goals; a shut door is a wall
    float capacity = 0;    ///< persons/s; 0: unlimited
    Timetable timetable;
    float clear = 0;      ///< distance before it, m, that people keep free while its timetable shuts it
    Waiting waiting;      ///< for a train's door
    bool refuge = false;  ///< of an area: nobody leaves there; people who can reach no exit go there and stay
    int storey = 0;
    Place place;
    bool is_door() const { return outline.empty(); }
    float width() const { return is_door() ? glm::length(b - a) : 0; }
};

/// A train: each of its doors is an exit and a source, at consecutive indices of the plan's lists. While it stands
/// people first get out, then in.
struct Train {
    std::string name;
    Timetable stands;
    int first_exit = 0, first_source = 0, doors = 0;
    Place place;
};

/// A door inside the plan: an opening while open, a wall while shut. Water may break a shut door open.
struct Door {
    std::string name;
    glm::vec2 a{0}, b{0};
    bool open = true;
    float breaks_at = std::numeric_limits<float>::infinity();  ///< difference of water levels, m
    int storey = 0;
    Place place;
};

/// A named area: it multiplies walking speed by `speed` (stairs, water), and measures density, speed and flow if
/// `measured`.
struct Area {
    enum class Kind { floor, stairs_up, stairs_down } kind = Kind::floor;
    std::string name;
    Polygon outline;
    float speed = 1;
    bool measured = false;
    float level = 0;  ///< height of a platform above the storey's floor, m
    int storey = 0;
    Place place;
};

/// Crossings of a-b, counted separately to its left (positive) and to its right.
struct MeasureLine {
    std::string name;
    glm::vec2 a{0}, b{0};
    int storey = 0;
    Place place;
};

struct WallPlace {
    int first;  ///< index of its first segment in Plan::walls
    Place place;
    int storey = 0;  ///< -1: on a strip of stairs
};

struct Terrain;
struct Water;

struct Plan {
    Plan();
    Plan(const Plan&);
    Plan(Plan&&) noexcept;
    Plan& operator=(const Plan&);
    Plan& operator=(Plan&&) noexcept;
    ~Plan();

    std::string file;  ///< name for error messages
    std::string title, note;
    glm::vec2 lo{0}, hi{0};     ///< bounds of all contents
    bool periodic = false;      ///< x wraps from hi to lo; people walk by their heading; no exits
    float duration = 0;         ///< duration of a complete run, s; 0: until everybody has left
    float navigation_cell = 0;  ///< m; 0: chosen by size
    float yield_at = 0;  ///< pressure at which the driving force reaches 0, N/m; it falls linearly; 0: it does not fall
    std::vector<Wall> walls;  ///< as drawn, without openings for doors; see standing_walls
    std::vector<WallPlace> wall_places;
    std::vector<Door> doors;
    std::vector<Exit> exits;
    std::vector<Train> trains;
    std::vector<Area> areas;
    std::vector<Spawn> spawns;
    std::vector<Source> sources;
    std::vector<MeasureLine> lines;
    std::vector<Storey> storeys;  ///< a reader makes at least one
    std::vector<Stair> stairs;
    std::shared_ptr<const Terrain> terrain;  ///< null: flat floors
    std::shared_ptr<const Water> water;      ///< null: dry

    glm::vec2 size() const { return hi - lo; }
    /// One past the last wall of wall_places[k].
    std::size_t end_of_place(std::size_t k) const {
        return k + 1 < wall_places.size() ? std::size_t(wall_places[k + 1].first) : walls.size();
    }
    int population() const;  ///< at the start
};

/// The present obstacles: walls minus open doors and exit doors, plus every shut door.
std::vector<Wall> standing_walls(const Plan&);

/// The parts of walls outside `door`.
std::vector<Wall> cut(const std::vector<Wall>& walls, const Wall& door);

/// The walls whose boxes come within `reach` of the bounding box of the points.
std::vector<Wall> walls_near(const std::vector<Wall>& walls, const std::vector<glm::vec2>& points, float reach);

/// Waiting floor on both sides of a train's door; empty if people wait in front of it.
std::vector<Polygon> waiting_floor(const Exit&);

/// Sets the width of all doors and exit doors, above 0, about their midpoints. Throws UsageError if there are none.
void set_door_width(Plan&, float width);

/// Index of the exit with that name. Throws UsageError with the closest name.
int exit_index(const Plan&, const std::string& name);

double area_of(const Polygon&);            ///< m², positive
bool contains(const Polygon&, glm::vec2);  ///< even-odd rule; points on the border may count as either

inline NF_HD float cross(glm::vec2 a, glm::vec2 b) { return a.x * b.y - a.y * b.x; }

/// Distance from p to the wall, m.
inline NF_HD float distance_to(const Wall& wall, glm::vec2 p) {
    const glm::vec2 along = wall.b - wall.a, to = p - wall.a;
    const float length2 = glm::dot(along, along);
    const float t = length2 > 0 ? smaller(larger(glm::dot(to, along) / length2, 0.f), 1.f) : 0.f;
    const glm::vec2 off = to - t * along;
    return sqrtf(glm::dot(off, off));
}

/// Standard normal quantile for 0 < p < 1: Wichura 1988, algorithm AS 241, PPND7, about seven figures.
inline NF_HD float normal_quantile(float p) {
    const float q = p - 0.5f;
    if (fabsf(q) <= 0.425f) {
        const float r = 0.180625f - q * q;
        return q * (((59.109374720f * r + 159.29113202f) * r + 50.434271938f) * r + 3.3871327179f) /
               (((67.187563600f * r + 78.757757664f) * r + 17.895169469f) * r + 1.f);
    }
    float r = sqrtf(-logf(q < 0 ? p : 1 - p));
    float z;
    if (r <= 5) {
        r -= 1.6f;
        z = (((0.17023821103f * r + 1.3067284816f) * r + 2.7568153900f) * r + 1.4234372777f) /
            ((0.12021132975f * r + 0.73700164250f) * r + 1.f);
    } else {
        r -= 5;
        z = (((0.017337203997f * r + 0.42868294337f) * r + 3.0812263860f) * r + 6.6579051150f) /
            ((0.012258202635f * r + 0.24197894225f) * r + 1.f);
    }
    return q < 0 ? -z : z;
}

inline NF_HD float Speeds::at(float u) const {
    if (even) return lo + u * (hi - lo);
    if (!(sigma > 0)) return mean;
    const float low = 0.5f * erfcf((mean - lo) / (1.41421356f * sigma)),
                high = 0.5f * erfcf((mean - hi) / (1.41421356f * sigma));
    const float p = fminf(fmaxf(low + u * (high - low), 1e-7f), 1 - 1e-7f);
    return fminf(fmaxf(mean + sigma * normal_quantile(p), lo), hi);
}

}  // namespace nearfield::plans
