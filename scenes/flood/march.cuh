#pragma once
// A step of the water on a GPU: every warp takes the rows of a tile upward, one after the other, a column per lane.
// Nothing goes through shared memory: a lane keeps its column's rows in registers and asks its neighbours for theirs.
// Every flux is computed once and given to both cells.
#include "cells/tiling.hpp"
#include "scenes/flood/clock.hpp"
#include "scenes/flood/shallow_water.hpp"
#include "scenes/flood/site.hpp"

namespace nearfield::flood {

/// `Real`: what it computes in, from a state of that precision.
template <CellShape shape, int order, Flux flux, bool mapped, class Real> class March {
  public:
    /// Lanes at either side of a warp that only look.
    static constexpr int halo = order;
    static_assert(halo <= int(margin));

    __device__ March(const Tiling& tiling, const StateIn<Real>& now, const ColumnsIn<Real>& next, const Ground& ground,
                     const Clock* clock)
        : columns_(u32(tiling.columns)),
          now_(now),
          next_(next),
          ground_(ground),
          face_over_area_(Faces::template length_in<Real> / (Faces::template area_in<Real> * ground.spacing)),
          step_(clock->step),
          rain_(clock->rain_due) {}

    /// The fastest water of the tile.
    __device__ float run(const Tiling& tiling, u32 tile) {
        const int lane = int(threadIdx.x % 32), across = tiling.across();
        const int column = int(tile % u32(across)) * tiling.tile.columns + lane - halo;
        const int low = int(tile / u32(across)) * tiling.tile.rows;
        bottom_ = max(low, int(margin)), top_ = min(low + tiling.tile.rows, tiling.rows - int(margin));
        writes_ = lane >= halo && lane < 32 - halo && column >= int(margin) && column < tiling.columns - int(margin);
        next_at_ = u32(bottom_) * columns_ + u32(limited(column, 0, tiling.columns - 1));
        fetched_at_ = next_at_ - u32(order) * columns_;
        const Row below = fetch(), middle = order == 2 ? fetch() : below;
        fetched_ = fetch();
        if constexpr (order == 2) take(low_, below);
        take(mid_, middle);
        begin();
        for (int y = bottom_; y <= top_; y += 2) {  // tiles begin in even rows
            row<0>(y);
            if (y < top_) row<1>(y + 1);
        }
        return fastest_;
    }

  private:
    using Faces = CellFaces<shape>;
    using Flow = FlowOf<Real>;
    using InCell = InCellOf<Real>;
    using AtFace = AtFaceOf<Real>;
    using Change = ChangeOf<Real>;
    using Balance = BalanceOf<Real>;

    static constexpr bool has_ceilings = flux == Flux::under_ceilings;
    struct Cell {
        Flow flow{};
        Real x = 0, y = 0;
        float bed = 0, rough = 1;
        Real stored = 0;
        float ceiling = INFINITY;
        unsigned dry = 0, walls = 0, full = 0;  ///< a bit per lane
    };
    struct Halves {
        AtFace of[3];
    };

    /// What is loaded of a row's cell.
    struct Row {
        decltype(kept_at(StateIn<Real>{}, u32{})) water;
        float bed, rough, ceiling;
    };
    /// Starts to load the row above the last one; take() waits for it.
    __device__ Row fetch() {
        const u32 i = fetched_at_;
        fetched_at_ += columns_;
        return {kept_at(now_, i), ground_.bed[i], mapped ? ground_.rough[i] : 1.f,
                has_ceilings ? ground_.ceilings.over[i] : INFINITY};
    }
    __device__ Room<flux, Real> room(const Cell& cell) const {
        if constexpr (!has_ceilings) return {};
        return {is_wall(cell.bed) ? INFINITY : larger(0.f, cell.ceiling - cell.bed), ground_.ceilings.slot};
    }
    __device__ void take(Cell& cell, const Row& row) const {
        const Values<Real> water = joined(row.water);
        cell.x = water.x, cell.y = water.y, cell.bed = row.bed, cell.rough = row.rough, cell.ceiling = row.ceiling;
        cell.stored = is_wall(cell.bed) ? 0 : water.depth;
        cell.flow = flow_of(Values<Real>{cell.stored, cell.x, cell.y});
        if constexpr (has_ceilings) {
            cell.flow.depth = room(cell).head(cell.stored);
            cell.full = __ballot_sync(~0u, room(cell).is_full(cell.flow.depth));
        }
        cell.dry = __ballot_sync(~0u, cell.flow.depth <= dry_depth);
        cell.walls = cell.dry ? __ballot_sync(~0u, is_wall(cell.bed)) : 0;
    }

    /// The value `lanes` further to the right.
    template <int lanes> __device__ static Real from(Real value) {
        if constexpr (lanes == 0) return value;
        else if constexpr (lanes > 0) return __shfl_down_sync(~0u, value, lanes);
        else return __shfl_up_sync(~0u, value, -lanes);
    }
    template <int lanes> __device__ static InCell from(const InCell& a) {
        return {{from<lanes>(a.flow.depth), from<lanes>(a.flow.u), from<lanes>(a.flow.v)}, from<lanes>(a.bed)};
    }
    template <int lanes> __device__ static AtFace from(const AtFace& a) {
        return {{from<lanes>(a.water.depth), from<lanes>(a.water.along), from<lanes>(a.water.across)},
                from<lanes>(a.bed),
                has_ceilings ? from<lanes>(a.ceiling) : INFINITY};
    }
    __device__ static InCell values(const Cell& cell) { return {cell.flow, cell.bed}; }

    __device__ static bool ends_at(const InCell& here, const InCell& there) {
        return flood::ends_at(here.flow.depth, here.bed, there.flow.depth, there.bed);
    }

    /// Whether the cell so many lanes further to the right is full.
    __device__ static bool is_full(const Cell& cell, int lanes) {
        return has_ceilings && cell.full >> ((int(threadIdx.x % 32) + lanes) & 31) & 1;
    }

    /// Finds the half slopes along an axis between two opposite neighbours. `full`: one of the three cells is.
    template <int axis> __device__ static Change find_halves(Halves& half, const InCell& before, const InCell& here,
                                                             const InCell& after, bool some_dry, bool full) {
        constexpr AlongAxis<Faces, axis> normal;
        const bool flat = full || (some_dry && (is_wall(here.bed) || ends_at(here, before) || ends_at(here, after)));
        const AtFace slope = half_slopes(normal, before, here, after);
        half.of[axis] = flat ? AtFace{} : slope;
        return change_along(normal, here.flow, half.of[axis]);
    }

    /// Limited slopes of the row in the middle, and its water half a step ahead.
    template <int odd> __device__ void reconstruct(Halves& half, Flow& ahead) const {
        const bool some_dry = low_.dry | mid_.dry | high_.dry;
        const InCell low = values(low_), mid = values(mid_), high = values(high_);
        const bool own = is_full(mid_, 0);
        Change change = find_halves<0>(half, from<-1>(mid), mid, from<1>(mid), some_dry,
                                       own || is_full(mid_, -1) || is_full(mid_, 1));
        if constexpr (shape == CellShape::square)
            change =
                change + find_halves<1>(half, low, mid, high, some_dry, own || is_full(low_, 0) || is_full(high_, 0));
        else {
            change = change + find_halves<1>(half, from<odd - 1>(low), mid, from<odd>(high), some_dry,
                                             own || is_full(low_, odd - 1) || is_full(high_, odd));
            change = change + find_halves<2>(half, from<odd>(low), mid, from<odd - 1>(high), some_dry,
                                             own || is_full(low_, odd) || is_full(high_, odd - 1));
        }
        ahead = half_step_ahead(mid_.flow, change, step_ * face_over_area_, manning(mid_), step_, room(mid_));
    }

    /// The water at the face that is `sign` along an axis.
    template <int axis>
    __device__ static AtFace at_face(const Flow& ahead, const Cell& cell, const Halves& half, float sign) {
        const FaceSideOf<Real> own = seen(AlongAxis<Faces, axis>{}, ahead);
        const Real bed = cell.bed;
        if constexpr (order == 1) return {own, bed, cell.ceiling};
        const AtFace& h = half.of[axis];
        return {{larger(Real(0), own.depth + sign * h.water.depth), own.along + sign * h.water.along,
                 own.across + sign * h.water.across},
                bed + sign * h.bed,
                cell.ceiling};
    }

    /// What the cell on the left of a face loses, and what the one on its right gains.
    struct Exchange {
        Balance lost, gained;
    };
    /// A wall's bed, infinitely high, lets nothing through.
    template <int axis> __device__ Exchange through(const AtFace& left, const AtFace& right) const {
        constexpr AlongAxis<Faces, axis> normal;
        const FaceFluxOf<Real> passes = flux_between<flux>(left, right, ground_.ceilings.slot);
        const InPlaneOf<Real> gained = normal.back(passes.along - passes.push, passes.across);
        return {out_of_left(normal, passes), {passes.mass, gained.x, gained.y}};
    }

    /// Adds to what has left a cell, but for walls.
    __device__ static void lose(Balance& sum, const Balance& part) {
        sum.mass += part.mass, sum.x += part.x, sum.y += part.y;
    }
    /// The same for what comes from the cell so many lanes further to the right.
    template <int lanes> __device__ static void gain(Balance& sum, const Balance& part) {
        sum.mass -= from<lanes>(part.mass), sum.x -= from<lanes>(part.x), sum.y -= from<lanes>(part.y);
    }
    /// The push of the slope of the level along an axis on the water of the cell itself.
    template <int axis> __device__ void lean(Balance& sum, const Flow& ahead, const Halves& half) const {
        if constexpr (order == 1) return;
        const Real depths =
            at_face<axis>(ahead, mid_, half, 1).water.depth + at_face<axis>(ahead, mid_, half, -1).water.depth;
        const Real level = half.of[axis].water.depth + half.of[axis].bed;
        const Balance push = leaning(AlongAxis<Faces, axis>{}, depths, level);
        sum.x += push.x, sum.y += push.y;
    }

    /// The row below the tile, an odd one.
    __device__ void begin() {
        Halves half;
        Flow ahead = mid_.flow;
        if constexpr (order == 2) take(high_, fetched_), fetched_ = fetch(), reconstruct<1>(half, ahead);
        go_up(ahead, half, {});
    }

    /// Exchanges across the faces within row y and to the row below, which is then done. `odd`: 1 if y is.
    template <int odd> __device__ void row(int y) {
        take(order == 2 ? high_ : mid_, fetched_);
        if (y < top_) fetched_ = fetch();
        Halves half;
        Flow ahead = mid_.flow;
        if constexpr (order == 2) reconstruct<odd>(half, ahead);
        Balance out;
        if (y < top_) {
            const AtFace east = at_face<0>(ahead, mid_, half, 1), west = at_face<0>(ahead, mid_, half, -1);
            const Exchange e = through<0>(east, from<1>(west));
            out = e.lost, gain<-1>(out, e.gained), lean<0>(out, ahead, half);
        }
        exchange_below<odd>(ahead, half, out);
        if (y > bottom_) finish<odd>();
        go_up(ahead, half, out);
    }

    /// The row in the middle becomes the one below.
    __device__ void go_up(const Flow& ahead, const Halves& half, const Balance& out) {
        up_[1] = at_face<1>(ahead, mid_, half, 1);
        if constexpr (Faces::axes == 3) up_[2] = at_face<2>(ahead, mid_, half, 1);
        walls_below_ = low_.walls, low_ = mid_, out_ = out, ahead_ = ahead;
        if constexpr (order == 2) mid_ = high_;
    }

    /// Across the faces between the row in the middle and the one below.
    template <int odd> __device__ void exchange_below(const Flow& ahead, const Halves& half, Balance& out) {
        const AtFace down = at_face<1>(ahead, mid_, half, -1);
        if constexpr (shape == CellShape::square) {
            const Exchange e = through<1>(up_[1], down);
            lose(out_, e.lost), gain<0>(out, e.gained);
        } else {
            // Seen from the row below, which is odd if this one is even: its next row's cell of the same column is to
            // the upper left if it is odd, else to the upper right; the other is a column further.
            constexpr int to_right = odd ? 0 : 1, to_left = odd ? -1 : 0;
            const Exchange right = through<1>(up_[1], from<to_right>(down));
            lose(out_, right.lost), gain<-to_right>(out, right.gained);
            const AtFace down_right = at_face<2>(ahead, mid_, half, -1);
            const Exchange left = through<2>(up_[2], from<to_left>(down_right));
            lose(out_, left.lost), gain<-to_left>(out, left.gained);
            lean<2>(out, ahead, half);
        }
        lean<1>(out, ahead, half);
    }

    __device__ float manning(const Cell& cell) const {
        if constexpr (mapped) return ground_.manning * cell.rough;
        else return ground_.manning;
    }

    /// Completes the row below the middle.
    template <int odd> __device__ void finish() {
        if (walls_below_ | low_.walls | mid_.walls) push_off<1 - odd>();
        const SteppedOf<Real> to = stepped(Values<Real>{low_.stored, low_.x, low_.y}, low_.bed, out_,
                                           step_ * face_over_area_, rain_, manning(low_), step_, room(low_));
        const u32 i = next_at_;
        next_at_ += columns_;
        if (!writes_) return;
        keep(next_, i, to.water);
        fastest_ = larger(fastest_, to.awake);
    }

    /// Walls push back the water of the row below the middle; `odd`: 1 if that row is.
    template <int odd> __device__ void push_off() {
        const int lane = int(threadIdx.x % 32);
        const auto closed = [&](unsigned walls, int columns) { return float(walls >> ((lane + columns) & 31) & 1); };
        for (int face = 0; face < Faces::count; ++face) {
            const int rows = Faces::rows_to(face);
            const unsigned walls = rows > 0 ? mid_.walls : rows < 0 ? walls_below_ : low_.walls;
            const float sign = face < Faces::axes ? closed(walls, Faces::columns_to(face, odd))
                                                  : -closed(walls, Faces::columns_to(face, odd));
            out_.wall_x += sign * Faces::template normal_x<Real>(face % Faces::axes);
            out_.wall_y += sign * Faces::template normal_y<Real>(face % Faces::axes);
        }
        push_off_walls(out_, ahead_, room(low_));
    }

    u32 columns_, fetched_at_ = 0, next_at_ = 0;
    StateIn<Real> now_;
    ColumnsIn<Real> next_;
    Ground ground_;
    Real face_over_area_;
    float step_, rain_;
    int bottom_ = 0, top_ = 0;
    bool writes_ = false;
    Row fetched_{};
    Cell low_, mid_, high_;     ///< rows; what comes next is of the lowest
    unsigned walls_below_ = 0;  ///< of the row below
    AtFace up_[3];              ///< at its upper faces
    Flow ahead_{};              ///< half a step ahead
    Balance out_;               ///< what has left it
    float fastest_ = 0;
};

/// Whether a tile or one of the eight around it is awake, found by a whole warp.
__device__ inline bool warp_is_near_awake(const Tiling& tiling, const float* awake, u32 tile) {
    const int lane = int(threadIdx.x % 32), across = tiling.across();
    const int x = limited(int(tile % u32(across)) + lane % 3 - 1, 0, across - 1);
    const int y = limited(int(tile / u32(across)) + lane / 3 % 3 - 1, 0, tiling.up() - 1);
    return __any_sync(~0u, awake[u32(y) * u32(across) + u32(x)] > 0);
}

constexpr u32 march_threads = 128;

template <CellShape shape, int order, Flux flux, bool mapped, class Real>
__global__ void __launch_bounds__(march_threads)
    march_kernel(Tiling tiling, const float* awake, float* result, StateIn<Real> now, ColumnsIn<Real> next,
                 Ground ground, const Clock* clock) {
    wait_for_previous();
    const u32 tile = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (tile >= tiling.count()) return;
    float fastest = 0;
    if (!awake || warp_is_near_awake(tiling, awake, tile))
        fastest = March<shape, order, flux, mapped, Real>(tiling, now, next, ground, clock).run(tiling, tile);
    fastest = detail::greatest_of_warp(fastest);
    if (threadIdx.x % 32 == 0) result[tile] = fastest;
}

/// As on a CPU.
template <CellShape shape, int order, Flux flux, class Real>
void advance(Cuda& exec, const Tiling& tiling, const float* awake, float* result, const StateIn<Real>& now,
             const ColumnsIn<Real>& next, const Ground& ground, const Clock* clock) {
    if (tiling.count() == 0) return;
    const auto kernel =
        ground.mapped ? march_kernel<shape, order, flux, true, Real> : march_kernel<shape, order, flux, false, Real>;
    launch(exec, kernel, (tiling.count() * 32 + march_threads - 1) / march_threads, march_threads, 0,
           "launching a step of the water", tiling, awake, result, now, next, ground, clock);
}

/// Tiles as wide as a warp, and so high that all warps run side by side or, on large lattices, do little twice.
template <CellShape shape, int order, class Real> TileSize tile_for(Cuda&, int columns, int rows) {
    const double warps =
        resident_blocks(march_kernel<shape, order, Flux::hllc, false, Real>, march_threads) * march_threads / 32.;
    TileSize best{};
    double least = INFINITY;
    for (TileSize tile{.columns = 32 - 2 * order, .rows = 32}; tile.rows >= 8; tile.rows -= 2) {
        const double rounds = Tiling{columns, rows, tile}.count() / warps;
        const double cost = (rounds <= 1 ? 1 : rounds + 0.5) * (tile.rows + order);
        if (cost < least) least = cost, best = tile;
    }
    return best;
}

}  // namespace nearfield::flood
