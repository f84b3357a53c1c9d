#pragma once
// A step of the water as laid out by Bader & Meier 2015, for timing comparisons: stored table of neighbours, lists of
// wet cells, a snapshot of the state, and faces that update both of their cells with atomics.
#include "cells/faces.hpp"
#include "scenes/flood/levelling.hpp"
#include "scenes/flood/params.hpp"
#include "sim/step.hpp"

#include <tuple>

namespace nearfield::flood {

/// Atomic add.
template <class Real> NF_INLINE void add_to(Real* sum, std::type_identity_t<Real> amount) {
#if NF_ON_DEVICE
    atomicAdd(sum, amount);
#else
    std::atomic_ref<Real> shared(*sum);
    Real seen = shared.load(std::memory_order_relaxed);
    while (!shared.compare_exchange_weak(seen, seen + amount, std::memory_order_relaxed)) {}
#endif
}

/// Lists the wet cells, in no order.
struct ListWet {
    const float *depth, *bed;
    u32 *count, *list;
    NF_HD void operator()(u32 i) const {
        if (!is_wall(bed[i]) && depth[i] > dry_depth) list[atomic_add(count, 1u)] = i;
    }
};

/// Outflow of every cell: per metre of face, mass in m²/s and momentum in m³/s²; for levelling, m.
template <class Real> struct Sums {
    Real *mass, *x, *y;
    NF_INLINE void add(u32 cell, Real more_mass, Real more_x, Real more_y) const {
        add_to(mass + cell, more_mass);
        add_to(x + cell, more_x);
        add_to(y + cell, more_y);
    }
};

/// Exchange across a wet cell's faces. A dry neighbour gets the whole flux; a wet one gets half of it here and adds the
/// other half itself.
template <CellShape shape, Flux flux, class Real> struct ExchangeByTable {
    using Faces = CellFaces<shape>;
    const int* table;  ///< Faces::count neighbours per cell; -1: none
    const u32 *count, *list;
    StateIn<Real> now;
    const float* bed;
    Sums<Real> sums;

    NF_HD void operator()(u32 n) const {
        if (n >= *count) return;
        const u32 i = list[n];
        for (int face = 0; face < Faces::count; ++face) {
            const int other = table[std::size_t(i) * Faces::count + std::size_t(face)];
            if (other >= 0) exchange(i, u32(other), face, high_of(now).depth[other] > dry_depth ? 0.5f : 1.f);
        }
    }
    NF_HD void exchange(u32 i, u32 j, int face, float share) const {
        if constexpr (flux == Flux::levelling) {
            const float passed = share * levelled(now.depth[i], bed[i], now.depth[j], bed[j]);
            add_to(sums.mass + i, passed);
            add_to(sums.mass + j, -passed);
        } else {
            const float sign = face < Faces::axes ? 1.f : -1.f;
            const Real nx = sign * Faces::template normal_x<Real>(face % Faces::axes),
                       ny = sign * Faces::template normal_y<Real>(face % Faces::axes);
            const AlongVectorOf<Real> normal{nx, ny};
            const FaceFluxOf<Real> passes = flux_between<flux>(at(i, normal), at(j, normal));
            add(i, share, out_of_left(normal, passes));
            add(j, share, out_of_right(normal, passes));
        }
    }
    NF_HD void add(u32 cell, float share, const BalanceOf<Real>& out) const {
        sums.add(cell, share * out.mass, share * out.x, share * out.y);
    }
    NF_HD AtFaceOf<Real> at(u32 i, AlongVectorOf<Real> normal) const {
        return {seen(normal, flow_of(values_at(now, i))), bed[i]};
    }
};

/// Reflects the water of a wet cell at its closed faces.
template <CellShape shape, class Real> struct PushByTable {
    using Faces = CellFaces<shape>;
    const int* table;
    const u32 *count, *list;
    StateIn<Real> now;
    Sums<Real> sums;

    NF_HD void operator()(u32 n) const {
        if (n >= *count) return;
        const u32 i = list[n];
        BalanceOf<Real> out;
        for (int face = 0; face < Faces::count; ++face) {
            if (table[std::size_t(i) * Faces::count + std::size_t(face)] >= 0) continue;
            const float sign = face < Faces::axes ? 1.f : -1.f;
            out.wall_x += sign * Faces::template normal_x<Real>(face % Faces::axes);
            out.wall_y += sign * Faces::template normal_y<Real>(face % Faces::axes);
        }
        push_off_walls(out, flow_of(values_at(now, i)));
        sums.add(i, 0, out.x, out.y);
    }
};

/// Updates every cell from its sums.
template <CellShape shape, Flux flux, class Real> struct UpdateBySums {
    using Faces = CellFaces<shape>;
    StateIn<Real> now;
    ColumnsIn<Real> next;
    Ground ground;
    Sums<Real> sums;
    int columns, rows;
    const Clock* clock;

    NF_HD void operator()(u32 i) const {
        const float bed = ground.bed[i];
        Values<Real> to = values_at(now, i);
        if (is_wall(bed)) to.depth = 0;
        if (is_inside(i, u32(columns), u32(rows)) && !is_wall(bed)) {
            if constexpr (flux == Flux::levelling) {
                to = {larger(0.f, to.depth - sums.mass[i]) + clock->rain_due, 0, 0};
            } else {
                const Real by =
                    clock->step * Faces::template length_in<Real> / (Faces::template area_in<Real> * ground.spacing);
                const BalanceOf<Real> out{sums.mass[i], sums.x[i], sums.y[i], 0, 0};
                to = stepped(to, bed, out, by, clock->rain_due, ground.manning_at(i), clock->step).water;
            }
        }
        keep(next, i, to);
    }
};

template <class Exec> class TableLayout {
  public:
    /// Builds the table of a site once. Cells changed by walls are in no neighbour list.
    void prepare(Exec& exec, const Site& site) {
        if (count_.size() > 0) return;
        if (site.lattice.shape == CellShape::hexagon) make_table<CellShape::hexagon>(exec, site);
        else make_table<CellShape::square>(exec, site);
        const u32 cells = site.lattice.cells();
        list_.resize(cells, "wet cells");
        count_.resize(1, "wet cells");
    }

    template <CellShape shape, Flux flux, class Real> void step(StepContext<Exec>& step, const StateIn<Real>& now,
                                                                const ColumnsIn<Real>& next, const Ground& ground,
                                                                const Site& site, const Clock* clock) {
        Exec& exec = step.exec;
        const u32 cells = site.lattice.cells();
        auto& kept = std::get<Array<Exec, Real>>(sums_);
        kept.resize(std::size_t(3) * cells, "the table's sums");
        const Sums<Real> sums{kept.data(), kept.data() + cells, kept.data() + std::size_t(2) * cells};
        step.timer.stage(exec, "snapshot");
        const StateIn<Real> then = snapshot(exec, now, cells);
        fill_zero(exec, kept.data(), kept.size());
        step.timer.stage(exec, "lists");
        fill_zero(exec, count_.data(), 1);
        for_each(exec, cells, ListWet{high_of(then).depth, ground.bed, count_.data(), list_.data()});
        step.timer.stage(exec, "faces");
        for_each(
            exec, cells,
            ExchangeByTable<shape, flux, Real>{table_.data(), count_.data(), list_.data(), then, ground.bed, sums});
        if constexpr (flux != Flux::levelling) {
            step.timer.stage(exec, "walls");
            for_each(exec, cells, PushByTable<shape, Real>{table_.data(), count_.data(), list_.data(), then, sums});
        }
        step.timer.stage(exec, "update");
        for_each(exec, cells,
                 UpdateBySums<shape, flux, Real>{then, next, ground, sums, int(site.lattice.columns),
                                                 int(site.lattice.rows), clock});
    }

    std::size_t bytes() const {
        const auto sums = std::apply([](const auto&... of) { return (of.bytes() + ...); }, sums_);
        return table_.bytes() + list_.bytes() + snapshot_.bytes() + sums;
    }

  private:
    WaterState copied(Exec& exec, const WaterState& now, float* to, std::size_t cells) {
        copy_on_device(exec, to, now.depth, cells);
        copy_on_device(exec, to + cells, now.momentum_x, cells);
        copy_on_device(exec, to + 2 * cells, now.momentum_y, cells);
        return {to, to + cells, to + 2 * cells};
    }
    WaterState snapshot(Exec& exec, const WaterState& now, std::size_t cells) {
        snapshot_.resize(3 * cells, "the table's snapshot");
        return copied(exec, now, snapshot_.data(), cells);
    }
    FineState snapshot(Exec& exec, const FineState& now, std::size_t cells) {
        snapshot_.resize(6 * cells, "the table's snapshot");
        return {copied(exec, now.high, snapshot_.data(), cells),
                copied(exec, now.rest, snapshot_.data() + 3 * cells, cells)};
    }
    template <CellShape shape> void make_table(Exec& exec, const Site& site) {
        using Faces = CellFaces<shape>;
        const CellLattice& lattice = site.lattice;
        require_memory(Backend::cpu, std::size_t(lattice.cells()) * Faces::count * sizeof(int), "the table of cells",
                       "use fewer columns");
        std::vector<bool> closed(site.bed.size());
        for (u32 i = 0; i < u32(site.bed.size()); ++i) closed[i] = is_wall(site.bed[i]);
        for (u32 k = 0; k < site.cuts.changed; ++k) closed[site.cuts.cells[k].cell] = true;
        std::vector<int> table(std::size_t(lattice.cells()) * Faces::count, -1);
        for (u32 row = 0; row < lattice.rows; ++row)
            for (u32 column = 0; column < lattice.columns; ++column) {
                const u32 i = row * lattice.columns + column;
                for (int face = 0; face < Faces::count && !closed[i]; ++face) {
                    const int r = int(row) + Faces::rows_to(face);
                    const int c = int(column) + Faces::columns_to(face, int(row) & 1);
                    if (r < 0 || c < 0 || r >= int(lattice.rows) || c >= int(lattice.columns)) continue;
                    const u32 other = u32(r) * lattice.columns + u32(c);
                    if (!closed[other]) table[std::size_t(i) * Faces::count + std::size_t(face)] = int(other);
                }
            }
        table_.upload(exec, table);
    }

    Array<Exec, int> table_;
    Array<Exec, u32> list_, count_;
    Array<Exec, float> snapshot_;
    std::tuple<Array<Exec, float>, Array<Exec, double>> sums_;  ///< per precision
};

}  // namespace nearfield::flood
