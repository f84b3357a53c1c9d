#pragma once
// Level of service: density graded A (free) to F (jammed) by a published table. Densities are in persons per m² of
// walkable floor, in the window around a cell (density.hpp) or in a measured area.
#include "base/vec.hpp"

#include <string>
#include <vector>

namespace nearfield::crowd {

constexpr double square_metres_per_square_foot = 0.09290304;  // exact, by the definition of the foot

/// Greatest density in persons/m² of the levels A to E; F lies above. For a source that counts a limit as the worse
/// level, the value is the next lower float.
struct LevelLimits {
    float upto[5];

    /// 0 for A to 5 for F; 5 for NaN.
    NF_HD int level(float density) const {
        int l = 0;
        while (l < 5 && !(density <= upto[l])) ++l;
        return l;
    }
};

struct LevelTable {
    std::string key, title;
    std::string source;  ///< source of the limits, and their conversion
    LevelLimits limits;
};

/// fruin-walkway, fruin-stairs, fruin-queuing, hcm-walkway, hcm-queuing, thesis.
const std::vector<LevelTable>& level_tables();

constexpr char level_letter(int level) { return char('A' + level); }

/// sRGB of a level, 0 to 1. Blue through yellow to dark red: distinguishable with all common kinds of colour blindness,
/// and by lightness from B on.
inline NF_HD glm::vec3 level_colour(int level) {
    constexpr float rgb[6][3] = {{0.192f, 0.212f, 0.584f}, {0.271f, 0.459f, 0.706f}, {0.455f, 0.678f, 0.820f},
                                 {0.996f, 0.878f, 0.565f}, {0.957f, 0.427f, 0.263f}, {0.647f, 0.f, 0.149f}};
    return {rgb[level][0], rgb[level][1], rgb[level][2]};
}

}  // namespace nearfield::crowd
