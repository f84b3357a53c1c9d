#include "scenes/plans/plan.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace nearfield::plans {
namespace {

using dvec2 = glm::dvec2;

/// Greatest distance of a door from its wall, m.
constexpr double door_slack = 0.01;

/// The part of a wall that a door cuts out, as fractions of its length; none if the door does not lie along it.
std::optional<std::pair<double, double>> opening(const Wall& wall, const Wall& door) {
    const dvec2 from = wall.a, along = dvec2(wall.b) - from;
    const double length = glm::length(along);
    if (!(length > 0)) return {};
    const dvec2 unit = along / length, normal(-unit.y, unit.x);
    const dvec2 a = dvec2(door.a) - from, b = dvec2(door.b) - from;
    if (std::abs(glm::dot(a, normal)) > door_slack || std::abs(glm::dot(b, normal)) > door_slack) return {};
    const double s = glm::dot(a, unit), t = glm::dot(b, unit);
    const double lo = std::max(0.0, std::min(s, t)), hi = std::min(length, std::max(s, t));
    if (hi - lo <= 1e-6) return {};
    return std::pair(lo / length, hi / length);
}

void widen(glm::vec2& a, glm::vec2& b, float width) {
    const dvec2 middle = 0.5 * (dvec2(a) + dvec2(b)), half = 0.5 * double(width) * glm::normalize(dvec2(b) - dvec2(a));
    a = middle - half;
    b = middle + half;
}

}  // namespace

Plan::Plan() = default;
Plan::Plan(const Plan&) = default;
Plan::Plan(Plan&&) noexcept = default;
Plan& Plan::operator=(const Plan&) = default;
Plan& Plan::operator=(Plan&&) noexcept = default;
Plan::~Plan() = default;

int Plan::population() const {
    int sum = 0;
    for (const auto& spawn : spawns) sum += spawn.count;
    return sum;
}

std::optional<float> both_open(const Timetable& a, const Timetable& b) {
    constexpr int most = 1000;
    std::optional<float> first;
    const auto look = [&](const Timetable& one, const Timetable& other) {
        for (int k = 0; k < (one.every > 0 ? most : 1); ++k) {
            const float opens = one.first + one.every * float(k);
            if (first && opens >= *first) return;
            if (other.open_at(opens)) first = opens;
        }
    };
    look(a, b);
    look(b, a);
    return first;
}

std::vector<Wall> cut(const std::vector<Wall>& walls, const Wall& door) {
    constexpr double shortest = 1e-3;  // m; shorter pieces are dropped
    std::vector<Wall> left;
    for (const auto& wall : walls) {
        const auto hole = opening(wall, door);
        if (!hole) {
            left.push_back(wall);
            continue;
        }
        const dvec2 along = dvec2(wall.b) - dvec2(wall.a);
        const double length = glm::length(along);
        const glm::vec2 from(dvec2(wall.a) + hole->first * along), to(dvec2(wall.a) + hole->second * along);
        if (hole->first * length > shortest) left.push_back({wall.a, from});
        if ((1 - hole->second) * length > shortest) left.push_back({to, wall.b});
    }
    return left;
}

std::vector<Wall> standing_walls(const Plan& plan) {
    std::vector<Wall> walls = plan.walls;
    for (const auto& portal : portals_of(plan)) walls = cut(walls, {portal.a, portal.b});
    for (const auto& door : plan.doors) walls = cut(walls, {door.a, door.b});
    for (const auto& exit : plan.exits)
        if (exit.is_door()) walls = cut(walls, {exit.a, exit.b});
    for (const auto& door : plan.doors)
        if (!door.open) walls.push_back({door.a, door.b});
    for (const auto& exit : plan.exits)
        if (exit.is_door() && !exit.open) walls.push_back({exit.a, exit.b});
    return walls;
}

std::vector<Wall> walls_near(const std::vector<Wall>& walls, const std::vector<glm::vec2>& points, float reach) {
    glm::vec2 lo(INFINITY), hi(-INFINITY);
    for (auto p : points) {
        lo = glm::min(lo, p - reach);
        hi = glm::max(hi, p + reach);
    }
    std::vector<Wall> near;
    for (const auto& w : walls) {
        const glm::vec2 least = glm::min(w.a, w.b), most = glm::max(w.a, w.b);
        if (least.x <= hi.x && least.y <= hi.y && most.x >= lo.x && most.y >= lo.y) near.push_back(w);
    }
    return near;
}

std::vector<Polygon> waiting_floor(const Exit& exit) {
    if (!exit.waiting.is_beside()) return {};
    const glm::vec2 along = (exit.b - exit.a) / exit.width(), beside = exit.waiting.beside * along,
                    deep = exit.waiting.deep * glm::vec2(-along.y, along.x);
    return {{exit.a - beside, exit.a, exit.a + deep, exit.a - beside + deep},
            {exit.b, exit.b + beside, exit.b + beside + deep, exit.b + deep}};
}

void set_door_width(Plan& plan, float width) {
    if (!(width > 0))
        throw UsageError(fmt::format("{}: a door of width {} m; give a positive width", plan.file, width));
    bool found = !plan.doors.empty();
    for (auto& door : plan.doors) widen(door.a, door.b, width);
    for (auto& exit : plan.exits)
        if (exit.is_door()) {
            widen(exit.a, exit.b, width);
            found = true;
        }
    if (!found) throw UsageError("door_width: " + plan.file + " has no doors; leave it at 0");
}

int exit_index(const Plan& plan, const std::string& name) {
    std::vector<std::string> names;
    for (std::size_t e = 0; e < plan.exits.size(); ++e) {
        if (plan.exits[e].name == name) return int(e);
        names.push_back(plan.exits[e].name);
    }
    throw UsageError(plan.file + ": no exit '" + name + "'." + suggest(name, names));
}

double area_of(const Polygon& polygon) {
    double twice = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const dvec2 p = polygon[i], q = polygon[(i + 1) % polygon.size()];
        twice += p.x * q.y - p.y * q.x;
    }
    return std::abs(twice) / 2;
}

bool contains(const Polygon& polygon, glm::vec2 p) {
    bool inside = false;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const dvec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
    }
    return inside;
}

}  // namespace nearfield::plans
