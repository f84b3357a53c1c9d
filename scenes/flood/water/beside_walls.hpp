#pragma once
// Steps the cells that walls cut and their neighbours, over the faces that each cell has.
#include "cells/cut.hpp"
#include "cells/tiling.hpp"
#include "scenes/flood/site/site.hpp"
#include "scenes/flood/water/shallow_water.hpp"
#include "scenes/flood/water/shown.hpp"

#include <algorithm>
#include <unordered_map>

namespace nearfield::flood {

/// State of a cell for its fluxes: its water (at second order half a step ahead) and the half slopes along every axis.
template <CellShape shape, int order, class Real> struct AtFaces {
    static constexpr int axes = CellFaces<shape>::axes;
    FlowOf<Real> flow;
    Real bed;
    Real ceiling = INFINITY;
    AtFaceOf<Real> half[order == 1 ? 1 : axes];

    /// State at a face, with velocities along its axis, which points out of the cell or into it. Faces within a cell
    /// have no slopes.
    template <class Along> NF_INLINE AtFaceOf<Real> at(int face, Along along) const {
        AtFaceOf<Real> to{seen(along, flow), bed, ceiling};
        if constexpr (order == 2) {
            if (face < 0) return to;
            const AtFaceOf<Real>& by = half[face % axes];
            const float sign = face < axes ? 1.f : -1.f;
            to.water.depth = larger(Real(0), to.water.depth + sign * by.water.depth);
            to.bed += sign * by.bed;
            to.water.along += sign * by.water.along;
            to.water.across += sign * by.water.across;
        }
        return to;
    }
};

/// Present state of a door.
struct GateNow {
    u32 open = 1;
    float broke = -1;  ///< time when water broke it, s; below 0: never
};
/// A face in a doorway.
struct GateFace {
    u32 cell, other;
    int gate;
};

/// Breaks shut doors whose levels over the higher floor differ by more than the doors withstand.
struct BreakGates {
    const GateFace* faces;
    const float *breaks_at, *bed, *depth;
    Ceilings ceilings;
    const Clock* clock;
    GateNow* gates;

