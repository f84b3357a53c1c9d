#pragma once
// Which cells of a lattice share a face, worked out from their places.
#include "cells/lattice.hpp"

#include <utility>

namespace nearfield {

/// The faces of a cell, counter-clockwise from the one towards the next column. Face k and face k + axes are opposite.
template <CellShape shape> struct CellFaces {
    static constexpr bool hexagons = shape == CellShape::hexagon;
    static constexpr int count = hexagons ? 6 : 4;
    static constexpr int axes = count / 2;
    /// For sums over the axes without a loop, which alone turn one over cells into one over vectors of cells.
    using Axes = std::make_integer_sequence<int, axes>;
    /// Length of a face over the spacing.
    template <class Real> static constexpr Real length_in = hexagons ? Real(0.57735026918962576) : Real(1);
    static constexpr float length = length_in<float>;
    /// Area of a cell over the square of the spacing.
    template <class Real> static constexpr Real area_in = hexagons ? Real(0.86602540378443865) : Real(1);
    static constexpr float area = area_in<float>;

    /// The unit vector out of face k < axes; that of the opposite face is its negative.
    template <class Real = float> NF_INLINE static constexpr Real normal_x(int axis) {
        return hexagons ? (axis == 0 ? Real(1) : axis == 1 ? Real(0.5) : Real(-0.5)) : (axis == 0 ? Real(1) : Real(0));
    }
    template <class Real = float> NF_INLINE static constexpr Real normal_y(int axis) {
        return hexagons ? (axis == 0 ? Real(0) : Real(0.86602540378443865)) : (axis == 0 ? Real(0) : Real(1));
    }

    /// Rows and columns from a cell to its neighbour across face k; `odd` is 1 in odd rows, else 0.
    NF_INLINE static constexpr int rows_to(int k) {
        if (hexagons) return k == 1 || k == 2 ? 1 : k == 4 || k == 5 ? -1 : 0;
        return k == 1 ? 1 : k == 3 ? -1 : 0;
    }
    NF_INLINE static constexpr int columns_to(int k, int odd) {
        if (!hexagons) return k == 0 ? 1 : k == 2 ? -1 : 0;
        return k == 0 ? 1 : k == 3 ? -1 : k == 1 || k == 5 ? odd : odd - 1;
    }
    /// From a cell's index to its neighbour's where a row has `stride` cells.
    NF_INLINE static constexpr int step_to(int k, int odd, int stride) {
        return rows_to(k) * stride + columns_to(k, odd);
    }
};

}  // namespace nearfield
