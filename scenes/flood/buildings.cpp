#include "scenes/flood/buildings.hpp"

#include "base/random.hpp"
#include "cells/faces.hpp"
#include "scenes/flood/hands.hpp"
#include "scenes/flood/shallow_water.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace nearfield::flood {
namespace {

/// Drawn depth of roofs and floors, in cells from the nearest open ground.
constexpr u32 deepest_roof = 12, deepest_floor = 1;
constexpr float tallest = 9;  // m
constexpr float height_over_width = 0.6f;

/// Neighbours and corners of a site's cells, for either shape.
class Around {
  public:
    explicit Around(const Site& site) : site_(site), hexagons_(site.lattice.shape == CellShape::hexagon) {}

    int faces() const { return hexagons_ ? 6 : 4; }
    u32 across(u32 cell, int face) const {
        const int stride = int(site_.lattice.columns), odd = int(cell) / stride & 1;
        return u32(int(cell) + (hexagons_ ? CellFaces<CellShape::hexagon>::step_to(face, odd, stride)
                                          : CellFaces<CellShape::square>::step_to(face, odd, stride)));
    }
    bool inside(u32 cell) const { return is_inside(cell, site_.lattice.columns, site_.lattice.rows); }
    bool is_wall_inside(u32 cell) const { return inside(cell) && is_wall(site_.bed[cell]); }
    bool is_open(u32 cell) const { return inside(cell) && !is_wall(site_.bed[cell]); }
    /// Corner `k` of a cell, counter-clockwise, in m; face k lies between corners k and k + 1.
    glm::vec2 corner(u32 cell, int k) const {
        const double turn = 2 * M_PI / faces(), angle = (k - 0.5) * turn;
        const double radius = site_.lattice.spacing / (2 * std::cos(turn / 2));
        return glm::vec2(site_.middle(cell) + radius * glm::dvec2(std::cos(angle), std::sin(angle)));
    }

  private:
    const Site& site_;
    bool hexagons_;
};

/// One building: its cells, and the ground along its outline.
struct Block {
    std::vector<u32> cells;
    float lowest = INFINITY, highest = -INFINITY;  ///< m
};

/// Wall cells by their distance from open ground, building by building.
class Outlines {
  public:
    Outlines(const Site& site, u32 deepest)
        : site_(site),
          around_(site),
          deepest_(deepest),
          seen_(site.bed.size(), 0) {}

    std::vector<Block> blocks() {
        std::vector<Block> all;
        for (u32 cell = 0; cell < u32(site_.bed.size()); ++cell)
            if (around_.is_wall_inside(cell) && !seen_[cell] && touches_open(cell)) all.push_back(block_from(cell));
        return all;
    }

  private:
    bool touches_open(u32 cell) const {
        for (int f = 0; f < around_.faces(); ++f)
            if (around_.is_open(around_.across(cell, f))) return true;
        return false;
    }
    void note_ground(Block& block, u32 cell) const {
        for (int f = 0; f < around_.faces(); ++f) {
            const u32 other = around_.across(cell, f);
            if (!around_.is_open(other)) continue;
            block.lowest = std::min(block.lowest, site_.bed[other]);
            block.highest = std::max(block.highest, site_.bed[other]);
        }
    }
    /// `seen_` stores the distance from the outline plus 1.
    Block block_from(u32 first) {
        Block block;
        std::vector<u32> waiting{first};
        seen_[first] = 1;
        while (!waiting.empty()) {
            const u32 cell = waiting.back();
            waiting.pop_back();
            block.cells.push_back(cell);
            note_ground(block, cell);
            for (int f = 0; f < around_.faces(); ++f) {
                const u32 other = around_.across(cell, f);
                if (!around_.is_wall_inside(other)) continue;
                const u32 away = touches_open(other) ? 1 : seen_[cell] + 1;
                if ((seen_[other] && seen_[other] <= away) || away > deepest_) continue;
                if (!seen_[other]) waiting.push_back(other);
                seen_[other] = std::uint8_t(away);
            }
        }
        return block;
    }

    const Site& site_;
    Around around_;
    u32 deepest_;
    std::vector<std::uint8_t> seen_;
};

float height_of(const Block& block, const Site& site) {
    const double width = std::sqrt(double(block.cells.size()) * site.cell_area());
    const float some = Random{7}.uniform<1>(block.cells.front()).x;
    return (0.75f + 0.5f * some) * std::min(tallest, height_over_width * float(width));
}

/// A list of triangles.
struct Mesh {
    float exaggeration;
    std::vector<glm::vec3> corners{};
    std::vector<u32> cells{};

