#pragma once
#include "scenes/sph/medium.hpp"

namespace nearfield::sph {

/// Density over rest density by summation (Gingold & Monaghan 1977), boundary included (Akinci et al. 2012, eq. 6). It goes to
/// end(i, density).
template <int D, class End> struct Density {
    Medium<D> medium;
    End end;
    static constexpr bool sums_only = true, compact = true;
    template <class Near> NF_HD void operator()(u32 i, const Near& near) const {
        const auto fluid = near.sum(i, Sums<1>{}, [&](Sums<1>& s, auto, const vec<D>&, float d2, bool hit) {
            const float w = medium.kernel.value(quick_sqrt(d2));
            if (hit) s.of[0] += w;
        });
        const auto wall = medium.over_wall(i, near.position(i), near, Sums<1>{}, [&](Sums<1>& s, float volume, const vec<D>&, float r, bool hit) {
            const float w = volume * medium.kernel.value(r);
            if (hit) s.of[0] += w;
        });
        if (near.leads(i)) end(i, medium.volume * (medium.kernel.value(0.f) + fluid.of[0]) + wall.of[0]);
    }
};

}  // namespace nearfield::sph
