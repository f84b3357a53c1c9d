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

}  // namespace nearfield::crowd
