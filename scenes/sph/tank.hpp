#pragma once
// A tank: its walls, the solids and the fluid in it, what flows in and out, and what is measured. Read from JSON
// (TANKS.md); lengths in m, times in s, y up; in 2D z is 0.
#include "document/place.hpp"
#include "scenes/sph/geometry/sampling.hpp"

#include <limits>
#include <string>
#include <vector>

namespace nearfield::sph {

using document::Place;

constexpr double for_ever = std::numeric_limits<double>::infinity();

/// Displacement of a solid from where it is drawn. `stroke`: it moves from 0 to `stroke` and back in every `period`,
/// stroke (1 - cos(2 pi t / period)) / 2, starting at rest. `velocity`: it moves in a straight line. Both last from
/// time `from` to `until`.
struct Motion {
    glm::dvec3 stroke{0}, velocity{0};
    double period = 1, from = 0, until = for_ever;

    bool still() const { return stroke == glm::dvec3(0) && velocity == glm::dvec3(0); }
    glm::dvec3 offset(double t) const;       ///< m
    glm::dvec3 velocity_at(double t) const;  ///< m/s, its derivative
};

struct Solid {
    std::string name;
    Shape shape;
    Motion motion;
    double gone = for_ever;  ///< s after which it is removed
    Place place;
};

struct FluidBlock {
    std::string name;
    Shape shape;
    glm::dvec3 velocity{0};  ///< m/s
    Place place;
};

/// A round opening that fluid comes out of.
struct Faucet {
    std::string name;
    glm::dvec3 at{0}, direction{0, -1, 0};  ///< middle; unit vector
    double radius = 0.1;
    double rate = 0;  ///< m³/s, in 2D m²/s
    double from = 0, until = for_ever;
    Place place;

    double opening(int dimensions) const { return dimensions == 2 ? 2 * radius : ball<2>(radius); }  ///< m², in 2D m
};

/// Fluid that reaches the box leaves.
struct Drain {
    std::string name;
    Box box;
    Place place;
};

/// Where pressure is measured: a point of a surface, and the normal from the solid into the fluid.
struct Probe {
    std::string name;
    glm::dvec3 at{0}, normal{0, 1, 0};
    Place place;
};

/// The height of the fluid above a point of the floor.
struct Gauge {
    std::string name;
    glm::dvec3 at{0};
    Place place;
};

struct Tank {
    std::string file;  ///< what errors call it
    std::string title, note;
    int dimensions = 2;
    double spacing = 0;   ///< suggested spacing of particles, m; 0: none
    double duration = 0;  ///< s after which a run has served its purpose; 0: not given
    glm::dvec3 gravity{0, -9.81, 0};
    Box container;
    Sides open = 0;         ///< sides of the container without a wall
    bool periodic = false;  ///< no walls: every side continues at the opposite one
    Place container_place;
    std::vector<Solid> solids;
    std::vector<FluidBlock> fluids;
    std::vector<Faucet> faucets;
    std::vector<Drain> drains;
    std::vector<Probe> probes;
    std::vector<Gauge> gauges;
    std::vector<std::string> references;  ///< keys of published curves (reference.hpp) of this flow
};

}  // namespace nearfield::sph
