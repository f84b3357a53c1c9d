#include "app/headless/grid_output.hpp"

#include "app/files.hpp"
#include "app/say.hpp"
#include "base/error.hpp"
#include "base/one_line.hpp"
#include "cells/raster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

/// Returns a picture's topmost layer of cells. Throws UsageError if there is none.
const CellLayer& cells_of(const Picture& picture, const SceneInfo& scene) {
    if (picture.cells.empty()) throw UsageError(fmt::format("--grid: the scene '{}' has no cells", scene.key));
    return picture.cells.back();
}

/// Coordinates of a place in the plane of the cells.
glm::vec2 in_plane(const CellLayer& cells, glm::vec3 place) {
    return {glm::dot(place, cells.lattice.across), glm::dot(place, cells.lattice.up)};
}

/// The sheets of a layer, or one sheet of the whole picture.
std::vector<MapSheet> sheets_of(const Picture& picture, const CellLayer& cells) {
    if (!cells.sheets.empty()) return cells.sheets;
    const glm::vec2 a = in_plane(cells, picture.lo), b = in_plane(cells, picture.hi), lo = glm::min(a, b);
    return {{.name = "", .lo = lo, .hi = glm::max(a, b), .corner = cells.on_map + glm::dvec2(lo)}};
}

/// A sheet's name in the form of a part of a file name.
std::string file_part(const MapSheet& sheet) {
    std::string part = sheet.name;
    for (char& c : part)
        if (c == ' ' || c == '/') c = '-';
    return part;
}

/// The file of a sheet. With several sheets, DEPTH.asc becomes DEPTH-first-floor.asc. Sheets that would share a file
/// are numbered.
std::filesystem::path path_of(const std::filesystem::path& path, const std::vector<MapSheet>& sheets, std::size_t k) {
    if (sheets.size() < 2) return path;
    std::string name = file_part(sheets[k]);
    const auto alike = [&](const MapSheet& sheet) { return file_part(sheet) == name; };
    if (name.empty()) name = std::to_string(k + 1);
    else if (std::count_if(sheets.begin(), sheets.end(), alike) > 1) name += "-" + std::to_string(k + 1);
    std::filesystem::path to = path;
    return to.replace_filename(path.stem().string() + "-" + name + path.extension().string());
}

/// Resamples values of cells to squares, with the sheet's map coordinates.
Raster raster_of(const CellLayer& cells, const MapSheet& sheet, const std::vector<float>& values) {
    CellLattice flat = cells.lattice;
    flat.origin = glm::vec3(in_plane(cells, flat.origin), 0);
    flat.across = {1, 0, 0};
    flat.up = {0, 1, 0};
    Raster raster = sampled(flat, values, sheet.lo, sheet.hi);
    raster.corner = sheet.corner;
    return raster;
}

}  // namespace

void write_grid(Run& run, const GridOutput& grid, bool force) {
    Picture picture;
    run.world().draw(picture, grid.attribute, true);
    const CellLayer& cells = cells_of(picture, run.scene());
    const auto values = run.world().elements()->values(grid.attribute);
    const auto sheets = sheets_of(picture, cells);
    for (std::size_t k = 0; k < sheets.size(); ++k) {
        const auto path = path_of(grid.path, sheets, k);
        const Raster raster = raster_of(cells, sheets[k], values);
        write_file(path, force, [&](std::ostream& out) { write_raster(out, raster); });
        print("grid: {} ({}{})\n", path.string(), run.scene().attributes[std::size_t(grid.attribute)].title,
              grid.time ? fmt::format(" at {:g} s", run.world().time()) : "");
    }
}

void require_sheets(Run& run, const HeadlessRun& plan) {
    if (plan.grids.empty()) return;
    Picture picture;
    run.world().draw(picture, 0, true);
    const auto sheets = sheets_of(picture, cells_of(picture, run.scene()));
    for (const auto& grid : plan.grids)
        for (std::size_t k = 0; k < sheets.size(); ++k) require_writable(path_of(grid.path, sheets, k), plan.force);
}

TimedGrids::TimedGrids(Run& run, const HeadlessRun& plan) : run_(run), plan_(plan) {
    for (const auto& grid : plan.grids)
        if (grid.time) waiting_.push_back(grid);
    std::stable_sort(waiting_.begin(), waiting_.end(), [](const auto& a, const auto& b) { return *a.time < *b.time; });
    if (!waiting_.empty() && std::isnan(run.world().time()))
        throw UsageError(fmt::format("--grid: the scene '{}' has no clock; leave @ and the time out", run.scene().key));
}

double TimedGrids::next() const { return waiting_.empty() ? INFINITY : *waiting_.front().time; }

void TimedGrids::keep() {
    for (; has_come(run_.world().time(), next()); waiting_.pop_front()) write_grid(run_, waiting_.front(), plan_.force);
}

void TimedGrids::require_done() const {
    if (!waiting_.empty())
        throw Error(fmt::format("--grid {}: the run ended at {:g} s, before {:g} s; give more --steps",
                                waiting_.front().path.string(), run_.world().time(), next()));
}

}  // namespace nearfield
