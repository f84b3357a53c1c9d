#include "scenes/plans/building_reader.hpp"

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "scenes/document/time_table.hpp"
#include "scenes/plans/plan_check.hpp"
#include "scenes/plans/terrain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace nearfield::plans {
namespace {

using document::complain, document::Fields, document::Value;
using Kind = document::JsonNode::Kind;

std::string shown(glm::dvec2 p) { return fmt::format("({:g}, {:g})", p.x, p.y); }

int storey_named(const Plan& plan, const Value& v) {
    std::vector<std::string> names;
    for (std::size_t s = 0; s < plan.storeys.size(); ++s) {
        if (plan.storeys[s].name == v.text()) return int(s);
        names.push_back(plan.storeys[s].name);
    }
    v.fail("no storey '" + v.text() + "'." + suggest(v.text(), names));
}

int storey_of(const Plan& plan, Fields& f, const char* key) {
    if (plan.storeys.size() == 1 && !f.has(key)) return 0;
    return storey_named(plan, f.need(key));
}

/// Path of a file named by a plan, relative to the plan's folder.
std::string beside(const Plan& plan, const std::string& file) {
    return (std::filesystem::path(plan.file).parent_path() / file).string();
}

/// Reads two numbers without rounding them to coordinates.
glm::dvec2 far_point(const Value& v) {
    const auto items = v.items();
    if (items.size() != 2) v.fail(fmt::format("has {} numbers; give [x, y]", items.size()));
    for (const auto& item : items) item.number({-1e8, 1e8});
    return {items[0].node().number, items[1].node().number};
}

void overlap(const Plan& plan, const Storey& a, const Storey& b) {
    const glm::vec2 lo = glm::max(a.lo - a.offset, b.lo - b.offset), hi = glm::min(a.hi - a.offset, b.hi - b.offset);
    const bool apart = a.level + a.height <= b.level + 1e-3f || b.level + b.height <= a.level + 1e-3f;
    if (lo.x >= hi.x || lo.y >= hi.y || apart) return;
    complain(plan.file, b.place,
             fmt::format("storey '{}' from {:g} to {:g} m overlaps '{}' from {:g} to {:g} m; give one another 'level' "
                         "or 'height'",
                         b.name, b.level, b.level + b.height, a.name, a.level, a.level + a.height));
}

/// Throws UsageError if an end of a strip lies outside the storey's bounds.
void require_floor(const Plan& plan, const Stair& stair, int storey, glm::vec2 shift, bool foot) {
    const auto& on = plan.storeys[std::size_t(storey)];
    const auto corners = outline_of(stair, shift);
    for (const auto p : {corners[foot ? 0 : 2], corners[foot ? 1 : 3]})
        if (!(p.x > on.lo.x && p.x < on.hi.x && p.y > on.lo.y && p.y < on.hi.y))
            complain(plan.file, stair.place,
                     fmt::format("{}: its {} at {} meets no floor: {} spans {} to {}; move it, or widen the bounds",
                                 stair.name, foot ? "foot" : "head", shown(p - on.offset),
                                 on.name.empty() ? "the plan" : "'" + on.name + "'", shown(on.lo - on.offset),
                                 shown(on.hi - on.offset)));
}

void settle(const Plan& plan, Stair& stair) {
    require_floor(plan, stair, stair.low, stair.to_low, true);
    require_floor(plan, stair, stair.high, stair.to_high, false);
    const glm::vec2 step = 0.1f * stair.along();
    stair.level = floor_level(plan, stair.low, stair.foot + stair.to_low - step);
    const float above = floor_level(plan, stair.high, stair.head + stair.to_high + step), rise = above - stair.level;
    const auto fail = [&](const std::string& what) { complain(plan.file, stair.place, stair.name + ": " + what); };
    if (!(std::abs(rise) < 1e5f)) fail("the terrain has no height at its foot or head; move it");
    if (std::isnan(stair.rise)) stair.rise = rise;
    if (std::abs(stair.rise - rise) > 0.01f)
        fail(fmt::format("rises {:g} m from a floor at {:g} m and meets no floor: that at its head is at {:g} m; give "
                         "a 'rise' of {:g}, or remove it",
                         stair.rise, stair.level, above, rise));
    if (!(rise > 0.001f))
        fail(fmt::format("its foot is on a floor at {:g} m, its head on one at {:g} m; the head has to be higher",
                         stair.level, above));
}

std::vector<glm::vec2> curve_of(const Value& v) {
    std::vector<glm::vec2> curve;
    for (const auto& row : v.items()) {
        const auto numbers = row.items();
        if (numbers.size() != 2) row.fail(fmt::format("has {} numbers; give [s, m³/s]", numbers.size()));
        curve.emplace_back(numbers[0].number({0, 1e7}), numbers[1].number({-1e6, 1e6}));
        if (curve.size() > 1 && !(curve.back().x > curve[curve.size() - 2].x))
            row.fail(fmt::format("the time {:g} s comes after {:g} s; sort the times", curve.back().x,
                                 curve[curve.size() - 2].x));
    }
    if (curve.size() < 2) v.fail(fmt::format("has {} points; give at least 2", curve.size()));
    return curve;
}

/// Moves an outline to the plan's plane. Throws UsageError if it leaves its storey.
void bring(const Plan& plan, const std::string& name, int storey, std::vector<glm::vec2>& outline,
           document::Place place) {
    for (auto& p : outline) p += plan.storeys[std::size_t(storey)].offset;
    require_inside(plan, name, outline, storey, place);
}

void read_pool(const Plan& plan, Water& water, Fields& f, const std::string& name) {
    Water::Pool pool{.name = name, .storey = storey_of(plan, f, "storey"), .outline = f.need("area").area()};
    pool.place = f.place();
    if (f.has("depth") == f.has("level")) f.fail("has to have either 'depth' or 'level'; give one of them");
    f.maybe("depth", [&](const Value& v) { pool.depth = v.number({0, 1000}); });
    f.maybe("level", [&](const Value& v) { pool.level = v.number({-1000, 10000}); });
    bring(plan, name, pool.storey, pool.outline, pool.place);
    water.pools.push_back(pool);
}

/// Reads the place of an inflow or a drain.
Water::Inflow read_place(const Plan& plan, Fields& f, const std::string& name) {
    Water::Inflow in{.name = name, .storey = storey_of(plan, f, "storey")};
    in.place = f.place();
    if (f.has("area") == f.has("line")) f.fail("has to have either 'area' or 'line'; give one of them");
    f.maybe("area", [&](const Value& v) { in.outline = v.area(); });
    f.maybe("line", [&](const Value& v) {
        const auto [a, b] = v.line();
        in.outline = {a, b};
    });
    return in;
}

std::vector<glm::vec2> steady(float flow) { return {{0, flow}, {1e7f, flow}}; }

/// Reads a drain; it takes the water present, up to its capacity.
void read_drain(const Plan& plan, Water& water, Fields& f, const std::string& name) {
    Water::Inflow drain = read_place(plan, f, name);
    drain.curve = steady(-f.need("capacity").number({0, 1e6}));
    bring(plan, name, drain.storey, drain.outline, drain.place);
    water.inflows.push_back(drain);
}

void read_inflow(const Plan& plan, Water& water, Fields& f, const std::string& name) {
    Water::Inflow in = read_place(plan, f, name);
    if (f.has("flow") + f.has("hydrograph") + f.has("file") != 1)
        f.fail("has to have one of 'flow', 'hydrograph' and 'file'");
    f.maybe("flow", [&](const Value& v) { in.curve = steady(v.number({-1e6, 1e6})); });
    f.maybe("hydrograph", [&](const Value& v) { in.curve = curve_of(v); });
    f.maybe("file", [&](const Value& v) {
        const auto text = read_beside(plan.file, v.text(), "a hydrograph (.csv)");
        const auto hydrograph = document::read_hydrograph(text, beside(plan, v.text()));
        if (hydrograph.is_level) v.fail("the file has levels; give one of flows, with the head 'time,flow'");
        for (const auto& point : hydrograph.points) in.curve.emplace_back(point);
    });
    bring(plan, name, in.storey, in.outline, in.place);
    water.inflows.push_back(in);
}

}  // namespace

