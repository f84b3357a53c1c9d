// Body of the search on given points; included by find_cpu.cpp and find_cuda.cu, which choose the backend.
#include "usp/points.inl"
#include "usp/probe.hpp"

namespace nearfield {
namespace {

template <class Exec, int D> Found find_in(const FindRequest& request) {
    PointSearch<Exec, D> points(request);
    StageTimer<Exec> untimed;
    points.search.construct(points.exec, untimed, points.actors, 0);
    Found found{.count = count_neighbours(points.exec, points.search, points.id()),
                .audit = audit(points.exec, points.search, 1u << 16)};
    if (request.pairs) found.pairs = list_pairs(points.exec, points.search, points.id());
    if (request.grid == GridKind::relative)
        for (auto& pair : found.pairs) pair.distance = float(pair.distance * Grid<D>::relative_unit(request.radius));
    return found;
}

template <class Exec> Found find_as(const FindRequest& request) {
    return request.dimensions == 2 ? find_in<Exec, 2>(request) : find_in<Exec, 3>(request);
}

}  // namespace
}  // namespace nearfield
