#pragma once
// Initial fluid: nodes of square or cubic lattices inside a shape.
#include "base/stoppable.hpp"
#include "scenes/sph/geometry/shape.hpp"

#include <algorithm>
#include <optional>

namespace nearfield::sph {

template <int D> struct Lattice {
    dvec<D> first{0.};  ///< lowest node
    double spacing = 1;
    ivec<D> count{0};  ///< nodes along each axis

    u64 size() const {
        u64 n = 1;
        for (int a = 0; a < D; ++a) n *= u64(count[a]);
        return n;
    }
    dvec<D> at(ivec<D> node) const { return first + dvec<D>(node) * spacing; }
    u64 index(ivec<D> node) const {
        u64 i = 0;
        for (int a = D - 1; a >= 0; --a) i = i * u64(count[a]) + u64(node[a]);
        return i;
    }
    /// Calls f(node) for the nodes from lo to hi, both included and cut to the lattice; x runs fastest.
    template <class F> void each(ivec<D> lo, ivec<D> hi, F&& f) const {
        for (int a = 0; a < D; ++a) {
            lo[a] = std::max(lo[a], 0);
            hi[a] = std::min(hi[a], count[a] - 1);
        }
        ivec<D> node = lo;
        StopBetween nodes;
        for (int z = D == 3 ? lo[D - 1] : 0; z <= (D == 3 ? hi[D - 1] : 0); ++z)
            for (node[1] = lo[1]; node[1] <= hi[1]; ++node[1])
                for (node[0] = lo[0]; node[0] <= hi[0]; ++node[0]) {
                    if constexpr (D == 3) node[2] = z;
                    f(node);
                    nodes();
                }
    }
    template <class F> void each(F&& f) const { each(ivec<D>(0), count - 1, f); }
    /// Lowest and highest node in the box [lo, hi]; the highest may lie beyond the lattice.
    std::pair<ivec<D>, ivec<D>> around(dvec<D> lo, dvec<D> hi) const {
        ivec<D> from, to;
        for (int a = 0; a < D; ++a) {
            from[a] = int(std::clamp(std::ceil((lo[a] - first[a]) / spacing), 0., 1e9));
            to[a] = int(std::clamp(std::floor((hi[a] - first[a]) / spacing), -1., 1e9));
        }
        return {from, to};
    }
    /// The nodes in the box [lo, hi].
    Lattice part(dvec<D> lo, dvec<D> hi) const {
        const auto [from, to] = around(lo, hi);
        return {at(from), spacing, glm::max(glm::min(to, count - 1) - from + 1, 0)};
    }
};

template <int D> struct Fill {
    Lattice<D> lattice;
    std::vector<bool> in;  ///< per node; empty: all
    u64 count = 0;

    bool has(ivec<D> node) const { return in.empty() || in[lattice.index(node)]; }
    template <class F> void each(F&& f) const {
        lattice.each([&](ivec<D> node) {
            if (has(node)) f(lattice.at(node));
        });
    }
    /// First node in the box for which f(position) holds.
    template <class F> std::optional<dvec<D>> find(dvec<D> lo, dvec<D> hi, F&& f) const {
        std::optional<dvec<D>> found;
        const auto [from, to] = lattice.around(lo, hi);
        lattice.each(from, to, [&](ivec<D> node) {
            if (!found && has(node) && f(lattice.at(node))) found = lattice.at(node);
        });
        return found;
    }
    /// A node closer to p than `distance`.
    std::optional<dvec<D>> near(dvec<D> p, double distance) const {
        return find(p - distance, p + distance,
                    [&](dvec<D> q) { return glm::dot(q - p, q - p) < distance * distance; });
    }
};

/// Expected number of particles of spacing d in a shape: its measure over d^D. For limit checks before any allocation.
template <int D> double expected_count(const Shape&, double spacing);

/// Nodes in the shape, as many along each side of its bounding box as fit, each the centre of its own square or cube.
/// For boxes and polygons, `anchor` places the remainder of a side: 0 at the upper end, 1 at the lower, 0.5 half at
/// each; other shapes have half at each end. A polyline contains no node.
template <int D> Fill<D> fill(const Shape&, double spacing, dvec<D> anchor = dvec<D>(0.));

/// A particle of `b` closer than `distance` to one of `a`, and that particle of `a`.
template <int D>
std::optional<std::pair<dvec<D>, dvec<D>>> overlap(const Fill<D>& a, const Fill<D>& b, double distance);

/// For every node of the lattice, true if it lies inside a checked mesh. Uses the winding number along z, so
/// self-overlaps count once. Nodes on the surface may count as either.
std::vector<bool> inside(const Mesh&, const Lattice<3>&);

}  // namespace nearfield::sph
