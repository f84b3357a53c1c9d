// Body of the search on given points; included by find_cpu.cpp and find_cuda.cu, which choose the backend.
#include "usp/nearest.hpp"
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

/// What the queries for the nearest write: places in storage become points, squares distances.
template <int D> struct ListNearest {
    Storage<D> storage;
    const u32* id;
    u32 room;
    float within;
    u32* count;
    Met* met;
    NF_HD void operator()(u32 i) const {
        NearestList list{id, met + std::size_t(id[i]) * room, room};
        nearest_to(storage, i, within, list);
        for (u32 k = 0; k < list.held; ++k) list.kept[k] = {id[list.kept[k].at], sqrtf(list.kept[k].d2)};
        count[id[i]] = list.held;
    }
};

template <class Exec, int D> FoundNearest nearest_in(const NearestRequest& request) {
    const auto n = u32(request.points.points.size());
    FoundNearest found{.room = std::min(request.nearest, n > 0 ? n - 1 : 0)};
    found.count.resize(n);
    if (found.room == 0) return found;
    const std::size_t entries = std::size_t(n) * found.room;
    PointSearch<Exec, D> points(request.points);
    StageTimer<Exec> untimed;
    points.search.construct(points.exec, untimed, points.actors, 0);
    const double unit = request.points.grid == GridKind::relative ? Grid<D>::relative_unit(request.points.radius) : 1.0;
    Array<Exec, u32> count;
    Array<Exec, Met> met;
    count.resize(n, "how many are near"), met.resize(entries, "the nearest of all points");
    for_each(points.exec, n,
             ListNearest<D>{points.search.storage(), points.id(), found.room, float(request.within / unit),
                            count.data(), met.data()});
    found.count = count.download(points.exec);
    found.nearest.reserve(entries);
    std::vector<Met> block(std::min<std::size_t>(entries, 1 << 20));
    for (std::size_t first = 0; first < entries; first += block.size()) {
        const std::size_t many = std::min(block.size(), entries - first);
        copy_to_host(points.exec, block.data(), met.data() + first, many);
        for (std::size_t m = 0; m < many; ++m) found.nearest.push_back({block[m].at, float(block[m].d2 * unit)});
    }
    return found;
}

template <class Exec> FoundNearest nearest_as(const NearestRequest& request) {
    return request.points.dimensions == 2 ? nearest_in<Exec, 2>(request) : nearest_in<Exec, 3>(request);
}

template <class Exec> Found find_as(const FindRequest& request) {
    return request.dimensions == 2 ? find_in<Exec, 2>(request) : find_in<Exec, 3>(request);
}

}  // namespace
}  // namespace nearfield
