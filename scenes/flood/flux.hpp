#pragma once
// The flux of shallow water through a face between two cells.
// Sources: hydrostatic reconstruction, Audusse, Bouchut, Bristeau, Klein, Perthame 2004 (SIAM J. Sci. Comput. 25);
// HLL with Toro's speeds at dry sides, and the contact wave for momentum along the face (Toro 2001, ch. 10); Rusanov
// 1961, which is HLL with the greater speed on both sides. Slot above ceilings: Preissmann; Cunge & Wegner 1964 (La
// Houille Blanche 1).
#include "exec/simd.hpp"

#include <cmath>

namespace nearfield::flood {

/// What passes a face. levelling: no shallow water at all (levelling.hpp). under_ceilings: HLLC where rooms may be
/// full, chosen by the site.
enum class Flux { hllc, rusanov, levelling, under_ceilings };

constexpr float gravity = 9.81f;  ///< m/s²

/// What flows through a face per metre of its length, as seen from the left cell.
struct FaceFlux {
    float mass;    ///< m²/s out of the cell
    float along;   ///< m³/s²: momentum along the normal, beyond the cell's own hydrostatic pressure
    float across;  ///< m³/s²: momentum along the face
    float push;    ///< m³/s²: the right cell's hydrostatic pressure at the face beyond the left cell's
};

/// One side of a face: depth (under a ceiling the head), and velocity along the normal and along the face.
struct FaceSide {
    float depth, along, across;
};

/// `yes` if `which`, else `no`. By bits on the CPU: a plain choice between two loaded values becomes a choice between
/// two addresses, and the loop around it none over vectors.
NF_INLINE float chosen(bool which, float yes, float no) {
#if NF_ON_DEVICE
    return which ? yes : no;
#else
    u32 a, b;
    __builtin_memcpy(&a, &yes, sizeof a), __builtin_memcpy(&b, &no, sizeof b);
    const u32 mask = 0u - u32(which), bits = (a & mask) | (b & ~mask);
    float result;
    __builtin_memcpy(&result, &bits, sizeof result);
    return result;
#endif
}

/// A room of that height, in m, under a ceiling. Water that does not find room below rises above it in a slot as wide
/// as the part `slot` of the floor: its surface there, the head, is that of the pressure, and its waves are those of
/// pressure. Water `stored` is volume per area of floor. Both are the same without a ceiling; where `slot` is a binary
/// fraction, heads of a Site lead back to themselves.
template <Flux flux> struct Room {
    static constexpr bool has_ceiling = flux == Flux::under_ceilings;
    float height = INFINITY, slot = 1;

    NF_INLINE float below(float head) const { return -larger(-head, -height); }
    NF_INLINE float above(float head) const { return larger(0.f, head - height); }
    NF_INLINE bool is_full(float head) const { return has_ceiling && head > height; }
    NF_INLINE float stored(float head) const {
        if constexpr (has_ceiling) return below(head) + slot * above(head);
        else return head;
    }
    NF_INLINE float head(float stored) const {
        if constexpr (has_ceiling) return below(stored) + above(stored) / slot;
        else return stored;
    }
    /// Speed of waves, m/s.
    NF_INLINE float wave(float stored) const {
        const float wide = gravity * larger(0.f, stored);
        if constexpr (has_ceiling) return quick_sqrt(chosen(stored > height, wide / slot, wide));
        else return quick_sqrt(wide);
    }
    /// Hydrostatic pressure over a face under the head `b` beyond that under `a`, over the density.
    NF_INLINE float push(float a, float b) const {
        if constexpr (has_ceiling) {
            const float ma = below(a), mb = below(b), ea = above(a), eb = above(b);
            return gravity * (0.5f * (mb - ma) * (mb + ma) + (eb - ea) * (larger(ma, mb) + 0.5f * slot * (eb + ea)));
        } else return 0.5f * gravity * (b - a) * (b + a);
    }
};

/// `step` is the bed right of the face minus the bed left of it; `room`: that of the face. A swap of the sides changes
/// the sign of `mass` exactly, and water at one level gives exactly 0.
template <Flux flux = Flux::hllc>
NF_INLINE FaceFlux flux_through(const FaceSide& left, const FaceSide& right, float step, const Room<flux>& room = {}) {
    const float above_left = larger(0.f, left.depth - larger(0.f, step));
    const float above_right = larger(0.f, right.depth - larger(0.f, -step));
    const float a = room.stored(above_left), b = room.stored(above_right);
    const float u = chosen(a > 0, left.along, right.along), w = chosen(b > 0, right.along, left.along);
    const float ca = room.wave(a), cb = room.wave(b);
    const float back_wet = larger(ca - u, cb - w), fast_wet = larger(u + ca, w + cb);
    float back = larger(0.f, a > 0 ? back_wet : 2 * cb - w), fast = larger(0.f, b > 0 ? fast_wet : u + 2 * ca);
    if constexpr (flux == Flux::rusanov) back = fast = larger(back, fast);
    const float scale = quick_inverse(larger(fast + back, 1e-30f));
    // Products are rounded by themselves: fused into a sum, they would differ between the two sides of a face.
    const float of_left = fast * scale, of_right = back * scale, diffusion = product(back, fast) * scale;
    const float au = a * u, bw = b * w, more = b - a, push = room.push(above_left, above_right);
    const float mass = product(of_left, au) + product(of_right, bw) - product(diffusion, more);
    const float along = of_left * (au * u) + of_right * (bw * w + push) - diffusion * (bw - au);
    return {mass, along, mass * chosen(mass > 0, left.across, right.across), push};
}

}  // namespace nearfield::flood
