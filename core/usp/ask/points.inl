// A search on given points, set up on a backend. Included by find.inl and measure.inl.
#include "usp/ask/find.hpp"
#include "usp/search/search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nearfield {
namespace {

/// The first D coordinates of a point.
template <int D> dvec<D> along(const glm::dvec3& p) {
    dvec<D> q;
    for (int a = 0; a < D; ++a) q[a] = p[a];
    return q;
}

template <int D> Grid<D> grid_of(const FindRequest& request) {
    const Environment<D> box{vec<D>(along<D>(request.lo)), vec<D>(along<D>(request.hi)), request.wrapped};
    const float radius = float(request.radius);
    switch (request.grid) {
    case GridKind::full: return Grid<D>::make(box, radius, request.search.bin_ratio, bin_layout(request.search));
    case GridKind::sparse: return Grid<D>::make_sparse(box, radius, request.search.bin_ratio);
    case GridKind::chosen: return make_grid(box, radius, request.search, u32(request.points.size()));
    default: {
        dvec<D> sides = along<D>(request.hi) - along<D>(request.lo);
        for (int a = 0; a < D; ++a)  // coincident points have no extent
            if (sides[a] == 0 && !request.wrapped) sides[a] = request.radius;
        return Grid<D>::make_relative(sides, request.wrapped, radius, request.search.bin_ratio);
    }
    }
}

/// The unit of length of a request's grid.
template <int D> double unit_of(const FindRequest& request) {
    return request.grid == GridKind::relative ? Grid<D>::relative_unit(float(request.radius)) : 1.0;
}

/// Points whose ids are their list indices, and a configured search.
template <class Exec, int D> struct PointSearch {
    Exec exec;
    Actors<Exec, D> actors;
    Search<Exec, D> search;

    explicit PointSearch(const FindRequest& request) : PointSearch(request, grid_of<D>(request)) {}

    PointSearch(const FindRequest& request, const Grid<D>& grid) {
        const u32 n = u32(request.points.size());
        search.configure(grid, request.search, n);
        if (request.grid == GridKind::relative) {
            auto& bin_of = actors.template add<ivec<D>>("bins of points");
            actors.resize(n);
            send_relative(request, bin_of);
        } else {
            actors.resize(n);
            send(request);
        }
        std::vector<u32> ids(n);
        std::iota(ids.begin(), ids.end(), 0u);
        actors.id.array().upload(exec, ids);
        search.clear_lost(exec);
    }
    const u32* id() const { return actors.id.current(); }

  private:
    void send(const FindRequest& request) {
        std::vector<Packed<D>> to(request.points.size());
        for (std::size_t i = 0; i < to.size(); ++i) to[i] = pack<D>(vec<D>(along<D>(request.points[i])));
        actors.position.array().upload(exec, to);
    }

    void send_relative(const FindRequest& request, Column<Exec, ivec<D>>& bin_of) {
        const auto& grid = search.grid();
        const dvec<D> lo = along<D>(request.lo), hi = along<D>(request.hi);
        const double unit = unit_of<D>(request);
        std::vector<Packed<D>> to(request.points.size());
        std::vector<ivec<D>> bins(to.size());
        for (std::size_t i = 0; i < to.size(); ++i) {
            vec<D> inside;
            for (int a = 0; a < D; ++a) {
                const double width = request.wrapped ? (hi[a] - lo[a]) / grid.bins[a]
                                                     : double(float(request.radius)) * request.search.bin_ratio,
                             at = request.points[i][a] - lo[a];
                bins[i][a] = int(std::clamp(std::floor(at / width), 0.0, grid.bins[a] - 1.0));
                inside[a] = float((at - bins[i][a] * width) / unit);
            }
            to[i] = pack<D>(inside);
        }
        actors.position.array().upload(exec, to);
        bin_of.array().upload(exec, bins);
        search.relate_to(bin_of);
    }
};

}  // namespace
}  // namespace nearfield
