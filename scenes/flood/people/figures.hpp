#pragma once
// Drawing of people: discs on a map, figures in a landscape, coloured by state.
#include "libs/crowd/crowd.hpp"
#include "picture/canvas.hpp"
#include "picture/palettes.hpp"
#include "scenes/flood/picture/landscape.hpp"

namespace nearfield::flood {

/// State of a person; everybody is in exactly one.
enum class Doing : u32 {
    dry,      ///< on the way, in less than wading_depth of water
    wading,   ///< in water
    trapped,  ///< surrounded by impassable water, or without a way to any exit or refuge
    toppled,  ///< swept off their feet
    refuge,   ///< in a refuge
    left      ///< through an exit
};
constexpr std::size_t doings = 6;
constexpr float wading_depth = 0.05f;  ///< least depth that counts as water, m

/// All people in storage order; states are indexed by id.
struct Everybody {
    u32 count;
    const Packed<2>* position;
    const u32 *id, *doing;
    const crowd::Body* bodies;
    CellLattice lattice;
};

/// Writes every position into the list of the person's state, and NaN into the other lists.
struct PutDiscs {
    Everybody all;
    Packed<2>* places;
    u32* cells;
    NF_HD void operator()(u32 i) const {
        const vec<2> p = load<2>(all.position + i);
        for (u32 d = 0; d < u32(Doing::left); ++d) {
            const bool here = !is_absent<2>(p) && all.doing[all.id[i]] == d;
            places[d * all.count + i] = here ? all.position[i] : Packed<2>{{nowhere, nowhere}};
        }
        const u32 cell = all.lattice.cell_at(glm::vec2(p[0], p[1]) - glm::vec2(all.lattice.origin));
        cells[i] = cell == CellLattice::none ? 0 : cell;
    }
};

/// The same with three balls and a head per person, standing on the ground; toppled ones lie.
struct PutFigures {
    static constexpr u32 balls = 4;
    Everybody all;
    Footing footing;
    Packed<3>* places;
    float* radii;
    u32* cells;

    NF_HD glm::vec3 ball(u32 k, const Level& level, glm::vec2 p, float ground, bool lies) const {
        const float up = k == 3 ? 1.6f : 0.3f + 0.42f * float(k), tall = 0.5f + 0.5f * footing.exaggeration;
        if (lies) return placed(level, p + glm::vec2(up - 0.9f, 0), ground + 0.25f);
        return placed(level, p, ground + tall * up);
    }
    NF_HD void operator()(u32 i) const {
        const vec<2> at = load<2>(all.position + i);
        const glm::vec2 p(at[0], at[1]);
        const bool present = !is_absent<2>(at);
        const u32 cell = all.lattice.cell_at(p - glm::vec2(all.lattice.origin));
        const Level* level = present && cell != CellLattice::none ? footing.levels.at(p) : nullptr;
        const float ground = level ? footing.ground[cell] : NAN;
        for (u32 k = 0; k < balls; ++k) {
            const u32 b = balls * i + k;
            radii[b] = (k == 3 ? 0.14f : 0.24f) * (0.5f + 0.5f * footing.exaggeration);
            cells[b] = cell;
            for (u32 d = 0; d < u32(Doing::left); ++d) {
                const bool here = ground == ground && all.doing[all.id[i]] == d;
                const glm::vec3 to = here ? ball(k, *level, p, ground, Doing(d) == Doing::toppled) : glm::vec3(nowhere);
                places[d * balls * all.count + b] = {{to.x, to.y, to.z}};
            }
        }
    }
};

template <class Exec> class Figures {
  public:
    void draw(Canvas<Exec>& canvas, const Everybody& all, const Footing* footing) {
        const u32 lists = u32(Doing::left), n = (footing ? PutFigures::balls : 1) * all.count;
        cells_.resize(n, "places of people");
        if (footing) {
            high_.resize(std::size_t(n) * lists, "places of people");
            radii_.resize(n, "places of people");
            for_each(canvas.exec(), all.count, PutFigures{all, *footing, high_.data(), radii_.data(), cells_.data()});
        } else {
            flat_.resize(std::size_t(n) * lists, "places of people");
            for_each(canvas.exec(), n, PutDiscs{all, flat_.data(), cells_.data()});
        }
        const char* names[] = {"dry", "wading", "trapped", "toppled", "on refuge"};
        for (u32 d = 0; d < lists; ++d) {
            const std::size_t first = std::size_t(d) * n;
            PointLayer layer{
                .name = names[d], .count = n, .ids = cells_.data(), .colour = palette(Palette::people_in_flood)[d]};
            if (footing) {
                layer.position = static_cast<const Packed<3>*>(high_.data() + first);
                layer.size = radii_.data();
            } else {
                layer.position = static_cast<const Packed<2>*>(flat_.data() + first);
                layer.size = {Format::f32, &all.bodies->radius, sizeof(crowd::Body)};
            }
            canvas.points(std::move(layer));
        }
    }
    std::size_t bytes() const { return flat_.bytes() + high_.bytes() + radii_.bytes() + cells_.bytes(); }

  private:
    Array<Exec, Packed<2>> flat_;
    Array<Exec, Packed<3>> high_;
    Array<Exec, float> radii_;
    Array<Exec, u32> cells_;
};

}  // namespace nearfield::flood
