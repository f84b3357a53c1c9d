#pragma once
#include "scenes/sph/medium.hpp"

namespace nearfield::sph {

/// Density over rest density by summation (Gingold & Monaghan 1977), boundary included (Akinci et al. 2012, eq. 6). The
/// result goes to end(i, density).
template <int D, class End> struct Density {
    Medium<D> medium;
    End end;
    static constexpr bool sums_only = true, lists = true;
    template <class Near> NF_HD float operator()(u32 i, const Near& near) const {
        const float fluid = near.sum(
            i, 0.f, [&](const Other&, const vec<D>&, float d2) { return medium.kernel.value(quick_sqrt(d2)); });
        const float wall = medium.over_wall(i, near.position(i), near, 0.f, [&](float volume, const vec<D>&, float r) {
            return volume * medium.kernel.value(r);
        });
        return medium.volume * (medium.kernel.value(0.f) + fluid) + wall;
    }
    NF_HD void write(u32 i, float density) const { end(i, density); }
};

}  // namespace nearfield::sph
