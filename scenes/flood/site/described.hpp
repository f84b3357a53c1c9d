#pragma once
// Sites described by functions of the place, and those that the program knows.
#include "scenes/flood/site/params.hpp"
#include "scenes/flood/site/site.hpp"

#include <functional>

namespace nearfield::flood {

/// One edge of a site.
struct Edge {
    enum class Kind { wall, periodic, open, level, discharge } kind = Kind::wall;
    double value = 0;                ///< level in m or discharge in m²/s
    std::vector<glm::vec2> curve{};  ///< s, and m or m³/s across the edge, in the place of `value`; none if empty
    std::string place{};             ///< what errors begin with: who has given the curve
};

/// A rectangle of ground. Places are in m from its lower left corner, heights in m.
struct Described {
    using Field = std::function<double(glm::dvec2)>;
    std::string key, title;
    glm::dvec2 size{1};
    glm::dvec2 corner{0};                         ///< coordinates of the lower left corner on a map
    int columns = 100;                            ///< of cells along x, unless the user wants others
    bool strip = false;                           ///< four rows that repeat: flow along x alone
    Field bed = [](glm::dvec2) { return 0.; };    ///< infinite: a wall
    Field depth = [](glm::dvec2) { return 0.; };  ///< of the water at the start
    std::function<glm::dvec2(glm::dvec2)> velocity = [](glm::dvec2) { return glm::dvec2(0); };
    Field ceiling{};  ///< height of the ceilings, infinite where there is none; empty: nowhere
    Edge west, east, south, north;
    std::vector<CellWall> walls;
    std::vector<CellSeam> seams;
    std::vector<Gate> gates;
    double manning = 0, rain = 0, infiltration = 0;
    struct Source {
        std::string name;
        std::vector<glm::dvec2> outline;  ///< corners of an area, or the two ends of a line
        std::vector<glm::vec2> curve;     ///< s, m³/s
        std::string place{};              ///< what errors begin with: who has described it, and where
    };
    std::vector<Source> sources;
    /// An area that is under water at the start.
    struct Pool {
        std::vector<glm::dvec2> outline;
        double level;       ///< m, of its surface; NaN if its depth is given
        std::string place;  ///< as that of a source
    };
    std::vector<Pool> pools;
};

/// The corners of a rectangle.
std::vector<glm::dvec2> rectangle(glm::dvec2 lo, glm::dvec2 hi);

/// Divides a described site into cells; `columns` along x, 0: as it suggests. Throws UsageError if there would be more
/// than 2^31 cells or fewer than 4 in a row, or for a source, a pool or an edge with a curve that has no ground.
/// `slot`: the part of a floor that is open above its ceiling (Room), taken as the nearest power of a half; 0: rooms
/// have no ceilings.
Site lay_out(const Described& described, CellShape shape, u32 columns, Walls walls = Walls::cut, double slot = 0);

/// The site with other walls. Cells that are open in both keep their ground: water at rest stays so.
Site rewalled(const Site& site, const Described& described, const std::vector<CellWall>& walls, Walls how);

/// The sites that the program knows, by key.
std::vector<Described> described_sites(u32 seed);

}  // namespace nearfield::flood
