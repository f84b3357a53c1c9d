#pragma once
// A tank: walls, solids, fluid, inflows and outflows, and measurements. Read from JSON (TANKS.md). Lengths in m, times
// in s, y up; in 2D z is 0.
#include "scenes/document/place.hpp"
#include "scenes/sph/geometry/sampling.hpp"

#include <limits>
#include <string>
#include <vector>

namespace nearfield::sph {

using document::Place;

constexpr double for_ever = std::numeric_limits<double>::infinity();

/// Displacement of a solid from its initial position, from time `from` to `until`. `stroke`: oscillates between 0 and
/// `stroke`, stroke (1 - cos(2 pi t / period)) / 2, starting at rest. `velocity`: moves in a straight line.
struct Motion {
    glm::dvec3 stroke{0}, velocity{0};
    double period = 1, from = 0, until = for_ever;

    bool still() const { return stroke == glm::dvec3(0) && velocity == glm::dvec3(0); }
    glm::dvec3 offset(double t) const;       ///< m
    glm::dvec3 velocity_at(double t) const;  ///< m/s, derivative of the offset
};

struct Solid {
    std::string name;
    Shape shape;
    Motion motion;
    double gone = for_ever;  ///< time of removal, s
    Place place;
};

struct FluidBlock {
    std::string name;
    Shape shape;
    glm::dvec3 velocity{0};  ///< m/s
    Place place;
};

/// A round opening that emits fluid.
struct Faucet {
    std::string name;
    glm::dvec3 at{0}, direction{0, -1, 0};  ///< middle; unit vector
    double radius = 0.1;
    double rate = 0;  ///< m³/s, in 2D m²/s
    double from = 0, until = for_ever;
    Place place;

    double opening(int dimensions) const {
        return dimensions == 2 ? 2 * radius : ball<2>(radius);
    }  ///< opening, m²; in 2D m
};

/// A box that removes the fluid in it.
struct Drain {
    std::string name;
    Box box;
    Place place;
};

/// A pressure probe: a point on a surface, with the normal from the solid into the fluid.
struct Probe {
    std::string name;
    glm::dvec3 at{0}, normal{0, 1, 0};
    Place place;
};

/// Measures the height of the fluid above a point of the floor.
struct Gauge {
    std::string name;
    glm::dvec3 at{0};
    Place place;
};

struct Tank {
    std::string file;  ///< name for error messages
    std::string title, note;
    int dimensions = 2;
    double spacing = 0;   ///< default spacing of particles, m; 0: none
    double duration = 0;  ///< duration of a complete run, s; 0: not given
    glm::dvec3 gravity{0, -9.81, 0};
    Box container;
    Sides open = 0;         ///< sides of the container without a wall
    bool periodic = false;  ///< no walls: opposite sides are connected
    Place container_place;
    std::vector<Solid> solids;
    std::vector<FluidBlock> fluids;
    std::vector<Faucet> faucets;
    std::vector<Drain> drains;
    std::vector<Probe> probes;
    std::vector<Gauge> gauges;
    std::vector<std::string> references;  ///< keys of published curves of this flow (reference.hpp)
};

}  // namespace nearfield::sph
