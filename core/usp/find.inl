// Body of the search on free points; included by find_cpu.cpp and find_cuda.cu, which say for which backend.
#include "usp/find.hpp"
#include "usp/probe.hpp"

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

template <class Exec, int D> Found find_in(const FindRequest& request) {
    const u32 n = u32(request.points.size());
    Exec exec;
    Actors<Exec, D> actors;
    Search<Exec, D> search;
    StageTimer<Exec> untimed;
    search.configure(grid_of<D>(request), request.search, n);
    actors.resize(n);
    actors.position.array().upload(exec, packed<D>(request.points));
    std::vector<u32> ids(n);
    std::iota(ids.begin(), ids.end(), 0u);
    actors.id.array().upload(exec, ids);
    search.clear_lost(exec);
    search.construct(exec, untimed, actors, 0);

    Found found{.count = count_neighbours(exec, search, actors.id.current()), .audit = audit(exec, search, 1u << 16)};
    if (request.pairs) found.pairs = list_pairs(exec, search, actors.id.current());
    return found;
}

template <class Exec> Found find_as(const FindRequest& request) {
    return request.dimensions == 2 ? find_in<Exec, 2>(request) : find_in<Exec, 3>(request);
}

}  // namespace
}  // namespace nearfield
