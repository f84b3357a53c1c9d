#include "app/points/point_box.hpp"

#include "app/terminal/options.hpp"
#include "base/error.hpp"
#include "base/read_number.hpp"

#include <fmt/format.h>

#include <cmath>

namespace nearfield {

PointBox read_box(const std::string& text, int dimensions) {
    const auto parts = split(text, ',');
    if (int(parts.size()) != 2 * dimensions)
        throw UsageError(fmt::format("--box: '{}' has {} numbers; {}D points need {}", text, parts.size(), dimensions,
                                     dimensions == 2 ? "xlo,ylo,xhi,yhi" : "xlo,ylo,zlo,xhi,yhi,zhi"));
    PointBox box;
    for (int i = 0; i < 2 * dimensions; ++i) {
        double value = 0;
        const auto& part = parts[std::size_t(i)];
        if (!read_number(part, value) || !std::isfinite(value))
            throw UsageError(fmt::format("--box: '{}' is not a finite number", part));
        (i < dimensions ? box.lo : box.hi)[i % dimensions] = value;
    }
    for (int a = 0; a < dimensions; ++a)
        if (!(box.hi[a] > box.lo[a]))
            throw UsageError(fmt::format("--box: {} goes from {} to {}; the upper end must be above the lower",
                                         "xyz"[a], box.lo[a], box.hi[a]));
    return box;
}

PointBox box_around(const PointTable& table) {
    PointBox box;
    if (!table.points.empty()) box.lo = box.hi = table.points.front();
    for (const auto& p : table.points) {
        box.lo = glm::min(box.lo, p);
        box.hi = glm::max(box.hi, p);
    }
    return box;
}

void require_inside(const PointTable& table, const PointBox& box) {
    for (std::size_t i = 0; i < table.points.size(); ++i)
        for (int a = 0; a < table.dimensions; ++a)
            if (const double x = table.points[i][a]; x < box.lo[a] || x > box.hi[a])
                throw UsageError(fmt::format("--box: point {} has {} = {}, outside {} to {}; enlarge the box, remove "
                                             "the point, or add --wrap if the box repeats",
                                             i, "xyz"[a], x, box.lo[a], box.hi[a]));
}

std::size_t bring_inside(PointTable& table, const PointBox& box) {
    std::size_t moved = 0;
    for (std::size_t i = 0; i < table.points.size(); ++i) {
        bool outside = false;
        for (int a = 0; a < table.dimensions; ++a) {
            double& x = table.points[i][a];
            const double lo = box.lo[a], hi = box.hi[a], side = hi - lo;
            if (x >= lo && x <= hi) continue;
            if (std::abs(x) * 0x1p-52 > 1e-6 * side)
                throw UsageError(
                    fmt::format("--box: point {} has {} = {}, so far outside {} to {} that rounding leaves "
                                "no place in the box; enlarge the box or remove the point",
                                i, "xyz"[a], x, lo, hi));
            x -= side * std::floor((x - lo) / side);
            if (x < lo || x >= hi) x = lo;  // rounding has reached the seam
            outside = true;
        }
        moved += outside;
    }
    return moved;
}

}  // namespace nearfield
