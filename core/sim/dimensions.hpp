#pragma once

namespace nearfield {

/// The parameter "dimensions" of scenes that can be 2D or 3D.
enum class Dimensions { two, three };

constexpr int axes_of(Dimensions dimensions) { return dimensions == Dimensions::two ? 2 : 3; }

}  // namespace nearfield
