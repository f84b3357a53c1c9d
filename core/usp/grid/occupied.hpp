#pragma once
// A grid that stores only its occupied bins, for mostly empty environments. Bins are found by bisection, first by row.
#include "usp/grid/grid.hpp"

namespace nearfield {

/// The occupied bins in the order of z, y and x; bin b holds the actors start[b] .. start[b + 1] of the storage. A
/// plain value that kernels carry.
template <int D> struct Occupied {
    const u64* row = nullptr;        ///< row_key of every row with an occupied bin
    const u32* row_start = nullptr;  ///< first bin of every row; rows + 1 entries
    const int* x = nullptr;          ///< x of every bin
    const u32* rows = nullptr;       ///< number of rows, then number of bins, in the backend's memory
    /// Bin of each actor in storage order if positions are relative to bins; else null.
    const ivec<D>* bin_of = nullptr;

    static constexpr u32 none = ~0u;

    static NF_INLINE u64 row_key(int y, int z) { return u64(u32(z)) << 32 | u32(y); }

    /// First index in first..end whose value is not below `wanted`, in an ascending list.
    template <class T> static NF_INLINE u32 bisect(const T* list, u32 first, u32 end, T wanted) {
        while (first < end) {
            const u32 middle = first + (end - first) / 2;
            if (list[middle] < wanted) first = middle + 1;
            else end = middle;
        }
        return first;
    }

    NF_INLINE u32 bins() const { return rows[1]; }

    /// Index of a row, or none.
    NF_INLINE u32 find_row(int y, int z) const {
        const u64 key = row_key(y, z);
        const u32 at = bisect(row, 0, *rows, key);
        return at < *rows && row[at] == key ? at : none;
    }

    /// Coordinates of bin b in the grid.
    NF_INLINE ivec<D> place(u32 b) const {
        const u32 at = bisect(row_start, 0, *rows, b + 1) - 1;
        ivec<D> place(x[b]);
        place[1] = int(u32(row[at]));
        if constexpr (D == 3) place[2] = int(row[at] >> 32);
        return place;
    }
};

}  // namespace nearfield
