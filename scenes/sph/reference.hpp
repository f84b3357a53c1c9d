#pragma once
// Published measurements of collapsing columns of water, and the deviation of a simulated curve from them.
#include "base/vec.hpp"

#include <string>
#include <vector>

namespace nearfield::sph {

/// Points (T, y), T rising.
using Curve = std::vector<glm::dvec2>;

/// A published curve: length over the column width a, against time T = t sqrt(factor g / a).
struct Reference {
    std::string key, title, source;
    double factor = 1;
    Curve points;
    std::string cited;       ///< short citation, as "Martin & Moyce 1952"
    bool of_height = false;  ///< true for the column's height at the wall, false for its front

    /// One unit of T in s.
    double time_unit(double a, double g) const { return std::sqrt(a / (factor * g)); }
};

const std::vector<Reference>& references();
/// Throws UsageError, with the closest key, for an unknown one.
const Reference& reference(const std::string& key);

/// SPHERIC test 2 (Kleefsman et al. 2005), as digitised in pysph: T = t sqrt(g / H), pressure over rho g H, with H =
/// 0.55 m.
struct ImpactReference {
    double depth = 0.55;                    ///< H, m
    double p1_rise = 1.67, p1_peak = 2.02;  ///< 0.395 s, 10.9 kPa
    double p3_peak_at = 1.93, p3_peak = 1.217;
};

/// Deviation of a simulated curve, shifted in T, from a published one at the points of the latter.
struct Agreement {
    double shift = 0;  ///< added to the simulation's T
    double worst = 0;  ///< greatest relative error
    double mean = 0;   ///< mean relative error
    int points = 0;    ///< number of points compared
};

/// Compares with the constant shift, within ±`most_shift`, that minimises the greatest relative error over the measured
/// points with T <= until; this norm corresponds to an error limit at every point. The shift accounts for different
/// starts: a real gate takes time to open. The simulated curve is linear between its points and constant before the
/// first. Throws UsageError if the simulated curve is empty or ends too early even when shifted.
Agreement compare(const Curve& simulated, const Curve& measured, double most_shift, double until);

}  // namespace nearfield::sph
