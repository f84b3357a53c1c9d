#pragma once
// The flux of shallow water through a face between two cells.
// Sources: hydrostatic reconstruction, Audusse, Bouchut, Bristeau, Klein, Perthame 2004 (SIAM J. Sci. Comput. 25);
// HLL with Toro's speeds at dry sides, and the contact wave for momentum along the face (Toro 2001, ch. 10); Rusanov
// 1961, which is HLL with the greater speed on both sides. Slot above ceilings: Preissmann; Cunge & Wegner 1964 (La
// Houille Blanche 1).
#include "scenes/flood/fine.hpp"

namespace nearfield::flood {

/// Flux function. levelling: not shallow water (levelling.hpp). under_ceilings: HLLC for sites with rooms that may fill
/// up.
enum class Flux { hllc, rusanov, levelling, under_ceilings };

/// Flux through a face per metre of its length, as seen from the left cell.
template <class Real> struct FaceFluxOf {
    Real mass;    ///< m²/s out of the cell
    Real along;   ///< m³/s²: momentum along the normal, beyond the cell's own hydrostatic pressure
    Real across;  ///< m³/s²: momentum along the face
    Real push;    ///< m³/s²: the right cell's hydrostatic pressure at the face beyond the left cell's
};
using FaceFlux = FaceFluxOf<float>;

/// State on one side of a face: depth (under a ceiling: head), velocity along and across the normal.
template <class Real> struct FaceSideOf { Real depth, along, across; };
using FaceSide = FaceSideOf<float>;

/// A room of a given height in m under a ceiling. Water above the ceiling rises in a slot that covers the part `slot`
/// of the floor. The surface in the slot is the pressure head, and its waves are pressure waves. `stored` is volume per
/// area of floor. Without a ceiling, stored depth and head are equal. For a binary fraction `slot`, the heads of a Site
/// convert back exactly.
template <Flux flux, class Real = float> struct Room {
    static constexpr bool has_ceiling = flux == Flux::under_ceilings;
    Real height = INFINITY, slot = 1;

    NF_INLINE Real below(Real head) const { return -larger(-head, -height); }
    NF_INLINE Real above(Real head) const { return larger(Real(0), head - height); }
    NF_INLINE bool is_full(Real head) const { return has_ceiling && head > height; }
    NF_INLINE Real stored(Real head) const {
        if constexpr (has_ceiling) return below(head) + slot * above(head);
        else return head;
    }
    NF_INLINE Real head(Real stored) const {
        if constexpr (has_ceiling) return below(stored) + above(stored) / slot;
        else return stored;
    }
    /// Wave speed, m/s.
    NF_INLINE Real wave(Real stored) const {
        const Real wide = gravity_in<Real> * larger(Real(0), stored);
        if constexpr (has_ceiling) return quick_sqrt(chosen(stored > height, wide / slot, wide));
        else return quick_sqrt(wide);
    }
    /// Hydrostatic force on a face under head `b` minus that under head `a`, over the density.
    NF_INLINE Real push(Real a, Real b) const {
        if constexpr (has_ceiling) {
            const Real ma = below(a), mb = below(b), ea = above(a), eb = above(b);
            return gravity_in<Real> *
                   (Real(0.5) * (mb - ma) * (mb + ma) + (eb - ea) * (larger(ma, mb) + Real(0.5) * slot * (eb + ea)));
        } else return Real(0.5) * gravity_in<Real> * (b - a) * (b + a);
    }
};

/// `step`: bed right of the face minus bed left of it; `room`: at the face. Swapping the sides changes the sign of
/// `mass` exactly. Water at rest at one level gives exactly 0.
template <Flux flux = Flux::hllc, class Real = float>
NF_INLINE FaceFluxOf<Real> flux_through(const FaceSideOf<Real>& left, const FaceSideOf<Real>& right,
                                        std::type_identity_t<Real> step, const Room<flux, Real>& room = {}) {
    const Real above_left = larger(Real(0), left.depth - larger(Real(0), step));
    const Real above_right = larger(Real(0), right.depth - larger(Real(0), -step));
    const Real a = room.stored(above_left), b = room.stored(above_right);
    const Real u = chosen(a > 0, left.along, right.along), w = chosen(b > 0, right.along, left.along);
    const Real ca = room.wave(a), cb = room.wave(b);
    const Real back_left = ca - u, back_right = cb - w, fast_left = u + ca, fast_right = w + cb;
    // Water runs onto a dry side at twice its wave speed.
    Real back = larger(Real(0), a > 0 ? larger(back_left, back_right) : back_right + cb);
    Real fast = larger(Real(0), b > 0 ? larger(fast_left, fast_right) : fast_left + ca);
    if constexpr (flux == Flux::rusanov) back = fast = larger(back, fast);
    const Real scale = quick_inverse(larger(fast + back, Real(1e-30f)));
    // Contributions of both sides to the middle state. Products are rounded separately: fused into the sum, they would
    // differ between the two sides of a face.
    const Real from_left = product(fast, a * (u + back)), from_right = product(back, b * (w - fast));
    const Real sum = from_left + from_right, push = room.push(above_left, above_right), mass = sum * scale;
    const Real along = (from_left * u + from_right * w + back * push) * scale;
    return {mass, along, mass * chosen(sum > 0, left.across, right.across), push};
}

}  // namespace nearfield::flood
