#pragma once
// A lattice divided into tiles, of which inactive ones sleep.
#include "cells/lattice.hpp"
#include "exec/exec.hpp"

namespace nearfield {

/// The part of a lattice that one CPU thread or one warp processes at a time, in cells.
struct TileSize {
    int columns, rows;
};
/// The tile size of all sweeps on the CPU; on a GPU it depends on the kernel.
constexpr TileSize cpu_tile{.columns = 128, .rows = 16};

struct Tiling {
    int columns = 0, rows = 0;  ///< of the lattice, in cells
    TileSize tile = cpu_tile;

    NF_HD int across() const { return (columns + tile.columns - 1) / tile.columns; }
    NF_HD int up() const { return (rows + tile.rows - 1) / tile.rows; }
    NF_HD u32 count() const { return u32(across()) * u32(up()); }
    NF_HD u32 tile_of(u32 cell) const {
        return cell / u32(columns) / u32(tile.rows) * u32(across()) + cell % u32(columns) / u32(tile.columns);
    }
};

/// Raises a tile's value, which wakes it for the next sweep. Atomic; `to` is not negative.
NF_INLINE void wake(float* tile, float to) {
#if NF_ON_DEVICE
    atomicMax(reinterpret_cast<int*>(tile), __float_as_int(to));  // positive floats are ordered like their bits
#else
    std::atomic_ref<float> shared(*tile);
    float seen = shared.load(std::memory_order_relaxed);
    while (seen < to && !shared.compare_exchange_weak(seen, to, std::memory_order_relaxed)) {}
#endif
}

/// True if a tile or one of its eight neighbours is awake.
NF_HD inline bool is_near_awake(const Tiling& tiling, const float* awake, u32 tile) {
    const int across = tiling.across(), up = tiling.up();
    const int x = int(tile % u32(across)), y = int(tile / u32(across));
    bool near = false;
    for (int j = limited(y - 1, 0, up); j < limited(y + 2, 0, up); ++j)
        for (int i = limited(x - 1, 0, across); i < limited(x + 2, 0, across); ++i)
            near |= awake[u32(j) * u32(across) + u32(i)] > 0;
    return near;
}

}  // namespace nearfield
