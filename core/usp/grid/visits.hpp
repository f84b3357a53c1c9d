#pragma once
#include "base/platform.hpp"

namespace nearfield {

enum class Visit { bins, z_order, strips, trimmed, fused, brute };

/// The bins that a visit reads; the expected number of candidates follows from them.
enum class Covers { boxes, grown_ball, everything };

/// Properties of a way to visit the bins; the only list of them.
struct VisitInfo {
    Visit visit;
    const char* name;
    Covers covers;
    bool fine = false;   ///< bins are narrower along x, by search.fine
    bool fused = false;  ///< on CUDA: several rows in one loop, in a kernel compiled for it
    bool curve = false;  ///< bins are numbered along a Z-order curve, not row by row
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

/// Whether strips are cut to the circle.
NF_HD constexpr bool trims(Visit visit) { return visit == Visit::trimmed || visit == Visit::fused; }
/// Whether every bin is a stretch of its own.
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
