#pragma once
// ESRI ASCII grids: heights or other values on squares, as GIS programs write them.
#include "cells/lattice.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace nearfield {

/// Values on squares, rows from south to north; NaN where the file says that there is none.
struct Raster {
    int columns = 0, rows = 0;
    glm::dvec2 corner{0};  ///< south-west corner, in m of the file's coordinates
    double cell = 1;       ///< m
    std::vector<float> values;

    float at(int column, int row) const {
        return values[std::size_t(row) * std::size_t(columns) + std::size_t(column)];
    }
    /// Bilinear between the middles of squares; `place` counts from the south-west corner. Beyond the outermost middles
    /// the nearest value. NaN if a square that counts has none.
    float between(glm::dvec2 place) const;
};

/// Values of cells on squares as wide as the lattice's spacing, over the rectangle between two corners of its plane: a
/// square has the value of the cell that its middle is in.
Raster sampled(const CellLattice& lattice, const std::vector<float>& values, glm::vec2 lo, glm::vec2 hi);

/// Reads "ncols 3 nrows 2 xllcorner|xllcenter 0 yllcorner|yllcenter 0 cellsize 1 [NODATA_value -9999]" and the rows
/// from the north. Keys are read in any case and order. Throws UsageError "name:line: what is wrong; remedy".
Raster read_raster(const std::string& text, const std::string& name);

/// Reads a file. Throws UsageError with its name if it cannot be read.
Raster load_raster(const std::string& file);

/// Writes a raster in the same format, NaN as -9999.
void write_raster(std::ostream& out, const Raster& raster);

}  // namespace nearfield
