#include "scenes/sph/layout.hpp"

#include "base/error.hpp"
#include "params/settings.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::sph {
namespace {

/// Counted in spacings from the tank's corner.
template <int D> struct Block {
    ivec<D> from, count;
    u64 particles() const {
        u64 n = 1;
        for (int a = 0; a < D; ++a) n *= u64(count[a]);
        return n;
    }
};

template <int D> struct Plan {
    double spacing;
    ivec<D> tank;
    std::vector<Block<D>> blocks;
};

int whole(double length, double spacing) { return std::max(1, int(std::lround(length / spacing))); }

void require_fit(const char* key, double length, const char* in_key, double room) {
    if (length > room * (1 + 1e-6))
        throw UsageError(std::string(key) + ": " + format_number(length) + " m is more than there is room for, " + format_number(room) + " m by " + in_key + "; lower it or raise " + in_key);
}

void check(const Params& p) {
    const auto start = Start(p.start);
    if (start == Start::filled) return;
    require_fit("column_width", p.column_width * (start == Start::columns ? 2 : 1), "tank_width", p.tank_width);
    require_fit("column_height", p.column_height, "tank_height", p.tank_height);
    if (start == Start::falling) require_fit("pool", p.pool + p.column_height, "tank_height", p.tank_height);
}

/// Fluid in m^D.
template <int D> double fluid_volume(const Params& p) {
    const double depth = D == 3 ? p.tank_depth : 1, column = double(p.column_width) * p.column_height;
    switch (Start(p.start)) {
        case Start::column: return column * depth;
        case Start::columns: return 2 * column * depth;
        case Start::falling: return (column + double(p.pool) * p.tank_width) * depth;
        case Start::filled: return double(p.tank_width) * p.tank_height * depth;
    }
    return 0;
}

/// The width that the start is about is a whole number of spacings.
template <int D> double spacing_for(const Params& p) {
    const double width = Start(p.start) == Start::filled ? p.tank_width : p.column_width;
    const double about = std::pow(fluid_volume<D>(p) / p.actors, 1. / D);
    return width / std::max(1., std::round(width / about));
}

template <int D> Block<D> block(int x, int y, int width, int height, const ivec<D>& tank) {
    Block<D> b{ivec<D>(0), tank};
    b.from[0] = x, b.from[1] = y, b.count[0] = width, b.count[1] = height;
    return b;
}

template <int D> Plan<D> plan_of(const Params& p) {
    check(p);
    Plan<D> plan{.spacing = spacing_for<D>(p)};
    const double sizes[] = {p.tank_width, p.tank_height, p.tank_depth};
    for (int a = 0; a < D; ++a) plan.tank[a] = whole(sizes[a], plan.spacing);
    const auto& tank = plan.tank;
    const int width = whole(p.column_width, plan.spacing), height = std::min(tank[1], whole(p.column_height, plan.spacing));
    switch (Start(p.start)) {
        case Start::column: plan.blocks = {block<D>(0, 0, width, height, tank)}; break;
        case Start::columns: plan.blocks = {block<D>(0, 0, width, height, tank), block<D>(tank[0] - width, 0, width, height, tank)}; break;
        case Start::falling: {
            const int pool = p.pool > 0 ? whole(p.pool, plan.spacing) : 0;
            auto falling = block<D>((tank[0] - width) / 2, pool + std::max(0, tank[1] - pool - height) / 2, width, height, tank);
            if constexpr (D == 3) {
                falling.count[2] = std::min(tank[2], width);
                falling.from[2] = (tank[2] - falling.count[2]) / 2;
            }
            if (pool > 0) plan.blocks.push_back(block<D>(0, 0, tank[0], pool, tank));
            plan.blocks.push_back(falling);
            break;
        }
        case Start::filled: plan.blocks = {block<D>(0, 0, tank[0], tank[1], tank)}; break;
    }
    return plan;
}

template <int D> u64 count(const Plan<D>& plan) {
    u64 n = 0;
    for (const auto& b : plan.blocks) n += b.particles();
    return n;
}

/// Calls f with every point of the lattice 0 .. count - 1.
template <int D, class F> void each_point(const ivec<D>& count, F&& f) {
    ivec<D> at(0);
    const int depth = D == 3 ? count[D - 1] : 1;
    for (int z = 0; z < depth; ++z)
        for (at[1] = 0; at[1] < count[1]; ++at[1])
            for (at[0] = 0; at[0] < count[0]; ++at[0]) {
                if constexpr (D == 3) at[2] = z;
                f(at);
            }
}

template <int D> void fill(std::vector<Packed<D>>& to, const Block<D>& b, double spacing) {
    each_point<D>(b.count, [&](const ivec<D>& at) {
        vec<D> x;
        for (int a = 0; a < D; ++a) x[a] = float((b.from[a] + at[a] + 0.5) * spacing);
        to.push_back(pack<D>(x));
    });
}

/// The outermost points of a lattice one larger than the tank on every side.
template <int D> std::vector<Packed<D>> walls(const Plan<D>& plan) {
    std::vector<Packed<D>> wall;
    ivec<D> all;
    for (int a = 0; a < D; ++a) all[a] = plan.tank[a] + 2;
    each_point<D>(all, [&](const ivec<D>& at) {
        bool outer = false;
        for (int a = 0; a < D; ++a) outer |= at[a] == 0 || at[a] == all[a] - 1;
        if (!outer) return;
        vec<D> x;
        for (int a = 0; a < D; ++a) x[a] = float((at[a] - 0.5) * plan.spacing);
        wall.push_back(pack<D>(x));
    });
    return wall;
}

}  // namespace

template <int D> Layout<D> lay_out(const Params& p) {
    const auto plan = plan_of<D>(p);
    Layout<D> layout{.spacing = plan.spacing, .column_width = plan.blocks.back().count[0] * plan.spacing};
    for (int a = 0; a < D; ++a) layout.tank[a] = float(plan.tank[a] * plan.spacing);
    layout.fluid.reserve(count(plan));
    for (const auto& b : plan.blocks) {
        fill(layout.fluid, b, plan.spacing);
        layout.fluid_height = std::max(layout.fluid_height, (b.from[1] + b.count[1]) * plan.spacing);
    }
    if (!p.periodic) layout.wall = walls(plan);
    return layout;
}

template <int D> u64 fluid_count(const Params& p) { return count(plan_of<D>(p)); }
template <int D> double spacing_of(const Params& p) { return spacing_for<D>(p); }

template <int D> Environment<D> box_of(const Params& p) {
    const auto plan = plan_of<D>(p);
    const double beyond = p.periodic ? 0 : 0.51 * plan.spacing;
    Environment<D> box{.wrapped = p.periodic};
    for (int a = 0; a < D; ++a) box.lo[a] = float(-beyond), box.hi[a] = float(plan.tank[a] * plan.spacing + beyond);
    return box;
}

template Layout<2> lay_out<2>(const Params&);
template Layout<3> lay_out<3>(const Params&);
template u64 fluid_count<2>(const Params&);
template u64 fluid_count<3>(const Params&);
template double spacing_of<2>(const Params&);
template double spacing_of<3>(const Params&);
template Environment<2> box_of<2>(const Params&);
template Environment<3> box_of<3>(const Params&);

}  // namespace nearfield::sph
