#pragma once
// A step of the water on a GPU: every warp takes the rows of a tile upward, one after the other, a column per lane.
// Nothing goes through shared memory: a lane keeps its column's rows in registers and asks its neighbours for theirs.
// Every flux is computed once and given to both cells.
#include "cells/tiling.hpp"
#include "scenes/flood/shallow_water.hpp"
#include "scenes/flood/site.hpp"

namespace nearfield::flood {

template <CellShape shape, int order> class March {
  public:
    using Size = TileSize<Cuda>;
    static constexpr int halo = int(margin);
    static_assert(Size::columns + 2 * halo == 32 && Size::rows % 2 == 0 && halo % 2 == 0, "tiles begin in even rows");

    __device__ March(const Tiling<Cuda>& tiling, const WaterState& now, const WaterColumns& next, const Ground& ground,
                     const Clock* clock)
        : tiling_(tiling),
          now_(now),
          next_(next),
          ground_(ground),
          face_over_area_(Faces::length / (Faces::area * ground.spacing)),
          step_(clock->step),
          rain_(clock->rain_due) {}

    /// The fastest water of the tile.
    __device__ float run(u32 tile) {
        const int lane = int(threadIdx.x % 32), across = tiling_.across();
        const int column = int(tile % u32(across)) * Size::columns + lane - halo;
        bottom_ = max(int(tile / u32(across)) * Size::rows, halo);
        top_ = min(int(tile / u32(across)) * Size::rows + Size::rows, tiling_.rows - halo);
        column_ = limited(column, 0, tiling_.columns - 1);
        writes_ = lane >= halo && lane < 32 - halo && column >= halo && column < tiling_.columns - halo;
        fetch(bottom_ - 2), take(low_), fetch(bottom_ - 1), take(mid_), fetch(bottom_);
        row<1>(bottom_ - 1);
        for (int y = bottom_; y <= top_; y += 2) {
            row<0>(y);
            if (y < top_) row<1>(y + 1);
        }
        return fastest_;
    }

  private:
    using Faces = CellFaces<shape>;

    struct Cell {
        Flow flow{};
        float x = 0, y = 0, bed = 0;
        unsigned dry = 0, walls = 0;  ///< a bit per lane
    };
    /// Water and bed at a face.
    struct AtFace {
        Flow flow;
        float bed;
    };
    struct Halves {
        AtFace of[3];
    };

    /// Starts to load a row; take() has it.
    __device__ void fetch(int row) {
        const std::size_t i = std::size_t(limited(row, 0, tiling_.rows - 1)) * std::size_t(tiling_.columns) + column_;
        fetched_ = {now_.depth[i], now_.momentum_x[i], now_.momentum_y[i], ground_.bed[i]};
    }
    __device__ void take(Cell& cell) {
        cell.x = fetched_.y, cell.y = fetched_.z, cell.bed = fetched_.w;
        cell.flow = flow_of(fetched_.x, cell.x, cell.y);
        cell.dry = __ballot_sync(~0u, cell.flow.depth <= dry_depth);
        cell.walls = cell.dry ? __ballot_sync(~0u, is_wall(cell.bed)) : 0;
    }

    /// The value `lanes` further to the right.
    template <int lanes> __device__ static float from(float value) {
        if constexpr (lanes == 0) return value;
        else if constexpr (lanes > 0) return __shfl_down_sync(~0u, value, lanes);
        else return __shfl_up_sync(~0u, value, -lanes);
    }
    template <int lanes> __device__ static AtFace from(const AtFace& a) {
        return {{from<lanes>(a.flow.depth), from<lanes>(a.flow.u), from<lanes>(a.flow.v)}, from<lanes>(a.bed)};
    }
    __device__ static AtFace values(const Cell& cell) { return {cell.flow, cell.bed}; }

    /// Whether the water beside this cell ends at that neighbour, which is a wall or dry ground it does not reach.
    __device__ static bool ends_at(const Cell& here, const AtFace& there) {
        return there.flow.depth <= dry_depth && there.bed - here.bed >= here.flow.depth;
    }

    /// The half slopes along an axis between two opposite neighbours.
    template <int axis> __device__ Slopes slopes(const Cell& here, const AtFace& before, const AtFace& after,
                                                 bool some_dry, AtFace& half) const {
        const auto slope = [](float a, float b, float c) { return half_slope(a, b, c); };
        half = {{slope(before.flow.depth, here.flow.depth, after.flow.depth),
                 slope(before.flow.u, here.flow.u, after.flow.u), slope(before.flow.v, here.flow.v, after.flow.v)},
                slope(before.bed, here.bed, after.bed)};
        if (some_dry && (is_wall(here.bed) || ends_at(here, before) || ends_at(here, after))) half = AtFace{};
        return in_plane<Faces, axis>(half.flow.depth, half.flow.u, half.flow.v, half.flow.depth + half.bed);
    }

    /// Limited slopes of the row in the middle, and its water half a step ahead.
    template <int odd> __device__ void reconstruct(Halves& half, Flow& ahead) const {
        const bool some_dry = low_.dry | mid_.dry | high_.dry;
        const AtFace low = values(low_), mid = values(mid_), high = values(high_);
        Slopes sum = slopes<0>(mid_, from<-1>(mid), from<1>(mid), some_dry, half.of[0]);
        if constexpr (shape == CellShape::square) sum = sum + slopes<1>(mid_, low, high, some_dry, half.of[1]);
        else {
            sum = sum + slopes<1>(mid_, from<odd - 1>(low), from<odd>(high), some_dry, half.of[1]);
            sum = sum + slopes<2>(mid_, from<odd>(low), from<odd - 1>(high), some_dry, half.of[2]);
        }
        ahead = half_step_ahead(mid_.flow, sum, face_over_area_, ground_.manning, step_);
    }

    /// The water at the face that is `sign` along an axis.
    __device__ static AtFace at_face(const Flow& ahead, float bed, const Halves& half, int axis, float sign) {
        if constexpr (order == 1) return {ahead, bed};
        const AtFace& h = half.of[axis];
        return {{larger(0.f, ahead.depth + sign * h.flow.depth), ahead.u + sign * h.flow.u, ahead.v + sign * h.flow.v},
                bed + sign * h.bed};
    }

    /// What a face gives to the cells on its two sides.
    struct Exchange {
        Balance left, right;
    };
    template <int axis> __device__ static Exchange through(const AtFace& left, const AtFace& right) {
        constexpr float nx = Faces::normal_x(axis), ny = Faces::normal_y(axis);
        const FaceFlux flux = flux_through(turned(left.flow, nx, ny), turned(right.flow, nx, ny), rise(left, right));
        const float x = flux.along * nx - flux.across * ny, y = flux.along * ny + flux.across * nx;
        return {{flux.mass, x, y}, {-flux.mass, flux.push * nx - x, flux.push * ny - y}};
    }
    /// A wall's bed, infinitely high, lets nothing through; between two walls there is nothing.
    __device__ static float rise(const AtFace& left, const AtFace& right) { return right.bed - left.bed; }
    __device__ static FaceSide turned(const Flow& flow, float nx, float ny) {
        return {flow.depth, flow.u * nx + flow.v * ny, flow.v * nx - flow.u * ny};
    }

    /// Keeps the sum of what the faces of a cell have exchanged, without the walls.
    __device__ static void add(Balance& sum, float mass, float x, float y) { sum.mass += mass, sum.x += x, sum.y += y; }
    template <int lanes> __device__ static void give(Balance& sum, const Balance& part) {
        add(sum, from<lanes>(part.mass), from<lanes>(part.x), from<lanes>(part.y));
    }

    /// The push of the slope of the level along an axis on the water of a cell itself.
    template <int axis>
    __device__ static void lean(Balance& sum, const AtFace& one, const AtFace& other, const AtFace& half) {
        if constexpr (order == 1) return;
        const float push = gravity * (one.flow.depth + other.flow.depth) * (half.flow.depth + half.bed);
        sum.x += push * Faces::normal_x(axis), sum.y += push * Faces::normal_y(axis);
    }

    /// Takes up the row above `y`, exchanges across the faces of row y within it and to the row below, which is then
    /// done. `odd`: 1 if y is.
    template <int odd> __device__ void row(int y) {
        take(high_), fetch(y + 2);
        Halves half;
        Flow ahead = mid_.flow;
        if constexpr (order == 2) reconstruct<odd>(half, ahead);
        Balance out;
        const AtFace east = at_face(ahead, mid_.bed, half, 0, 1), west = at_face(ahead, mid_.bed, half, 0, -1);
        if (y >= bottom_ && y < top_) {
            const Exchange e = through<0>(east, from<1>(west));
            add(out, e.left.mass, e.left.x, e.left.y), give<-1>(out, e.right);
            lean<0>(out, east, west, half.of[0]);
        }
        AtFace up[3];
        for (int axis = 1; axis < Faces::axes; ++axis) up[axis] = at_face(ahead, mid_.bed, half, axis, 1);
        if (y >= bottom_) exchange_below<odd>(ahead, half, up, out);
        if (y > bottom_ && y <= top_) finish<odd>(y - 1);
        walls_below_ = low_.walls, low_ = mid_, mid_ = high_;
        out_ = out, ahead_ = ahead;
        for (int axis = 1; axis < Faces::axes; ++axis) up_[axis] = up[axis];
    }

    /// Across the faces between the row in the middle and the one below.
    template <int odd>
    __device__ void exchange_below(const Flow& ahead, const Halves& half, const AtFace (&up)[3], Balance& out) {
        const AtFace down = at_face(ahead, mid_.bed, half, 1, -1);
        if constexpr (shape == CellShape::square) {
            const Exchange e = through<1>(up_[1], down);
            add(out_, e.left.mass, e.left.x, e.left.y), add(out, e.right.mass, e.right.x, e.right.y);
        } else {
            // Seen from the row below, which is odd if this one is even: its next row's cell of the same column is to
            // the upper left if it is odd, else to the upper right; the other is a column further.
            constexpr int to_right = odd ? 0 : 1, to_left = odd ? -1 : 0;
            const Exchange right = through<1>(up_[1], from<to_right>(down));
            add(out_, right.left.mass, right.left.x, right.left.y), give<-to_right>(out, right.right);
            const AtFace down_right = at_face(ahead, mid_.bed, half, 2, -1);
            const Exchange left = through<2>(up_[2], from<to_left>(down_right));
            add(out_, left.left.mass, left.left.x, left.left.y), give<-to_left>(out, left.right);
            lean<2>(out, up[2], down_right, half.of[2]);
        }
        lean<1>(out, up[1], down, half.of[1]);
    }

    /// Completes the row below the middle.
    template <int odd> __device__ void finish(int y) {
        if (walls_below_ | low_.walls | mid_.walls) push_off<1 - odd>();
        const Stepped to = stepped(low_.flow.depth, low_.x, low_.y, low_.bed, out_, step_ * face_over_area_, rain_,
                                   ground_.manning, step_);
        if (!writes_) return;
        const std::size_t i = std::size_t(y) * std::size_t(tiling_.columns) + column_;
        next_.depth[i] = to.depth, next_.momentum_x[i] = to.momentum_x, next_.momentum_y[i] = to.momentum_y;
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
            out_.wall_x += sign * Faces::normal_x(face % Faces::axes);
            out_.wall_y += sign * Faces::normal_y(face % Faces::axes);
        }
        push_off_walls(out_, ahead_);
    }

