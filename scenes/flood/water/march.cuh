#pragma once
// A step of the water on a GPU. Every warp marches upward through the rows of a tile, one column per lane. Shared
// memory is not used: a lane keeps the rows of its column in registers and shuffles with its neighbours. Every flux is
// computed once and given to both cells.
#include "cells/tiling.hpp"
#include "scenes/flood/site/site.hpp"
#include "scenes/flood/water/clock.hpp"
#include "scenes/flood/water/shallow_water.hpp"

namespace nearfield::flood {

/// `Real`: precision of the state and of the arithmetic.
template <CellShape shape, int order, Flux flux, bool mapped, class Real> class March {
  public:
    /// Lanes at either side of a warp that only load.
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

    /// Returns the greatest wave speed of the tile.
    __device__ float run(const Tiling& tiling, u32 tile) {
        const int lane = int(threadIdx.x), across = tiling.across();
        const int column = int(tile % u32(across)) * tiling.tile.columns + lane - halo;
        const int low = int(tile / u32(across)) * tiling.tile.rows;
        const int bottom = max(low, int(margin)), top = min(low + tiling.tile.rows, tiling.rows - int(margin));
        if (top <= bottom) return 0;
        writes_ = lane >= halo && lane < 32 - halo && column >= int(margin) && column < tiling.columns - int(margin);
        next_at_ = u32(bottom) * columns_ + u32(limited(column, 0, tiling.columns - 1));
        fetched_at_ = next_at_ - u32(order) * columns_;
        last_at_ = next_at_ + u32(tiling.rows - 1 - bottom) * columns_;
        const Row below = fetch(), middle = order == 2 ? fetch() : below;
        fetched_ = fetch();
        if constexpr (order == 2) take(low_, below);
        take(mid_, middle);
        begin();
        int y = bottom;  // tiles start at even rows
        for (; y < top; y += 2) {
            row<0>(y > bottom);
            row<1>(true);
        }
        if (y == top) end();
        return fastest_;
    }

  private:
    using Faces = CellFaces<shape>;
    using Flow = FlowOf<Real>;
    using InCell = InCellOf<Real>;
    using AtFace = AtFaceOf<Real>;
    using Change = ChangeOf<Real>;
    using Balance = BalanceOf<Real>;
    using FaceFlux = FaceFluxOf<Real>;

    static constexpr bool has_ceilings = flux == Flux::under_ceilings;
    struct Cell {
        Flow flow{};
        Real x = 0, y = 0;
        float bed = 0, rough = 1;
        Real stored = 0;
        float ceiling = INFINITY;
        unsigned dry = 0, walls = 0, full = 0;  ///< one bit per lane
    };
    struct Halves {
        AtFace of[3];
    };

    /// Values loaded for a cell of a row.
    struct Row {
        decltype(kept_at(StateIn<Real>{}, u32{})) water;
        float bed, rough, ceiling;
    };
    /// Starts to load the next row above; take() waits for it.
    __device__ Row fetch() {
        const u32 i = fetched_at_;
        fetched_at_ = min(fetched_at_ + columns_, last_at_);
        return {kept_at(now_, i), ground_.bed[i], mapped ? ground_.rough[i] : 1.f,
                has_ceilings ? ground_.ceilings.over[i] : INFINITY};
    }
    __device__ Room<flux, Real> room(const Cell& cell) const {
        if constexpr (!has_ceilings) return {};
        return {is_wall(cell.bed) ? INFINITY : larger(0.f, cell.ceiling - cell.bed), ground_.ceilings.slot};
    }
    __device__ void take(Cell& cell, const Row& row) const {
        const Values<Real> water = combined(row.water);
        cell.x = water.x;
        cell.y = water.y;
        cell.bed = row.bed;
        cell.rough = row.rough;
        cell.ceiling = row.ceiling;
        cell.stored = is_wall(cell.bed) ? 0 : water.depth;
        cell.flow = flow_of(Values<Real>{cell.stored, cell.x, cell.y});
        if constexpr (has_ceilings) {
            cell.flow.depth = room(cell).head(cell.stored);
            cell.full = __ballot_sync(~0u, room(cell).is_full(cell.flow.depth));
        }
        cell.dry = __ballot_sync(~0u, cell.flow.depth <= dry_depth);
        cell.walls = cell.dry ? __ballot_sync(~0u, is_wall(cell.bed)) : 0;
    }

    /// The value of the lane `lanes` further right.
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

    /// True if the bit of the lane `lanes` further right is set in `cells`.
    __device__ static bool is_of(unsigned cells, int lanes) { return cells >> ((int(threadIdx.x) + lanes) & 31) & 1; }

    /// Computes the half slopes along an axis from the difference behind (from a cell of `row_behind`, `columns_behind`
    /// columns further) and the difference ahead. They are 0 where the water ends (ends_at()) or the cell is full.
    template <int axis, int columns_behind, int columns_ahead>
    __device__ void find_halves(Halves& half, Change& change, const AtFace& behind, const Cell& row_behind,
                                const AtFace& ahead, const Cell& row_ahead, bool some_dry) const {
        bool flat = has_ceilings && (is_of(mid_.full, 0) || is_of(row_behind.full, columns_behind) ||
                                     is_of(row_ahead.full, columns_ahead));
        if (some_dry)
            flat = flat || is_wall(mid_.bed) ||
                   (is_of(row_behind.dry, columns_behind) && -behind.bed >= mid_.flow.depth) ||
                   (is_of(row_ahead.dry, columns_ahead) && ahead.bed >= mid_.flow.depth);
        half.of[axis] = half_slopes(behind, ahead, flat);
        change_along(change, AlongAxis<Faces, axis>{}, mid_.flow, half.of[axis]);
    }

    /// Differences along an axis from a row to the cells of another row, `columns` further.
    template <int axis, int columns> __device__ static AtFace differences(const Cell& row, const Cell& to) {
        return difference(AlongAxis<Faces, axis>{}, values(row), from<columns>(values(to)));
    }

    /// Limited slopes of the middle row, and its water half a step ahead.
    template <int odd> __device__ void reconstruct(Halves& half, Flow& ahead) {
        const bool some_dry = low_.dry | mid_.dry | high_.dry;
        const AtFace east = differences<0, 1>(mid_, mid_);
        Change change;
        find_halves<0, -1, 1>(half, change, from<-1>(east), mid_, east, mid_, some_dry);
        if constexpr (shape == CellShape::square) {
            const AtFace up = differences<1, 0>(mid_, high_);
            find_halves<1, 0, 0>(half, change, rise_[1], low_, up, high_, some_dry);
            rise_[1] = up;
        } else {
            const AtFace right = differences<1, odd>(mid_, high_), left = differences<2, odd - 1>(mid_, high_);
            find_halves<1, odd - 1, odd>(half, change, from<odd - 1>(rise_[1]), low_, right, high_, some_dry);
            find_halves<2, odd, odd - 1>(half, change, from<odd>(rise_[2]), low_, left, high_, some_dry);
            rise_[1] = right;
            rise_[2] = left;
        }
        ahead = half_step_ahead(mid_.flow, change, step_ * face_over_area_, manning(mid_), step_, room(mid_));
    }

    /// State at the face in direction `sign` of an axis.
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

    /// A wall's bed is infinitely high, so nothing passes it.
    __device__ FaceFlux through(const AtFace& left, const AtFace& right) const {
        return flux_between<flux>(left, right, ground_.ceilings.slot);
    }
    /// Adds the flux through the face ahead on an axis to a cell's outflow.
    template <int axis> __device__ static void lose(Balance& sum, const FaceFlux& passes) {
        sum.mass += passes.mass;
        AlongAxis<Faces, axis>{}.add_back(sum.x, sum.y, passes.along, passes.across);
    }
    /// Subtracts the flux through the face behind, which the lane `lanes` further right holds.
    template <int axis, int lanes> __device__ static void gain(Balance& sum, const FaceFlux& passes) {
        sum.mass -= from<lanes>(passes.mass);
        AlongAxis<Faces, axis>{}.add_back(sum.x, sum.y, -from<lanes>(passes.along - passes.push),
                                          -from<lanes>(passes.across));
    }
    /// Adds the force of the surface slope along an axis on the cell's own water.
    template <int axis> __device__ void lean(Balance& sum, const Flow& ahead, const Halves& half) const {
        if constexpr (order == 1) return;
        const Real depths =
            at_face<axis>(ahead, mid_, half, 1).water.depth + at_face<axis>(ahead, mid_, half, -1).water.depth;
        const Real level = half.of[axis].water.depth + half.of[axis].bed;
        flood::lean(sum, AlongAxis<Faces, axis>{}, depths, level);
    }

    /// Starts with the row below the tile, an odd one.
    __device__ void begin() {
        Halves half;
        Flow ahead = mid_.flow;
        if constexpr (order == 2) {
            rise_[1] = differences<1, 0>(low_, mid_);
            if constexpr (shape == CellShape::hexagon) rise_[2] = differences<2, -1>(low_, mid_);
            take(high_, fetched_);
            fetched_ = fetch();
            reconstruct<1>(half, ahead);
        }
        go_up(ahead, half, {});
    }

    /// Exchanges across the faces within a row and to the row below, which is then complete. `odd`: 1 if the row is
    /// odd. `writes`: the row below belongs to the tile.
    template <int odd> __device__ void row(bool writes) {
        take(order == 2 ? high_ : mid_, fetched_);
        fetched_ = fetch();
        Halves half;
        Flow ahead = mid_.flow;
        if constexpr (order == 2) reconstruct<odd>(half, ahead);
        const AtFace east = at_face<0>(ahead, mid_, half, 1), west = at_face<0>(ahead, mid_, half, -1);
        const FaceFlux passes = through(east, from<1>(west));
        Balance out{.mass = passes.mass, .x = passes.along, .y = passes.across};
        gain<0, -1>(out, passes), lean<0>(out, ahead, half);
        exchange_below<odd>(ahead, half, out);
        if (writes) finish<odd>();
        go_up(ahead, half, out);
    }

    /// Ends with the row above the tile if it is even.
    __device__ void end() {
        take(order == 2 ? high_ : mid_, fetched_);
        Halves half;
        Flow ahead = mid_.flow;
        if constexpr (order == 2) reconstruct<0>(half, ahead);
        Balance out;
        exchange_below<0>(ahead, half, out);
        finish<0>();
    }

    /// The middle row becomes the row below.
    __device__ void go_up(const Flow& ahead, const Halves& half, const Balance& out) {
        up_[1] = at_face<1>(ahead, mid_, half, 1);
        if constexpr (Faces::axes == 3) up_[2] = at_face<2>(ahead, mid_, half, 1);
        walls_below_ = low_.walls;
        low_ = mid_;
        out_ = out;
        ahead_ = ahead;
        if constexpr (order == 2) mid_ = high_;
    }

    /// Exchanges across the faces between the middle row and the one below.
    template <int odd> __device__ void exchange_below(const Flow& ahead, const Halves& half, Balance& out) {
        const AtFace down = at_face<1>(ahead, mid_, half, -1);
        if constexpr (shape == CellShape::square) {
            const FaceFlux passes = through(up_[1], down);
            lose<1>(out_, passes);
            gain<1, 0>(out, passes);
        } else {
            // Seen from the row below. If that row is odd, the upper left neighbour has the same column, else the upper
            // right one; the other neighbour is one column further.
            constexpr int to_right = odd ? 0 : 1, to_left = odd ? -1 : 0;
            const FaceFlux right = through(up_[1], from<to_right>(down));
            lose<1>(out_, right);
            gain<1, -to_right>(out, right);
            const AtFace down_right = at_face<2>(ahead, mid_, half, -1);
            const FaceFlux left = through(up_[2], from<to_left>(down_right));
            lose<2>(out_, left);
            gain<2, -to_left>(out, left);
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

    /// Walls push back the water of the row below the middle. `odd`: 1 if that row is odd.
    template <int odd> __device__ void push_off() {
        const int lane = int(threadIdx.x);
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

    u32 columns_, fetched_at_ = 0, last_at_ = 0, next_at_ = 0;
    StateIn<Real> now_;
    ColumnsIn<Real> next_;
    Ground ground_;
    Real face_over_area_;
    float step_, rain_;
    bool writes_ = false;
    Row fetched_{};
    Cell low_, mid_, high_;     ///< rows; the members below belong to the lowest
    AtFace rise_[3];            ///< order 2: differences from the lowest to the middle row, per axis
    unsigned walls_below_ = 0;  ///< walls of the row below it
    AtFace up_[3];              ///< state at its upper faces
    Flow ahead_{};              ///< its water half a step ahead
    Balance out_;               ///< its outflow so far
    float fastest_ = 0;
};

/// True if a tile or one of its eight neighbours is awake; computed by a whole warp.
__device__ inline bool warp_is_near_awake(const Tiling& tiling, const float* awake, u32 tile) {
    const int lane = int(threadIdx.x), across = tiling.across();
    const int x = limited(int(tile % u32(across)) + lane % 3 - 1, 0, across - 1);
    const int y = limited(int(tile / u32(across)) + lane / 3 % 3 - 1, 0, tiling.up() - 1);
    return __any_sync(~0u, awake[u32(y) * u32(across) + u32(x)] > 0);
}

/// One warp per block, so all threads of a block provably take the same branches.
constexpr u32 march_threads = 32;
/// Minimum number of blocks per multiprocessor. A larger minimum would leave fewer registers and cost instructions or
/// memory traffic.
template <int order, Flux flux, class Real> constexpr u32 march_blocks() {
    if (!std::is_same_v<Real, float>) return 1;
    return order == 1 && flux != Flux::under_ceilings ? 28 : 16;
}

template <CellShape shape, int order, Flux flux, bool mapped, class Real>
__global__ void __launch_bounds__(march_threads, march_blocks<order, flux, Real>())
    march_kernel(Tiling tiling, const float* awake, float* result, StateIn<Real> now, ColumnsIn<Real> next,
                 Ground ground, const Clock* clock) {
    wait_for_previous();
    const u32 tile = blockIdx.x;
    float fastest = 0;
    if (!awake || warp_is_near_awake(tiling, awake, tile))
        fastest = March<shape, order, flux, mapped, Real>(tiling, now, next, ground, clock).run(tiling, tile);
    fastest = detail::greatest_of_warp(fastest);
    if (threadIdx.x == 0) result[tile] = fastest;
}

/// Advances the water, like the CPU version in advance.hpp.
template <CellShape shape, int order, Flux flux, class Real>
void advance(Cuda& exec, const Tiling& tiling, const float* awake, float* result, const StateIn<Real>& now,
             const ColumnsIn<Real>& next, const Ground& ground, const Clock* clock) {
    if (tiling.count() == 0) return;
    const auto kernel =
        ground.mapped ? march_kernel<shape, order, flux, true, Real> : march_kernel<shape, order, flux, false, Real>;
    launch(exec, kernel, tiling.count(), march_threads, 0, "launching a step of the water", tiling, awake, result, now,
           next, ground, clock);
}

/// Tiles as wide as a warp. Their height lets all warps run at once or, on large lattices, keeps the overlap of tiles
/// small.
template <CellShape shape, int order, class Real> TileSize tile_for(Cuda&, int columns, int rows) {
    const double warps = resident_blocks(march_kernel<shape, order, Flux::hllc, false, Real>, march_threads);
    TileSize best{};
    double least = INFINITY;
    for (TileSize tile{.columns = 32 - 2 * order, .rows = 32}; tile.rows >= 8; tile.rows -= 2) {
        const double rounds = Tiling{columns, rows, tile}.count() / warps;
        const double cost = (rounds <= 1 ? 1 : rounds + 0.5) * (tile.rows + order);
        if (cost < least) {
            least = cost;
            best = tile;
        }
    }
    return best;
}

}  // namespace nearfield::flood
