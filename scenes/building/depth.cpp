#include "scenes/building/depth.hpp"

#include "scenes/building/relate.hpp"

#include <algorithm>

namespace nearfield::building {
namespace {

/// True if closed shells of the two parts do more than touch.
bool share_inside(const Building& pair, double tolerance) {
    Surfaces surfaces = surfaces_of(pair, tolerance);
    for (auto& part : surfaces.parts)
        for (Share* share : {&part.triangles, &part.shells}) share->back = share->end = share->open;
    const Predicate predicate = relate(surfaces, {{0, 1}}, {.counted = false})[0];
    return predicate != Predicate::disjoint && predicate != Predicate::touch;
}

double widest_side(const Part& part) {
    geometry::Bounds bounds;
    for (const auto& surface : part.surfaces)
        for (const auto& p : surface.vertices) bounds.hold(p);
    const glm::dvec3 size = bounds.hi - bounds.lo;
    return std::max(size.x, std::max(size.y, size.z));
}

}  // namespace

double depth_of(const Part& a, const Part& b, double tolerance) {
    const Building pair{.name = a.name + ", " + b.name, .parts = {a, b}};
    if (!share_inside(pair, tolerance)) return 0;
    double deep = tolerance, enough = std::max(2 * tolerance, std::min(widest_side(a), widest_side(b)) / 2);
    while (enough - deep > 0.005 * enough) {
        const double middle = enough > 2 * deep ? std::sqrt(deep * enough) : (deep + enough) / 2;
        (share_inside(pair, middle) ? deep : enough) = middle;
    }
    return deep + enough;
}

}  // namespace nearfield::building
