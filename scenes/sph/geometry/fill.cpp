#include "scenes/sph/geometry/fill.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::sph {
namespace {

/// Number of lattice nodes along a length.
int fitting(double length, double spacing) { return int(std::clamp(std::floor(length / spacing + 1e-3), 0., 1e9)); }

template <int D> Lattice<D> lattice_of(dvec<D> lo, dvec<D> hi, double spacing, dvec<D> anchor) {
    Lattice<D> lattice{.spacing = spacing};
    for (int a = 0; a < D; ++a) {
        const double length = hi[a] - lo[a];
        lattice.count[a] = fitting(length, spacing);
        lattice.first[a] = lo[a] + spacing / 2 + anchor[a] * (length - lattice.count[a] * spacing);
    }
    return lattice;
}

struct Crossing {
    u64 column;
    double z;
    int turn;  ///< +1 where the ray leaves the solid, -1 where it enters
};

/// Intersects the triangle with rays along z through the lattice's columns. The rays are slightly offset, so that they
/// meet no corner or edge of meshes with round coordinates.
void add_crossings(const Mesh& mesh, std::size_t t, const Lattice<3>& lattice, std::vector<Crossing>& found) {
    const glm::dvec3 a = mesh.corner(t, 0), b = mesh.corner(t, 1), c = mesh.corner(t, 2);
    const auto cross = [](glm::dvec3 u, glm::dvec3 v) { return u.x * v.y - u.y * v.x; };
    const double area = cross(b - a, c - a);
    if (area == 0) return;
    const glm::dvec3 aside = lattice.spacing * glm::dvec3(2.7182818e-7, 3.1415926e-7, 0);
    const glm::dvec3 lo = glm::min(a, glm::min(b, c)), hi = glm::max(a, glm::max(b, c));
    auto [from, to] = lattice.around(lo - aside, hi);
    from.z = to.z = 0;
    lattice.each(from, to, [&](ivec<3> node) {
        const glm::dvec3 p = lattice.at(node) + aside;
        const double u = cross(c - b, p - b) / area, v = cross(a - c, p - c) / area, w = cross(b - a, p - a) / area;
        if (u < 0 || v < 0 || w < 0) return;
        found.push_back(
            {u64(node.x) + u64(node.y) * u64(lattice.count.x), u * a.z + v * b.z + w * c.z, area > 0 ? 1 : -1});
    });
}

}  // namespace

std::vector<bool> inside(const Mesh& mesh, const Lattice<3>& lattice) {
    std::vector<bool> in(lattice.size(), false);
    if (in.empty()) return in;
    std::vector<Crossing> crossings;
    StopBetween between;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t, between()) add_crossings(mesh, t, lattice, crossings);
    std::sort(crossings.begin(), crossings.end(), [](const Crossing& a, const Crossing& b) {
        return a.column != b.column ? a.column < b.column : a.z < b.z;
    });
    const u64 layer = u64(lattice.count.x) * u64(lattice.count.y);
    int winding = 0;
    for (std::size_t i = 0; i + 1 < crossings.size(); ++i, between()) {
        const auto &here = crossings[i], &next = crossings[i + 1];
        if (i == 0 || crossings[i - 1].column != here.column) winding = 0;
        winding -= here.turn;
        if (winding <= 0 || next.column != here.column) continue;
        const int from = int(std::max(0., std::ceil((here.z - lattice.first.z) / lattice.spacing)));
        const int to = int(std::min(lattice.count.z - 1., std::floor((next.z - lattice.first.z) / lattice.spacing)));
        for (int z = from; z <= to; ++z) in[here.column + u64(z) * layer] = true;
    }
    return in;
}

template <int D> double expected_count(const Shape& shape, double spacing) {
    return measure_of<D>(shape) / std::pow(spacing, D);
}

template <int D> Fill<D> fill(const Shape& shape, double spacing, dvec<D> anchor) {
    const Bounds box = bounds_of(shape);
    const bool is_box = std::holds_alternative<Box>(shape),
               has_sides = is_box || std::holds_alternative<Polygon>(shape);
    Fill<D> made{.lattice = lattice_of<D>(cut<D>(box.lo), cut<D>(box.hi), spacing, has_sides ? anchor : dvec<D>(0.5))};
    made.count = made.lattice.size();
    if (is_box) return made;
    if constexpr (D == 3)
        if (const auto* mesh = std::get_if<std::shared_ptr<const Mesh>>(&shape)) made.in = inside(**mesh, made.lattice);
    if (made.in.empty()) {
        made.in.resize(made.lattice.size());
        made.lattice.each(
            [&](ivec<D> node) { made.in[made.lattice.index(node)] = contains<D>(shape, made.lattice.at(node)); });
    }
    made.count = u64(std::count(made.in.begin(), made.in.end(), true));
    return made;
}

template <int D>
std::optional<std::pair<dvec<D>, dvec<D>>> overlap(const Fill<D>& a, const Fill<D>& b, double distance) {
    if (a.count == 0 || b.count == 0) return {};
    std::optional<dvec<D>> met;
    const auto found =
        b.find(a.lattice.at(ivec<D>(0)) - distance, a.lattice.at(a.lattice.count - 1) + distance, [&](dvec<D> p) {
            met = a.near(p, distance);
            return met.has_value();
        });
    if (!found) return {};
    return std::pair{*found, *met};
}

template double expected_count<2>(const Shape&, double);
template double expected_count<3>(const Shape&, double);
template Fill<2> fill(const Shape&, double, dvec<2>);
template Fill<3> fill(const Shape&, double, dvec<3>);
template std::optional<std::pair<dvec<2>, dvec<2>>> overlap(const Fill<2>&, const Fill<2>&, double);
template std::optional<std::pair<dvec<3>, dvec<3>>> overlap(const Fill<3>&, const Fill<3>&, double);

}  // namespace nearfield::sph
