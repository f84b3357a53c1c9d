#pragma once
// Placement of a site's parts in the 3D view. Storeys and stairs lie side by side on the lattice; the view stacks them,
// pulled apart or cut away.
#include "base/vec.hpp"
#include "picture/picture.hpp"
#include "scenes/flood/site.hpp"
#include "scenes/plans/plan.hpp"

#include <vector>

namespace nearfield::flood {

/// A rectangle of a site that is placed as a whole.
struct Level {
    glm::vec2 lo{0}, hi{0};  ///< m, in the site's plane
    glm::vec2 shift{0};      ///< offset east and north, m
    float lift = 0;          ///< offset upward, m of the picture: not exaggerated
    float floor = 0;         ///< m above the datum: floor of a storey, or lower end of stairs; -inf: open ground
    bool shown = true;
};

/// The single level of a site without a plan, or those of the plan's storeys and stairs. Every storey is lifted by
/// `apart` m more than the one below. Storeys from number `storeys` on are hidden; 0: none.
std::vector<Level> levels_of(const Site& site, const plans::Plan* plan, float apart, int storeys);

/// Levels for code on either backend.
struct LevelsView {
    const Level* levels;
    u32 count;
    /// The visible level at a point, or null.
    NF_HD const Level* at(glm::vec2 p) const {
        for (u32 k = 0; k < count; ++k) {
            const Level& level = levels[k];
            if (p.x >= level.lo.x && p.y >= level.lo.y && p.x <= level.hi.x && p.y <= level.hi.y)
                return level.shown ? &level : nullptr;
        }
        return nullptr;
    }
};

/// Position in the picture, with y up and north at -z.
NF_HD inline glm::vec3 placed(const Level& level, glm::vec2 p, float height) {
    return {p.x + level.shift.x, height + level.lift, -(p.y + level.shift.y)};
}

/// The cells of the visible levels as parts of a layer. `depth`: thickness of the ground below its lowest point, in m
/// of the picture.
std::vector<CellPart> parts_of(const Site& site, const std::vector<Level>& levels, float exaggeration, float low,
                               float depth);

}  // namespace nearfield::flood
