#pragma once
#include "scenes/sph/medium.hpp"

namespace nearfield::sph {

/// Density over rest density by summation (Gingold & Monaghan 1977), boundary included (Akinci et al. 2012, eq. 6). It goes to
/// end(i, density). The first rule of a step: it notes who has boundary particles in reach.
template <int D, class End> struct Density {
    Medium<D> medium;
    End end;
    static constexpr bool sums_only = true, compact = true;
    template <class Near> NF_HD void operator()(u32 i, const Near& near) const {
        const auto fluid = near.sum(i, Sums<1>{}, [&](Sums<1>& s, auto, const vec<D>&, float d2, bool hit) {
            const float w = medium.kernel.value(quick_sqrt(d2));
            if (hit) s.of[0] += w;
        });
        const float density = medium.volume * (medium.kernel.value(0.f) + fluid.of[0]) + wall(i, near);
        if (near.leads(i)) end(i, density);
    }

    template <class Near> NF_INLINE float wall(u32 i, const Near& near) const {
        if (medium.wall.storage.actors == 0) return medium.walled[i] = 0, 0.f;
        const auto sum = medium.all_wall(i, near.position(i), near, Sums<1>{}, [&](Sums<1>& s, float volume, const vec<D>&, float r, bool hit) {
            const float w = volume * medium.kernel.value(r);
            if (hit) s.of[0] += w;
        });
        medium.walled[i] = sum.of[0] > 0.f;
        return sum.of[0];
    }
};

}  // namespace nearfield::sph
