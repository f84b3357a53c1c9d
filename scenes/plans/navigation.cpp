#include "scenes/plans/navigation.hpp"

#include "base/stoppable.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::plans {
namespace {

/// Values are prescribed up to this many cells from an exit, where the curvature is too strong for the scheme.
constexpr float given_cells = 5;

glm::vec2 nearest_on(glm::vec2 a, glm::vec2 b, glm::vec2 p) {
    const float t = glm::clamp(glm::dot(p - a, b - a) / glm::dot(b - a, b - a), 0.f, 1.f);
    return a + t * (b - a);
}

glm::vec2 nearest_on(const Polygon& outline, glm::vec2 p) {
    glm::vec2 best(0);
    float least = INFINITY;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const glm::vec2 q = nearest_on(outline[i], outline[(i + 1) % outline.size()], p);
        if (glm::length(q - p) < least) {
            least = glm::length(q - p);
            best = q;
        }
    }
    return best;
}

}  // namespace

Navigation::Navigation(const Plan& plan, const NavigationSettings& settings)
    : plan_(plan),
      settings_(settings),
      grid_(navigation_grid(plan, settings.cell)),
      starts_(plan.exits.size()),
      outside_(plan.exits.size()) {
    find_inside();
    lay_walls();
}

/// Finds the nodes inside: reachable without leaving, with all inner doors open. Beyond an exit door is outside.
void Navigation::find_inside() {
    Plan open = plan_;
    for (auto& door : open.doors) door.open = true;
    std::vector<Wall> walls = standing_walls(open);
    for (const auto& exit : plan_.exits)
        if (exit.is_door()) walls.push_back({exit.a, exit.b});
    auto links = find_links(grid_, walls);
    const auto portals = link_through(grid_, portals_of(plan_), links);
    const bool nobody = plan_.spawns.empty() && plan_.sources.empty();
    inside_ = nobody ? std::vector<std::uint8_t>(links.size(), 1) : peopled(plan_, grid_, links, portals);
}

/// People pass no exit door but their own, so exit doors block the way in every field.
void Navigation::lay_walls() {
    Plan leaving = plan_;  // each exit's state matters only to its own field
    for (auto& exit : leaving.exits) exit.open = true;
    walls_ = standing_walls(leaving);
    const float clearance = settings_.clearance > 0 ? std::max(settings_.clearance, 0.75f * grid_.cell)
                                                    : 0;  // at least one node is within it
    std::vector<Wall> corners;
    for (auto p : corners_of(walls_)) corners.push_back({p, p});
    const auto clear = wall_distance(grid_, corners, clearance);
    for (const auto& exit : plan_.exits)
        if (exit.is_door()) walls_.push_back({exit.a, exit.b});
    links_ = find_links(grid_, walls_);
    portals_ = link_through(grid_, portals_of(plan_), links_);
    lay_slowness(clear, clearance);
    each_in_parallel(std::size_t(exits()), [&](std::size_t e) { find_ends(int(e)); });
}

/// Slowness of areas, stairs, waiting floor, and the clearance around corners, to which `clear` is the distance.
void Navigation::lay_slowness(const std::vector<float>& clear, float clearance) {
    slowness_.assign(std::size_t(grid_.nodes()), 1.f);
    for (const auto& area : plan_.areas) {
        if (area.speed == 1) continue;
        each_node_in(grid_, area.outline, [&](std::size_t n) { slowness_[n] /= area.speed; });
    }
    for (const auto& stair : plan_.stairs) {
        const float mean = 0.5f * (stair.pace(true) + stair.pace(false));
        each_node_in(grid_, outline_of(stair), [&](std::size_t n) { slowness_[n] /= mean; });
    }
    constexpr float waiting = 2;  // people walk around those who wait for a train
    for (const auto& exit : plan_.exits)
        for (const auto& outline : waiting_floor(exit))
            each_node_in(grid_, outline, [&](std::size_t n) { slowness_[n] *= waiting; });
    if (!(clearance > 0)) return;
    for (std::size_t n = 0; n < clear.size(); ++n) {
        const float lack = 1 - clear[n] / clearance;
        slowness_[n] *= 1 + settings_.corner_cost * lack * lack;
    }
}

/// The goal is the middle part of the door, passable for a body with the clearance as radius.
std::vector<WayStart> Navigation::door_starts(const Exit& exit) const {
    const float width = exit.width(), margin = std::min(settings_.clearance, 0.4f * width),
                reach = given_cells * grid_.cell;
    const glm::vec2 along = (exit.b - exit.a) / width, a = exit.a + margin * along, b = exit.b - margin * along;
    std::vector<Wall> walls = walls_near(walls_, {exit.a, exit.b}, reach);
    std::erase_if(walls, [&](const Wall& w) { return w.a == exit.a && w.b == exit.b; });
    std::vector<WayStart> starts;
    each_node_near(grid_, {exit.a, exit.b}, reach, [&](int n, glm::vec2 p) {
        const glm::vec2 to = nearest_on(a, b, p) - p;
        const float d = glm::length(to);
        if (d > reach || !inside_[std::size_t(n)] || !sees(p, p + to, walls)) return;
        const glm::vec2 ahead = glm::vec2(-along.y, along.x) * (cross(along, p - exit.a) > 0 ? -1.f : 1.f);
        starts.push_back({n, d, d > 1e-6f ? to / d : ahead});
    });
    return starts;
}

std::vector<WayStart> Navigation::area_starts(const Exit& exit) const {
    const float reach = given_cells * grid_.cell;
    const std::vector<Wall> walls = walls_near(walls_, exit.outline, reach);
    glm::vec2 middle(0);
    for (auto p : exit.outline) middle += p / float(exit.outline.size());
    std::vector<WayStart> starts;
    each_node_near(grid_, exit.outline, reach, [&](int n, glm::vec2 p) {
        const bool within = contains(exit.outline, p);
        const glm::vec2 to = within ? middle - p : nearest_on(exit.outline, p) - p;
        const float d = glm::length(to);
        if (!within && (d > reach || !sees(p, p + to, walls))) return;
        starts.push_back({n, within ? 0 : d, d > 1e-6f ? to / d : glm::vec2(0)});
    });
    return starts;
}

std::vector<WayOutside> Navigation::outside_of(const Exit& exit) const {
    constexpr float reach = 1;
    const glm::vec2 along = (exit.b - exit.a) / exit.width(), left(-along.y, along.x);
    std::vector<WayOutside> outside;
    each_node_near(grid_, {exit.a, exit.b}, reach, [&](int n, glm::vec2 p) {
        if (!inside_[std::size_t(n)]) outside.push_back({n, cross(along, p - exit.a) > 0 ? left : -left});
    });
    return outside;
}

void Navigation::find_ends(int e) {
    const Exit& exit = plan_.exits[std::size_t(e)];
    auto& starts = starts_[std::size_t(e)];
    auto& outside = outside_[std::size_t(e)];
    starts.clear();
    outside.clear();
    if (!exit.open) return;
    starts = exit.is_door() ? door_starts(exit) : area_starts(exit);
    if (exit.is_door()) outside = outside_of(exit);
}

void Navigation::set_exit_open(int e, bool open) {
    plan_.exits[std::size_t(e)].open = open;
    find_ends(e);
}

void Navigation::set_door_open(int door, bool open) {
    plan_.doors[std::size_t(door)].open = open;
    lay_walls();
}

void Navigation::set_walls(const std::vector<Wall>& walls) {
    plan_.walls = walls;
    lay_walls();
}

}  // namespace nearfield::plans