    struct Point {
        glm::vec2 at;
        float height;
    };
    void add(u32 cell, const Point& a, const Point& b, const Point& c) {
        for (const Point& p : {a, b, c}) corners.push_back({p.at.x, p.height * exaggeration, -p.at.y});
        cells.push_back(cell);
    }
    Surface done() {
        return {std::make_shared<const std::vector<glm::vec3>>(std::move(corners)),
                std::make_shared<const std::vector<u32>>(std::move(cells))};
    }
};

void add_roof(Mesh& mesh, const Around& around, u32 cell, float top) {
    const auto corner = [&](int k) { return Mesh::Point{around.corner(cell, k), top}; };
    for (int k = 1; k + 1 < around.faces(); ++k) mesh.add(cell, corner(0), corner(k), corner(k + 1));
}

void add_walls(Mesh& mesh, const Around& around, u32 cell, float foot, float top) {
    for (int f = 0; f < around.faces(); ++f) {
        if (around.is_wall_inside(around.across(cell, f))) continue;
        const glm::vec2 a = around.corner(cell, f), b = around.corner(cell, f + 1);
        mesh.add(cell, {a, foot}, {b, foot}, {b, top});
        mesh.add(cell, {a, foot}, {b, top}, {a, top});
    }
}

/// A convex polygon clipped to the site.
std::vector<glm::dvec2> within(const std::vector<glm::dvec2>& polygon, glm::dvec2 size) {
    const auto between = left_of(left_of(polygon, {0, 0}, {0, -1}), size, {0, 1});
    return left_of(left_of(between, {0, 0}, {1, 0}), size, {-1, 0});
}

/// Lowest and highest ground at some points, ignoring those without ground.
Block ground_at(const Site& site, const std::vector<glm::dvec2>& places) {
    Block block;
    for (const glm::dvec2& p : places)
        for (const glm::dvec2& off : {glm::dvec2(1, 1), glm::dvec2(-1, 1), glm::dvec2(1, -1), glm::dvec2(-1, -1)}) {
            const glm::vec2 at = glm::vec2(p + off * (1.2 * double(site.lattice.spacing)));
            const u32 cell = site.lattice.cell_at(at - glm::vec2(site.lattice.origin));
            if (cell == CellLattice::none || is_wall(site.bed[cell])) continue;
            block.lowest = std::min(block.lowest, site.bed[cell]);
            block.highest = std::max(block.highest, site.bed[cell]);
        }
    return block;
}

/// Adds the prism of a solid wall, or the thin walls along a line.
void raise(Mesh& roofs, Mesh& walls, const Site& site, const CellWall& wall) {
    const std::vector<glm::dvec2> outline = wall.solid ? within(wall.points, site.size) : wall.points;
    Block block = ground_at(site, outline);
    if (outline.size() < 2 || block.lowest > block.highest) return;
    glm::dvec2 lo(INFINITY), hi(-INFINITY);
    for (const glm::dvec2& p : outline) {
        lo = glm::min(lo, p);
        hi = glm::max(hi, p);
    }
    const u32 cell = site.lattice.cell_at(glm::vec2(0.5 * (lo + hi)) - glm::vec2(site.lattice.origin));
    block.cells.assign(std::size_t(std::max(1., (hi.x - lo.x) * (hi.y - lo.y) / site.cell_area())), cell);
    const float top = block.highest + (wall.solid ? height_of(block, site) : std::min(2.5f, 0.03f * site.size.x));
    const std::size_t sides = outline.size() - (wall.solid ? 0 : 1);
    for (std::size_t i = 0; i < sides; ++i) {
        const glm::vec2 a(outline[i]), b(outline[(i + 1) % outline.size()]);
        walls.add(cell, {a, block.lowest}, {b, block.lowest}, {b, top});
        walls.add(cell, {a, block.lowest}, {b, top}, {a, top});
        if (wall.solid) roofs.add(cell, {glm::vec2(outline[0]), top}, {a, top}, {b, top});
    }
}

/// The prisms of wall cells. Cells that lines and solid walls close only get their ground.
Buildings of_cells(const Site& site, float exaggeration) {
    const Around around(site);
    Mesh roofs{exaggeration}, walls{exaggeration};
    std::vector<float> foot(site.bed.size(), NAN);
    const std::set<u32> closed(site.cuts.closed.begin(), site.cuts.closed.end());
    for (const Block& block : Outlines(site, deepest_roof).blocks()) {
        const float top = block.highest + height_of(block, site);
        for (const u32 cell : block.cells) {
            foot[cell] = block.lowest;
            if (closed.count(cell) == 0) {
                add_roof(roofs, around, cell, top);
                add_walls(walls, around, cell, block.lowest, top);
            }
        }
    }
    for (const CellWall& wall : site.walls) raise(roofs, walls, site, wall);
    return {roofs.done(), walls.done(), std::move(foot)};
}

constexpr float thickness = 0.12f, railing = 1;  // m: thickness of a plan's walls, height of those along its stairs

/// Walls of a plan, as high as their storey allows; along stairs they follow the slope.
class PlanWalls {
  public:
    PlanWalls(const Site& site, const plans::Plan& plan, float exaggeration)
        : site_(site),
          plan_(plan),
          exaggeration_(exaggeration) {}

