#pragma once
// ESRI ASCII grids of heights or other values, as GIS programs write them.
#include "cells/lattice.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace nearfield {

/// Values on a grid of squares, rows from south to north; NaN for missing values.
struct Raster {
    int columns = 0, rows = 0;
    glm::dvec2 corner{0};  ///< south-west corner in the file's coordinates, m
    double cell = 1;       ///< side of a square, m
    std::vector<float> values;

    float at(int column, int row) const {
        return values[std::size_t(row) * std::size_t(columns) + std::size_t(column)];
    }
    /// Bilinear interpolation between the centres of squares; `place` is relative to the south-west corner. Outside of
    /// the outermost centres the nearest value. NaN if a contributing square has no value.
    float between(glm::dvec2 place) const;
};

/// Samples cell values on squares as wide as the lattice's spacing, over a rectangle of its plane. A square takes the
/// value of the cell that contains its centre.
Raster sampled(const CellLattice& lattice, const std::vector<float>& values, glm::vec2 lo, glm::vec2 hi);

/// Parses "ncols 3 nrows 2 xllcorner|xllcenter 0 yllcorner|yllcenter 0 cellsize 1 [NODATA_value -9999]" and the rows
/// from north to south. Keys may be in any case and order. Throws UsageError "name:line:column: problem".
Raster read_raster(const std::string& text, const std::string& name);

/// Reads a file. Throws UsageError with its name if it cannot be read.
Raster load_raster(const std::string& file);

/// Writes a raster in the same format, NaN as -9999.
void write_raster(std::ostream& out, const Raster& raster);

}  // namespace nearfield
