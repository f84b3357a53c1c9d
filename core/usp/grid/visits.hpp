#pragma once
#include "base/platform.hpp"

namespace nearfield {

enum class Visit { bins, z_order, strips, trimmed, fused, brute };

/// Shape of the volume whose bins a visit reads, which determines the expected number of candidates.
enum class Covers { boxes, grown_ball, everything };

/// Properties of a visit. `visits` is the only list of them.
struct VisitInfo {
    Visit visit;
    const char* name;
    Covers covers;
    bool fine = false;   ///< bins are divided by search.fine along x
    bool fused = false;  ///< CUDA: walks several rows in one loop, in a dedicated kernel
    bool curve = false;  ///< bins are numbered along a Z-order curve instead of row by row
};

constexpr VisitInfo visits[] = {
    {.visit = Visit::bins, .name = "bins", .covers = Covers::boxes},
    {.visit = Visit::z_order, .name = "z-order", .covers = Covers::boxes, .curve = true},
    {.visit = Visit::strips, .name = "strips", .covers = Covers::boxes},
    {.visit = Visit::trimmed, .name = "trimmed", .covers = Covers::grown_ball},
    {.visit = Visit::fused, .name = "fused", .covers = Covers::grown_ball, .fine = true, .fused = true},
    {.visit = Visit::brute, .name = "brute", .covers = Covers::everything},
};

constexpr const VisitInfo& info(Visit visit) { return visits[int(visit)]; }

/// True if strips are cut to the circle or ball.
NF_HD constexpr bool trims(Visit visit) { return visit == Visit::trimmed || visit == Visit::fused; }
/// True if every bin is a separate stretch.
NF_HD constexpr bool one_by_one(Visit visit) { return visit == Visit::bins || visit == Visit::z_order; }

namespace detail {
constexpr bool in_order() {
    for (const auto& v : visits)
        if (&v != &visits[int(v.visit)] || (v.covers == Covers::grown_ball) != trims(v.visit)) return false;
    return true;
}
static_assert(in_order(), "visits are listed in the order of their enum, and trims() is for device code");
}  // namespace detail

}  // namespace nearfield
