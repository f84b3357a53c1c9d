#include "usp/explain/decomposition.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "usp/walk/sparse_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <vector>

namespace nearfield {
namespace {

using std::numbers::pi;

void require(const CellsVisited& cells) {
    if (!(cells.ratio >= 0.05 && cells.ratio <= 4))
        throw UsageError(fmt::format("cells {} R wide: choose 0.05 to 4", cells.ratio));
    if (!(cells.degrees >= 0 && cells.degrees <= 360))
        throw UsageError(fmt::format("a sector of {} degrees: choose 0 to 360", cells.degrees));
}

/// Side of the regular hexagon with the area of a square of side w.
double hexagon_side(double w) { return w * std::sqrt(2 / (3 * std::sqrt(3.0))); }

/// Distance from (x, y) to a regular hexagon around the origin with a corner on top.
double to_hexagon(double x, double y, double side) {
    x = std::fabs(x);
    y = std::fabs(y);
    const double inner = side * std::sqrt(3.0) / 2;
    const double nx = std::sqrt(3.0) / 2, ny = 0.5;  // normal of the slanted edge
    if (x <= inner && nx * x + ny * y <= inner) return 0;
    const auto to_edge = [&](double ax, double ay, double bx, double by) {
        const double ex = bx - ax, ey = by - ay;
        const double t = std::clamp(((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey), 0.0, 1.0);
        return std::hypot(x - ax - t * ex, y - ay - t * ey);
    };
    return std::min(to_edge(inner, -side / 2, inner, side / 2), to_edge(inner, side / 2, 0, side));
}

/// Number of hexagons that meet the unit disc around (x, y).
int hexagons_met(double x, double y, double side) {
    const double wide = side * std::sqrt(3.0), high = 1.5 * side;
    const int rows = int(2 / high) + 3, columns = int(2 / wide) + 4;
    const int own_row = int(std::floor(y / high)), own = int(std::floor(x / wide));
    int met = 0;
    for (int row = own_row - rows; row <= own_row + rows; ++row)
        for (int column = own - columns; column <= own + columns; ++column)
            met += to_hexagon(x - (column + (row % 2 ? 0.5 : 0.0)) * wide, y - row * high, side) < 1;
    return met;
}

/// A search grid without actors, to count the bins of a walk.
class EmptyBins {
  public:
    explicit EmptyBins(const CellsVisited& cells)
        : looks_(cells.decomposition == Decomposition::sector),
          visit_(cells.decomposition == Decomposition::boxes ? visit_of<StripsVisit> : visit_of<TrimmedVisit>) {
        constexpr float side = 24;
        storage_.grid = Grid<2>::make({.lo = vec<2>(0.f), .hi = vec<2>(side), .wrapped = false}, 1, float(cells.ratio),
                                      {.fine = cells.decomposition == Decomposition::fine ? 4 : 1});
        start_.resize(storage_.grid.bin_count() + 1);
        storage_.start = start_.data();
        storage_.ahead = {&heading_, Sight::of(cells.degrees)};
    }
    double visited(const vec<2>& at, const vec<2>& heading) {
        heading_ = pack<2>(heading);
        u32 bins = 0;
        each_range(
            LookingWalk{{visit_, false}, looks_}, storage_, at,
            [&](const Stretch& t, const vec<2>&) { bins += t.bins; }, 0);
        return double(bins) * storage_.grid.width[0] * storage_.grid.width[1];
    }

  private:
    bool looks_;
    Visit visit_;
    Packed<2> heading_{};
    std::vector<u32> start_;
    Storage<2> storage_;
};

}  // namespace

Audit sample_cells(const CellsVisited& cells, u32 samples, u32 seed) {
    require(cells);
    const bool hexagons = cells.decomposition == Decomposition::hexagons;
    const double side = hexagon_side(cells.ratio), w = cells.ratio;
    const vec<2> period = hexagons ? vec<2>(float(std::sqrt(3.0) * side), float(3 * side)) : vec<2>(float(w));
    EmptyBins bins(cells);
    double area = 0;
    for (u32 i = 0; i < samples; ++i) {
        const vec<2> at = vec<2>(8.f) + period * Random{seed}.uniform<2>(i);
        const double turn = 2 * pi * double(Random{seed, 1}.uniform<2>(i)[0]);
        area += hexagons ? hexagons_met(at[0], at[1], side) * w * w
                         : bins.visited(at, {float(std::cos(turn)), float(std::sin(turn))});
    }
    area /= samples;
    return {.queries = samples,
            .candidates = area,
            .neighbours = pi,
            .surplus = area / pi,
            .surplus_theory = area_by_formula(cells) / pi};
}

double area_by_formula(const CellsVisited& cells) {
    require(cells);
    const double w = cells.ratio, cell = cells.decomposition == Decomposition::fine ? w * w / 4 : w * w;
    const auto grown = [&](double area, double perimeter, double of_cell) {
        return area + perimeter * of_cell / (2 * pi) + cell;
    };
    switch (cells.decomposition) {
    case Decomposition::boxes: return (2 + w) * (2 + w);
    case Decomposition::squares: return grown(pi, 2 * pi, 4 * w);
    case Decomposition::fine: return grown(pi, 2 * pi, 2.5 * w);
    case Decomposition::hexagons: return grown(pi, 2 * pi, 6 * hexagon_side(w));
    default: {
        const double angle = cells.degrees / 180 * pi;
        return cells.degrees <= 180 ? grown(angle / 2, 2 + angle, 4 * w) : 0;
    }
    }
}

}  // namespace nearfield