    Tiling<Cuda> tiling_;
    WaterState now_;
    WaterColumns next_;
    Ground ground_;
    float face_over_area_, step_, rain_;
    int column_ = 0, bottom_ = 0, top_ = 0;
    bool writes_ = false;
    float4 fetched_{};
    Cell low_, mid_, high_;     ///< rows; what comes next is of the lowest
    unsigned walls_below_ = 0;  ///< of the row below
    AtFace up_[3];              ///< at its upper faces
    Flow ahead_{};              ///< half a step ahead
    Balance out_;               ///< what has left it
    float fastest_ = 0;
};

/// Whether a tile or one of the eight around it is awake, found by a whole warp.
__device__ inline bool warp_is_near_awake(const Tiling<Cuda>& tiling, const float* awake, u32 tile) {
    const int lane = int(threadIdx.x % 32), across = tiling.across();
    const int x = limited(int(tile % u32(across)) + lane % 3 - 1, 0, across - 1);
    const int y = limited(int(tile / u32(across)) + lane / 3 % 3 - 1, 0, tiling.up() - 1);
    return __any_sync(~0u, awake[u32(y) * u32(across) + u32(x)] > 0);
}

template <CellShape shape, int order> __global__ void march_kernel(Tiling<Cuda> tiling, const float* awake,
                                                                   float* result, WaterState now, WaterColumns next,
                                                                   Ground ground, const Clock* clock) {
    wait_for_previous();
    const u32 tile = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (tile >= tiling.count()) return;
    float fastest = 0;
    if (!awake || warp_is_near_awake(tiling, awake, tile))
        fastest = March<shape, order>(tiling, now, next, ground, clock).run(tile);
    for (int lanes = 16; lanes > 0; lanes /= 2) fastest = fmaxf(fastest, __shfl_down_sync(~0u, fastest, lanes));
    if (threadIdx.x % 32 == 0) result[tile] = fastest;
}

/// As on a CPU.
template <CellShape shape, int order> void advance(Cuda& exec, const Tiling<Cuda>& tiling, const float* awake,
                                                   float* result, const WaterState& now, const WaterColumns& next,
                                                   const Ground& ground, const Clock* clock) {
    constexpr u32 threads = 128;
    if (tiling.count() == 0) return;
    launch(exec, march_kernel<shape, order>, (tiling.count() * 32 + threads - 1) / threads, threads, 0,
           "launching a step of the water", tiling, awake, result, now, next, ground, clock);
}

}  // namespace nearfield::flood
