#include "scenes/plans/plan.hpp"
#include "scenes/plans/terrain.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::plans {
namespace {

constexpr float apart = 6;  ///< m between storeys in the plane; forces reach less than 5 m

/// Bounding rectangle of points.
struct Extent {
    glm::vec2 lo{INFINITY}, hi{-INFINITY};
    void hold(glm::vec2 p) {
        lo = glm::min(lo, p);
        hi = glm::max(hi, p);
    }
    glm::vec2 size() const { return hi - lo; }
};

Extent extent_of(const Stair& stair) {
    Extent extent;
    for (const auto p : outline_of(stair)) extent.hold(p);
    extent.lo -= 1.f;
    extent.hi += 1.f;
    return extent;
}

/// Packs rectangles into rows; offsets are multiples of a cell.
class Shelves {
  public:
    Shelves(const Extent& first, double cell) : at_{first.hi.x + apart, first.lo.y}, all_(first), cell_(cell) {}

    glm::vec2 put(const Extent& part) {
        const glm::vec2 offset(up(at_.x - part.lo.x), up(at_.y - part.lo.y));
        all_.hold(part.lo + offset);
        all_.hold(part.hi + offset);
        at_.x = part.hi.x + offset.x + apart;
        return offset;
    }
    /// Starts a new row above all others.
    void next_row() { at_ = {all_.lo.x, all_.hi.y + apart}; }
    /// True if a rectangle would widen the whole layout.
    bool widens(const Extent& part) const { return at_.x > all_.lo.x && at_.x + part.size().x > all_.hi.x; }
    const Extent& all() const { return all_; }

  private:
    float up(float x) const { return float(std::ceil(x / cell_) * cell_); }
    glm::vec2 at_;
    Extent all_;
    double cell_;
};

struct Layout {
    std::vector<glm::vec2> storeys, strips;  ///< offsets
    Extent all;
};

Layout layout_of(const Plan& plan, double cell) {
    const auto part = [](const Storey& s) { return Extent{s.lo, s.hi}; };
    Shelves shelves(part(plan.storeys.front()), cell);
    Layout layout;
    layout.storeys.emplace_back(0);
    for (std::size_t s = 1; s < plan.storeys.size(); ++s) layout.storeys.push_back(shelves.put(part(plan.storeys[s])));
    shelves.next_row();
    for (const auto& stair : plan.stairs) {
        const Extent extent = extent_of(stair);
        if (shelves.widens(extent)) shelves.next_row();
        layout.strips.push_back(shelves.put(extent));
    }
    layout.all = shelves.all();
    return layout;
}

/// The layout, with cells as for a plan of one storey (navigation_grid.hpp), or as the author specifies.
Layout layout_of(Plan& plan) {
    constexpr double usual = 250e3, most = 3.9e6;
    double floor = 0;
    for (const auto& s : plan.storeys) floor += double(s.hi.x - s.lo.x) * double(s.hi.y - s.lo.y);
    const auto rounded = [](double cell) { return std::ceil(cell / 0.05 - 1e-6) * 0.05; };
    double cell = plan.navigation_cell > 0 ? double(plan.navigation_cell)
                                           : std::clamp(rounded(std::sqrt(floor / usual)), 0.1, 0.5);
    for (;;) {
        Layout layout = layout_of(plan, cell);
        const glm::dvec2 size = layout.all.size();
        if (size.x * size.y / (cell * cell) <= most) return plan.navigation_cell = float(cell), layout;
        cell = rounded(1.01 * std::sqrt(size.x * size.y / most));
    }
}

void move_storey(Plan& plan, int storey, glm::vec2 by) {
    each_point(plan, storey, [&](glm::vec2& p) { p += by; });
    for (auto& line : plan.lines)
        if (line.storey == storey) {
            line.a += by;
            line.b += by;
        }
    Storey& here = plan.storeys[std::size_t(storey)];
    here.offset += by;
    here.lo += by;
    here.hi += by;
}

void bring_walls(Plan& plan) {
    for (const auto& stair : plan.stairs) {
        const auto walls = walls_of(plan, stair);
        if (walls.empty()) continue;
        plan.wall_places.push_back({int(plan.walls.size()), stair.place, -1});
        plan.walls.insert(plan.walls.end(), walls.begin(), walls.end());
    }
}

}  // namespace

