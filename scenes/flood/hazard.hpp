#pragma once
// Hazard of water to people, from its depth in m and velocity in m/s.
#include "exec/simd.hpp"
#include "picture/picture.hpp"

namespace nearfield::flood {

/// Surroundings, which determine the floating debris: the debris factor of Defra's rating.
enum class Debris { none, pasture, woodland, town };

/// FD2320/TR1 (Defra 2006), table 3.1; thresholds of 0.75 m and 2 m/s from FD2321/TR1, table 13.1.
NF_INLINE float debris_factor(Debris debris, float depth, float speed) {
    const bool deep = depth > 0.75f || speed > 2, middling = depth > 0.25f;
    switch (debris) {
    case Debris::none: return 0;
    case Debris::pasture: return deep ? 0.5f : 0.f;
    case Debris::woodland: return deep ? 1.f : middling ? 0.5f : 0.f;
    case Debris::town: return deep || middling ? 1.f : 0.f;
    }
    return 0;
}

/// Defra's hazard rating d (v + 0.5) + debris factor.
NF_INLINE float hazard_rating(Debris debris, float depth, float speed) {
    return depth * (speed + 0.5f) + debris_factor(debris, depth, speed);
}

/// Defra's four classes of that rating, from 0.
NF_INLINE std::uint8_t defra_class(float rating) {
    return rating < 0.75f ? 0 : rating < 1.25f ? 1 : rating < 2 ? 2 : 3;
}

/// H1 to H6 as 0 to 5: Australian Institute for Disaster Resilience, guideline 7-3 (2017), table 1.
NF_INLINE std::uint8_t aidr_class(float depth, float speed) {
    const float product = depth * speed;
    if (product <= 0.3f && depth <= 0.3f && speed <= 2) return 0;
    if (product <= 0.6f && depth <= 0.5f && speed <= 2) return 1;
    if (product <= 0.6f && depth <= 1.2f && speed <= 2) return 2;
    if (product <= 1 && depth <= 2 && speed <= 2) return 3;
    if (product <= 4 && depth <= 4 && speed <= 4) return 4;
    return 5;
}

/// Scale on which hazard is shown.
enum class Rating { number, defra, aidr };

/// Class names and colours of a rating; empty for a number.
std::vector<ColourClass> hazard_classes(Rating rating);

}  // namespace nearfield::flood
