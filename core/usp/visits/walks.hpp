#pragma once
// The walks among which a visit chooses: the bins that a query reads, and their expected volume and number.
#include "base/vec.hpp"

#include <numbers>
#include <optional>

namespace nearfield {

/// Radius and widths of bins, for theory.
struct Lengths {
    int dimensions;
    double radius, x, y, z;  ///< z is unused in 2D
};

/// Bins that meet the square or cube of side 2R around the query. A stretch at a random offset touches one bin more
/// than it is long.
struct InTheBox {
    static constexpr bool reads_bins = true, trims = false;

    /// Mean volume of the bins read.
    static double volume(const Lengths& l) {
        const double two_r = 2 * l.radius;
        return (two_r + l.x) * (two_r + l.y) * (l.dimensions == 3 ? two_r + l.z : 1.0);
    }
    /// Mean number of rows of bins.
    static double rows(const Lengths& l) {
        const double two_r = 2 * l.radius, rows = (two_r + l.y) / l.y;
        return l.dimensions == 3 ? rows * (two_r + l.z) / l.z : rows;
    }
    /// Mean number of bins.
    static std::optional<double> bins(const Lengths& l) { return rows(l) * (2 * l.radius + l.x) / l.x; }
    /// The quotient of volumes that the theory of candidates is, in words.
    static const char* surplus(int dimensions) {
        return dimensions == 3 ? "(2R+W)³ over the ball" : "(2R+W)² over the disc";
    }
};

/// Bins that meet the disc or ball around the query, by Steiner's formula.
struct InTheBall {
    static constexpr bool reads_bins = true, trims = true;

    static double volume(const Lengths& l) {
        const double r = l.radius, two_r = 2 * r, x = l.x, y = l.y, z = l.z;
        if (l.dimensions == 2) return std::numbers::pi * r * r + two_r * (x + y) + x * y;
        return ball<3>(r) + std::numbers::pi * r * r * (x + y + z) + two_r * (x * y + y * z + z * x) + x * y * z;
    }
    static double rows(const Lengths& l) {
        const double r = l.radius, two_r = 2 * r, y = l.y, z = l.z;
        if (l.dimensions == 2) return (two_r + y) / y;
        return (std::numbers::pi * r * r + two_r * (y + z) + y * z) / (y * z);
    }
    static std::optional<double> bins(const Lengths&) { return {}; }
    static const char* surplus(int) { return "the ball grown by one bin, over the ball"; }
};

/// Each bin of the box is a stretch of storage.
struct EachBin : InTheBox {
    static constexpr bool one_by_one = true;
};

/// The bins of a row are one stretch. Needs bins that are numbered row by row.
struct EachStrip : InTheBox {
    static constexpr bool one_by_one = false;
};

/// Strips cut to the disc or ball, row by row.
struct TrimmedStrips : InTheBall {
    static constexpr bool one_by_one = false;
};

/// All actors are one stretch. There is no theory of candidates.
struct EveryActor {
    static constexpr bool reads_bins = false, trims = false, one_by_one = false;

    static double volume(const Lengths&) { return 0; }
    static double rows(const Lengths&) { return 0; }
    static std::optional<double> bins(const Lengths&) { return {}; }
    static const char* surplus(int) { return "all actors"; }
};

}  // namespace nearfield