void each_point(Plan& plan, int storey, const std::function<void(glm::vec2&)>& move) {
    const auto all = [&](std::vector<glm::vec2>& points) {
        for (auto& p : points) move(p);
    };
    for (std::size_t k = 0; k < plan.wall_places.size(); ++k) {
        if (plan.wall_places[k].storey != storey) continue;
        for (auto w = std::size_t(plan.wall_places[k].first); w < plan.end_of_place(k); ++w) {
            move(plan.walls[w].a);
            move(plan.walls[w].b);
        }
    }
    const auto on = [&](auto& list, const auto& use) {
        for (auto& item : list)
            if (item.storey == storey) use(item);
    };
    on(plan.doors, [&](Door& d) {
        move(d.a);
        move(d.b);
    });
    on(plan.exits, [&](Exit& e) { e.is_door() ? (move(e.a), move(e.b)) : all(e.outline); });
    on(plan.areas, [&](Area& a) { all(a.outline); });
    on(plan.spawns, [&](Spawn& s) { all(s.outline); });
    on(plan.sources, [&](Source& s) { all(s.outline); });
}

std::vector<glm::vec2> outline_of(const Stair& stair, glm::vec2 shift) {
    const glm::vec2 side = stair.half_across(), foot = stair.foot + shift, head = stair.head + shift;
    return {foot - side, foot + side, head + side, head - side};
}

std::vector<Portal> portals_of(const Plan& plan) {
    std::vector<Portal> portals;
    for (const auto& stair : plan.stairs) {
        const auto ends = outline_of(stair), below = outline_of(stair, stair.to_low),
                   above = outline_of(stair, stair.to_high);
        const bool up = stair.up > 0, down = stair.down > 0;
        portals.push_back({below[0], below[1], -stair.to_low, true, up});
        portals.push_back({ends[1], ends[0], stair.to_low, false, down});
        portals.push_back({above[2], above[3], -stair.to_high, true, down});
        portals.push_back({ends[3], ends[2], stair.to_high, false, up});
    }
    return portals;
}

std::vector<Wall> walls_of(const Plan& plan, const Stair& stair) {
    const auto strip = outline_of(stair), below = outline_of(stair, stair.to_low),
               above = outline_of(stair, stair.to_high);
    std::vector<Wall> walls{{below[1], below[2]}, {below[3], below[0]}};
    if (stair.low != stair.high) {
        walls.push_back({below[2], below[3]});
        walls.insert(walls.end(), {{above[1], above[2]}, {above[3], above[0]}, {above[0], above[1]}});
    }
    for (const auto& wall : plan.walls) walls = cut(walls, wall);
    walls.insert(walls.end(), {{strip[1], strip[2]}, {strip[3], strip[0]}});
    return walls;
}

void lay_side_by_side(Plan& plan) {
    if (plan.storeys.size() < 2 && plan.stairs.empty()) return;
    const Layout layout = layout_of(plan);
    plan.lo = layout.all.lo;
    plan.hi = layout.all.hi;
    for (std::size_t s = 0; s < plan.storeys.size(); ++s) move_storey(plan, int(s), layout.storeys[s]);
    for (std::size_t s = 0; s < plan.stairs.size(); ++s) {
        Stair& stair = plan.stairs[s];
        const glm::vec2 offset = layout.strips[s];
        stair.foot += offset;
        stair.head += offset;
        stair.to_low = layout.storeys[std::size_t(stair.low)] - offset;
        stair.to_high = layout.storeys[std::size_t(stair.high)] - offset;
    }
    bring_walls(plan);
}

void shift(Plan& plan, glm::vec2 by) {
    for (std::size_t s = 0; s < plan.storeys.size(); ++s) move_storey(plan, int(s), by);
    each_point(plan, -1, [&](glm::vec2& p) { p += by; });
    for (auto& stair : plan.stairs) {
        stair.foot += by;
        stair.head += by;
    }
    plan.lo += by;
    plan.hi += by;
    if (!plan.water) return;
    Water water = *plan.water;
    const auto all = [&](auto& list) {
        for (auto& item : list)
            for (auto& p : item.outline) p += by;
    };
    all(water.pools);
    all(water.inflows);
    plan.water = std::make_shared<const Water>(std::move(water));
}

int storey_at(const Plan& plan, glm::vec2 p) {
    for (std::size_t s = 0; s < plan.storeys.size(); ++s) {
        const auto& storey = plan.storeys[s];
        if (p.x >= storey.lo.x && p.x <= storey.hi.x && p.y >= storey.lo.y && p.y <= storey.hi.y) return int(s);
    }
    return -1;
}

float floor_level(const Plan& plan, int storey, glm::vec2 p) {
    float level = plan.storeys[std::size_t(storey)].level;
    if (storey == 0 && plan.terrain) level += float(plan.terrain->at(p - plan.storeys[0].offset));
    for (const auto& area : plan.areas)
        if (area.level != 0 && area.storey == storey && contains(area.outline, p))
            return plan.storeys[std::size_t(storey)].level + area.level;
    return level;
}

}  // namespace nearfield::plans
