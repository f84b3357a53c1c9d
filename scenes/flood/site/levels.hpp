#pragma once
// Where the parts of a site are drawn in a landscape: storeys and stairs lie side by side on the lattice, and one over
// the other in the picture, pulled apart or cut away.
#include "base/vec.hpp"
#include "libs/plans/plan.hpp"
#include "picture/picture.hpp"
#include "scenes/flood/site/site.hpp"

#include <vector>

namespace nearfield::flood {

/// A rectangle of a site that moves as one.
struct Level {
    glm::vec2 lo{0}, hi{0};  ///< m, in the site's plane
    glm::vec2 shift{0};      ///< to where it is drawn, east and north
    float lift = 0;          ///< m, in the picture's own measure: not exaggerated
    float floor = 0;         ///< m above the datum: of a storey, of the lower end of stairs; -inf: open ground
    bool shown = true;
};

/// The one level of a site without a plan, or those of the plan's storeys and stairs. Storeys are lifted `apart` m more
/// each; those from number `storeys` on are not shown (0: all are).
std::vector<Level> levels_of(const Site& site, const plans::Plan* plan, float apart, int storeys);

/// Levels for code that runs where their memory is.
struct LevelsView {
    const Level* levels;
    u32 count;
    /// The shown level of a place; null if there is none.
    NF_HD const Level* at(glm::vec2 p) const {
        for (u32 k = 0; k < count; ++k) {
            const Level& level = levels[k];
            if (p.x >= level.lo.x && p.y >= level.lo.y && p.x <= level.hi.x && p.y <= level.hi.y)
                return level.shown ? &level : nullptr;
        }
        return nullptr;
    }
};

/// A place of the picture, whose y is up and whose north is -z.
NF_HD inline glm::vec3 placed(const Level& level, glm::vec2 p, float height) {
    return {p.x + level.shift.x, height + level.lift, -(p.y + level.shift.y)};
}

/// The cells of the shown levels, as parts of a layer. `depth`: of the ground under its lowest, in the picture's
/// measure.
std::vector<CellPart> parts_of(const Site& site, const std::vector<Level>& levels, float exaggeration, float low,
                               float depth);

}  // namespace nearfield::flood