    /// Adds a wall between two points, over `share` of the room's height.
    void add(glm::vec2 from, glm::vec2 to, const Level& level, float share) {
        const glm::vec2 along = to - from, middle = 0.5f * (from + to);
        if (glm::length(along) < 1e-4f) return;
        const glm::vec2 side = 0.5f * thickness * glm::vec2(-along.y, along.x) / glm::length(along);
        const float top = height_at(middle, share), a = floor_at(from), b = floor_at(to);
        const u32 cell = site_.lattice.cell_at(middle - glm::vec2(site_.lattice.origin));
        cell_ = cell == CellLattice::none ? 0 : cell;
        level_ = &level;
        for (const float sign : {-1.f, 1.f})
            quad(sides_, {from + sign * side, a}, {to + sign * side, b}, {to + sign * side, b + top},
                 {from + sign * side, a + top});
        quad(sides_, {from - side, a}, {from + side, a}, {from + side, a + top}, {from - side, a + top});
        quad(sides_, {to - side, b}, {to + side, b}, {to + side, b + top}, {to - side, b + top});
        quad(tops_, {from - side, a + top}, {from + side, a + top}, {to + side, b + top}, {to - side, b + top});
    }
    Buildings done(std::vector<float> foot) { return {tops_.done(), sides_.done(), std::move(foot)}; }

  private:
    const plans::Stair* stair_at(glm::vec2 p) const {
        for (const auto& stair : plan_.stairs)
            if (glm::distance(glm::clamp(p, glm::min(stair.foot, stair.head) - 0.5f * stair.width,
                                         glm::max(stair.foot, stair.head) + 0.5f * stair.width),
                              p) < 0.2f)
                return &stair;
        return nullptr;
    }
    float floor_at(glm::vec2 p) const {
        const auto* stair = stair_at(p);
        const int storey = std::max(0, storey_at(plan_, p));
        const float level = stair ? stair->level_at(p) : floor_level(plan_, storey, p);
        return float(double(level) - site_.datum);
    }
    float height_at(glm::vec2 p, float share) const {
        if (stair_at(p)) return railing;
        return share * plan_.storeys[std::size_t(std::max(0, storey_at(plan_, p)))].height;
    }
    void quad(Mesh& mesh, Mesh::Point a, Mesh::Point b, Mesh::Point c, Mesh::Point d) {
        for (Mesh::Point* p : {&a, &b, &c, &d}) {
            p->at += level_->shift;
            p->height += level_->lift / exaggeration_;
        }  // lifts are not exaggerated
        mesh.add(cell_, a, b, c);
        mesh.add(cell_, a, c, d);
    }

    const Site& site_;
    const plans::Plan& plan_;
    float exaggeration_;
    Mesh sides_{exaggeration_}, tops_{exaggeration_};
    u32 cell_ = 0;
    const Level* level_ = nullptr;
};

}  // namespace

Buildings build_up(const Site& site, const plans::Plan* plan, const std::vector<Level>& levels, float exaggeration) {
    if (!plan) return of_cells(site, exaggeration);
    std::vector<float> foot(site.bed.size(), NAN);
    for (const Block& block : Outlines(site, deepest_floor).blocks())
        for (const u32 cell : block.cells) foot[cell] = block.lowest;
    PlanWalls walls(site, *plan, exaggeration);
    const LevelsView view{levels.data(), u32(levels.size())};
    for (const CellWall& wall : site.walls)
        for (std::size_t i = 0; !wall.solid && i + 1 < wall.points.size(); ++i) {
            const glm::vec2 a(wall.points[i]), b(wall.points[i + 1]);
            if (const Level* level = view.at(0.5f * (a + b))) walls.add(a, b, *level, 0.9f);
        }
    return walls.done(std::move(foot));
}

Surface shut_doors(const Site& site, const plans::Plan* plan, const std::vector<Level>& levels, float exaggeration,
                   const std::vector<bool>& open) {
    Mesh roofs{exaggeration}, panels{exaggeration};
    const LevelsView view{levels.data(), u32(levels.size())};
    std::optional<PlanWalls> of_plan;
    if (plan) of_plan.emplace(site, *plan, exaggeration);
    for (std::size_t g = 0; g < site.gates.size(); ++g) {
        if (open[g]) continue;
        const glm::vec2 a(site.gates[g].a), b(site.gates[g].b);
        if (!plan) raise(roofs, panels, site, {.points = {site.gates[g].a, site.gates[g].b}});
        else if (const Level* level = view.at(0.5f * (a + b))) of_plan->add(a, b, *level, 0.65f);
    }
    return plan ? of_plan->done({}).walls : panels.done();
}

Heights heights_of(const Site& site) {
    Heights heights;
    for (u32 i = 0; i < u32(site.bed.size()); ++i)
        if (!is_wall(site.bed[i]) && is_inside(i, site.lattice.columns, site.lattice.rows)) {
            heights.low = std::min(heights.low, site.bed[i]);
            heights.high = std::max(heights.high, site.bed[i] + site.depth[i]);
        }
    return heights;
}

}  // namespace nearfield::flood
