#pragma once
// The interface of a running scene, independent of scene, backend and dimension.
#include "exec/backend.hpp"
#include "exec/step_times.hpp"
#include "picture/picture.hpp"
#include "sim/facets.hpp"
#include "sim/tools.hpp"

#include <glm/glm.hpp>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// Time from which a quantity is known.
enum class Known { always, after_a_step };

/// A metric of the scene, or an attribute of its elements.
struct Quantity {
    std::string key, title, unit, help;
    Known known = Known::always;
    std::string chart = {};  ///< consecutive metrics with the same chart are its curves; empty: a separate chart
};

std::vector<std::string> keys_of(const std::vector<Quantity>& quantities);
std::vector<std::string> units_of(const std::vector<Quantity>& quantities);
/// Index of the quantity with this key. None if there is none.
std::optional<std::size_t> index_by_key(const std::vector<Quantity>& quantities, const std::string& key);

/// A state of a world, on its backend.
class KeptState {
  public:
    virtual ~KeptState() = default;
};

/// A scene on one backend, driven by the program. An optional ability is a facet, which is null if absent. Calls come
/// from one thread.
class World {
  public:
    virtual ~World() = default;

    /// Applies live and regrid parameters. Throws Error if they do not fit in memory, UsageError if they are invalid;
    /// nothing is changed then.
    virtual void configure(const Settings& settings) = 0;
    /// Restores the state at Setup: step 0, the same actors.
    virtual void reset() = 0;

    /// Enqueues one step without waiting.
    virtual void step() = 0;
    /// Waits for the enqueued steps and returns their times. Throws Error with the step and the number of actors if
    /// actors left the environment or are not finite.
    virtual std::vector<StepTimes> finish() = 0;

    /// Warnings about the state at Setup, a line each: "12 products have no shape".
    virtual std::vector<std::string> remarks() const { return {}; }
    virtual u64 steps() const = 0;
    /// The scene's clock in s; NaN if it has none.
    virtual double time() const = 0;
    /// Device memory held by the world, bytes.
    virtual std::size_t bytes() const = 0;
    /// Values in the order of SceneInfo::metrics. Waits.
    virtual std::vector<double> metrics() = 0;
    /// Fills `picture` with the present state, coloured by `attribute`. The picture is in the backend's memory unless
    /// `to_host`. Waits.
    virtual void draw(Picture& picture, int attribute, bool to_host) = 0;

    /// A copy of the present state. Null if the scene's state cannot be copied. Throws Error if there is no memory for
    /// it.
    virtual std::shared_ptr<const KeptState> keep() { return nullptr; }
    /// Restores a state kept by this world, or by another of the same scene and backend whose settings differ in no
    /// respawn parameter. Parameters stay.
    virtual void go_back(const KeptState&) {}

    virtual Elements* elements() { return nullptr; }
    virtual ActorState* actors() { return nullptr; }
    virtual SearchLens* search() { return nullptr; }
    virtual Gauges* gauges() { return nullptr; }
    virtual Tools* tools() { return nullptr; }
};

/// The scene's clock in s, or the number of steps in a scene without one.
inline double clock_of(const World& world) {
    const double time = world.time();
    return std::isfinite(time) ? time : double(world.steps());
}

/// The search of a world that must have one. Throws UsageError if its elements do not meet.
SearchLens& search_of(World& world);

}  // namespace nearfield
