#include "scenes/flood/sites.hpp"

#include "base/error.hpp"
#include "cells/raster.hpp"
#include "scenes/flood/described.hpp"
#include "scenes/flood/hydrographs.hpp"
#include "scenes/flood/plan_site.hpp"
#include "scenes/plans/plan_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::flood {

namespace {

/// Ground from a file of heights; water runs off its edges, squares without a height are walls.
Described described_file(const std::string& file) {
    const Raster raster = load_raster(file);
    Described d{.key = file, .title = file};
    d.corner = raster.corner, d.size = glm::dvec2(raster.columns, raster.rows) * raster.cell,
    d.columns = std::min(raster.columns, 2000);
    d.bed = [raster](glm::dvec2 p) {
        const double height = raster.between(p);
        return std::isnan(height) ? INFINITY : height;
    };
    d.west = d.east = d.south = d.north = {Edge::Kind::open};
    return d;
}

Described described_site(const std::string& name, u32 seed) {
    std::vector<std::string> keys;
    for (auto& described : described_sites(seed)) {
        if (described.key == name) return described;
        keys.push_back(described.key);
    }
    if (name.ends_with(".asc") || name.ends_with(".ASC")) return described_file(name);
    throw UsageError(
        fmt::format("site: there is no '{}', and it is no file of heights (.asc).{}", name, suggest(name, keys)));
}

/// Whether a site is named by the plan that it is made from.
bool is_plan(const std::string& name) {
    const auto& carried = plans::carried_plans();
    return name.ends_with(".json") ||
           std::any_of(carried.begin(), carried.end(), [&](const auto& plan) { return plan.key == name; });
}

/// Manning's n of every cell, from the square of the file that its middle is in; where that has no value, as the site.
void set_roughness(Site& site, const std::string& file) {
    const Raster raster = load_raster(file);
    for (std::size_t i = 0; i < raster.values.size(); ++i)
        if (raster.values[i] < 0)
            throw UsageError(fmt::format("{}: value {} of row {} is {:g}; Manning's n is 0 or more", file,
                                         i % std::size_t(raster.columns) + 1,
                                         std::size_t(raster.rows) - i / std::size_t(raster.columns), raster.values[i]));
    const glm::dvec2 corner = raster.corner - site.corner;
    require_covered(corner, corner + glm::dvec2(raster.columns, raster.rows) * raster.cell, 0.5 * raster.cell,
                    "manning_map: " + file, site.size);
    const float plain = site.manning;
    site.manning = 1, site.rough.resize(site.bed.size());
    for (u32 i = 0; i < u32(site.bed.size()); ++i) {
        const glm::ivec2 at = glm::floor((site.middle(i) - corner) / raster.cell);
        const float n = raster.at(std::clamp(at.x, 0, raster.columns - 1), std::clamp(at.y, 0, raster.rows - 1));
        site.rough[i] = std::isnan(n) ? plain : n;
    }
}

}  // namespace

Setup prepare(const Params& params, u32 seed) {
    Setup setup;
    if (is_plan(params.site)) setup.plan = std::make_shared<const plans::Plan>(site_plan(params.site, params.people));
    Described described = setup.plan ? described_plan(*setup.plan) : described_site(params.site, seed);
    apply_hydrographs(described, params.hydrographs);
    setup.site = lay_out(described, params.cells, u32(params.columns), params.walls);
    setup.described = std::make_shared<const Described>(std::move(described));
    if (!params.rain_maps.empty())
        setup.site.rain_maps = load_rain_maps(params.rain_maps, setup.site.corner, setup.site.size);
    if (!params.manning_map.empty()) set_roughness(setup.site, params.manning_map);
    setup.box = {.lo = vec<3>(0.f), .hi = vec<3>(setup.site.size, 0.f)};
    return setup;
}

}  // namespace nearfield::flood
