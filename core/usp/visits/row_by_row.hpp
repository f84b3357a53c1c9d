#pragma once
// How bins are numbered. A full grid is divided into cubes of 2^bits bins a side. They are numbered in row-major order,
// x fastest; a numbering says how bins are numbered within a cube:
//
//   most_bits<D>           the greatest `bits`; D times it is at most 30
//   row<D>(y, z, bits)     a number below 2^(D bits) for a row of bins; z is 0 in 2D
//   beyond_row<D>(row, x, bits) what added to it gives the number of the row's bin x; upper bits of `row` count cubes
//   place<D>(number, bits) the coordinates of a bin, for pictures of its place
//
// With bits = 0 all of them are 0: bins are then numbered row by row.
#include "base/vec.hpp"

namespace nearfield {

/// The bins of a row are adjacent in storage.
struct RowByRow {
    template <int D> static constexpr int most_bits = 0;
    template <int D> static NF_INLINE u32 row(u32, u32, int) { return 0; }
    template <int D> static NF_INLINE u32 beyond_row(u32, u32, int) { return 0; }
    template <int D> static NF_INLINE ivec<D> place(u32, int) { return ivec<D>(0); }
};

}  // namespace nearfield