    NF_HD void operator()(u32 i) const {
        const GateFace face = faces[i];
        if (gates[face.gate].open) return;
        const float floor = larger(bed[face.cell], bed[face.other]);
        const float here = larger(0.f, bed[face.cell] + head(face.cell) - floor);
        const float there = larger(0.f, bed[face.other] + head(face.other) - floor);
        if (fabsf(here - there) > breaks_at[face.gate]) {
            gates[face.gate].broke = float(clock->time);
            gates[face.gate].open = 1;
        }
    }
    NF_HD float head(u32 cell) const { return ceilings.head(cell, bed[cell], depth[cell]); }
};

/// True for tiles that are awake or next to an awake one; null `awake`: for all.
struct NearAwake {
    Tiling tiling;
    const float* awake;
    float* near;
    NF_HD void operator()(u32 tile) const { near[tile] = !awake || is_near_awake(tiling, awake, tile) ? 1.f : 0.f; }
};

/// Input of a step of the cells beside walls.
template <class Real> struct BesideWalls {
    const CutCell* cells;
    const CutFace* faces;  ///< `other` is an index into `seen`
    const GateNow* gates;
    const float* near;  ///< per tile: above 0 if it is awake or next to an awake one; other tiles are skipped
    const u32* seen;    ///< cell indices: `cells` first, then further cells with a face to them
    u32 changed;        ///< number of cut cells, which come first
    const float* bed;   ///< bed of all cells; in a sweep's bed the cut cells are walls
    StateIn<Real> now;
    ColumnsIn<Real> next;
    Ground ground;  ///< as for a sweep
    const Clock* clock;

    template <Flux flux> NF_INLINE Room<flux, Real> room(u32 cell) const {
        if constexpr (flux == Flux::under_ceilings) return ground.ceilings.template room<Real>(cell, bed[cell]);
        else return {};
    }
    NF_INLINE bool is_asleep(u32 cell, const Tiling& tiling) const { return !(near[tiling.tile_of(cell)] > 0); }
};

/// Time-step reduction factor of a cut cell: length of its faces over its area, relative to a whole cell.
NF_INLINE float time_step_reduction(const CutCell& cell) { return larger(1.f, cell.around / cell.area); }

/// Computes the face states of a cell. Whole cells match a CPU sweep bit by bit; cut cells have no slopes.
template <CellShape shape, int order, Flux flux, class Real> struct ComputeFaceStates {
    using Faces = CellFaces<shape>;
    BesideWalls<Real> walls;
    int columns;
    Real face_over_area;
    AtFaces<shape, order, Real>* at_faces;
    Tiling tiling;

    NF_HD void operator()(u32 i) const {
        const u32 cell = walls.seen[i];
        auto& at = at_faces[i];
        if (walls.is_asleep(cell, tiling)) {  // dry, like all its neighbours
            at = AtFaces<shape, order, Real>{};
            at.bed = walls.bed[cell];
            return;
        }
        at.flow = flow(cell);
        at.bed = walls.bed[cell];
        if constexpr (flux == Flux::under_ceilings) at.ceiling = walls.ground.ceilings.over[cell];
        if constexpr (order == 2) {
            for (AtFaceOf<Real>& half : at.half) half = {};
            ChangeOf<Real> change;
            if (i >= walls.changed) find_slopes(cell, at, change, typename Faces::Axes{});
            const float step = walls.clock->step;
            at.flow = half_step_ahead(at.flow, change, step * face_over_area, walls.ground.manning_at(cell), step,
                                      walls.template room<flux>(cell));
        }
    }

  private:
    NF_HD FlowOf<Real> flow(u32 cell) const {
        FlowOf<Real> flow = flow_of(values_at(walls.now, cell));
        flow.depth = walls.template room<flux>(cell).head(flow.depth);
        return flow;
    }
    NF_HD bool is_full(u32 cell) const {
        const Room<flux, Real> room = walls.template room<flux>(cell);
        return room.is_full(room.head(values_at(walls.now, cell).depth));
    }
    NF_HD InCellOf<Real> in_cell(u32 cell) const { return {flow(cell), walls.ground.bed[cell]}; }
    NF_HD static bool ends_at(const InCellOf<Real>& here, const InCellOf<Real>& there) {
        return is_wall(there.bed) || flood::ends_at(here.flow.depth, here.bed, there.flow.depth, there.bed);
    }
    template <int axis> NF_HD void find_slope(u32 cell, AtFaces<shape, order, Real>& at, ChangeOf<Real>& change) const {
        constexpr AlongAxis<Faces, axis> normal;
        const int odd = int(cell / u32(columns)) & 1;
        const u32 p = cell + u32(Faces::step_to(axis, odd, columns));
        const u32 q = cell + u32(Faces::step_to(axis + Faces::axes, odd, columns));
        const InCellOf<Real> after = in_cell(p), before = in_cell(q), here{at.flow, at.bed};
        const bool flat = is_full(cell) || is_full(p) || is_full(q) || ends_at(here, after) || ends_at(here, before);
        at.half[axis] = half_slopes(difference(normal, before, here), difference(normal, here, after), flat);
        change_along(change, normal, at.flow, at.half[axis]);
    }
    template <int... axis> NF_HD void find_slopes(u32 cell, AtFaces<shape, order, Real>& at, ChangeOf<Real>& change,
                                                  std::integer_sequence<int, axis...>) const {
        (find_slope<axis>(cell, at, change), ...);
    }
};

/// Advances a cell beside walls.
template <CellShape shape, int order, Flux flux, class Real> struct AdvanceBesideWalls {
    using Faces = CellFaces<shape>;
    BesideWalls<Real> walls;
    Real face_over_area;
    const AtFaces<shape, order, Real>* at_faces;
    const std::uint8_t*
        far;  ///< per cell: 1 if it has faces to distant cells (stairs), whose tiles do not wake its own
    float* awake;
    Tiling tiling;

    NF_HD void operator()(u32 i) const {
        const CutCell cell = walls.cells[i];
        if (!far[i] && walls.is_asleep(cell.cell, tiling)) return;
        const auto here = at_faces[i];
        glm::vec2 closed = cell.wall;
        BalanceOf<Real> along[Faces::axes];  // summed in the order of a sweep
        for (u32 k = cell.first; k < cell.first + cell.count; ++k) {
            const CutFace face = walls.faces[k];
            if (face.gate >= 0 && !walls.gates[face.gate].open) {
                closed += face.length * face.out;
                continue;
            }
            add_face(along[face.face < 0 ? 0 : face.face % Faces::axes], here, face);
        }
        BalanceOf<Real> out;
        for (int axis = Faces::axes - 1; axis >= 0; --axis) {
            if constexpr (order == 2) lean(along[axis], here, axis);
            out = along[axis] + out;
        }
        out.wall_x = closed.x;
        out.wall_y = closed.y;
        const u32 at = cell.cell;
        const Room<flux, Real> room = walls.template room<flux>(at);
        push_off_walls(out, here.flow, room);
        const float step = walls.clock->step;
        const SteppedOf<Real> to = stepped(values_at(walls.now, at), here.bed, out, step * face_over_area / cell.area,
                                           walls.clock->rain_due, walls.ground.manning_at(at), step, room);
        keep(walls.next, at, to.water);
        wake(awake + tiling.tile_of(at), to.awake * time_step_reduction(cell));
    }

  private:
    /// Adds the flux of a face. It is computed along the lattice axis, as in a sweep, so both cells get the same value.
    NF_HD void add_face(BalanceOf<Real>& out, const AtFaces<shape, order, Real>& here, const CutFace& face) const {
        const auto& there = at_faces[face.other];
        const int back = face.face < 0 ? face.face : (face.face + Faces::axes) % Faces::count;
        const bool ahead = face.face < Faces::axes;
        const float sign = ahead ? 1.f : -1.f;
        const AlongVectorOf<Real> normal = along_axis(face, sign);
        const AtFaceOf<Real> own = here.at(face.face, normal), other = there.at(back, normal);
        const float slot = walls.ground.ceilings.slot;
        const BalanceOf<Real> more = ahead ? out_of_left(normal, flux_between<flux>(own, other, slot))
                                           : out_of_right(normal, flux_between<flux>(other, own, slot));
        out.mass += face.length * more.mass;
        out.x += face.length * more.x;
        out.y += face.length * more.y;
    }
    /// Faces between lattice cells take the exact lattice normal; a cut stores it in single precision only.
    static NF_HD AlongVectorOf<Real> along_axis(const CutFace& face, float sign) {
        if (std::is_same_v<Real, float> || face.face < 0) return {sign * face.out.x, sign * face.out.y};
        const int axis = face.face % Faces::axes;
        return {Faces::template normal_x<Real>(axis), Faces::template normal_y<Real>(axis)};
    }
    static NF_HD void lean(BalanceOf<Real>& out, const AtFaces<shape, order, Real>& here, int axis) {
        const AlongVectorOf<Real> normal{Faces::template normal_x<Real>(axis), Faces::template normal_y<Real>(axis)};
        const Real depths = here.at(axis, normal).water.depth + here.at(axis + Faces::axes, normal).water.depth;
        flood::lean(out, normal, depths, here.half[axis].water.depth + here.half[axis].bed);
    }
};

/// Survey for cells that walls cut.
struct SurveyBesideWalls {
    const CutCell* cells;
    WaterState now;
    const float* bed;
    Ceilings ceilings;
    float* awake;
    Tiling tiling;

