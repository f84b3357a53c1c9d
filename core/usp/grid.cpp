#include "usp/grid.hpp"

#include "base/error.hpp"
#include "params/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace nearfield {
namespace {

void require_radius(float radius) {
    if (!(radius > 0) || !std::isfinite(radius))
        throw UsageError(fmt::format("search radius {}: it must be a positive number", radius));
}

void require_side(char axis, double lo, double hi, bool wrapped, double reach) {
    if (!(hi > lo) || !std::isfinite(hi - lo))
        throw UsageError(fmt::format("environment: {} from {} to {} is not a box; the upper end must be above the lower", axis, lo, hi));
    if (wrapped && hi - lo < 2 * reach)
        throw UsageError(fmt::format("environment: wrapped side {} = {} is narrower than two search radii ({}), so that an "
                                     "actor would meet another through two images; enlarge it, lower the radius, or use clamped bounds",
                                     axis, format_number(hi - lo), format_number(2 * reach)));
}

}  // namespace

template <int D> Grid<D> Grid<D>::make(const Environment<D>& box, float radius, float bin_ratio, int fine) {
    require_radius(radius);
    Grid g;
    g.box = box, g.radius = radius, g.ratio = bin_ratio;
    double largest = 0;
    for (int a = 0; a < D; ++a) largest = std::max({largest, std::abs(double(box.lo[a])), std::abs(double(box.hi[a])), double(box.hi[a]) - box.lo[a]});
    g.reach = float(radius * (1 + 1e-6) + 4 * std::numeric_limits<float>::epsilon() * largest);
    double total = 1;
    for (int a = 0; a < D; ++a) {
        require_side("xyz"[a], box.lo[a], box.hi[a], box.wrapped, radius);
        const double side = double(box.hi[a]) - box.lo[a], asked = double(radius) * bin_ratio / (a == 0 ? fine : 1);
        const double count = std::max(1.0, box.wrapped ? std::round(side / asked) : std::ceil(side / asked - 1e-6));
        total *= count;
        if (total > double(std::numeric_limits<int>::max()))
            throw UsageError(fmt::format("a grid of {} bins of width {} does not fit; raise search.bin_ratio above {} or the "
                                         "radius, or use a smaller environment", format_number(total), format_number(asked), format_number(bin_ratio)));
        g.bins[a] = int(count);
        g.width[a] = float(box.wrapped ? side / count : asked);
        g.per_width[a] = float(1.0 / (box.wrapped ? side / count : asked));
        g.beyond[a] = int(std::ceil(radius / g.width[a] * (1 - 1e-6)));
    }
    return g;
}

template struct Grid<2>;
template struct Grid<3>;

}  // namespace nearfield
