#include "usp/grid/grid.hpp"

#include "base/error.hpp"
#include "params/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace nearfield {
namespace {

void require_radius(double radius, double unit) {
    if (!(radius > 0) || !std::isfinite(radius))
        throw UsageError(fmt::format("search radius {}: it must be a positive number", radius));
    constexpr double least = 1e-15, most = 1e15;
    if (radius / unit < least || radius / unit > most)
        throw UsageError(fmt::format("search radius {}: single precision holds its square only from {} to {}; choose "
                                     "another unit of length",
                                     radius, least, most));
}

/// `rounding`: permitted shortfall of a wrapped side to two radii.
void require_side(char axis, double lo, double hi, bool wrapped, double reach, double rounding) {
    if (!(hi > lo) || !std::isfinite(hi - lo))
        throw UsageError(fmt::format(
            "environment: {} from {} to {} is not a box; the upper end must be above the lower", axis, lo, hi));
    if (wrapped && 2 * reach - (hi - lo) > rounding)
        throw UsageError(fmt::format(
            "environment: wrapped side {} = {} is narrower than two search radii ({}), so that an "
            "actor would meet another through two images; enlarge it, lower the radius, or use clamped bounds",
            axis, format_number(hi - lo), format_number(2 * reach)));
}

constexpr double most_bins_per_axis = 1e9;  ///< within the range of Grid::unbounded
constexpr double most_bins = std::numeric_limits<int>::max();

/// A box in double precision, and the rounding of positions in it: twice the bound of their error.
template <int D> struct Extent {
    dvec<D> lo, hi;
    bool wrapped;
    double rounding;
    double unit = 1;  ///< unit of the grid's lengths
};

template <int D> Extent<D> extent(const Environment<D>& box) {
    double largest = 0;
    for (int a = 0; a < D; ++a)
        largest = std::max(
            {largest, std::abs(double(box.lo[a])), std::abs(double(box.hi[a])), double(box.hi[a]) - box.lo[a]});
    return {.lo = dvec<D>(box.lo),
            .hi = dvec<D>(box.hi),
            .wrapped = box.wrapped,
            .rounding = std::numeric_limits<float>::epsilon() * largest};
}

void require_axis(char axis, double bins, double width, float ratio) {
    if (bins > most_bins_per_axis)
        throw UsageError(fmt::format("{:.10g} bins of width {} along {}: at most {} can be numbered; raise "
                                     "search.bin_ratio above {} or the radius, or use a smaller environment",
                                     bins, format_number(width), axis, format_number(most_bins_per_axis),
                                     format_number(ratio)));
}

/// Divides a box into bins, without a limit on their number.
template <int D> Grid<D> divide(const Extent<D>& box, float radius, float bin_ratio, int fine) {
    require_radius(radius, box.unit);
    const auto scaled = [&](auto length) { return length / box.unit; };
    Grid<D> g;
    g.box = {vec<D>(scaled(box.lo)), vec<D>(scaled(box.hi)), box.wrapped};
    g.radius = float(scaled(radius));
    g.ratio = bin_ratio;
    g.reach = float(scaled(radius * (1 + 1e-6) + 4 * box.rounding));
    for (int a = 0; a < D; ++a) {
        require_side("xyz"[a], box.lo[a], box.hi[a], box.wrapped, radius, 2 * box.rounding);
        const double side = box.hi[a] - box.lo[a];
        if (box.wrapped && side < 2.0 * radius) g.radius = std::min(g.radius, float(scaled(side / 2)));
        const double asked = double(radius) * bin_ratio / (a == 0 ? fine : 1);
        const double count = std::max(1.0, box.wrapped ? std::round(side / asked) : std::ceil(side / asked - 1e-6));
        require_axis("xyz"[a], count, asked, bin_ratio);
        g.bins[a] = int(count);
        const double width = scaled(box.wrapped ? side / count : asked);
        g.width[a] = float(width);
        g.per_width[a] = float(1.0 / width);
        g.beyond[a] = int(std::ceil(g.radius / g.width[a] * (1 - 1e-6)));
    }
    return g;
}

/// The bins of a full grid.
template <int D> Grid<D> lay_out(const Environment<D>& box, float radius, float bin_ratio, const BinLayout& layout) {
    Grid<D> g = divide(extent(box), radius, bin_ratio, layout.fine);
    if (layout.numbering == NumberingId{} || bin_ratio < 0.1f) return g;
    g.curve = Numberings::Curves::most_bits<D>(int(layout.numbering) - 1);
    for (int a = 0; a < D; ++a) g.curve = std::min(g.curve, int(std::bit_width(u32(g.bins[a]))) - 1);
    if (g.curve) g.numbering = layout.numbering;
    return g;
}

template <int D> double numbers(const Grid<D>& g) {
    double n = std::exp2(D * g.curve);
    for (int a = 0; a < D; ++a) n *= g.cubes(a);
    return n;
}

}  // namespace

template <int D>
Grid<D> Grid<D>::make(const Environment<D>& box, float radius, float bin_ratio, const BinLayout& layout) {
    const Grid g = lay_out(box, radius, bin_ratio, layout);
    if (numbers(g) > most_bins)
        throw UsageError(
            fmt::format("a grid of {} bins of width {} does not fit; raise search.bin_ratio above {} or the "
                        "radius, or use a smaller environment",
                        format_number(numbers(g)), format_number(g.width[D - 1]), format_number(bin_ratio)));
    return g;
}

template <int D> Grid<D> Grid<D>::make_sparse(const Environment<D>& box, float radius, float bin_ratio) {
    Grid g = divide(extent(box), radius, bin_ratio, 1);
    const double rounding = extent(box).rounding / 2;
    if (rounding > 0.01 * radius)
        throw UsageError(
            fmt::format("search radius {}: in this environment single precision places actors to about {}, "
                        "too roughly for it; raise the radius or use a smaller environment",
                        format_number(radius), format_number(rounding)));
    g.sparse = true;
    return g;
}

template <int D> Grid<D> Grid<D>::make_relative(const dvec<D>& sides, bool wrapped, float radius, float bin_ratio) {
    const double rounding = std::numeric_limits<float>::epsilon() * radius * (1.0 + bin_ratio);
    Grid g = divide<D>(
        {.lo = dvec<D>(0), .hi = sides, .wrapped = wrapped, .rounding = rounding, .unit = relative_unit(radius)},
        radius, bin_ratio, 1);
    g.sparse = true;
    return g;
}

template <int D> double Grid<D>::relative_unit(float radius) { return std::exp2(std::ilogb(radius)); }

template <int D> double Grid<D>::full_bins(u32 actors) {
    constexpr double always = 1 << 22, per_actor = 32;
    return std::min(most_bins, std::max(always, per_actor * actors));
}

template <int D> Grid<D> Grid<D>::make_for(u32 actors, const Environment<D>& box, float radius, float bin_ratio,
                                           const BinLayout& layout) {
    if (numbers(lay_out(box, radius, bin_ratio, layout)) > full_bins(actors))
        return make_sparse(box, radius, bin_ratio);
    return make(box, radius, bin_ratio, layout);
}

template struct Grid<2>;
template struct Grid<3>;

}  // namespace nearfield