    NF_HD void operator()(u32 i) const {
        const u32 at = cells[i].cell;
        const Flow flow = flow_of(now.depth[at], now.momentum_x[at], now.momentum_y[at]);
        const float speed = wave_speed(flow, ceilings, at, bed[at]);
        wake(awake + tiling.tile_of(at), speed * time_step_reduction(cells[i]));
    }
};

/// Turns cut cells into walls for a sweep.
struct CloseCut {
    const CutCell* cells;
    float* bed;
    NF_HD void operator()(u32 i) const { bed[cells[i].cell] = wall; }
};

/// Correction to a sum over whole cells: a value times the difference between the areas of a cut and a whole cell.
struct MoreOf {
    const CutCell* cells;
    const float* value;
    NF_HD double operator()(u32 i) const { return (double(cells[i].area) - 1) * value[cells[i].cell]; }
};

/// The cells of a site that walls cut, for one backend.
template <class Exec> class CutWater {
  public:
    CutWater(Exec& exec, const Site& site) : columns_(int(site.lattice.columns)) {
        const Cuts& cuts = site.cuts;
        if (cuts.cells.empty()) return;
        std::vector<u32> seen;
        std::unordered_map<u32, u32> number;
        const auto number_of = [&](u32 cell) {
            const auto [found, added] = number.try_emplace(cell, u32(seen.size()));
            if (added) seen.push_back(cell);
            return found->second;
        };
        auto faces = cuts.faces;
        for (const CutCell& cell : cuts.cells) number_of(cell.cell);
        for (CutFace& face : faces) face.other = number_of(face.other);
        upload_gates(exec, site);
        changed_ = cuts.changed;
        cells_.upload(exec, cuts.cells);
        faces_.upload(exec, faces);
        seen_.upload(exec, seen);
        std::vector<std::uint8_t> far;
        for (const CutCell& cell : cuts.cells) {
            const auto* first = cuts.faces.data() + cell.first;
            far.push_back(std::any_of(first, first + cell.count, [](const CutFace& f) { return f.face < 0; }));
        }
        far_.upload(exec, far);
        swept_bed_.resize(site.lattice.cells(), "cells");
    }

    bool empty() const { return cells_.size() == 0; }
    /// The bed for a sweep, with cut cells as walls; null without cut cells.
    float* swept_bed() { return empty() ? nullptr : swept_bed_.data(); }
    const float* swept_bed() const { return empty() ? nullptr : swept_bed_.data(); }

    /// Copies the bed of all cells.
    void lay(Exec& exec, const float* bed) {
        if (empty()) return;
        copy_on_device(exec, swept_bed_.data(), bed, swept_bed_.size());
        for_each(exec, changed_, CloseCut{cells_.data(), swept_bed_.data()});
    }
    std::vector<GateNow> gates(Exec& exec) const { return gates_.download(exec); }
    void set_gates(Exec& exec, const std::vector<GateNow>& gates) { gates_.upload(exec, gates); }
    /// Replaces a sweep's results for these cells.
    template <CellShape shape, int order, Flux flux, class Real>
    void advance(Exec& exec, StateIn<Real> now, ColumnsIn<Real> next, const Ground& ground, const Clock* clock,
                 const float* bed, const float* awake, float* next_awake, const Tiling& tiling) {
        if (empty()) return;
        if (some_break_)
            for_each(exec, u32(gate_faces_.size()),
                     BreakGates{gate_faces_.data(), breaks_at_.data(), bed, high_of(now).depth, ground.ceilings, clock,
                                gates_.data()});
        near_.resize(tiling.count(), "tiles");
        for_each(exec, tiling.count(), NearAwake{tiling, awake, near_.data()});
        const BesideWalls<Real> walls{.cells = cells_.data(),
                                      .faces = faces_.data(),
                                      .gates = gates_.data(),
                                      .near = near_.data(),
                                      .seen = seen_.data(),
                                      .changed = changed_,
                                      .bed = bed,
                                      .now = now,
                                      .next = next,
                                      .ground = ground,
                                      .clock = clock};
        using Faces = CellFaces<shape>;
        const Real face_over_area = Faces::template length_in<Real> / (Faces::template area_in<Real> * ground.spacing);
        using Largest = AtFaces<CellShape::hexagon, 2, Real>;
        at_faces_.resize(seen_.size() * (sizeof(Largest) / sizeof(float)), "cells beside walls");
        auto* at_faces = reinterpret_cast<AtFaces<shape, order, Real>*>(at_faces_.data());
        for_each(exec, u32(seen_.size()),
                 ComputeFaceStates<shape, order, flux, Real>{walls, columns_, face_over_area, at_faces, tiling});
        for_each(exec, u32(cells_.size()),
                 AdvanceBesideWalls<shape, order, flux, Real>{walls, face_over_area, at_faces, far_.data(), next_awake,
                                                              tiling});
    }
    void survey(Exec& exec, WaterState now, const float* bed, const Ceilings& ceilings, float* awake,
                const Tiling& tiling) {
        for_each(exec, changed_, SurveyBesideWalls{cells_.data(), now, bed, ceilings, awake, tiling});
    }
    /// Difference between the sums over cut cells and over whole ones.
    template <class State> WaterSum more(Exec& exec, State now, float wet_depth) const {
        return reduce<WaterSum>(exec, changed_, SumCutCells<State>{cells_.data(), now, wet_depth});
    }
    /// The same for the integral of any value per area.
    double more_of(Exec& exec, const float* value) const {
        return reduce<double>(exec, changed_, MoreOf{cells_.data(), value});
    }
    std::size_t bytes() const {
        return cells_.bytes() + faces_.bytes() + seen_.bytes() + at_faces_.bytes() + swept_bed_.bytes();
    }

  private:
    void upload_gates(Exec& exec, const Site& site) {
        std::vector<GateFace> faces;
        std::vector<float> breaks_at;
        for (const CutCell& cell : site.cuts.cells)
            for (u32 k = cell.first; k < cell.first + cell.count; ++k)
                if (const CutFace& face = site.cuts.faces[k]; face.gate >= 0)
                    faces.push_back({cell.cell, face.other, face.gate});
        for (const Gate& gate : site.gates) {
            breaks_at.push_back(gate.breaks_at);
            some_break_ |= std::isfinite(gate.breaks_at);
        }
        gate_faces_.upload(exec, faces);
        breaks_at_.upload(exec, breaks_at);
    }

    int columns_;
    bool some_break_ = false;
    u32 changed_ = 0;
    Array<Exec, CutCell> cells_;
    Array<Exec, CutFace> faces_;
    Array<Exec, u32> seen_;
    Array<Exec, std::uint8_t> far_;
    Array<Exec, float> near_;
    Array<Exec, GateFace> gate_faces_;
    Array<Exec, float> breaks_at_;
    Array<Exec, GateNow> gates_;
    Array<Exec, float> at_faces_;  ///< AtFaces
    Array<Exec, float> swept_bed_;
};

}  // namespace nearfield::flood
