#include "scenes/sph/geometry/shape.hpp"

namespace nearfield::sph {
namespace {

using SharedMesh = std::shared_ptr<const Mesh>;
template <class... F> struct Cases : F... { using F::operator()...; };
template <class... F> Cases(F...) -> Cases<F...>;

double cross(glm::dvec2 a, glm::dvec2 b) { return a.x * b.y - a.y * b.x; }

Bounds bounds_of_points(const std::vector<glm::dvec2>& points) {
    Bounds box;
    for (const auto& p : points) box.hold(lifted(p));
    return box;
}

/// Even-odd rule.
bool within(const std::vector<glm::dvec2>& corners, glm::dvec2 p) {
    bool in = false;
    for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++) {
        const auto a = corners[j], b = corners[i];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) in = !in;
    }
    return in;
}

}  // namespace

double area_of(const std::vector<glm::dvec2>& corners) {
    double twice = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) twice += cross(corners[i], corners[(i + 1) % corners.size()]);
    return twice / 2;
}

Bounds bounds_of(const Shape& shape) {
    return std::visit(Cases{[](const Box& b) {
                                return Bounds{b.lo, b.hi};
                            },
                            [](const Ball& b) {
                                return Bounds{b.centre - b.radius, b.centre + b.radius};
                            },
                            [](const Polygon& p) { return bounds_of_points(p.corners); },
                            [](const Polyline& p) { return bounds_of_points(p.points); },
                            [](const SharedMesh& mesh) { return bounds_of(*mesh); }},
                      shape);
}

template <int D> double measure_of(const Shape& shape) {
    return std::visit(Cases{[](const Box& b) {
                                double product = 1;
                                for (int a = 0; a < D; ++a) product *= b.hi[a] - b.lo[a];
                                return product;
                            },
                            [](const Ball& b) { return ball<D>(b.radius); },
                            [](const Polygon& p) { return area_of(p.corners); }, [](const Polyline&) { return 0.; },
                            [](const SharedMesh& mesh) { return volume_of(*mesh); }},
                      shape);
}

template <int D> bool contains(const Shape& shape, dvec<D> p) {
    return std::visit(Cases{[&](const Box& b) {
                                bool in = true;
                                for (int a = 0; a < D; ++a) in &= p[a] > b.lo[a] && p[a] < b.hi[a];
                                return in;
                            },
                            [&](const Ball& b) {
                                const auto to = p - cut<D>(b.centre);
                                return glm::dot(to, to) < b.radius * b.radius;
                            },
                            [&](const Polygon& polygon) { return within(polygon.corners, glm::dvec2(p)); },
                            [](const auto&) { return false; }},
                      shape);
}

template double measure_of<2>(const Shape&);
template double measure_of<3>(const Shape&);
template bool contains<2>(const Shape&, dvec<2>);
template bool contains<3>(const Shape&, dvec<3>);

}  // namespace nearfield::sph
