#pragma once
// Loops over the cells of a lattice on the CPU, tile by tile, with scratch memory for intermediate values of a tile.
#include "cells/tiling.hpp"
#include "exec/simd.hpp"

namespace nearfield {

/// A row of a tile. Its cells are addressed by their column in the lattice.
struct SweepRow {
    std::size_t first = 0;  ///< index of the cell in column 0 of the lattice; wrap-around of 32 bits would prevent
                            ///< vectorisation
    int scratch = 0;        ///< offset of column 0 in scratch memory
    int odd = 0;            ///< 1 in odd rows, else 0

    NF_INLINE std::size_t cell(int column) const { return first + std::size_t(column); }
    NF_INLINE int at(int column) const { return scratch + column; }
};

/// A Body runs in passes; each pass is complete in the whole tile before the next begins:
///     using Number = float or double                     of the scratch memory
///     static constexpr int passes, slots;
///     template <int pass> static constexpr int margin   rows and columns around the tile that the pass covers, too;
///                                                       largest in the first pass
///     static constexpr int border                       rows and columns along the lattice's edges that are read but
///                                                       never computed; at least the first margin
///     template <int pass> float run(Number* scratch, const SweepRow&, int column) const
/// Scratch memory is uninitialised. It has `slots` numbers per cell of the tile and its first margin. Slot s of a cell
/// is at scratch[s * TileScratch::area + row.at(column)]; an offset of r rows and c columns adds r *
/// TileScratch::columns + c. The last pass returns a number above 0 for an active cell; the maximum is kept per tile.
template <class Body> struct TileScratch {
    static constexpr int margin = Body::template margin<0>;
    static constexpr int columns = cpu_tile.columns + 2 * margin, rows = cpu_tile.rows + 2 * margin;
    static constexpr int area = columns * rows;
};

namespace detail {

/// Rows and columns of a tile that a pass covers.
struct TilePart {
    int first_column, end_column, first_row, end_row;

    /// `left_out`: rows and columns along the lattice's edges that the pass skips.
    TilePart(const Tiling& tiling, u32 tile, int margin, int left_out) {
        const int column = int(tile % u32(tiling.across())) * cpu_tile.columns;
        const int row = int(tile / u32(tiling.across())) * cpu_tile.rows;
        first_column = limited(column - margin, left_out, tiling.columns - left_out);
        end_column = limited(column + cpu_tile.columns + margin, left_out, tiling.columns - left_out);
        first_row = limited(row - margin, left_out, tiling.rows - left_out);
        end_row = limited(row + cpu_tile.rows + margin, left_out, tiling.rows - left_out);
    }
};

template <class Body> SweepRow sweep_row(const Tiling& tiling, u32 tile, int row) {
    using Scratch = TileScratch<Body>;
    const int column = int(tile % u32(tiling.across())) * cpu_tile.columns - Scratch::margin;
    const int low = int(tile / u32(tiling.across())) * cpu_tile.rows - Scratch::margin;
    return {.first = std::size_t(row) * std::size_t(tiling.columns),
            .scratch = (row - low) * Scratch::columns - column,
            .odd = row & 1};
}

template <class Body, int pass> struct RowLoop {
    const Body* body;
    Tiling tiling;
    u32 tile;
    int first_column, end_column;
    typename Body::Number* scratch;
    float* most;  ///< maximum result of the last pass per column of a tile

    void operator()(u32 row) const {
        const SweepRow place = sweep_row<Body>(tiling, tile, int(row));
        const Body own = *body;
#pragma omp simd
        for (int c = first_column; c < end_column; ++c) {
            const float value = own.template run<pass>(scratch, place, c);
            if constexpr (pass + 1 == Body::passes) most[c - first_column] = larger(most[c - first_column], value);
        }
    }
};

template <class Body, int pass = 0>
void run_passes(const Body& body, const Tiling& tiling, u32 tile, typename Body::Number* scratch, float* most) {
    constexpr int margin = Body::template margin<pass>;
    const TilePart part(tiling, tile, margin, Body::border - margin);
    const RowLoop<Body, pass> loop{&body, tiling, tile, part.first_column, part.end_column, scratch, most};
    loop_of(loop)(loop, u32(part.first_row), u32(part.end_row));
    if constexpr (pass + 1 < Body::passes) run_passes<Body, pass + 1>(body, tiling, tile, scratch, most);
}

/// Uninitialised memory of the calling thread for `n` numbers. It is reused by the thread's next sweep, since the
/// address sanitizer's allocator would map new pages each time, which slows tests.
template <class Number> Number* memory_of_thread(std::size_t n) {
    static thread_local std::vector<Number> memory;
    if (memory.size() < n) memory.resize(n);
    return memory.data();
}

}  // namespace detail

/// Runs `body` on every tile that is awake (a value above 0 in `awake`) or next to one. Writes the maximum result of
/// each tile to `result`, and 0 for skipped tiles. With null `awake` all tiles run.
template <class Body> void sweep(Cpu&, const Tiling& tiling, const float* awake, float* result, const Body& body) {
    using Scratch = TileScratch<Body>;
#pragma omp parallel if (tiling.count() > 1)
    {
        auto* const scratch = detail::memory_of_thread<typename Body::Number>(std::size_t(Scratch::area) * Body::slots);
#pragma omp for schedule(dynamic, 1)
        for (u32 tile = 0; tile < tiling.count(); ++tile) {
            float most[cpu_tile.columns] = {};
            if (!awake || is_near_awake(tiling, awake, tile)) detail::run_passes(body, tiling, tile, scratch, most);
            result[tile] = *std::max_element(std::begin(most), std::end(most));
        }
    }
}

}  // namespace nearfield
