#pragma once
// Loops over the cells of a lattice, tile by tile, with memory in which the cells of a tile leave values for each
// other.
#include "cells/lattice.hpp"
#include "exec/exec.hpp"
#include "exec/simd.hpp"

namespace nearfield {

/// The part of a lattice that one thread (CPU) or one block of threads (CUDA) does at a time.
template <class Exec> struct TileSize;
template <> struct TileSize<Cpu> { static constexpr int columns = 128, rows = 16; };
#ifdef __CUDACC__
template <> struct TileSize<Cuda> { static constexpr int columns = 32, rows = 8; };
#endif

/// A lattice divided into tiles.
template <class Exec> struct Tiling {
    using Size = TileSize<Exec>;
    int columns = 0, rows = 0;  ///< of cells

    NF_HD int across() const { return (columns + Size::columns - 1) / Size::columns; }
    NF_HD int up() const { return (rows + Size::rows - 1) / Size::rows; }
    NF_HD u32 count() const { return u32(across()) * u32(up()); }
    NF_HD u32 tile_of(u32 cell) const {
        return cell / u32(columns) / u32(Size::rows) * u32(across()) + cell % u32(columns) / u32(Size::columns);
    }
};

/// What a pass does for the cells of one row of a tile, told apart by their column.
struct SweepRow {
    std::size_t first = 0;  ///< index of the cell in column 0 of the lattice; 32 bits may wrap, which hinders vectors
    int scratch = 0;        ///< place in scratch memory of the cell in column 0
    int odd = 0;            ///< 1 in odd rows, else 0

