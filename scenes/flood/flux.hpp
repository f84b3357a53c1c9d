#pragma once
// The flux of shallow water through a face between two cells.
// Sources: hydrostatic reconstruction, Audusse, Bouchut, Bristeau, Klein, Perthame 2004 (SIAM J. Sci. Comput. 25);
// HLL with Toro's speeds at dry sides, and the contact wave for momentum along the face (Toro 2001, ch. 10); Rusanov
// 1961, which is HLL with the greater speed on both sides.
#include "exec/simd.hpp"

#include <cmath>

namespace nearfield::flood {

/// What passes a face. levelling: no shallow water at all (levelling.hpp).
enum class Flux { hllc, rusanov, levelling };

constexpr float gravity = 9.81f;  ///< m/s²

/// What flows through a face per metre of its length, as seen from the left cell.
struct FaceFlux {
    float mass;    ///< m²/s out of the cell
    float along;   ///< m³/s²: momentum along the normal, beyond the cell's own hydrostatic pressure
    float across;  ///< m³/s²: momentum along the face
    float push;    ///< m³/s²: the right cell's hydrostatic pressure at the face beyond the left cell's
};

/// One side of a face: depth, and velocity along the normal and along the face.
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

/// `step` is the bed right of the face minus the bed left of it. A swap of the sides changes the sign of `mass`
/// exactly, and water at one level gives exactly 0.
template <Flux flux = Flux::hllc>
NF_INLINE FaceFlux flux_through(const FaceSide& left, const FaceSide& right, float step) {
    const float a = larger(0.f, left.depth - larger(0.f, step)), b = larger(0.f, right.depth - larger(0.f, -step));
    const float u = chosen(a > 0, left.along, right.along), w = chosen(b > 0, right.along, left.along);
    const float ca = quick_sqrt(gravity * a), cb = quick_sqrt(gravity * b);
    const float back_wet = larger(ca - u, cb - w), fast_wet = larger(u + ca, w + cb);
    float back = larger(0.f, a > 0 ? back_wet : 2 * cb - w), fast = larger(0.f, b > 0 ? fast_wet : u + 2 * ca);
    if constexpr (flux == Flux::rusanov) back = fast = larger(back, fast);
    const float scale = quick_inverse(larger(fast + back, 1e-30f));
    // Products are rounded by themselves: fused into a sum, they would differ between the two sides of a face.
    const float of_left = fast * scale, of_right = back * scale, diffusion = product(back, fast) * scale;
    const float au = a * u, bw = b * w, more = b - a, push = 0.5f * gravity * more * (b + a);
    const float mass = product(of_left, au) + product(of_right, bw) - product(diffusion, more);
    const float along = of_left * (au * u) + of_right * (bw * w + push) - diffusion * (bw - au);
    return {mass, along, mass * chosen(mass > 0, left.across, right.across), push};
}

}  // namespace nearfield::flood
