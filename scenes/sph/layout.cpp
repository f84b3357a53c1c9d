#include "scenes/sph/layout.hpp"

#include "base/error.hpp"
#include "params/settings.hpp"
#include "scenes/sph/tank_fill.hpp"
#include "scenes/sph/tank_reader.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nearfield::sph {
namespace {

constexpr double most_particles = std::numeric_limits<int>::max();

void require_fit(const char* key, double length, const char* in_key, double room) {
    if (length > room * (1 + 1e-6))
        throw UsageError(std::string(key) + ": " + format_number(length) + " m is more than there is room for, " +
                         format_number(room) + " m by " + in_key + "; lower it or raise " + in_key);
}

void check(const Params& p) {
    const auto start = p.start;
    if (p.actors < 1)
        throw UsageError("actors: " + std::to_string(p.actors) +
                         "; only a tank from a file says by itself how many there are, give at least 1");
    if (start == Start::filled) return;
    require_fit("column_width", p.column_width * (start == Start::columns ? 2 : 1), "tank_width", p.tank_width);
    require_fit("column_height", p.column_height, "tank_height", p.tank_height);
    if (start == Start::falling) require_fit("pool", p.pool + p.column_height, "tank_height", p.tank_height);
}

/// A box of fluid at (x, y), as deep as the tank; a falling box is as deep as it is wide.
FluidBlock block(const char* name, double x, double y, double width, double height, double depth, double tank_depth) {
    const double z = (tank_depth - depth) / 2;
    return {.name = name, .shape = Box{{x, y, z}, {x + width, y + height, z + depth}}};
}

/// The box of fluid that the parameters describe; if `unit` is above 0, all lengths are multiples of it.
Tank described_box(const Params& p, double unit) {
    const auto whole = [&](double length) {
        return unit > 0 ? std::max(1., std::round(length / unit)) * unit : length;
    };
    const auto down = [&](double length) { return unit > 0 ? std::floor(length / unit + 0.5) * unit : length; };
    const bool flat = p.dimensions == Dimensions::two;
    const double wide = whole(p.tank_width), high = whole(p.tank_height), deep = flat ? 0 : whole(p.tank_depth),
                 width = whole(p.column_width), height = std::min(high, whole(p.column_height));
    Tank tank{.file = "the box described",
              .dimensions = flat ? 2 : 3,
              .container = {{0, 0, 0}, {wide, high, deep}},
              .periodic = p.periodic};
    switch (p.start) {
    case Start::column: tank.fluids = {block("column", 0, 0, width, height, deep, deep)}; break;
    case Start::columns:
        tank.fluids = {block("left column", 0, 0, width, height, deep, deep),
                       block("right column", wide - width, 0, width, height, deep, deep)};
        break;
    case Start::falling: {
        const double pool = p.pool > 0 ? whole(p.pool) : 0, y = pool + std::max(0., down((high - pool - height) / 2)),
                     thick = flat ? 0 : std::min(deep, width);
        auto falling = block("block", down((wide - width) / 2), y, width, height, thick, thick);
        auto& box = std::get<Box>(falling.shape);
        const double z = flat ? 0 : down((deep - thick) / 2);
        box.lo.z += z;
        box.hi.z += z;
        tank.fluids = {falling};
        if (pool > 0) tank.fluids.push_back(block("pool", 0, 0, wide, pool, deep, deep));
        break;
    }
    case Start::filled: tank.fluids = {block("water", 0, 0, wide, high, deep, deep)}; break;
    }
    return tank;
}

Setup described_setup(const Params& p) {
    check(p);
    const double spacing = spacing_for(described_box(p, 0), p.actors);
    return {.tank = std::make_shared<const Tank>(described_box(p, spacing)), .spacing = spacing};
}

Setup named_setup(const Params& p) {
    auto tank = load_tank(p.tank);
    if (p.actors < 1 && tank.spacing <= 0)
        throw UsageError("actors: 0 takes the spacing that the tank suggests, but " + p.tank +
                         " suggests none; give at least 1");
    const double spacing = p.actors < 1 ? tank.spacing : spacing_for(tank, p.actors);
    return {.tank = std::make_shared<const Tank>(std::move(tank)), .spacing = spacing};
}

/// Height above the floor at which fluid at rest has the energy of the fluid leaving the faucet, y + v^2 / (2 g), m.
template <int D> double head_of(const Faucet& faucet, const Tank& tank) {
    const double v = faucet.rate / faucet.opening(D), g = glm::length(tank.gravity);
    return faucet.at.y - tank.container.lo.y + (g > 0 ? v * v / (2 * g) : 0);
}

/// Fills the tank.
template <int D> void lay_out(Setup& setup, const Params& p) {
    const auto& tank = *setup.tank;
    auto filled = fill_tank<D>(tank, setup.spacing, most_particles - p.reserve);
    for (const auto& x : filled.position)
        setup.fluid_height = std::max(setup.fluid_height, x.c[1] - tank.container.lo.y + setup.spacing / 2);
    for (const auto& faucet : tank.faucets) setup.fluid_height = std::max(setup.fluid_height, head_of<D>(faucet, tank));
    if (p.reserve > 0) setup.fluid_height = std::max(setup.fluid_height, tank.container.hi.y - tank.container.lo.y);
    setup.actors = filled.room + u32(p.reserve);
    Layout<D> layout{.fluid = std::move(filled.position),
                     .velocity = std::move(filled.velocity),
                     .wall = std::move(filled.boundary),
                     .solid = std::move(filled.solid)};
    for (int a = 0; a < D; ++a) {
        layout.lo[a] = float(tank.container.lo[a]);
        layout.hi[a] = float(tank.container.hi[a]);
    }
    setup.layout = std::move(layout);
}

}  // namespace

Setup prepare(const Params& p) {
    Setup setup = p.tank.empty() ? described_setup(p) : named_setup(p);
    const auto& tank = *setup.tank;
    setup.dimensions = tank.dimensions;
    const double beyond = tank.periodic ? 0 : 0.51 * setup.spacing;
    setup.box = {.lo = vec<3>(tank.container.lo - beyond), .hi = vec<3>(tank.container.hi + beyond)};
    setup.box.wrapped = tank.periodic;
    if (tank.dimensions == 2) lay_out<2>(setup, p);
    else lay_out<3>(setup, p);
    return setup;
}

}  // namespace nearfield::sph
