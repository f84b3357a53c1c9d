// A search over points of one's own, set up on a backend; included by find.inl and measure.inl.
#include "usp/find.hpp"
#include "usp/search.hpp"

#include <numeric>

namespace nearfield {
namespace {

template <int D> std::vector<Packed<D>> packed(const std::vector<glm::vec3>& points) {
    std::vector<Packed<D>> to(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        vec<D> p;
        for (int a = 0; a < D; ++a) p[a] = points[i][a];
        to[i] = pack<D>(p);
    }
    return to;
}

template <int D> Grid<D> grid_of(const FindRequest& request) {
    Environment<D> box{.lo = vec<D>(0.f), .hi = vec<D>(1.f), .wrapped = request.wrapped};
    for (int a = 0; a < D; ++a) box.lo[a] = request.lo[a], box.hi[a] = request.hi[a];
    return make_grid(box, request.radius, request.search);
}

/// Points with their place in the list as id, and a search that is ready to be constructed.
template <class Exec, int D> struct PointSearch {
    Exec exec;
    Actors<Exec, D> actors;
    Search<Exec, D> search;

    explicit PointSearch(const FindRequest& request) {
        const u32 n = u32(request.points.size());
        search.configure(grid_of<D>(request), request.search, n);
        actors.resize(n);
        actors.position.array().upload(exec, packed<D>(request.points));
        std::vector<u32> ids(n);
        std::iota(ids.begin(), ids.end(), 0u);
        actors.id.array().upload(exec, ids);
        search.clear_lost(exec);
    }
    const u32* id() const { return actors.id.current(); }
};

}  // namespace
}  // namespace nearfield