void read_stairs(Plan& plan, Fields& top) {
    const auto read = [&](bool steps) {
        top.each(steps ? "stairs" : "ramps", steps ? "stairs" : "ramp", [&](Fields& f, const std::string& name) {
            Stair s{.name = name, .rise = NAN, .place = f.place()};
            s.low = storey_of(plan, f, "from");
            s.high = storey_of(plan, f, "to");
            s.foot = f.need("foot").point();
            s.head = f.need("head").point();
            if (glm::length(s.head - s.foot) < 0.1f) f.fail("its foot and head are at one place; give it a length");
            s.width = f.need("width").number({0.1, 1000});
            if (steps) {
                s.up = weidmann_stairs_up / weidmann_level;
                s.down = weidmann_stairs_down / weidmann_level;
            }
            f.maybe("rise", [&](const Value& v) { s.rise = v.number({0, 1000, true}); });
            f.maybe("up", [&](const Value& v) { s.up = v.number({0, 5}); });
            f.maybe("down", [&](const Value& v) { s.down = v.number({0, 5}); });
            if (!(s.up > 0) && !(s.down > 0)) f.fail("nobody goes up or down; give 'up' or 'down' above 0");
            plan.stairs.push_back(s);
        });
    };
    read(true);
    read(false);
    if (plan.periodic && !plan.stairs.empty())
        complain(plan.file, plan.stairs[0].place,
                 plan.stairs[0].name + ": a periodic plan has no stairs; set 'periodic' to false, or take them out");
}

