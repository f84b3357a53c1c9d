// The search on given points. Included by find_cpu.cpp and find_cuda.cu, which choose the backend.
#include "base/error.hpp"
#include "usp/ask/originals.hpp"
#include "usp/ask/points.inl"
#include "usp/explain/probe.hpp"

#include <algorithm>

namespace nearfield {

/// Throws Error if the pairs exceed the range of their counter or the free memory.
void require_room_for_pairs(u64 pairs, Backend backend);  // find_cpu.cpp

/// The radius, or half of a wrapped side that rounding made narrower than two radii.
double effective_radius(const FindRequest& request);

namespace {

template <int D> struct SortPoints {
    const dvec<D>* by_id;
    const u32* id;
    dvec<D>* sorted;
    NF_HD void operator()(u32 i) const { sorted[i] = by_id[id[i]]; }
};

/// The given points of a constructed search in double precision, in storage order.
template <class Exec, int D> class GivenPoints {
  public:
    GivenPoints(PointSearch<Exec, D>& points, const FindRequest& request) : originals_{.unit = unit_of<D>(request)} {
        std::vector<dvec<D>> list;
        list.reserve(request.points.size());
        for (const auto& p : request.points) list.push_back(along<D>(p));
        Array<Exec, dvec<D>> by_id;
        by_id.upload(points.exec, list);
        sorted_.resize(list.size(), "points in double precision");
        for_each(points.exec, u32(list.size()), SortPoints<D>{by_id.data(), points.id(), sorted_.data()});
        points.exec.finish();  // `by_id` is freed on return
        originals_.point = sorted_.data();
        if (request.wrapped) originals_.side = along<D>(request.hi) - along<D>(request.lo);
    }
    const Originals<D>& originals() const { return originals_; }

  private:
    Array<Exec, dvec<D>> sorted_;
    Originals<D> originals_;
};

/// Widens a search to include points that rounding may have moved beyond the radius.
template <int D> Grid<D> widened(Grid<D> grid) {
    const float slack = grid.reach - grid.radius;
    grid.radius = grid.reach;
    grid.reach += slack;
    return grid;
}

/// Squared distance in a widened grid up to which single precision is sufficient.
template <int D> float clear_distance2(const Grid<D>& widened) {
    const float clear = std::max(0.f, widened.radius - 2 * (widened.reach - widened.radius));
    return clear * clear;
}

/// Number of certain neighbours, and of all possible ones.
struct Counted {
    u32 clear = 0, all = 0;
    friend NF_HD Counted operator+(const Counted& a, const Counted& b) { return {a.clear + b.clear, a.all + b.all}; }
};

/// Counts certain neighbours; sets `doubtful` to 1 for actors with uncertain ones.
struct CountClear {
    const u32* id;
    u32* count;
    u32* doubtful;
    float clear;
    static constexpr bool sums_only = true;
    template <class Near> NF_HD Counted operator()(u32 i, const Near& near) const {
        return near.sum(i, Counted{}, [clear = clear](const Other&, const auto&, float d2) {
            return Counted{d2 < clear ? 1u : 0u, 1u};
        });
    }
    NF_HD void write(u32 i, const Counted& counted) const {
        count[id[i]] = counted.clear;
        doubtful[i] = counted.all > counted.clear;
    }
};

/// Adds the uncertain neighbours that double precision confirms.
template <int D> struct CountDoubtful {
    const u32* id;
    u32* count;
    const u32* doubtful;
    NearerThan<D> is_near;
    template <class Near> NF_HD void operator()(u32 i, const Near& near) const {
        if (!doubtful[i]) return;
        near.each(i, [&](u32 j, const vec<D>& towards, float d2) {
            if (!is_near.is_clear(d2) && is_near(i, j, towards)) ++count[id[i]];
        });
    }
};

/// Counts or writes pairs, each by the actor with the lower id.
template <int D> struct PairRule {
    const u32* id;
    u32* at;      ///< counting: pairs per storage index; writing: their offsets
    Pair* pairs;  ///< null while counting
    NearerThan<D> is_near;
    template <class Near> NF_HD void operator()(u32 i, const Near& near) const {
        u32 n = pairs ? at[i] : 0;
        near.each(i, [&](u32 j, const vec<D>& towards, float d2) {
            if (id[i] > id[j] || !(is_near.is_clear(d2) || is_near(i, j, towards))) return;
            if (pairs) pairs[n] = {id[i], id[j], float(sqrt(is_near.originals.distance2(i, j, towards)))};
            ++n;
        });
        if (!pairs) at[i] = n;
    }
};

template <class Exec, int D> std::vector<u32> count_exactly(PointSearch<Exec, D>& points, const NearerThan<D>& near) {
    Array<Exec, u32> count;
    Array<Exec, u32> doubtful;
    count.resize(points.actors.size(), "neighbour counts");
    doubtful.resize(points.actors.size(), "neighbour counts");
    points.search.query(points.exec, CountClear{points.id(), count.data(), doubtful.data(), near.clear});
    points.search.query(points.exec, CountDoubtful<D>{points.id(), count.data(), doubtful.data(), near});
    return count.download(points.exec);
}

/// All pairs of neighbours, once each, sorted by id.
template <class Exec, int D>
std::vector<Pair> list_pairs(PointSearch<Exec, D>& points, const NearerThan<D>& near, u64 total) {
    const u32 n = points.actors.size();
    Array<Exec, u32> at;
    at.resize(n + 1, "pair offsets");
    fill_zero(points.exec, at.data(), n + 1);
    points.search.query(points.exec, PairRule<D>{points.id(), at.data(), nullptr, near});
    exclusive_scan(points.exec, at.data(), at.data(), n + 1);
    Array<Exec, Pair> pairs;
    pairs.resize(total, "the list of pairs");
    points.search.query(points.exec, PairRule<D>{points.id(), at.data(), pairs.data(), near});
    auto list = pairs.download(points.exec);
    std::sort(list.begin(), list.end());
    return list;
}

template <class Exec, int D> Found find_in(const FindRequest& request) {
    PointSearch<Exec, D> points(request, widened(grid_of<D>(request)));
    StageTimer<Exec> untimed;
    points.search.construct(points.exec, untimed, points.actors, 0);
    const GivenPoints<Exec, D> given(points, request);
    const double radius = effective_radius(request);
    const NearerThan<D> near{given.originals(), radius * radius, clear_distance2(points.search.grid())};
    Found found{.count = count_exactly(points, near)};
    if (request.pairs) {
        u64 twice = 0;
        for (const u32 c : found.count) twice += c;
        require_room_for_pairs(twice / 2, Exec::backend);
        if (request.before_listing) request.before_listing(twice / 2);
        found.pairs = list_pairs(points, near, twice / 2);
    }
    found.audit = audit(points.exec, points.search, 1u << 16);
    return found;
}

/// Writes the nearest of each point: storage indices become points, and squared distances become distances.
template <int D> struct ListNearest {
    Storage<D> storage;
    Originals<D> originals;
    const u32* id;
    u32 room;
    double within;
    u32* count;
    Met* met;
    NF_HD void operator()(u32 i) const {
        const DoubleOrder<D> order{originals, id, i, storage.grid.reach - storage.grid.radius, within * within};
        NearestInOrder<DoubleOrder<D>> list{order, met + std::size_t(id[i]) * room, room};
        nearest_to(storage, i, float(within / originals.unit), list);
        for (u32 k = 0; k < list.held; ++k)
            list.kept[k] = {id[list.kept[k].at], float(sqrt(order.distance2_to(list.kept[k])))};
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
    const GivenPoints<Exec, D> given(points, request.points);
    Array<Exec, u32> count;
    Array<Exec, Met> met;
    count.resize(n, "how many are near");
    met.resize(entries, "the nearest of all points");
    for_each(points.exec, n,
             ListNearest<D>{points.search.storage(), given.originals(), points.id(), found.room, request.within,
                            count.data(), met.data()});
    found.count = count.download(points.exec);
    found.nearest.reserve(entries);
    std::vector<Met> block(std::min<std::size_t>(entries, 1 << 20));
    for (std::size_t first = 0; first < entries; first += block.size()) {
        const std::size_t many = std::min(block.size(), entries - first);
        copy_to_host(points.exec, block.data(), met.data() + first, many);
        for (std::size_t m = 0; m < many; ++m) found.nearest.push_back({block[m].at, block[m].d2});
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
