#include "usp/explain/laid_out.hpp"

#include "base/error.hpp"
#include "usp/search/search.hpp"
#include "usp/walk/fused.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace nearfield {
namespace {

template <int D> Grid<D> grid_of(const ActorsInMemory& actors, const SearchSettings& settings) {
    const auto grid = make_grid(Environment<D>{vec<D>(actors.box.lo), vec<D>(actors.box.hi), actors.box.wrapped},
                                actors.radius, settings, actors.room);
    if (grid.sparse)
        throw UsageError("the grid is sparse: only occupied bins are kept, and found by bisection; raise "
                         "search.bin_ratio or the number of actors to read its arrays");
    return grid;
}

/// Calls stretch(t, moved) for every stretch that a query reads, and end_loop() at the end of each loop, where the
/// lanes of a warp wait for each other. These are the loops that audit() counts.
template <int D> void walk_loops(const Storage<D>& s, const SearchSettings& settings, u32 place,
                                 const std::function<void(const Stretch& t, const vec<D>& moved)>& stretch,
                                 const std::function<void()>& end_loop) {
    const LookingWalk walk = detail::Query<D>{s, settings}.looking();
    const vec<D> at = load<D>(s.position + place);
    if (info(walk.visit).fused) return each_fused(walk, s, at, place, settings.together, stretch, end_loop);
    each_range(
        walk, s, at,
        [&](const Stretch& t, const vec<D>& moved) {
            stretch(t, moved);
            end_loop();
        },
        place);
}

template <int D> CandidateTest test_of(const Storage<D>& s, u32 place, u32 candidate, const vec<D>& moved) {
    if (candidate == place) return {candidate, CandidateTest::Result::itself};
    const vec<D> towards = vector_to<D>(load<D>(s.position + candidate), load<D>(s.position + place), moved);
    const bool near = dot<D>(towards, towards) < s.grid.radius * s.grid.radius && s.ahead.see(place, towards);
    return {candidate, near ? CandidateTest::Result::neighbour : CandidateTest::Result::rejected};
}

template <int D> WarpTrace::Lane lane_of(const Storage<D>& s, const SearchSettings& settings, u32 place) {
    WarpTrace::Lane lane;
    walk_loops<D>(
        s, settings, place,
        [&](const Stretch& t, const vec<D>& moved) {
            for (u32 j = t.first; j < t.end; ++j) lane.tests.push_back(test_of(s, place, j, moved));
        },
        [&] { lane.loop_end.push_back(u32(lane.tests.size())); });
    return lane;
}

/// Iterations of all loops of a warp, and tests of all its lanes.
struct WarpTime {
    u64 iterations = 0, tests = 0;
};

template <int D> WarpTime time_of_warp(const Storage<D>& s, const SearchSettings& settings, u32 warp) {
    std::vector<u32> longest;
    WarpTime time;
    for (u32 place = warp * warp_lanes; place < std::min(s.actors, (warp + 1) * warp_lanes); ++place) {
        u32 length = 0;
        std::size_t loop = 0;
        walk_loops<D>(
            s, settings, place, [&](const Stretch& t, const vec<D>&) { length += t.end - t.first; },
            [&] {
                if (loop == longest.size()) longest.push_back(0);
                longest[loop] = std::max(longest[loop], length);
                ++loop;
                time.tests += length;
                length = 0;
            });
    }
    time.iterations = std::accumulate(longest.begin(), longest.end(), u64{0});
    return time;
}

std::vector<u32> elements_in(const ActorsInMemory& actors, StartingOrder order) {
    std::vector<u32> elements(actors.id.size());
    std::iota(elements.begin(), elements.end(), 0u);
    if (order == StartingOrder::by_number)
        std::sort(elements.begin(), elements.end(), [&](u32 a, u32 b) { return actors.id[a] < actors.id[b]; });
    return elements;
}

}  // namespace

