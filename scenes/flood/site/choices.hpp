#pragma once
// Choices among models and their numerics, as parameters name them.

namespace nearfield::flood {

/// Flux function. levelling: not shallow water (levelling.hpp). under_ceilings: HLLC for sites with rooms that may fill
/// up.
enum class Flux { hllc, rusanov, levelling, under_ceilings };

/// Precision of the state and the arithmetic of a step.
enum class Precision { f32, f64 };

/// Surroundings, which determine the floating debris: the debris factor of Defra's rating.
enum class Debris { none, pasture, woodland, town };

/// Scale on which hazard is shown.
enum class Rating { number, defra, aidr };

/// Study whose measurements determine the walking speed in water.
enum class Wading { postacchini, bernardini, floodped };

}  // namespace nearfield::flood
