#pragma once
// Published measurements of collapsing columns of water, and the deviation of a simulated curve from them.
#include "base/vec.hpp"

#include <string>
#include <vector>

namespace nearfield::sph {

/// Points (T, y), T rising.
using Curve = std::vector<glm::dvec2>;

/// A published curve: length over the column's width a, against time T = t sqrt(factor g / a).
struct Reference {
    std::string key, title, source;
    double factor = 1;
    Curve points;
    std::string cited;       ///< "Martin & Moyce 1952"
    bool of_height = false;  ///< height of the column at the wall; else its front

    /// One unit of T, s.
    double time_unit(double a, double g) const { return std::sqrt(a / (factor * g)); }
};

const std::vector<Reference>& references();
/// Throws UsageError with the nearest key.
const Reference& reference(const std::string& key);

/// SPHERIC test 2 (Kleefsman et al. 2005), as digitised in pysph: T = t sqrt(g / H), pressure over rho g H, with H =
/// 0.55 m.
struct ImpactReference {
    double depth = 0.55;                    ///< H, m
    double p1_rise = 1.67, p1_peak = 2.02;  ///< 0.395 s, 10.9 kPa
    double p3_peak_at = 1.93, p3_peak = 1.217;
};

/// Comparison of a simulated curve, moved by `shift` in T, with a published one at the points of the latter.
struct Agreement {
    double shift = 0;  ///< the simulation's T plus this is the measurement's T
    double worst = 0;  ///< largest relative error
    double mean = 0;   ///< mean relative error
    int points = 0;    ///< number of points compared
};

/// Finds the constant shift, at most `most_shift` either way, at which the greatest relative error over the measured
/// points with T <= until is least (the norm that fits a limit on the error at every point). Measurements and
/// simulations begin at different moments: a real gate does not vanish at once. The simulated curve is linear between
/// its points and constant before the first. Throws UsageError if nothing can be compared: no point, or a simulation
/// that ends too early even when shifted.
Agreement compare(const Curve& simulated, const Curve& measured, double most_shift, double until);

}  // namespace nearfield::sph
