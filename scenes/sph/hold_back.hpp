#pragma once
#include "scenes/sph/state.hpp"

namespace nearfield::sph {

/// Least distance between boundary and fluid particles, in spacings. Balls of this radius leave no gap in a surface.
constexpr double closest_to_wall = 0.75;

/// Keeps fluid out of the balls around the boundary particles of thin solids. Density alone cannot stop a lone drop:
/// its density is too low.
template <int D> struct HoldBack {
    Body<D> body;
    Wall<D> wall;
    float closest;
    Packed<D>*position, *velocity;
    NF_HD void operator()(u32 i) const {
        const vec<D> x = unpack<D>(position[i]);
        if (!wall.reaches(x)) return;
        vec<D> away(0.f);
        float least = closest * closest;
        each_range(Walk{visit_of<StripsVisit>, false}, wall.storage, x, [&](const Stretch& s, const vec<D>&) {
            for (u32 j = s.first; j < s.end; ++j) {
                const vec<D> from = x - load<D>(wall.storage.position + j);
                const float d2 = dot<D>(from, from);
                if (d2 < least) {
                    least = d2;
                    away = from;
                }
            }
        });
        const float distance = quick_sqrt(dot<D>(away, away));
        if (!(distance > 1e-3f * closest)) return;
        away = away * (1.f / distance);
        vec<D> v = unpack<D>(velocity[i]), held = x + away * (closest - distance);
        const float inwards = dot<D>(v, away);
        if (inwards < 0.f) v = v - away * inwards;
        body.confine(held, v);
        position[i] = pack<D>(held);
        velocity[i] = pack<D>(v);
    }
};

/// True if one of the tank's solids is thin: a mesh or a wall.
inline bool has_thin_solids(const Tank& tank) {
    return std::any_of(tank.solids.begin(), tank.solids.end(), [](const Solid& s) {
        return std::holds_alternative<std::shared_ptr<const Mesh>>(s.shape) ||
               std::holds_alternative<Polyline>(s.shape);
    });
}

template <class Exec, int D> void hold_back(Work<Exec, D>& w) {
    const auto wall = w.state.boundary.wall();
    if (wall.storage.actors == 0) return;
    w.each("hold back", HoldBack<D>{w.body, wall, float(closest_to_wall * w.spacing), w.step.actors.position.writable(),
                                    w.state.velocity.writable()});
}

}  // namespace nearfield::sph