void read_terrain(Plan& plan, Fields& top) {
    top.maybe("terrain", [&](const Value& v) {
        Terrain terrain;
        const auto read = [&](const Value& file) {
            terrain.file = beside(plan, file.text());
            const auto text = read_beside(plan.file, file.text(), "a file of heights (.asc)");
            terrain.raster = std::make_shared<const Raster>(read_raster(text, terrain.file));
        };
        if (v.is(Kind::text)) {
            read(v);
        } else {
            Fields f(plan.file, v.node(), "terrain");
            if (f.has("file") == (f.has("slope") || f.has("level")))
                f.fail("has to have either 'file', or 'slope' and 'level'; give one of them");
            f.maybe("file", read);
            f.maybe("origin", [&](const Value& w) { terrain.origin = far_point(w); });
            f.maybe("slope", [&](const Value& w) { terrain.slope = w.point(); });
            f.maybe("level", [&](const Value& w) { terrain.level = w.number({-1000, 10000}); });
            f.done();
        }
        const Storey& ground = plan.storeys.front();
        for (const auto p : {ground.lo, ground.hi})
            if (terrain.raster && !(terrain.covers(p)))
                v.fail(
                    fmt::format("'{}' spans {} to {}, but the plan {} to {}; give the 'origin' of the "
                                "plan in the file's coordinates",
                                terrain.file, shown(terrain.raster->corner - terrain.origin),
                                shown(terrain.raster->corner - terrain.origin +
                                      glm::dvec2(terrain.raster->columns, terrain.raster->rows) * terrain.raster->cell),
                                shown(ground.lo), shown(ground.hi)));
        plan.terrain = std::make_shared<const Terrain>(std::move(terrain));
    });
}

void settle_building(Plan& plan) {
    for (std::size_t b = 0; b < plan.storeys.size(); ++b)
        for (std::size_t a = 0; a < b; ++a) overlap(plan, plan.storeys[a], plan.storeys[b]);
    for (auto& stair : plan.stairs) settle(plan, stair);
}

void read_water(Plan& plan, Fields& top) {
    top.maybe("water", [&](const Value& v) {
        Fields f(plan.file, v.node(), "water");
        Water water;
        f.maybe("manning", [&](const Value& n) { water.manning = n.number({0, 1}); });
        f.maybe("rain", [&](const Value& r) { water.rain = r.number({0, 10000}); });
        f.maybe("infiltration", [&](const Value& r) { water.infiltration = r.number({0, 10000}); });
        f.each("areas", "water area", [&](Fields& g, const std::string& name) { read_pool(plan, water, g, name); });
        f.each("inflows", "inflow", [&](Fields& g, const std::string& name) { read_inflow(plan, water, g, name); });
        f.each("drains", "drain", [&](Fields& g, const std::string& name) { read_drain(plan, water, g, name); });
        f.done();
        plan.water = std::make_shared<const Water>(std::move(water));
    });
}

}  // namespace nearfield::plans
