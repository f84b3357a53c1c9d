#pragma once

namespace nearfield::document {

/// Line and column in a file, counted from 1. 0 without a file.
struct Place {
    int line = 0, column = 0;
};

/// A range [lo, hi] of a uniform distribution. Constant if both ends are equal.
struct Range {
    float lo = 0, hi = 0;
    float mean() const { return 0.5f * (lo + hi); }
};

}  // namespace nearfield::document
