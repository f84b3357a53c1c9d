#pragma once
// Sites described by functions of the position, and the built-in ones.
#include "scenes/flood/site/params.hpp"
#include "scenes/flood/site/site.hpp"

#include <functional>

namespace nearfield::flood {

/// One edge of a site.
struct Edge {
    enum class Kind { wall, periodic, open, level, discharge } kind = Kind::wall;
    double value = 0;  ///< level in m or discharge in m²/s
    std::vector<glm::vec2>
        curve{};          ///< s, and level in m or discharge in m³/s of the edge; overrides `value` unless empty
    std::string place{};  ///< start of error messages: where the curve was given
};

/// A rectangle of ground. Positions are in m from its lower left corner, heights in m.
struct SiteDescription {
    using Field = std::function<double(glm::dvec2)>;
    std::string key, title;
    glm::dvec2 size{1};
    glm::dvec2 corner{0};                         ///< map coordinates of the lower left corner, m
    int columns = 100;                            ///< default number of cells along x
    bool strip = false;                           ///< one-dimensional: four periodic rows
    Field bed = [](glm::dvec2) { return 0.; };    ///< infinite: a wall
    Field depth = [](glm::dvec2) { return 0.; };  ///< of the water at the start
    std::function<glm::dvec2(glm::dvec2)> velocity = [](glm::dvec2) { return glm::dvec2(0); };
    Field ceiling{};  ///< height of ceilings, infinite where there is none; an empty function: no ceilings
    Edge west, east, south, north;
    std::vector<CellWall> walls;
    std::vector<CellSeam> seams;
    std::vector<Gate> gates;
    double manning = 0, rain = 0, infiltration = 0;
    struct Source {
        std::string name;
        std::vector<glm::dvec2> outline;  ///< corners of an area, or the two ends of a line
        std::vector<glm::vec2> curve;     ///< s, m³/s
        std::string place{};              ///< start of error messages: name and position in the file
    };
    std::vector<Source> sources;
    /// An area under water at the start.
    struct Pool {
        std::vector<glm::dvec2> outline;
        double level;       ///< surface level, m; NaN if the depth is given
        std::string place;  ///< as for a source
    };
    std::vector<Pool> pools;
};

/// The corners of a rectangle.
std::vector<glm::dvec2> rectangle(glm::dvec2 lo, glm::dvec2 hi);

/// Divides a described site into cells. `columns`: cells along x; 0: the default of the site. `slot`: open part of the
/// floor above a ceiling (see Room), rounded to a power of 1/2; 0: no ceilings. Throws UsageError for more than 2^31
/// cells, for fewer than 4 in a row, and for a source, a pool or an edge curve without ground.
Site lay_out(const SiteDescription& described, CellShape shape, u32 columns, Walls walls = Walls::cut, double slot = 0);

/// The site with other walls. Cells that are open in both keep their ground, so water at rest stays at rest.
Site rewalled(const Site& site, const SiteDescription& described, const std::vector<CellWall>& walls, Walls how);

/// The built-in sites, by key.
std::vector<SiteDescription> builtin_sites(u32 seed);

}  // namespace nearfield::flood
