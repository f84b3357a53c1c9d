#pragma once
#include "base/vec.hpp"

namespace nearfield::sph {

/// External influences on every particle: gravity, the acceleration of the tank's frame, the mouse, and the walls'
/// faces.
template <int D> struct Body {
    vec<D> gravity{0.f};  ///< includes the acceleration of the tank's frame
    Environment<D> inside;
    bool pointed = false;
    vec<D> pointer{0.f};
    float reach = 1, pull = 0;  ///< of the mouse; a negative pull pushes

    NF_INLINE vec<D> acceleration(const vec<D>& x) const {
        if (!pointed) return gravity;
        const vec<D> to = pointer - x;
        const float distance = quick_sqrt(dot<D>(to, to)), closeness = 1.f - distance / reach;
        return closeness > 0.f ? gravity + to * (pull * closeness / larger(distance, 1e-3f * reach)) : gravity;
    }

    /// Stops a particle that the boundary did not hold back at the wall's face. Across a periodic border it re-enters.
    NF_INLINE void confine(vec<D>& x, vec<D>& v) const {
        const vec<D> wished = x;
        x = inside.confine(x);
        if (inside.wrapped) return;
        for (int a = 0; a < D; ++a)
            if ((x[a] > wished[a] && v[a] < 0.f) || (x[a] < wished[a] && v[a] > 0.f)) v[a] = 0.f;
    }
};

}  // namespace nearfield::sph
