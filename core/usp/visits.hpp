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
    bool trims;          ///< strips are cut to the circle
    bool fine;           ///< bins are narrower along x, by search.fine
    bool fused;          ///< on CUDA: several rows in one loop, in a kernel compiled for it
    bool curve = false;  ///< bins are numbered along a Z-order curve, not row by row
};

constexpr VisitInfo visits[] = {
    {.visit = Visit::bins, .name = "bins", .covers = Covers::boxes, .trims = false, .fine = false, .fused = false},
    {.visit = Visit::z_order,
     .name = "z-order",
     .covers = Covers::boxes,
     .trims = false,
     .fine = false,
     .fused = false,
     .curve = true},
    {.visit = Visit::strips, .name = "strips", .covers = Covers::boxes, .trims = false, .fine = false, .fused = false},
    {.visit = Visit::trimmed,
     .name = "trimmed",
     .covers = Covers::grown_ball,
     .trims = true,
     .fine = false,
     .fused = false},
    {.visit = Visit::fused, .name = "fused", .covers = Covers::grown_ball, .trims = true, .fine = true, .fused = true},
    {.visit = Visit::brute,
     .name = "brute",
     .covers = Covers::everything,
     .trims = false,
     .fine = false,
     .fused = false},
};

constexpr const VisitInfo& info(Visit visit) { return visits[int(visit)]; }

NF_HD constexpr bool trims(Visit visit) { return visit == Visit::trimmed || visit == Visit::fused; }
/// Whether every bin is a stretch of its own.
NF_HD constexpr bool one_by_one(Visit visit) { return visit == Visit::bins || visit == Visit::z_order; }

namespace detail {
constexpr bool in_order() {
    for (const auto& v : visits)
        if (&v != &visits[int(v.visit)] || v.trims != trims(v.visit)) return false;
    return true;
}
static_assert(in_order(), "visits are listed in the order of their enum, and trims() is for device code");
}  // namespace detail

}  // namespace nearfield
