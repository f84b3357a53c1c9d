#pragma once
// Facets: optional abilities of worlds. A world returns null for a facet that it lacks.
#include "base/median.hpp"
#include "params/settings.hpp"
#include "picture/picture.hpp"
#include "record/gauge.hpp"
#include "usp/explain/report.hpp"
#include "usp/walk/sector.hpp"

#include <glm/glm.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

struct NeighbourSample;

/// A box in the world.
struct Extent {
    glm::vec3 lo{0}, hi{0};
    Extent joined(const Extent& other) const { return {glm::min(lo, other.lo), glm::max(hi, other.hi)}; }
};

/// A statement about an element in words.
struct Fact {
    std::string label, text, help;
    std::optional<u32> leads_to;  ///< id of another element named in it
    std::optional<Extent> shows;  ///< the box that a picture of it frames
};

/// Relations between elements as a matrix in which each has a row and a column.
struct PairTable {
    struct Entry {
        u32 a, b;           ///< elements
        std::uint8_t kind;  ///< index into kinds
    };
    std::string title;
    std::vector<ColourClass> kinds;  ///< labels go between the names of two elements: "touches"
    std::vector<u32> order;          ///< elements from the first row down
    std::vector<std::string> names;  ///< of every element
    std::vector<Extent> extents;     ///< of every element, as drawn
    std::vector<Entry> entries;      ///< each pair in both orders
};

/// A column of elements: 32 bits for each.
struct ElementColumn {
    enum class Part { id, position, velocity, attribute };
    Part part = Part::id;
    int index = 0;       ///< axis, or index into SceneInfo::attributes
    bool whole = false;  ///< the bits of a u32, else of a float
};

/// Reads columns of the present elements block by block, in order of ids, without a copy of the state. Valid until the
/// next step or change.
class ElementReader {
  public:
    virtual ~ElementReader() = default;
    /// Id, coordinates, velocity where the scene has velocities, attributes.
    virtual std::vector<ElementColumn> columns() const = 0;
    /// Capacity in elements.
    virtual u32 count() const = 0;
    /// The environment, and whether its opposite borders meet.
    virtual Extent box() const = 0;
    virtual bool is_wrapped() const = 0;
    /// Chooses the block of `count` ids from `first` on. Returns the ids of the elements present.
    virtual const std::vector<u32>& choose(u32 first, u32 count) = 0;
    /// Reads a column of the elements present in the block.
    virtual void read(const ElementColumn& column, std::vector<u32>& bits) = 0;
};

/// Elements that a picture shows one by one and that can be picked: actors, cells, parts. Each has a fixed id.
class Elements {
  public:
    virtual ~Elements() = default;
    /// Capacity in elements.
    virtual u32 count() const = 0;
    /// Number of elements present at the last finish() or reset(); in most scenes all.
    virtual u32 present() const { return count(); }
    virtual bool is_present(u32 id) { return id < count(); }
    /// The element that the ray from `origin` along `direction` meets first (2D: the one nearest to the ray), within
    /// `tolerance` beyond its drawn size, in world units.
    virtual std::optional<u32> pick(glm::vec3 origin, glm::vec3 direction, float tolerance) = 0;
    /// Its values in the order of SceneInfo::attributes. Throws Error if no element has this id.
    virtual std::vector<float> values_of(u32 id) = 0;
    /// One attribute of all elements by id; NaN for absent elements.
    virtual std::vector<float> values(int attribute) = 0;
    /// Reads all columns without a copy of the state.
    virtual std::unique_ptr<ElementReader> reader() = 0;
    /// Names of the values 0, 1 ... of an attribute; empty if they are numbers.
    virtual std::vector<std::string> value_names(int) { return {}; }
    /// Sets the element that the user looks at; none clears it.
    virtual void look_at(std::optional<u32>) {}
    /// Facts about an element beside its values.
    virtual std::vector<Fact> facts(u32) { return {}; }
    /// Null without relations, and if there are too many elements for a matrix.
    virtual std::shared_ptr<const PairTable> pairs() { return nullptr; }
};

/// Actors by id.
struct ActorTable {
    std::vector<glm::vec3> position;
    std::vector<glm::vec3> velocity;             ///< empty in a scene without velocities
    std::vector<std::vector<float>> attributes;  ///< in the order of SceneInfo::attributes
};

/// The actors' state, readable and writable.
class ActorState {
  public:
    virtual ~ActorState() = default;
    virtual ActorTable read() = 0;
    /// Puts actor i at positions[i] and changes nothing else. Takes one position per actor, inside the environment.
    /// Throws UsageError with the actor if a position is outside, and in a scene whose positions follow from other
    /// state.
    virtual void place(const std::vector<glm::vec3>& positions) = 0;
    /// Gives actor i the velocity velocities[i] (one per actor). Throws UsageError in a scene without velocities.
    virtual void set_in_motion(const std::vector<glm::vec3>& velocities) = 0;
};

