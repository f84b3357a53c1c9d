#pragma once
// Ground and water of a plan, for floods. People walk on both; dry runs do not read them.
#include "base/vec.hpp"
#include "cells/raster.hpp"
#include "document/place.hpp"

#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace nearfield::plans {

/// The ground outside, of the first storey: heights from a file, or a plane.
struct Terrain {
    std::string file;                      ///< empty: a plane
    std::shared_ptr<const Raster> raster;  ///< heights in m
    glm::dvec2 origin{0};                  ///< of the plan, in the raster's coordinates
    float level = 0;                       ///< of a plane at the origin, m
    glm::vec2 slope{0};                    ///< of a plane: rise in m per m along x and y
    /// Whether a raster lies under a point.
    bool covers(glm::vec2 p) const;
    /// Height at a point of the first storey in m; NaN where the file has none.
    double at(glm::vec2 p) const;
};

struct Water {
    /// Water at the start.
    struct Pool {
        std::string name;
        int storey = 0;
        std::vector<glm::vec2> outline;
        float depth = 0;                                        ///< m
        float level = std::numeric_limits<float>::quiet_NaN();  ///< height of the surface, m: in place of the depth
        document::Place place;
    };
    /// Water that comes in over an area or, with two corners, along a line; below 0 it goes, as far as there is some.
    struct Inflow {
        std::string name;
        int storey = 0;
        std::vector<glm::vec2> outline;
        std::vector<glm::vec2> curve;  ///< s rising, m³/s; linear between, 0 outside
        document::Place place;
    };
    std::vector<Pool> pools;
    std::vector<Inflow> inflows;
    float manning = 0.03f;   ///< s/m^(1/3)
    float rain = 0;          ///< mm/h, on the first storey
    float infiltration = 0;  ///< mm/h, wherever water stands
};

}  // namespace nearfield::plans