LaidOut::LaidOut(const ActorsInMemory& actors, Visit visit, StartingOrder order)
    : settings_(actors.settings),
      sight_(actors.sight),
      stored_id_(actors.id.size()),
      bins_(actors.id.size()) {
    if (!info(visit).reads_bins)
        throw UsageError(std::string("search.visit: ") + info(visit).name +
                         " reads no bins; choose another to read their arrays");
    settings_.visit = visit;
    const auto elements = elements_in(actors, order);
    for (u32 e : elements) id_.push_back(actors.id[e]);
    const auto fill = [&]<int D>(Arrays<D> arrays) {
        arrays.grid = grid_of<D>(actors, settings_);
        for (std::size_t e = 0; e < elements.size(); ++e)
            bins_[e] = arrays.grid.bin(vec<D>(actors.position[elements[e]]));
        sort_ = CountingTrace(bins_, arrays.grid.bin_count());
        for (u32 place = 0; place < stored_id_.size(); ++place) {
            const u32 element = sort_.source()[place];
            arrays.position.push_back(pack<D>(vec<D>(actors.position[elements[element]])));
            if (!actors.heading.empty()) arrays.heading.push_back(pack<D>(vec<D>(actors.heading[elements[element]])));
            stored_id_[place] = id_[element];
        }
        arrays_ = std::move(arrays);
    };
    actors.dimensions == 3 ? fill(Arrays<3>{}) : fill(Arrays<2>{});
}

/// Calls f with the Storage for the walks.
template <class F> auto LaidOut::in_storage(F&& f) const {
    return std::visit(
        [&]<int D>(const Arrays<D>& arrays) {
            return f(Storage<D>{.grid = arrays.grid,
                                .position = arrays.position.data(),
                                .start = sort_.start().data(),
                                .actors = actors(),
                                .ahead = {arrays.heading.empty() ? nullptr : arrays.heading.data(), sight_}});
        },
        arrays_);
}

std::optional<u32> LaidOut::place_of(u32 id) const {
    const auto at = std::find(stored_id_.begin(), stored_id_.end(), id);
    return at == stored_id_.end() ? std::nullopt : std::optional(u32(at - stored_id_.begin()));
}

glm::ivec3 LaidOut::bins() const {
    return in_storage([]<int D>(const Storage<D>& s) {
        glm::ivec3 bins(1);
        for (int a = 0; a < D; ++a) bins[a] = s.grid.bins[a];
        return bins;
    });
}

glm::ivec3 LaidOut::place_of_bin(u32 bin) const {
    return in_storage([&]<int D>(const Storage<D>& s) {
        const ivec<D> at = s.grid.place(bin);
        return glm::ivec3(at[0], at[1], D == 3 ? at[D - 1] : 0);
    });
}

std::vector<Stretch> LaidOut::stretches(u32 place) const {
    return in_storage([&]<int D>(const Storage<D>& s) {
        std::vector<Stretch> read;
        const auto note = [&](const Stretch& t, const vec<D>&) {
            if (t.bins) read.push_back(t);
        };
        walk_loops<D>(s, settings_, place, note, [] {});
        return read;
    });
}

std::vector<CandidateTest> LaidOut::tests(u32 place) const {
    return in_storage([&]<int D>(const Storage<D>& s) { return lane_of(s, settings_, place).tests; });
}

WarpTrace LaidOut::warp(u32 number) const {
    return in_storage([&]<int D>(const Storage<D>& s) {
        WarpTrace warp{.first = number * warp_lanes, .lanes = {}, .loop_begin = {0}};
        std::vector<u32> longest;
        for (u32 place = warp.first; place < std::min(s.actors, warp.first + warp_lanes); ++place) {
            const auto& ends = warp.lanes.emplace_back(lane_of(s, settings_, place)).loop_end;
            if (longest.size() < ends.size()) longest.resize(ends.size());
            for (std::size_t loop = 0; loop < ends.size(); ++loop)
                longest[loop] = std::max(longest[loop], ends[loop] - (loop ? ends[loop - 1] : 0));
        }
        for (u32 length : longest) warp.loop_begin.push_back(warp.loop_begin.back() + length);
        return warp;
    });
}

double LaidOut::efficiency(u32 sample) const {
    return in_storage([&]<int D>(const Storage<D>& s) {
        const u32 groups = std::max(1u, std::min(warps(), (sample + warp_lanes - 1) / warp_lanes));
        WarpTime all;
        for (u32 group = 0; group < groups && warps(); ++group) {
            const WarpTime one = time_of_warp(s, settings_, group * (warps() / groups));
            all.iterations += one.iterations;
            all.tests += one.tests;
        }
        return all.iterations ? double(all.tests) / double(warp_lanes * all.iterations) : 0.0;
    });
}

}  // namespace nearfield
