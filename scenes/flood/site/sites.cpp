#include "scenes/flood/site/sites.hpp"

#include "base/endings.hpp"
#include "base/error.hpp"
#include "base/read_number.hpp"
#include "cells/raster.hpp"
#include "libs/plans/plan_reader.hpp"
#include "scenes/flood/site/described.hpp"
#include "scenes/flood/site/hydrographs.hpp"
#include "scenes/flood/site/plan_site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::flood {

namespace {

/// A site from a file of heights. Water leaves across all edges; squares without a height are walls.
SiteDescription described_file(const std::string& file) {
    const Raster raster = load_raster(file);
    SiteDescription d{.key = file, .title = file};
    d.corner = raster.corner;
    d.size = glm::dvec2(raster.columns, raster.rows) * raster.cell;
    d.columns = std::min(raster.columns, 2000);
    d.bed = [raster](glm::dvec2 p) {
        const double height = raster.between(p);
        return std::isnan(height) ? INFINITY : height;
    };
    d.west = d.east = d.south = d.north = {Edge::Kind::open};
    return d;
}

SiteDescription described_site(const std::string& name, u32 seed) {
    std::vector<std::string> keys;
    for (auto& described : builtin_sites(seed)) {
        if (described.key == name) return described;
        keys.push_back(described.key);
    }
    if (ending::ends(name, ending::heights)) return described_file(name);
    throw UsageError(fmt::format("site: '{}' is neither a built-in site nor a file of heights (.asc).{}", name,
                                 suggest(name, keys)));
}

/// True if the site's name is that of the plan from which it is made.
bool is_plan(const std::string& name) {
    const auto& carried = plans::carried_plans();
    return name.ends_with(ending::document) ||
           std::any_of(carried.begin(), carried.end(), [&](const auto& plan) { return plan.key == name; });
}

/// Manning's n of every cell, from the square of the file at its middle; squares without a value keep the site's n.
void set_roughness(Site& site, const std::string& file) {
    if (double n = 0; read_number(file, n)) {
        if (!(n >= 0 && n <= 1)) throw UsageError(fmt::format("manning_map: n is 0 to 1 s/m^(1/3), not {:g}", n));
        site.manning = float(n);
        return;
    }
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
    site.manning = 1;
    site.rough.resize(site.bed.size());
    for (u32 i = 0; i < u32(site.bed.size()); ++i) {
        const glm::ivec2 at = glm::floor((site.middle(i) - corner) / raster.cell);
        const float n = raster.at(std::clamp(at.x, 0, raster.columns - 1), std::clamp(at.y, 0, raster.rows - 1));
        site.rough[i] = std::isnan(n) ? plain : n;
    }
}

void close_edges(SiteDescription& d, Rim edges) {
    if (edges == Rim::own) return;
    for (Edge* edge : {&d.west, &d.east, &d.south, &d.north})
        if (edge->kind != Edge::Kind::periodic) *edge = {edges == Rim::closed ? Edge::Kind::wall : Edge::Kind::open};
}

/// Puts water at rest up to one level, or up to the levels of a file.
void fill_to(SiteDescription& d, const std::string& start) {
    d.velocity = [](glm::dvec2) { return glm::dvec2(0); };
    d.pools.clear();
    if (double level = 0; read_number(start, level) && std::isfinite(level)) {
        d.depth = [level, bed = d.bed](glm::dvec2 p) { return std::max(0., level - bed(p)); };
        return;
    }
    if (!ending::ends(start, ending::heights))
        throw UsageError(fmt::format("start: '{}' is neither a level in m nor a file of levels (.asc)", start));
    const Raster raster = load_raster(start);
    const glm::dvec2 corner = raster.corner - d.corner;
    require_covered(corner, corner + glm::dvec2(raster.columns, raster.rows) * raster.cell, 0.5 * raster.cell,
                    "start: " + start, d.size);
    d.depth = [raster, corner, bed = d.bed](glm::dvec2 p) {
        const glm::ivec2 at = glm::floor((p - corner) / raster.cell);
        const float there = raster.at(std::clamp(at.x, 0, raster.columns - 1), std::clamp(at.y, 0, raster.rows - 1));
        return std::isnan(there) ? 0. : std::max(0., double(there) - bed(p));
    };
}

/// Throws UsageError for a file of levels that wets no cell. A number may leave the site dry.
void require_start(const Site& site, const std::string& start) {
    if (double level = 0; start.empty() || read_number(start, level)) return;
    if (std::none_of(site.depth.begin(), site.depth.end(), [](float depth) { return depth > 0; }))
        throw UsageError(fmt::format("start: {} has no level above the ground: all lie in walls or under it. Give "
                                     "higher ones, or the level of a dry site as a number",
                                     start));
}

}  // namespace

Setup prepare(const Params& params, u32 seed) {
    Setup setup;
    if (is_plan(params.site)) setup.plan = std::make_shared<const plans::Plan>(site_plan(params.site, params.people));
    SiteDescription described = setup.plan ? description_of(*setup.plan) : described_site(params.site, seed);
    close_edges(described, params.edges);
    apply_hydrographs(described, params.hydrographs);
    if (!params.start.empty()) fill_to(described, params.start);
    setup.site = lay_out(described, params.cells, u32(params.columns), params.walls, 0.01 * double(params.slot));
    require_start(setup.site, params.start);
    if (setup.plan)
        for (const auto& storey : setup.plan->storeys)
            setup.site.sheets.push_back({storey.name, storey.lo, storey.hi, glm::dvec2(storey.lo - storey.offset)});
    setup.described = std::make_shared<const SiteDescription>(std::move(described));
    if (setup.plan) setup.site.rain_maps = rain_under_the_sky(*setup.plan, double(setup.site.lattice.spacing));
    if (!params.rain_maps.empty() && !setup.site.rain_maps.empty())
        throw UsageError(
            fmt::format("rain_maps: '{}' has rain on its first storey; take one of both away", params.site));
    if (!params.rain_maps.empty())
        setup.site.rain_maps = load_rain_maps(params.rain_maps, setup.site.corner, setup.site.size);
    if (!params.manning_map.empty()) set_roughness(setup.site, params.manning_map);
    setup.box = {.lo = vec<3>(0.f), .hi = vec<3>(setup.site.size, 0.f)};
    return setup;
}

}  // namespace nearfield::flood
