#include "scenes/flood/rain_maps.hpp"

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "scenes/document/time_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

namespace nearfield::flood {
namespace {

using document::read_time_table, document::TimeTable;

void require_same_squares(const RainMaps& maps, const Raster& raster, glm::dvec2 corner, const std::string& file) {
    if (raster.columns == maps.columns && raster.rows == maps.rows && std::abs(raster.cell / maps.cell - 1) < 1e-6 &&
        glm::distance(corner, maps.corner) < 1e-3 * maps.cell)
        return;
    throw UsageError(
        fmt::format("rain_maps: {} has {} x {} squares of {:g} m from {:g}, {:g}, the first map {} x {} of "
                    "{:g} m from {:g}, {:g}; give all maps the same squares",
                    file, raster.columns, raster.rows, raster.cell, corner.x, corner.y, maps.columns, maps.rows,
                    maps.cell, maps.corner.x, maps.corner.y));
}

void add(RainMaps& maps, double time, const Raster& raster, const std::string& file, glm::dvec2 site_corner) {
    const glm::dvec2 corner = raster.corner - site_corner;
    if (maps.empty()) {
        maps.columns = raster.columns;
        maps.rows = raster.rows;
        maps.cell = raster.cell;
        maps.corner = corner;
    } else {
        require_same_squares(maps, raster, corner, file);
    }
    maps.times.push_back(float(time));
    for (int row = 0; row < raster.rows; ++row)
        for (int column = 0; column < raster.columns; ++column) {
            const float rate = raster.at(column, row);
            if (rate < 0)
                throw UsageError(fmt::format("{}: value {} of row {} is {:g}; rain is 0 mm/h or more", file, column + 1,
                                             raster.rows - row, rate));
            maps.rates.push_back(std::isnan(rate) ? 0.f : rate);
        }
}

}  // namespace

void require_covered(glm::dvec2 lo, glm::dvec2 hi, double slack, const std::string& what, glm::dvec2 site_size) {
    if (lo.x > slack || lo.y > slack || hi.x < site_size.x - slack || hi.y < site_size.y - slack)
        throw UsageError(
            fmt::format("{} covers {:g} to {:g} m and {:g} to {:g} m of the site's 0 to {:g} and 0 to {:g} "
                        "m; it must cover all",
                        what, lo.x, hi.x, lo.y, hi.y, site_size.x, site_size.y));
}

RainMaps load_rain_maps(const std::string& file, glm::dvec2 site_corner, glm::dvec2 site_size) {
    RainMaps maps;
    if (std::filesystem::path(file).extension() == ".csv") {
        const TimeTable table =
            read_time_table(read_chosen(file, "a table of rain (.csv)", Most::data), file, {"file"});
        const auto folder = std::filesystem::path(file).parent_path();
        for (std::size_t r = 0; r < table.times.size(); ++r) {
            const std::string map = (folder / table.values[r]).string();
            const auto text = read_beside(file, table.values[r], "a file of heights (.asc)");
            add(maps, table.times[r], read_raster(text, map), map, site_corner);
        }
    } else {
        add(maps, 0, load_raster(file), file, site_corner);
    }
    require_covered(maps.corner, maps.corner + glm::dvec2(maps.columns, maps.rows) * maps.cell, 0.5 * maps.cell,
                    "rain_maps: " + file, site_size);
    return maps;
}

}  // namespace nearfield::flood
