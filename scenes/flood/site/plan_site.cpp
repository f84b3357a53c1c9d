#include "scenes/flood/site/plan_site.hpp"

#include "document/json.hpp"
#include "libs/plans/plan_choice.hpp"
#include "libs/plans/terrain.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>

namespace nearfield::flood {
namespace {

constexpr double none = INFINITY;
constexpr float around_strips =
    0.8f;  ///< m: the ground extends this far beyond the walls of stairs, for the cells that they cut

/// Height of the floor at a point: of stairs or of a storey.
double floor_at(const plans::Plan& plan, glm::vec2 p) {
    for (const auto& stair : plan.stairs) {
        const glm::vec2 way = stair.along(), to = p - stair.foot;
        const float along = glm::dot(to, way), across = std::abs(way.x * to.y - way.y * to.x);
        if (along > -around_strips && along < stair.length() + around_strips &&
            across < 0.5f * stair.width + around_strips)
            return double(stair.level_at(p));
    }
    const int storey = storey_at(plan, p);
    return storey < 0 ? none : double(floor_level(plan, storey, p));
}

/// Height of the ceiling at a point: the floor of the storey above.
double ceiling_at(const plans::Plan& plan, glm::vec2 p) {
    const int here = storey_at(plan, p);
    if (here < 0) return none;
    const plans::Storey& storey = plan.storeys[std::size_t(here)];
    const float ceiling = storey.level + storey.height;
    for (const auto& above : plan.storeys) {
        const glm::vec2 at = p - storey.offset + above.offset;
        if (above.level >= ceiling - 1e-3f && at.x >= above.lo.x && at.y >= above.lo.y && at.x <= above.hi.x &&
            at.y <= above.hi.y)
            return double(ceiling);
    }
    return none;
}

/// The point clamped to the plan's rectangle: every second row of hexagons ends on its edge, and the last rows may lie
/// beyond.
glm::vec2 within(const plans::Plan& plan, glm::dvec2 place) {
    return glm::clamp(glm::vec2(place), glm::vec2(0), plan.size());
}

/// Prefix of error messages about a pool or an inflow: its place in the file, its name, and its extent in the author's
/// coordinates.
template <class Item> std::string item_text(const plans::Plan& plan, const Item& item) {
    glm::vec2 lo(INFINITY), hi(-INFINITY);
    for (const glm::vec2 p : item.outline) {
        lo = glm::min(lo, p);
        hi = glm::max(hi, p);
    }
    const glm::vec2 offset = plan.storeys[std::size_t(item.storey)].offset;
    lo -= offset;
    hi -= offset;
    return fmt::format("{}:{}:{}: '{}', from ({:g}, {:g}) to ({:g}, {:g}),", plan.file, item.place.line,
                       item.place.column, item.name, lo.x, lo.y, hi.x, hi.y);
}

CellWall body(const std::vector<glm::vec2>& outline) {
    return {.points = {outline.begin(), outline.end()}, .solid = true};
}

/// Adds walls without doors, doors as gates, and stairs as strips that seams join to the floors.
void add_walls(SiteDescription& d, const plans::Plan& plan) {
    plans::Plan open = plan;
    const auto add_door = [&](const std::string& name, glm::vec2 a, glm::vec2 b, bool is_open, float breaks_at) {
        d.gates.push_back({.name = name, .a = a, .b = b, .open = is_open, .breaks_at = breaks_at});
    };
    for (auto& door : open.doors) {
        add_door(door.name, door.a, door.b, door.open, door.breaks_at);
        door.open = true;
    }
    for (auto& exit : open.exits)
        if (exit.is_door()) {
            add_door(exit.name, exit.a, exit.b, exit.open, INFINITY);
            exit.open = true;
        }
    for (const auto& wall : standing_walls(open)) d.walls.push_back({.points = {wall.a, wall.b}});
    for (const auto& stair : plan.stairs) {
        d.walls.push_back(body(outline_of(stair, stair.to_low)));
        if (stair.low != stair.high) d.walls.push_back(body(outline_of(stair, stair.to_high)));
    }
    for (const auto& portal : portals_of(plan))
        if (portal.onto) d.seams.push_back({portal.a, portal.b, portal.shift});
}

void add_water(SiteDescription& d, const std::shared_ptr<const plans::Plan>& plan) {
    d.manning = double(plan->water->manning);
    d.infiltration = double(plan->water->infiltration);
    if (plan->storeys.size() < 2 && plan->stairs.empty()) d.rain = double(plan->water->rain);
    d.depth = [plan](glm::dvec2 place) {
        double depth = 0;
        for (const auto& pool : plan->water->pools) {
            const glm::vec2 p = within(*plan, place);
            if (!plans::contains(pool.outline, p)) continue;
            const bool level = !std::isnan(pool.level);
            depth = std::max(depth, level ? double(pool.level) - floor_at(*plan, p) : double(pool.depth));
        }
        return depth;
    };
    for (const auto& pool : plan->water->pools)
        if (!(pool.depth == 0 && std::isnan(pool.level)))
            d.pools.push_back({{pool.outline.begin(), pool.outline.end()}, double(pool.level), item_text(*plan, pool)});
    for (const auto& inflow : plan->water->inflows)
        d.sources.push_back(
            {inflow.name, {inflow.outline.begin(), inflow.outline.end()}, inflow.curve, item_text(*plan, inflow)});
}

}  // namespace

plans::Plan site_plan(const std::string& key, int people) {
    plans::Plan plan = plans::chosen_plan(key, people, 0, 1);
    shift(plan, -plan.lo);
    return plan;
}

RainMaps rain_under_the_sky(const plans::Plan& plan, double cell) {
    RainMaps maps;
    if (!plan.water || plan.water->rain <= 0 || (plan.storeys.size() < 2 && plan.stairs.empty())) return maps;
    maps.cell = cell;
    maps.times = {0};
    maps.columns = int(std::ceil(double(plan.size().x) / cell)) + 1;
    maps.rows = int(std::ceil(double(plan.size().y) / cell)) + 1;
    for (int row = 0; row < maps.rows; ++row)
        for (int column = 0; column < maps.columns; ++column) {
            const glm::vec2 p = (glm::vec2(column, row) + 0.5f) * float(cell);
            maps.rates.push_back(storey_at(plan, p) == 0 ? plan.water->rain : 0.f);
        }
    return maps;
}

SiteDescription description_of(const plans::Plan& plan) {
    constexpr float cell = 0.25f;
    SiteDescription d{.key = plan.file, .title = plan.title, .size = plan.size()};
    d.columns = std::max(8, int(std::lround(d.size.x / cell)));
    const auto kept = std::make_shared<const plans::Plan>(plan);
    d.bed = [kept](glm::dvec2 place) { return floor_at(*kept, within(*kept, place)); };
    if (plan.storeys.size() > 1)
        d.ceiling = [kept](glm::dvec2 place) { return ceiling_at(*kept, within(*kept, place)); };
    add_walls(d, plan);
    if (plan.water) add_water(d, kept);
    return d;
}

}  // namespace nearfield::flood
