#pragma once
// Choices among models and their numerics, as parameters name them.

namespace nearfield::flood {

/// What passes a face. levelling: no shallow water at all (levelling.hpp). under_ceilings: HLLC where rooms may be
/// full, chosen by the site.
enum class Flux { hllc, rusanov, levelling, under_ceilings };

/// Of the numbers that a step computes and keeps.
enum class Precision { f32, f64 };

/// What floats in the water, by what is around: the debris factor of Defra's rating.
enum class Debris { none, pasture, woodland, town };

/// How hazard is shown.
enum class Rating { number, defra, aidr };

/// Whose measurements say how fast people walk in water.
enum class Wading { postacchini, bernardini, floodped };

}  // namespace nearfield::flood
