#pragma once
#include "base/curves.hpp"

#include <ostream>

namespace nearfield {

struct Chart;

/// Returns a chart of the curves, with each interpolated between its points.
Chart chart_of(const Curves& curves);
/// Writes a row per point: curve, x, y.
void write_csv(std::ostream& out, const Curves& curves);

}  // namespace nearfield
