#pragma once
#include "base/curves.hpp"

#include <ostream>

namespace nearfield {

struct Chart;

/// A chart of them, with every curve interpolated between its points.
Chart chart_of(const Curves& curves);
/// One row per point: curve, x, y.
void write_csv(std::ostream& out, const Curves& curves);

}  // namespace nearfield
