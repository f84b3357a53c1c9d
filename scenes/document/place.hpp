#pragma once

namespace nearfield::document {

/// Line and column in a file, counted from 1; 0 where there is no file.
struct Place {
    int line = 0, column = 0;
};

/// Uniform in [lo, hi]; constant for equal ends.
struct Range {
    float lo = 0, hi = 0;
    float mean() const { return 0.5f * (lo + hi); }
};

}  // namespace nearfield::document
