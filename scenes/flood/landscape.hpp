#pragma once
// The 3D view of a flood: ground and water as surfaces, walls as prisms.
#include "picture/canvas.hpp"
#include "scenes/flood/buildings.hpp"
#include "scenes/flood/params.hpp"
#include "scenes/flood/shown.hpp"

#include <optional>

namespace nearfield::flood {

/// Heights of the ground surface; `foot` is the ground under walls.
struct RaiseGround {
    const float *bed, *foot;
    float exaggeration;
    float* height;
    NF_HD void operator()(u32 i) const { height[i] = exaggeration * (is_wall(bed[i]) ? foot[i] : bed[i]); }
};

/// Heights of the water surface. At a shore it continues below the ground, which then cuts it. `value`, if given, is
/// shown wherever it is known, also on dry ground.
template <CellShape shape> struct RaiseWater {
    WaterState now;
    const float *bed, *value;
    int columns, rows;
    float exaggeration, wet_depth;
    float *height, *foam;

    NF_HD bool is_wet(int i) const { return !is_wall(bed[i]) && now.depth[i] > wet_depth; }
    NF_HD void operator()(u32 cell) const {
        using Faces = CellFaces<shape>;
        const int i = int(cell);
        height[i] = NAN;
        foam[i] = 0;
        if (!is_inside(cell, u32(columns), u32(rows))) return;
        float beside = 0, wet = 0, steepest = 0;
        for (int face = 0; face < Faces::count; ++face) {
            const int other = i + Faces::step_to(face, i / columns & 1, columns);
            if (!is_wet(other)) continue;
            const float level = bed[other] + now.depth[other];
            beside += level;
            wet += 1;
            if (is_wet(i)) steepest = fmaxf(steepest, fabsf(level - bed[i] - now.depth[i]));
        }
        if (is_wet(i)) {
            height[i] = exaggeration * (bed[i] + now.depth[i]);
            foam[i] = foam_of(i, steepest);
        } else if (value && fabsf(value[i]) <= 3e38f) height[i] = exaggeration * bed[i];
        else if (wet > 0) height[i] = exaggeration * (is_wall(bed[i]) ? beside / wet : fminf(bed[i], beside / wet));
    }
    /// Foam on fast water and at steps of the surface; `step` is the greatest difference to a neighbour.
    NF_HD float foam_of(int i, float step) const {
        const float h = now.depth[i];
        const float u = velocity_of(now.momentum_x[i], h), v = velocity_of(now.momentum_y[i], h);
        const float speed = sqrtf(u * u + v * v), broken = step / larger(h, 0.3f) - 0.25f;
        return fminf(larger(0.f, larger((speed - 2) / 16, fminf(broken, 0.2f * speed))), 1.f);
    }
};

/// Water and ground to draw.
struct Drawn {
    const Site& site;
    WaterState now;
    const float* bed;
    const float* swept_bed;  ///< the bed with cut cells as walls
    Maxima maxima;
    float wet_depth;  ///< m: shallower water is not drawn
};

/// Heights on which people and arrows stand in a landscape.
struct Footing {
    const float *ground, *water;  ///< drawn heights per cell
    float exaggeration;
    LevelsView levels;
};

/// Surfaces of one flood, computed again for every picture.
template <class Exec> class Landscape {
  public:
    /// Allocates memory at the first use. `plan`: the site's plan, or null.
    void configure(Exec& exec, const Site& site, const plans::Plan* plan, const Params& p) {
        if (p.view != View::deep) return;
        for (auto* column : {&ground_, &water_, &foam_}) column->resize(site.lattice.cells(), "heights");
        const Built wanted{p.exaggeration, p.apart, p.storeys, site.edition};
        if (built_ == wanted) return;
        const auto levels = levels_of(site, plan, p.apart, p.storeys);
        shown_levels_ = levels;
        open_.reset();
        buildings_ = build_up(site, plan, levels, p.exaggeration);
        heights_ = heights_of(site);
        foot_.upload(exec, buildings_.foot);
        buildings_.foot = {};
        levels_.upload(exec, levels);
        const float depth = plan ? 0.15f * p.exaggeration : 0.03f * glm::length(site.size);
        parts_ = parts_of(site, levels, p.exaggeration, heights_.low, depth);
        find_box(site, levels_of(site, plan, p.apart, 0), depth, p.exaggeration);
        if (plan) floor_ = glm::vec3(0.52f, 0.50f, 0.47f);
        built_ = wanted;
    }

    /// Sets which doors are drawn open; call before draw(). `open`: in the order of the site.
    void set_doors(const Site& site, const plans::Plan* plan, const std::vector<bool>& open) {
        if (open_ == open) return;
        doors_ = shut_doors(site, plan, shown_levels_, built_.exaggeration, open);
        open_ = open;
    }

    /// `water` says how it is coloured: by values, by classes or, without either, in natural colours.
    void draw(Canvas<Exec>& canvas, const Drawn& from, CellLayer water) {
        const auto* value = static_cast<const float*>(water.value.data);
        if (from.site.lattice.shape == CellShape::hexagon) raise<CellShape::hexagon>(canvas.exec(), from, value);
        else raise<CellShape::square>(canvas.exec(), from, value);
        canvas.deepen(lo_, hi_);
        canvas.cells({.name = "ground",
                      .lattice = lying(from.site.lattice),
                      .relief = {.height = ground_.data(), .exaggeration = built_.exaggeration},
                      .parts = parts_,
                      .colour = floor_});
        build(canvas, "roofs", buildings_.roofs, glm::vec3(0.46f, 0.36f, 0.31f));
        build(canvas, "walls", buildings_.walls, glm::vec3(0.66f, 0.62f, 0.56f));
        if (doors_.cells) build(canvas, "doors", doors_, glm::vec3(0.55f, 0.22f, 0.14f));
        water.lattice = lying(from.site.lattice);
        water.parts = parts_;
        water.relief = Relief{.height = water_.data(),
                              .floor = ground_.data(),
                              .foam = foam_.data(),
                              .exaggeration = built_.exaggeration};
        canvas.cells(std::move(water));
    }

    /// The levels as drawn.
    const std::vector<Level>& levels() const { return shown_levels_; }

    /// Where people and arrows stand, as last drawn.
    Footing footing() const {
        return {ground_.data(), water_.data(), built_.exaggeration, {levels_.data(), u32(levels_.size())}};
    }

    std::size_t bytes() const { return ground_.bytes() + water_.bytes() + foam_.bytes() + foot_.bytes(); }

  private:
    /// The site's lattice in a world with y up and north at -z.
    static CellLattice lying(CellLattice lattice) {
        lattice.origin = {lattice.origin.x, 0, -lattice.origin.y};
        lattice.up = {0, 0, -1};
        return lattice;
    }
    static void build(Canvas<Exec>& canvas, const char* name, const Surface& surface, glm::vec3 colour) {
        canvas.triangles({.name = name, .corners = surface.corners, .ids = surface.cells, .colour = colour});
    }
    template <CellShape shape> void raise(Exec& exec, const Drawn& from, const float* value) {
        const int columns = int(from.site.lattice.columns), rows = int(from.site.lattice.rows);
        for_each(exec, from.site.lattice.cells(),
                 RaiseGround{from.bed, foot_.data(), built_.exaggeration, ground_.data()});
        for_each(exec, from.site.lattice.cells(),
                 RaiseWater<shape>{from.now, from.bed, value, columns, rows, built_.exaggeration, from.wet_depth,
                                   water_.data(), foam_.data()});
    }

    Array<Exec, float> ground_, water_, foam_, foot_;
    /// Parameters of the present surfaces.
    struct Built {
        float exaggeration = 0, apart = 0;
        int storeys = 0;
        u64 edition = 0;  ///< of the site
        bool operator==(const Built&) const = default;
    };
    /// The box around all levels.
    void find_box(const Site& site, const std::vector<Level>& levels, float depth, float exaggeration) {
        lo_ = {INFINITY, exaggeration * heights_.low - depth, INFINITY};
        hi_ = {-INFINITY, exaggeration * (heights_.high + 3), -INFINITY};
        for (const Level& level : levels) {
            const glm::vec3 a = placed(level, glm::max(level.lo, glm::vec2(0)), 0),
                            b = placed(level, glm::min(level.hi, site.size), 0);
            lo_ = {std::min(lo_.x, a.x), lo_.y, std::min(lo_.z, b.z)};
            hi_ = {std::max(hi_.x, b.x), std::max(hi_.y, exaggeration * (heights_.high + 3) + level.lift),
                   std::max(hi_.z, a.z)};
        }
    }

    Buildings buildings_;
    Surface doors_;
    std::optional<std::vector<bool>> open_;  ///< doors as drawn
    std::vector<Level> shown_levels_;
    Heights heights_;
    Built built_;
    std::vector<CellPart> parts_;
    Array<Exec, Level> levels_;
    glm::vec3 lo_{0}, hi_{1};
    std::optional<glm::vec3> floor_;  ///< colour of a plan's floors; none: open ground
};

}  // namespace nearfield::flood
