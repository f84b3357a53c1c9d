#pragma once
// Terrain and water of a plan, for floods. Dry runs ignore them.
#include "base/vec.hpp"
#include "cells/raster.hpp"
#include "scenes/document/place.hpp"

#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace nearfield::plans {

/// The ground outside, at the first storey: heights from a file, or a plane.
struct Terrain {
    std::string file;                      ///< empty: a plane
    std::shared_ptr<const Raster> raster;  ///< heights in m
    glm::dvec2 origin{0};                  ///< of the plan, in the raster's coordinates
    float level = 0;                       ///< height of a plane at the origin, m
    glm::vec2 slope{0};                    ///< slope of a plane: rise in m per m along x and y
    /// True if the raster covers a point.
    bool covers(glm::vec2 p) const;
    /// Height at a point of the first storey, m; NaN where the file has no value.
    double at(glm::vec2 p) const;
};

struct Water {
    /// Water at the start.
    struct Pool {
        std::string name;
        int storey = 0;
        std::vector<glm::vec2> outline;
        float depth = 0;                                        ///< m
        float level = std::numeric_limits<float>::quiet_NaN();  ///< height of the surface, m; overrides the depth
        document::Place place;
    };
    /// Inflow over an area or, with two corners, along a line. A negative flow is a drain, limited by the water
    /// present.
    struct Inflow {
        std::string name;
        int storey = 0;
        std::vector<glm::vec2> outline;
        std::vector<glm::vec2> curve;  ///< s, rising, and m³/s; linear between points, 0 outside
        document::Place place;
    };
    std::vector<Pool> pools;
    std::vector<Inflow> inflows;
    float manning = 0.03f;   ///< s/m^(1/3)
    float rain = 0;          ///< on the first storey, mm/h
    float infiltration = 0;  ///< under water, mm/h
};

}  // namespace nearfield::plans
