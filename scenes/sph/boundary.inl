#pragma once
// Placement and weighting of walls; compiled only by boundary_cpu.cpp and boundary_cuda.cu.
#include "scenes/sph/boundary.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::sph {

/// V_b = gamma / sum W over the boundary particles in reach, itself included (Akinci et al. 2012, eq. 4).
template <int D> struct WallVolumes {
    Kernel<D> kernel;
    float factor;  ///< gamma
    float* volume;
    static constexpr bool sums_only = true;
    template <class Near> NF_HD float operator()(u32 i, const Near& near) const {
        const float sum =
            near.sum(i, 0.f, [&](const Other&, const vec<D>&, float d2) { return kernel.value(quick_sqrt(d2)); });
        return factor / (kernel.value(0.f) + sum);
    }
    NF_HD void write(u32 i, float result) const { volume[i] = result; }
};

/// Marks the block of each boundary particle and the blocks around it.
template <int D> struct MarkBlocks {
    Grid<D> blocks;
    const Packed<D>* position;
    u32* near;
    NF_HD void operator()(u32 i) const {
        const vec<D> x = load<D>(position + i);
        for (int n = 0; n < (D == 2 ? 9 : 27); ++n) {
            const int aside[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
            u32 block = 0;
            for (int a = D - 1; a >= 0; --a)
                block = block * u32(blocks.bins[a]) +
                        u32(limited(blocks.clamped(a, x[a]) + aside[a], 0, blocks.bins[a] - 1));
            atomic_max(near + block, 1u);
        }
    }
};

template <class Exec, int D> Boundary<Exec, D>::Boundary()
    : volume_(particles_.template derive<float>("boundary volumes")),
      velocity_(particles_.template add<Packed<D>>("boundary velocities")) {}

template <class Exec, int D> void Boundary<Exec, D>::place(Exec& exec, const std::vector<Packed<D>>& at,
                                                           const std::vector<u32>& solid, const Tank& tank) {
    require_memory(Backend::cpu, at.size() * 2 * (sizeof(Packed<D>) + sizeof(u32)), "the walls of the tank");
    at_rest_ = at;
    solid_ = solid;
    moves_ = std::any_of(tank.solids.begin(), tank.solids.end(),
                         [](const Solid& s) { return !s.motion.still() || s.gone < for_ever; });
    placed_.clear();
    send(exec, at_rest_, std::vector<Packed<D>>(at_rest_.size(), pack<D>(vec<D>(0.f))));
}

template <class Exec, int D>
bool Boundary<Exec, D>::move(Exec& exec, const Tank& tank, double t, double begin, double end) {
    if (!moves_) return false;
    std::vector<Placed> now{Placed{}};
    for (const auto& s : tank.solids)
        now.push_back(
            {t >= s.gone, s.motion.offset(t), (s.motion.offset(end) - s.motion.offset(begin)) / (end - begin)});
    if (now == placed_) return false;
    std::vector<Packed<D>> at, velocity;
    for (std::size_t i = 0; i < at_rest_.size(); ++i) {
        const auto& solid = now[solid_[i]];
        if (!solid.gone) {
            at.push_back(pack<D>(unpack<D>(at_rest_[i]) + vec<D>(solid.offset)));
            velocity.push_back(pack<D>(vec<D>(solid.velocity)));
        }
    }
    placed_ = std::move(now);
    send(exec, at, velocity);
    return true;
}

template <class Exec, int D> void Boundary<Exec, D>::bring_up_to_date(Exec& exec, const Search<Exec, D>& fluid,
                                                                      const Kernel<D>& kernel, float factor) {
    if (current_ && fluid.grid().radius == search_.grid().radius &&
        fluid.settings().visit == search_.settings().visit && kernel.is_cubic == was_cubic_)
        return;
    current_ = false;
    if (particles_.size() == 0) return;
    auto settings = fluid.settings();
    settings.bin_ratio =
        1;  // boundaries are thin sheets, where the gain of long strips exceeds the savings of narrow rows
    search_.configure(grid_beside(fluid.grid(), settings), settings, particles_.size());
    search_.clear_lost(exec);
    StageTimer<Exec> untimed;
    search_.construct(exec, untimed, particles_, 0);
    search_.query(exec, WallVolumes<D>{kernel, factor, volume_.data()});
    mark_blocks(exec);
    velocities_ =
        readable_.of(exec, moves_ || Exec::backend == Backend::cpu ? velocity_.current() : nullptr, particles_.size());
    current_ = true;
    was_cubic_ = kernel.is_cubic;
}

template <class Exec, int D>
void Boundary<Exec, D>::send(Exec& exec, const std::vector<Packed<D>>& at, const std::vector<Packed<D>>& velocity) {
    particles_.resize(u32(at.size()));
    std::vector<u32> ids(at.size());
    for (u32 i = 0; i < ids.size(); ++i) ids[i] = i;
    if (!at.empty()) {
        copy_to_device(exec, particles_.position.writable(), at.data(), at.size());
        copy_to_device(exec, particles_.id.writable(), ids.data(), ids.size());
        copy_to_device(exec, velocity_.writable(), velocity.data(), velocity.size());
    }
    current_ = false;
}

template <class Exec, int D>
Grid<D> Boundary<Exec, D>::grid_beside(const Grid<D>& fluid, const SearchSettings& settings) const {
    if (!fluid.sparse) return Grid<D>::make(fluid.box, fluid.radius, settings.bin_ratio, bin_layout(settings));
    return make_grid(fluid.box, fluid.radius, settings, particles_.size());
}

template <class Exec, int D> void Boundary<Exec, D>::mark_blocks(Exec& exec) {
    constexpr double most = 1 << 24;
    const auto& grid = search_.grid();
    blocks_ =
        Grid<D>::make(grid.box, grid.radius, std::max(1.f, float(std::pow(grid.possible_bins() / most, 1.0 / D))));
    near_.resize(blocks_.bin_count(), "blocks near a wall");
    fill_zero(exec, near_.data(), near_.size());
    for_each(exec, particles_.size(), MarkBlocks<D>{blocks_, particles_.position.current(), near_.data()});
}

}  // namespace nearfield::sph
