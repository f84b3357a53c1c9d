#pragma once
// Neighbours of lattice cells, computed from row and column.
#include "cells/lattice.hpp"

#include <utility>

namespace nearfield {

/// The faces of a cell, counter-clockwise from the one towards the next column. Face k and face k + axes are opposite.
template <CellShape shape> struct CellFaces {
    static constexpr bool hexagons = shape == CellShape::hexagon;
    static constexpr int count = hexagons ? 6 : 4;
    static constexpr int axes = count / 2;
    /// For unrolled sums over the axes; only then can a loop over cells be vectorised.
    using Axes = std::make_integer_sequence<int, axes>;
    /// Face length relative to the spacing.
    template <class Real> static constexpr Real length_in = hexagons ? Real(0.57735026918962576) : Real(1);
    static constexpr float length = length_in<float>;
    /// Cell area relative to the spacing squared.
    template <class Real> static constexpr Real area_in = hexagons ? Real(0.86602540378443865) : Real(1);
    static constexpr float area = area_in<float>;

    /// Unit normal of face k < axes, outwards; the opposite face has the negative one.
    template <class Real = float> NF_INLINE static constexpr Real normal_x(int axis) {
        return hexagons ? (axis == 0 ? Real(1) : axis == 1 ? Real(0.5) : Real(-0.5)) : (axis == 0 ? Real(1) : Real(0));
    }
    template <class Real = float> NF_INLINE static constexpr Real normal_y(int axis) {
        return hexagons ? (axis == 0 ? Real(0) : Real(0.86602540378443865)) : (axis == 0 ? Real(0) : Real(1));
    }

    /// Row and column offsets to the neighbour across face k; `odd` is 1 in odd rows, else 0.
    NF_INLINE static constexpr int rows_to(int k) {
        if (hexagons) return k == 1 || k == 2 ? 1 : k == 4 || k == 5 ? -1 : 0;
        return k == 1 ? 1 : k == 3 ? -1 : 0;
    }
    NF_INLINE static constexpr int columns_to(int k, int odd) {
        if (!hexagons) return k == 0 ? 1 : k == 2 ? -1 : 0;
        return k == 0 ? 1 : k == 3 ? -1 : k == 1 || k == 5 ? odd : odd - 1;
    }
    /// Index offset to the neighbour across face k, with `stride` cells per row.
    NF_INLINE static constexpr int step_to(int k, int odd, int stride) {
        return rows_to(k) * stride + columns_to(k, odd);
    }
};

}  // namespace nearfield
