#include "scenes/flood/plan_site.hpp"

#include "scenes/plans/plan_choice.hpp"
#include "scenes/plans/terrain.hpp"
#include "scenes/plans/wall_lookup.hpp"

#include <cmath>
#include <memory>

namespace nearfield::flood {
namespace {

constexpr double none = INFINITY;

/// Height of the floor at a place: of a strip of stairs, or of a storey beside the places of stairs.
double floor_at(const plans::Plan& plan, glm::vec2 p) {
    for (const auto& stair : plan.stairs) {
        if (plans::contains(outline_of(stair), p)) return double(stair.level_at(p));
        if (plans::contains(outline_of(stair, stair.to_low), p) || plans::contains(outline_of(stair, stair.to_high), p))
            return none;
    }
    const int storey = storey_at(plan, p);
    return storey < 0 ? none : double(floor_level(plan, storey, p));
}

}  // namespace

plans::Plan site_plan(const std::string& key, int people) {
    plans::Plan plan = plans::chosen_plan(key, people, 0, 1);
    shift(plan, -plan.lo);
    return plan;
}

Described described_plan(const plans::Plan& plan) {
    constexpr float half_wall = 0.13f, cell = 0.25f;
    Described d{.key = plan.file, .title = plan.title, .size = plan.size()};
    d.columns = std::max(8, int(std::lround(d.size.x / cell)));
    const auto walls = std::make_shared<const plans::WallLookup>(
        plans::wall_lookup(standing_walls(plan), plan.lo, plan.hi, half_wall));
    const auto kept = std::make_shared<const plans::Plan>(plan);
    d.bed = [kept, walls](glm::dvec2 place) {
        const glm::vec2 p(place);
        bool wall = false;
        walls->view().each(p, [&](const plans::Wall& w) { wall |= distance_to(w, p) < half_wall; });
        return wall ? none : floor_at(*kept, p);
    };
    if (!plan.water) return d;
    d.manning = double(plan.water->manning), d.rain = double(plan.water->rain);
    d.depth = [kept](glm::dvec2 place) {
        double depth = 0;
        for (const auto& pool : kept->water->pools) {
            if (!plans::contains(pool.outline, glm::vec2(place))) continue;
            const bool level = !std::isnan(pool.level);
            depth =
                std::max(depth, level ? double(pool.level) - floor_at(*kept, glm::vec2(place)) : double(pool.depth));
        }
        return depth;
    };
    for (const auto& inflow : plan.water->inflows) {
        glm::dvec2 lo(INFINITY), hi(-INFINITY);
        for (const auto p : inflow.outline) lo = glm::min(lo, glm::dvec2(p)), hi = glm::max(hi, glm::dvec2(p));
        d.sources.push_back({inflow.name, lo, hi, inflow.curve});
    }
    return d;
}

}  // namespace nearfield::flood
