#pragma once
// Velocity arrows on a coarse grid.
#include "picture/canvas.hpp"
#include "scenes/flood/landscape.hpp"

namespace nearfield::flood {

/// One arrow of three lines per grid point: a shaft whose length grows with the velocity, and two barbs.
struct PlaceArrows {
    static constexpr u32 lines = 3;
    static constexpr float longest = 2.5f;  ///< longest shaft over the distance between arrows

    CellLattice lattice;
    WaterState now;
    const float* bed;
    Footing footing;   ///< where the arrows stand in a landscape
    bool deep;         ///< true in a landscape, false on a map
    u32 across;        ///< arrows in a row
    float apart;       ///< distance between arrows, m
    float unit_speed;  ///< velocity of an arrow as long as `apart`, m/s
    float wet_depth;
    glm::vec3* ends;
    float* strength;
    u32* ids;

    NF_HD void operator()(u32 i) const {
        const glm::vec2 at = (glm::vec2(i % across, i / across) + 0.5f) * apart;
        const u32 cell = lattice.cell_at(at - glm::vec2(lattice.origin));
        const Level* level = deep ? footing.levels.at(at) : nullptr;
        const bool wet = cell != CellLattice::none && !is_wall(bed[cell]) && now.depth[cell] > wet_depth &&
                         (!deep || level != nullptr);
        const float h = wet ? now.depth[cell] : 0.f;
        const glm::vec2 v =
            wet ? glm::vec2(velocity_of(now.momentum_x[cell], h), velocity_of(now.momentum_y[cell], h)) : glm::vec2(0);
        const float speed = sqrtf(v.x * v.x + v.y * v.y), length = fminf(speed / unit_speed, longest) * apart;
        const glm::vec2 way = speed > 0 ? v / speed : glm::vec2(1, 0), side(-way.y, way.x);
        const float height = wet && deep ? footing.water[cell] + fminf(0.15f * apart, 1.f) : 0.f;
        const auto placed = [&](glm::vec2 p) {
            return level ? flood::placed(*level, p, height) : glm::vec3(p.x, p.y, 0);
        };
        const glm::vec2 tip = at + 0.5f * length * way, tail = at - 0.5f * length * way;
        const float barb = fminf(0.35f * length, 0.3f * apart);
        glm::vec3* to = ends + 2 * lines * i;
        to[0] = placed(tail);
        to[1] = to[2] = to[4] = placed(tip);
        to[3] = placed(tip - barb * (way + 0.6f * side));
        to[5] = placed(tip - barb * (way - 0.6f * side));
        for (u32 line = 0; line < lines; ++line) {
            strength[lines * i + line] = length > 0.04f * apart ? 1.f : 0.f;
            ids[lines * i + line] = cell;
        }
    }
};

template <class Exec> class Arrows {
  public:
    /// Draws the arrows on a map or, with the heights of the water surface, in a landscape.
    void draw(Canvas<Exec>& canvas, const Drawn& from, const Footing* footing, float unit_speed) {
        const Site& site = from.site;
        constexpr float in_a_row = 64;
        const float apart = std::max({site.size.x / in_a_row, site.size.y / in_a_row, site.lattice.spacing});
        const u32 across = u32(std::max(site.size.x / apart, 1.f)), up = u32(std::max(site.size.y / apart, 1.f));
        const u32 lines = across * up * PlaceArrows::lines;
        ends_.resize(2 * lines, "arrows");
        strength_.resize(lines, "arrows");
        cells_.resize(lines, "arrows");
        for_each(canvas.exec(), across * up,
                 PlaceArrows{.lattice = site.lattice,
                             .now = from.now,
                             .bed = from.bed,
                             .footing = footing ? *footing : Footing{},
                             .deep = footing != nullptr,
                             .across = across,
                             .apart = apart,
                             .unit_speed = unit_speed,
                             .wet_depth = from.wet_depth,
                             .ends = ends_.data(),
                             .strength = strength_.data(),
                             .ids = cells_.data()});
        canvas.lines({.name = "arrows",
                      .ends = ends_.data(),
                      .strength = strength_.data(),
                      .ids = cells_.data(),
                      .colour = glm::vec3(0.98f, 0.97f, 0.90f),
                      .look = LineLook::edge,
                      .count = lines});
    }
    std::size_t bytes() const { return ends_.bytes() + strength_.bytes() + cells_.bytes(); }

  private:
    Array<Exec, glm::vec3> ends_;
    Array<Exec, float> strength_;
    Array<Exec, u32> cells_;
};

}  // namespace nearfield::flood