/// The bins of the present grid. If actors meet by key, bin_count is the number of keys and radius is 0. For boxes the
/// radius is 0 too, and the structure has bins or the nodes of a tree.
struct GridReport {
    glm::ivec3 bins{1};
    glm::vec3 width{1};  ///< bin width per axis
    u64 bin_count = 1;
    bool sparse = false;        ///< only the occupied bins are kept
    std::size_t pbm_bytes = 0;  ///< of the partition boundary matrix; for boxes, of the whole structure
    float radius = 1;
    Sight sight;     ///< of the actors
    u32 nodes = 0;   ///< of a tree
    int height = 0;  ///< levels of nodes of an R-tree
};

/// Two ways of searching the same frozen state, timed in turn.
struct Comparison {
    struct Side {
        std::string settings;                           ///< "strips, counting, 0.5"
        double construct_ms = 0, query_ms = 0;          ///< medians
        double construct_spread = 0, query_spread = 0;  ///< (p95 - p5) / 2
        Audit audit;
    };
    Side a, b;
    int repeats = 0;
    MedianInterval ratio;          ///< A's time over B's, construction and query together, by turn
    bool same_neighbours = false;  ///< both found the same neighbours for every actor
};

/// The times of one way of searching, in ms per step. For boxes a step is only the search for pairs.
struct WayTimes {
    std::vector<double> construct, query;  ///< times of building the grid, and of the rest of the step
    std::vector<double> whole;             ///< whole steps, without marks between stages
    int turns = 0;
    std::optional<Audit> work;  ///< of the last step, where known
    std::string refused;        ///< why the way is not possible; then there are no times

    /// Ratio of its times to those of b, construction and query together, by turn.
    std::vector<double> over(const WayTimes& b) const {
        std::vector<double> ratios;
        for (std::size_t i = 0; i < std::min(query.size(), b.query.size()); ++i)
            ratios.push_back((construct[i] + query[i]) / std::max(b.construct[i] + b.query[i], 1e-9));
        return ratios;
    }
};

/// Plan for timing ways of searching in turn. Every turn starts from the present state.
struct Turns {
    int turns = 1;    ///< number for each way
    int untimed = 1;  ///< steps at the start of a turn; the first brings the actors into the order of this way
    int timed = 1;    ///< steps after them; as many again with marks between stages
};

/// Questions about the reads, the correctness and the cost of the search. No question changes the state.
class SearchLens {
  public:
    virtual ~SearchLens() = default;
    virtual GridReport grid() const = 0;
    virtual Audit audit(u32 sample) = 0;
    /// None for boxes. Throws Error if there is no such actor.
    virtual std::optional<Inspection> inspect(u32 actor) = 0;
    virtual Verification verify(u32 sample) = 0;
    /// Samples the neighbour sets of about `count` elements, which `turn` selects, from the search of the last step. If
    /// the step has changed its structure, searches the present state instead. The order of actors in memory stays.
    /// False before the first step.
    virtual bool sample(u32 count, u32 turn, NeighbourSample& into) = 0;
    /// Hash of the neighbour sets (for boxes: the pairs) of the present state. Equal for every way of searching on
    /// every backend.
    virtual u64 signature() = 0;
    /// Times ways of searching in turn on copies of the present state. `tick` is called before each turn; an exception
    /// from it ends the timing.
    virtual std::vector<WayTimes> time_ways(const std::vector<Settings>& ways, const Turns& turns,
                                            const std::function<void()>& tick) = 0;
    /// Times two ways of searching on copies of the present state.
    virtual Comparison compare(const Settings& a, const Settings& b, int repeats) = 0;
};

/// Chart of one gauged value over another or over time, with published curves.
struct Diagram {
    struct Curve {
        std::string label;
        std::vector<glm::vec2> points;
        bool measured = false;  ///< drawn as points, not as a line
    };
    std::string title;
    int x = 0, y = 1;  ///< indices into SceneInfo::gauged
    std::vector<Curve> curves;
    double time_unit = 0;    ///< s; if above 0, x is time divided by this
    std::string time_label;  ///< label of the time axis: "s" or a dimensionless "T"
};

/// Measuring places of the scene.
class Gauges {
  public:
    virtual ~Gauges() = default;
    /// Readings as of the last metrics().
    virtual std::vector<Gauge> readings() = 0;
    /// Diagrams of the gauges' values.
    virtual std::vector<Diagram> diagrams() = 0;
};

}  // namespace nearfield
