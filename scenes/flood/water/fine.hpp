#pragma once
// Single and double precision with one source for both. Double precision is for sweeps. A number is stored as its
// single-precision value, which all other code reads and writes, and separately the rest.
#include "base/platform.hpp"
#include "scenes/flood/site/choices.hpp"

#include <cmath>
#include <type_traits>

namespace nearfield::flood {

/// m/s².
template <class Real> constexpr Real gravity_in = Real(9.81);
constexpr float gravity = gravity_in<float>;

using nearfield::larger, nearfield::quick_inverse, nearfield::quick_sqrt;
NF_INLINE double larger(double a, double b) {
#if NF_ON_DEVICE
    return fmax(a, b);
#else
    return a > b ? a : b;
#endif
}
NF_INLINE double quick_sqrt(double x) { return sqrt(x); }
NF_INLINE double quick_inverse(double x) { return 1 / x; }
NF_INLINE float magnitude(float x) { return fabsf(x); }
NF_INLINE double magnitude(double x) { return fabs(x); }

/// `yes` if `which`, else `no`. The CPU version selects by bits: compilers turn a plain choice between two loads into a
/// choice of address, which prevents vectorisation.
template <class Bits, class Real> NF_INLINE Real chosen_by_bits(bool which, Real yes, Real no) {
#if NF_ON_DEVICE
    return which ? yes : no;
#else
    Bits a, b;
    __builtin_memcpy(&a, &yes, sizeof a);
    __builtin_memcpy(&b, &no, sizeof b);
    const Bits mask = Bits(0) - Bits(which), bits = (a & mask) | (b & ~mask);
    Real result;
    __builtin_memcpy(&result, &bits, sizeof result);
    return result;
#endif
}
NF_INLINE float chosen(bool which, float yes, float no) { return chosen_by_bits<u32>(which, yes, no); }
NF_INLINE double chosen(bool which, double yes, double no) { return chosen_by_bits<u64>(which, yes, no); }

/// State of the water: depth in m and momentum per area in m²/s.
struct WaterColumns {
    float *depth, *momentum_x, *momentum_y;
};
struct WaterState {
    const float *depth, *momentum_x, *momentum_y;
};
/// The same in double precision: high + rest, accurate to 2^-49 relative.
struct DoubleColumns {
    WaterColumns high, rest;
};
struct FineState {
    WaterState high, rest;
};
template <class Real> using StateIn = std::conditional_t<std::is_same_v<Real, double>, FineState, WaterState>;
template <class Real> using ColumnsIn = std::conditional_t<std::is_same_v<Real, double>, DoubleColumns, WaterColumns>;

NF_INLINE const WaterState& high_of(const WaterState& state) { return state; }
NF_INLINE const WaterState& high_of(const FineState& state) { return state.high; }

/// Depth and momentum of a cell.
template <class Real> struct Values { Real depth, x, y; };
/// The same as stored.
struct DoubleValues {
    Values<float> high, rest;
};
template <class Index> NF_INLINE Values<float> kept_at(const WaterState& from, Index i) {
    return {from.depth[i], from.momentum_x[i], from.momentum_y[i]};
}
template <class Index> NF_INLINE DoubleValues kept_at(const FineState& from, Index i) {
    return {kept_at(from.high, i), kept_at(from.rest, i)};
}

/// The double-precision number stored as `high` and `rest`. A rest above half a unit in the last place of `high` is
/// stale: single-precision code has overwritten `high` since, so the rest is ignored.
NF_INLINE double combined(float high, float rest) {
    return double(high) + chosen(magnitude(rest) <= 0x1p-24f * magnitude(high), rest, 0.f);
}
NF_INLINE float rest_of(double number, float high) { return float(number - double(high)); }

NF_INLINE Values<float> combined(const Values<float>& kept) { return kept; }
NF_INLINE Values<double> combined(const DoubleValues& kept) {
    return {combined(kept.high.depth, kept.rest.depth), combined(kept.high.x, kept.rest.x),
            combined(kept.high.y, kept.rest.y)};
}
template <class State, class Index> NF_INLINE auto values_at(const State& from, Index i) {
    return combined(kept_at(from, i));
}
template <class Index> NF_INLINE void keep(const WaterColumns& to, Index i, const Values<float>& now) {
    to.depth[i] = now.depth;
    to.momentum_x[i] = now.x;
    to.momentum_y[i] = now.y;
}
template <class Index> NF_INLINE void keep(const DoubleColumns& to, Index i, const Values<double>& now) {
    const Values<float> high{float(now.depth), float(now.x), float(now.y)};
    keep(to.high, i, high);
    keep(to.rest, i, Values<float>{rest_of(now.depth, high.depth), rest_of(now.x, high.x), rest_of(now.y, high.y)});
}

}  // namespace nearfield::flood