    NF_INLINE std::size_t cell(int column) const { return first + std::size_t(column); }
    NF_INLINE int at(int column) const { return scratch + column; }
};

/// A Body is carried out in passes; every pass is complete in the whole tile before the next begins:
///     static constexpr int passes, slots;
///     template <int pass> static constexpr int margin   rows and columns around the tile that the pass does as well,
///                                                       most in the first
///     template <int pass> float run(float* scratch, const SweepRow&, int column) const
/// Scratch memory has `slots` floats per cell of the tile and its first margin; slot s of a cell is at
/// scratch[s * TileScratch::area + row.at(column)], and that of the cell `r` rows and `c` columns on r * TileScratch::
/// columns + c further. Cells outside the lattice are left out. The last pass returns a number above 0 for a cell that
/// is awake, and each tile keeps the greatest.
template <class Exec, class Body> struct TileScratch {
    using Size = TileSize<Exec>;
    static constexpr int margin = Body::template margin<0>;
    static constexpr int columns = Size::columns + 2 * margin, rows = Size::rows + 2 * margin;
    static constexpr int area = columns * rows;
};

/// Raises a tile's number, which wakes it for the next sweep; safe from any thread. `to` is not negative.
NF_INLINE void wake(float* tile, float to) {
#if NF_ON_DEVICE
    atomicMax(reinterpret_cast<int*>(tile), __float_as_int(to));  // positive floats are in the order of their bits
#else
    std::atomic_ref<float> shared(*tile);
    float seen = shared.load(std::memory_order_relaxed);
    while (seen < to && !shared.compare_exchange_weak(seen, to, std::memory_order_relaxed)) {}
#endif
}

namespace detail {

/// A tile's rows and columns that a pass does.
template <class Exec> struct TilePart {
    int first_column, end_column, first_row, end_row;

    NF_HD TilePart(const Tiling<Exec>& tiling, u32 tile, int margin) {
        const int column = int(tile % u32(tiling.across())) * TileSize<Exec>::columns;
        const int row = int(tile / u32(tiling.across())) * TileSize<Exec>::rows;
        first_column = limited(column - margin, 0, tiling.columns);
        end_column = limited(column + TileSize<Exec>::columns + margin, 0, tiling.columns);
        first_row = limited(row - margin, 0, tiling.rows);
        end_row = limited(row + TileSize<Exec>::rows + margin, 0, tiling.rows);
    }
};

template <class Exec, class Body> NF_HD SweepRow sweep_row(const Tiling<Exec>& tiling, u32 tile, int row) {
    using Scratch = TileScratch<Exec, Body>;
    const int column = int(tile % u32(tiling.across())) * TileSize<Exec>::columns - Scratch::margin;
    const int low = int(tile / u32(tiling.across())) * TileSize<Exec>::rows - Scratch::margin;
    return {.first = std::size_t(row) * std::size_t(tiling.columns),
            .scratch = (row - low) * Scratch::columns - column,
            .odd = row & 1};
}

/// Whether a tile or one of the eight around it is awake.
template <class Exec> NF_HD bool is_near_awake(const Tiling<Exec>& tiling, const float* awake, u32 tile) {
    const int across = tiling.across(), up = tiling.up();
    const int x = int(tile % u32(across)), y = int(tile / u32(across));
    bool near = false;
    for (int j = limited(y - 1, 0, up); j < limited(y + 2, 0, up); ++j)
        for (int i = limited(x - 1, 0, across); i < limited(x + 2, 0, across); ++i)
            near |= awake[u32(j) * u32(across) + u32(i)] > 0;
    return near;
}

template <class Body, int pass> struct RowLoop {
    const Body* body;
    Tiling<Cpu> tiling;
    u32 tile;
    int first_column, end_column;
    float* scratch;
    float* most;  ///< per column of a tile: the greatest result of the last pass

    void operator()(u32 row) const {
        const SweepRow place = sweep_row<Cpu, Body>(tiling, tile, int(row));
        const Body own = *body;
#pragma omp simd
        for (int c = first_column; c < end_column; ++c) {
            const float value = own.template run<pass>(scratch, place, c);
            if constexpr (pass + 1 == Body::passes) most[c - first_column] = larger(most[c - first_column], value);
        }
    }
};

template <class Body, int pass = 0>
void run_passes(const Body& body, const Tiling<Cpu>& tiling, u32 tile, float* scratch, float* most) {
    const TilePart<Cpu> part(tiling, tile, Body::template margin<pass>);
    const RowLoop<Body, pass> loop{&body, tiling, tile, part.first_column, part.end_column, scratch, most};
    loop_of(loop)(loop, u32(part.first_row), u32(part.end_row));
    if constexpr (pass + 1 < Body::passes) run_passes<Body, pass + 1>(body, tiling, tile, scratch, most);
}

}  // namespace detail

/// Carries out `body` for every tile that is awake or beside one that is: whose number in `awake` is above 0. Writes
/// the greatest result of each tile to `result`, 0 for tiles left out; null `awake`: all tiles.
template <class Body> void sweep(Cpu&, const Tiling<Cpu>& tiling, const float* awake, float* result, const Body& body) {
    using Scratch = TileScratch<Cpu, Body>;
#pragma omp parallel if (tiling.count() > 1)
    {
        std::vector<float> scratch(std::size_t(Scratch::area) * Body::slots);
#pragma omp for schedule(dynamic, 1)
        for (u32 tile = 0; tile < tiling.count(); ++tile) {
            float most[TileSize<Cpu>::columns] = {};
            if (!awake || detail::is_near_awake(tiling, awake, tile))
                detail::run_passes(body, tiling, tile, scratch.data(), most);
            result[tile] = *std::max_element(std::begin(most), std::end(most));
        }
    }
}

#ifdef __CUDACC__
namespace detail {

constexpr int sweep_threads = 256;

template <class Body, int pass>
__device__ float run_passes_on(const Body& body, const Tiling<Cuda>& tiling, u32 tile, float* scratch) {
    const TilePart<Cuda> part(tiling, tile, Body::template margin<pass>);
    const int wide = part.end_column - part.first_column, cells = wide * (part.end_row - part.first_row);
    float most = 0;
    for (int i = int(threadIdx.x); i < cells; i += sweep_threads) {
        const SweepRow place = sweep_row<Cuda, Body>(tiling, tile, part.first_row + i / wide);
        const float value = body.template run<pass>(scratch, place, part.first_column + i % wide);
        if constexpr (pass + 1 == Body::passes) most = fmaxf(most, value);
    }
    if constexpr (pass + 1 == Body::passes) return most;
    else {
        __syncthreads();
        return run_passes_on<Body, pass + 1>(body, tiling, tile, scratch);
    }
}

template <class Body> __global__ void sweep_kernel(Tiling<Cuda> tiling, const float* awake, float* result, Body body) {
    __shared__ float scratch[TileScratch<Cuda, Body>::area * Body::slots];
    __shared__ float warps[sweep_threads / 32];
    wait_for_previous();
    const u32 tile = blockIdx.x;
    if (awake && !is_near_awake(tiling, awake, tile)) {
        if (threadIdx.x == 0) result[tile] = 0;
        return;
    }
    float most = run_passes_on<Body, 0>(body, tiling, tile, scratch);
    for (int step = 16; step > 0; step /= 2) most = fmaxf(most, __shfl_down_sync(~0u, most, step));
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = most;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (const float other : warps) most = fmaxf(most, other);
        result[tile] = most;
    }
}

}  // namespace detail

template <class Body>
void sweep(Cuda& exec, const Tiling<Cuda>& tiling, const float* awake, float* result, const Body& body) {
    if (tiling.count() == 0) return;
    launch(exec, detail::sweep_kernel<Body>, tiling.count(), u32(detail::sweep_threads), 0, "launching a sweep", tiling,
           awake, result, body);
}
#endif

}  // namespace nearfield
