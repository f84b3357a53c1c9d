#pragma once
// Level of service: density graded A (free) to F (jammed) by a published table.
// Densities are meant as persons per m² of walkable floor of a square cell of 1 m, or of a measured area.
#include "base/vec.hpp"

#include <string>
#include <vector>

namespace nearfield::pedestrians {

constexpr double square_metres_per_square_foot = 0.09290304;  // exact, by the definition of the foot

/// Greatest density in persons/m² of the levels A, B, C, D, E; what is above the last is F. Where a source gives a limit to the
/// worse level the number here is the float just below it.
struct LevelLimits {
    float upto[5];

    /// 0 for A to 5 for F; also for NaN.
    NF_HD int level(float density) const {
        int l = 0;
        while (l < 5 && !(density <= upto[l])) ++l;
        return l;
    }
};

struct LevelTable {
    std::string key, title;
    std::string source;  ///< where the limits are from and how they were converted
    LevelLimits limits;
};

/// fruin-walkway, fruin-stairs, fruin-queuing, hcm-walkway, hcm-queuing, thesis.
const std::vector<LevelTable>& level_tables();

constexpr char level_letter(int level) { return char('A' + level); }

/// sRGB of a level, 0 to 1. Blue over yellow to dark red: told apart by people with any of the common colour blindnesses, and
/// by lightness from B on.
inline NF_HD glm::vec3 level_colour(int level) {
    constexpr float rgb[6][3] = {{0.192f, 0.212f, 0.584f}, {0.271f, 0.459f, 0.706f}, {0.455f, 0.678f, 0.820f}, {0.996f, 0.878f, 0.565f}, {0.957f, 0.427f, 0.263f}, {0.647f, 0.f, 0.149f}};
    return {rgb[level][0], rgb[level][1], rgb[level][2]};
}

}  // namespace nearfield::pedestrians
