#include "scenes/sph/layout.hpp"

#include "base/error.hpp"
#include "params/settings.hpp"
#include "scenes/sph/tank_fill.hpp"
#include "scenes/sph/tank_reader.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <filesystem>
#include <limits>
#include <mutex>
#include <tuple>

namespace nearfield::sph {
namespace {

constexpr double most_particles = std::numeric_limits<int>::max();

void require_fit(const char* key, double length, const char* in_key, double room) {
    if (length > room * (1 + 1e-6))
        throw UsageError(std::string(key) + ": " + format_number(length) + " m is more than there is room for, " + format_number(room) + " m by " + in_key + "; lower it or raise " + in_key);
}

void check(const Params& p) {
    const auto start = Start(p.start);
    if (p.actors < 1) throw UsageError("actors: " + std::to_string(p.actors) + "; only a tank from a file says by itself how many there are, give at least 1");
    if (start == Start::filled) return;
    require_fit("column_width", p.column_width * (start == Start::columns ? 2 : 1), "tank_width", p.tank_width);
    require_fit("column_height", p.column_height, "tank_height", p.tank_height);
    if (start == Start::falling) require_fit("pool", p.pool + p.column_height, "tank_height", p.tank_height);
}

/// A box of fluid: x, y, width, height; as deep as the tank but for a falling one, which is as deep as wide.
FluidBlock block(const char* name, double x, double y, double width, double height, double depth, double tank_depth) {
    const double z = (tank_depth - depth) / 2;
    return {.name = name, .shape = Box{{x, y, z}, {x + width, y + height, z + depth}}};
}

/// The box that the parameters describe; all lengths are whole multiples of `unit` if that is above 0.
Tank described(const Params& p, double unit) {
    const auto whole = [&](double length) { return unit > 0 ? std::max(1., std::round(length / unit)) * unit : length; };
    const auto down = [&](double length) { return unit > 0 ? std::floor(length / unit + 0.5) * unit : length; };
    const bool flat = p.dimensions == 0;
    const double wide = whole(p.tank_width), high = whole(p.tank_height), deep = flat ? 0 : whole(p.tank_depth), width = whole(p.column_width), height = std::min(high, whole(p.column_height));
    Tank tank{.file = "the box described", .dimensions = flat ? 2 : 3, .container = {{0, 0, 0}, {wide, high, deep}}, .periodic = p.periodic};
    switch (Start(p.start)) {
        case Start::column: tank.fluids = {block("column", 0, 0, width, height, deep, deep)}; break;
        case Start::columns: tank.fluids = {block("left column", 0, 0, width, height, deep, deep), block("right column", wide - width, 0, width, height, deep, deep)}; break;
        case Start::falling: {
            const double pool = p.pool > 0 ? whole(p.pool) : 0, y = pool + std::max(0., down((high - pool - height) / 2)), thick = flat ? 0 : std::min(deep, width);
            auto falling = block("block", down((wide - width) / 2), y, width, height, thick, thick);
            auto& box = std::get<Box>(falling.shape);
            const double z = flat ? 0 : down((deep - thick) / 2);
            box.lo.z += z, box.hi.z += z;
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
    const double spacing = spacing_for(described(p, 0), p.actors);
    return {std::make_shared<const Tank>(described(p, spacing)), spacing};
}

Setup named_setup(const Params& p) {
    auto tank = load_tank(p.tank.str());
    if (p.actors < 1 && tank.spacing <= 0) throw UsageError("actors: 0 takes the spacing that the tank suggests, but " + p.tank.str() + " suggests none; give at least 1");
    const double spacing = p.actors < 1 ? tank.spacing : spacing_for(tank, p.actors);
    return {std::make_shared<const Tank>(std::move(tank)), spacing};
}

/// When the file was written, so that an edited tank is read anew.
long long written(const std::string& file) {
    std::error_code none;
    const auto when = std::filesystem::last_write_time(file, none);
    return none ? 0 : (long long)when.time_since_epoch().count();
}

auto key_of(const Params& p) {
    return std::make_tuple(p.tank.str(), written(p.tank.str()), p.actors, p.dimensions, p.start, p.tank_width, p.tank_height, p.tank_depth, p.column_width, p.column_height, p.pool, p.periodic);
}

/// Height above the floor at which fluid at rest has the energy of what leaves the faucet, y + v^2 / (2 g), m.
template <int D> double head_of(const Faucet& faucet, const Tank& tank) {
    const double v = faucet.rate / faucet.opening(D), g = glm::length(tank.gravity);
    return faucet.at.y - tank.container.lo.y + (g > 0 ? v * v / (2 * g) : 0);
}

}  // namespace

Setup setup_of(const Params& p) {
    static std::mutex mutex;
    static std::deque<std::pair<decltype(key_of(p)), Setup>> known;
    const std::lock_guard lock(mutex);
    const auto key = key_of(p);
    for (const auto& [theirs, setup] : known)
        if (theirs == key) return setup;
    const auto setup = p.tank.str().empty() ? described_setup(p) : named_setup(p);
    known.emplace_front(key, setup);
    if (known.size() > 4) known.pop_back();
    return setup;
}

template <int D> Layout<D> lay_out(const Params& p) {
    Layout<D> layout{.setup = setup_of(p)};
    const auto& tank = *layout.setup.tank;
    auto filled = fill_tank<D>(tank, layout.setup.spacing, most_particles - p.reserve);
    for (int a = 0; a < D; ++a) layout.lo[a] = float(tank.container.lo[a]), layout.hi[a] = float(tank.container.hi[a]);
    for (const auto& x : filled.position) layout.fluid_height = std::max(layout.fluid_height, x.c[1] - tank.container.lo.y + layout.setup.spacing / 2);
    for (const auto& faucet : tank.faucets) layout.fluid_height = std::max(layout.fluid_height, head_of<D>(faucet, tank));
    if (p.reserve > 0) layout.fluid_height = std::max(layout.fluid_height, tank.container.hi.y - tank.container.lo.y);
    layout.room = filled.room + u32(p.reserve);
    layout.fluid = std::move(filled.position), layout.velocity = std::move(filled.velocity);
    layout.wall = std::move(filled.boundary), layout.solid = std::move(filled.solid);
    return layout;
}

u64 room_for(const Params& p) { return setup_of(p).tank->dimensions == 2 ? lay_out<2>(p).room : lay_out<3>(p).room; }

template <int D> Environment<D> box_of(const Params& p) {
    const auto setup = setup_of(p);
    const auto& tank = *setup.tank;
    const double beyond = tank.periodic ? 0 : 0.51 * setup.spacing;
    Environment<D> box{.wrapped = tank.periodic};
    for (int a = 0; a < D; ++a) box.lo[a] = float(tank.container.lo[a] - beyond), box.hi[a] = float(tank.container.hi[a] + beyond);
    return box;
}

template Layout<2> lay_out<2>(const Params&);
template Layout<3> lay_out<3>(const Params&);
template Environment<2> box_of<2>(const Params&);
template Environment<3> box_of<3>(const Params&);

}  // namespace nearfield::sph
