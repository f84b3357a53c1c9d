#include "scenes/flood/levels.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::flood {

std::vector<Level> levels_of(const Site& site, const plans::Plan* plan, float apart, int storeys) {
    if (!plan || (plan->storeys.size() < 2 && plan->stairs.empty())) return {{.hi = site.size, .floor = -INFINITY}};
    std::vector<Level> levels;
    const auto shift = [&](int storey) {
        return plan->storeys.front().offset - plan->storeys[std::size_t(storey)].offset;
    };
    const auto shown = [&](int storey) { return storeys == 0 || storey < storeys; };
    const auto floor = [&](float level) { return float(double(level) - site.datum); };
    for (int k = 0; k < int(plan->storeys.size()); ++k) {
        const auto& storey = plan->storeys[std::size_t(k)];
        levels.push_back({storey.lo, storey.hi, shift(k), apart * float(k), floor(storey.level), shown(k)});
    }
    for (const auto& stair : plan->stairs) {
        glm::vec2 lo(INFINITY), hi(-INFINITY);
        for (const auto p : outline_of(stair)) {
            lo = glm::min(lo, p);
            hi = glm::max(hi, p);
        }
        levels.push_back({lo, hi, shift(stair.low) + stair.to_low, 0.5f * apart * float(stair.low + stair.high),
                          floor(stair.level), shown(stair.low)});
    }
    return levels;
}

std::vector<CellPart> parts_of(const Site& site, const std::vector<Level>& levels, float exaggeration, float low,
                               float depth) {
    std::vector<CellPart> parts;
    const CellLattice& lattice = site.lattice;
    for (const Level& level : levels) {
        if (!level.shown) continue;
        const auto cell = [&](float x, float pitch, u32 count) {
            return u32(std::clamp(int(std::lround(x / pitch)) + int(margin), int(margin), int(count - margin)));
        };
        const u32 c0 = cell(level.lo.x, lattice.spacing, lattice.columns),
                  c1 = cell(level.hi.x, lattice.spacing, lattice.columns);
        const u32 r0 = cell(level.lo.y, lattice.pitch(), lattice.rows),
                  r1 = cell(level.hi.y, lattice.pitch(), lattice.rows);
        if (c1 <= c0 || r1 <= r0) continue;
        const float base = std::isinf(level.floor) ? low : level.floor;
        parts.push_back({.column = c0,
                         .row = r0,
                         .columns = c1 - c0,
                         .rows = r1 - r0,
                         .shift = {level.shift.x, level.lift, -level.shift.y},
                         .base = exaggeration * base - depth});
    }
    return parts;
}

}  // namespace nearfield::flood
