// Implements probe.hpp. Included by probe_cpu.cpp and probe_cuda.cu, which choose the backend.
#include "usp/explain/probe.hpp"

#include "base/error.hpp"
#include "usp/explain/place_of.hpp"
#include "usp/walk/fused.hpp"
#include "usp/walk/sparse_walk.hpp"

#include <algorithm>
#include <string>

namespace nearfield {
namespace {

template <class Exec, int D> LookingWalk walk_of(const Search<Exec, D>& search) {
    return detail::Query<D>{search.storage(), search.settings()}.looking();
}

struct Work {
    double queries = 0, bins = 0, strips = 0, candidates = 0, neighbours = 0;
    friend NF_HD Work operator+(const Work& a, const Work& b) {
        return {a.queries + b.queries, a.bins + b.bins, a.strips + b.strips, a.candidates + b.candidates,
                a.neighbours + b.neighbours};
    }
};

/// Work of sampled query s. `longest` receives the maximum over the lanes for each group of 32 and each loop in order.
template <int D> struct AuditQuery {
    Storage<D> storage;
    LookingWalk walk;
    int together;  ///< rows per loop
    u32 groups_apart, longest_per_group;
    u32* longest;
    NF_HD Work operator()(u32 s) const {
        const u32 group = s / 32, i = group * groups_apart * 32 + s % 32;
        if (i >= storage.actors) return {};
        const vec<D> at = load<D>(storage.position + i);
        Work work{.queries = 1};
        u32 order = 0, length = 0;
        const auto stretch = [&](const Stretch& t, const vec<D>& moved) {
            add(work, i, t, at, moved);
            length += t.end - t.first;
        };
        const auto end_loop = [&] {
            if (order < longest_per_group)
                atomic_max(longest + std::size_t(group) * longest_per_group + order++, length);
            length = 0;
        };
        if (fuses(walk.visit)) each_fused(walk, storage, at, i, together, stretch, end_loop);
        else
            each_range(
                walk, storage, at,
                [&](const Stretch& t, const vec<D>& moved) {
                    stretch(t, moved);
                    end_loop();
                },
                i);
        return work;
    }
    NF_NOINLINE void add(Work& work, u32 i, const Stretch& t, const vec<D>& at, const vec<D>& moved) const {
        const float r2 = storage.grid.radius * storage.grid.radius;
        work.bins += t.bins;
        work.strips += t.bins > 0;  // a stretch without bins is a row out of reach
        for (u32 j = t.first; j < t.end; ++j) {
            const vec<D> towards = vector_to<D>(load<D>(storage.position + j), at, moved);
            work.candidates += j != i;
            work.neighbours += j != i && dot<D>(towards, towards) < r2 && storage.ahead.see(i, towards);
        }
    }
};

struct SumOf {
    const u32* values;
    NF_HD double operator()(u32 i) const { return values[i]; }
};

/// Upper bound on the stretches that one query reads, which is also one on its loops.
template <int D> u32 most_stretches(const Grid<D>& g, const LookingWalk& walk) {
    if (!reads_bins(walk.visit)) return D == 3 ? 27 : 9;
    double most = one_by_one(walk.visit) || g.sparse ? 2.0 * g.reach / g.width[0] + 4 : walk.looks ? 4 : 3;
    for (int a = 1; a < D; ++a) most *= 2.0 * g.reach / g.width[a] + 3;
    return u32(std::min(most, 1e6));
}

struct SeenCandidate {
    u32 index, actor;
    float c[3];
    float distance;
    u32 neighbour;
};

template <int D> struct Opened {
    Stretch stretch;
    ivec<D> bin;  ///< the first bin
};

/// Coordinates of a bin in the grid.
template <int D> NF_HD ivec<D> place_of_bin(const Storage<D>& storage, u32 bin) {
    return storage.grid.sparse ? storage.occupied.place(bin) : storage.grid.place(bin);
}

/// Inspects one query in one thread. `counts` receives the full numbers, even beyond `room`.
template <int D> struct OpenQuery {
    Storage<D> storage;
    LookingWalk walk;
    const u32* id;
    u32 i, room;
    SeenCandidate* seen;
    Opened<D>* opened;
    u32* counts;
    NF_HD void operator()(u32) const {
        const vec<D> at = load<D>(storage.position + i);
        counts[0] = counts[1] = 0;
        each_range(
            walk, storage, at, [&](const Stretch& t, const vec<D>& moved) { open(t, at, moved); }, i);
    }
    NF_NOINLINE void open(const Stretch& t, const vec<D>& at, const vec<D>& moved) const {
        const u32 strip = counts[0]++;
        if (strip < room) opened[strip] = {t, place_of_bin(storage, t.bin)};
        for (u32 j = t.first; j < t.end; ++j) {
            if (j == i) continue;
            const vec<D> p = load<D>(storage.position + j), towards = vector_to<D>(p, at, moved);
            const float d2 = dot<D>(towards, towards), r2 = storage.grid.radius * storage.grid.radius;
            const bool neighbour = d2 < r2 && storage.ahead.see(i, towards);
            const u32 candidate = counts[1]++;
            if (candidate < room)
                seen[candidate] = {j, id[j], {p[0], p[1], D == 3 ? p[D - 1] : 0.f}, sqrtf(d2), neighbour};
        }
    }
};

/// The box of the bins of a stretch.
template <int D> Inspection::Strip strip_box(const Grid<D>& g, const Opened<D>& opened) {
    const Stretch& t = opened.stretch;
    Inspection::Strip strip{glm::vec3(0), glm::vec3(0), t.bins, t.end - t.first};
    for (int a = 0; a < D; ++a) {
        strip.lo[a] = g.box.lo[a] + float(opened.bin[a]) * g.width[a];
        strip.hi[a] = std::min(strip.lo[a] + (a == 0 ? float(t.bins) : 1.f) * g.width[a], g.box.hi[a]);
    }
    return strip;
}

/// The vector between two actors to the nearest image, in double precision.
template <int D> NF_HD dvec<D> exact_vector(const Storage<D>& storage, u32 i, u32 j) {
    const vec<D> a = load<D>(storage.position + i), b = load<D>(storage.position + j);
    dvec<D> to;
    for (int x = 0; x < D; ++x) {
        double d = double(b[x]) - double(a[x]), side = double(storage.grid.box.hi[x]) - double(storage.grid.box.lo[x]);
        if (const ivec<D>* bin = storage.occupied.bin_of) {
            d += double(bin[j][x] - bin[i][x]) * storage.grid.width[x];
            side = double(storage.grid.bins[x]) * storage.grid.width[x];
        }
        if (storage.grid.box.wrapped) d -= side * rint(d / side);
        to[x] = d;
    }
    return to;
}
template <int D> NF_HD double exact_distance(const Storage<D>& storage, u32 i, u32 j) {
    const dvec<D> to = exact_vector(storage, i, j);
    double d2 = 0;
    for (int x = 0; x < D; ++x) d2 += to[x] * to[x];
    return sqrt(d2);
}

/// Visibility of actor j from actor i in double precision; `borderline` if rounding decides.
template <int D> struct ExactSight {
    bool sees = true, borderline = false;
    NF_HD ExactSight(const Storage<D>& storage, u32 i, u32 j) {
        if (!storage.ahead.along) return;
        const dvec<D> to = exact_vector(storage, i, j);
        const vec<D> heading = direction<D>(load<D>(storage.ahead.along + i));
        double ahead = 0, d2 = 0;
        for (int x = 0; x < D; ++x) {
            ahead += to[x] * heading[x];
            d2 += to[x] * to[x];
        }
        const double over = ahead * fabs(ahead) - double(storage.ahead.sight.behind) * d2;
        sees = over >= 0;
        borderline = fabs(over) < 4e-6 * d2;
    }
};

/// Records the neighbour set of actors `first`, `first + apart` and so on, without pairs so near the radius that
/// rounding decides. `InSight`: only neighbours in sight, as for rules that look ahead.
template <int D, bool InSight = false> struct SetRule {
    Storage<D> storage;
    const u32* id;
    SetSum* found;
    u32 first = 0, apart = 1;
    static constexpr bool sums_only = true, looks_ahead = InSight;
    template <class Near> NF_HD SetSum operator()(u32 s, const Near& near) const {
        const u32 i = first + s * apart;
        return near.sum(i, SetSum{}, [&](const Other& j, const vec<D>&, float) {
            return j.read([&](u32 n) { return set_of(i, n); });
        });
    }
    NF_NOINLINE SetSum set_of(u32 i, u32 n) const {
        SetSum one;
        if constexpr (InSight)
            if (const ExactSight<D> sight(storage, i, n); !sight.sees || sight.borderline) return one;
        if (!borderline(exact_distance(storage, i, n), storage.grid.radius)) one.add(id[n]);
        return one;
    }
    NF_HD void write(u32 s, const SetSum& set) const { found[s] = set; }
};

/// Joins positions that are stored per axis, after a step that moved actors in place.
template <int D> struct JoinAxes {
    const float* axis[D];
    Packed<D>* position;
    NF_HD void operator()(u32 i) const {
        for (int a = 0; a < D; ++a) position[i].c[a] = axis[a][i];
    }
};

/// Compares the sets of sampled actors, or their parts in sight, with brute force in double precision.
template <int D, bool InSight> struct CompareSets {
    Storage<D> storage;
    const u32* id;
    const SetSum* found;
    u32 apart;
    NF_HD Tally operator()(u32 s) const {
        const u32 i = s * apart;
        const double radius = storage.grid.radius;
        SetSum expected;
        for (u32 j = 0; j < storage.actors; ++j) {
            const double d = exact_distance(storage, i, j);
            if (j == i || !(d < radius) || borderline(d, radius)) continue;
            if constexpr (InSight)
                if (const ExactSight<D> sight(storage, i, j); !sight.sees || sight.borderline) continue;
            expected.add(id[j]);
        }
        const bool wrong = !(expected == found[i]);
        return {double(expected.count), wrong, wrong ? id[i] : ~0u};
    }
};

/// Combines sets to a hash that is independent of the storage order.
struct Combine {
    const u32* id;
    const SetSum* found;
    NF_HD u64 operator()(u32 i) const { return (found[i].sum + found[i].count) * (scramble(id[i]) | 1); }
};

struct CountRule {
    const u32* id;
    u32* count;
    static constexpr bool sums_only = true;
    template <class Near> NF_HD u32 operator()(u32 i, const Near& near) const {
        return near.sum(i, 0u, [](const Other&, const auto&, float) { return 1u; });
    }
    NF_HD void write(u32 i, u32 neighbours) const { count[id[i]] = neighbours; }
};

}  // namespace

template <class Exec, int D> Audit audit(Exec& exec, const Search<Exec, D>& search, u32 sample) {
    const auto& storage = search.storage();
    const LookingWalk walk = walk_of(search);
    Audit result{.surplus_theory = surplus_theory(search.grid(), walk.visit, storage.ahead.sight, walk.looks)};
    if (storage.actors == 0) return result;
    const u32 all_groups = (storage.actors + 31) / 32, per_group = most_stretches(search.grid(), walk);
    const u32 room = std::max(1u, (u32{1} << 22) / per_group);
    const u32 groups = std::max(1u, std::min({all_groups, (sample + 31) / 32, room}));
    Array<Exec, u32> longest;
    longest.resize(std::size_t(groups) * per_group, "an audit");
    fill_zero(exec, longest.data(), longest.size());
    const Work w = reduce<Work>(
        exec, groups * 32,
        AuditQuery<D>{storage, walk, search.settings().together, all_groups / groups, per_group, longest.data()});
    const double lane_time = 32 * reduce<double>(exec, u32(longest.size()), SumOf{longest.data()});
    result.queries = u32(w.queries);
    result.bins = w.bins / w.queries;
    result.strips = w.strips / w.queries;
    result.candidates = w.candidates / w.queries;
    result.neighbours = w.neighbours / w.queries;
    result.surplus = w.neighbours > 0 ? w.candidates / w.neighbours : 0;
    result.wee = lane_time > 0 ? (w.candidates + w.queries) / lane_time : 0;
    return result;
}

template <class Exec, int D> Inspection inspect(Exec& exec, const Search<Exec, D>& search, const u32* id, u32 actor) {
    constexpr u32 room = 1 << 16;
    const auto& storage = search.storage();
    Array<Exec, u32> counts;
    const u32 i = place_of(exec, id, storage.actors, actor);
    if (i == no_place)
        throw Error("no actor " + std::to_string(actor) + "; ids go from 0 to " + std::to_string(storage.actors) +
                    " - 1");
    Array<Exec, SeenCandidate> seen;
    Array<Exec, Opened<D>> opened;
    seen.resize(room, "an inspection");
    opened.resize(room, "an inspection");
    counts.resize(2, "an inspection");
    for_each(exec, 1, OpenQuery<D>{storage, walk_of(search), id, i, room, seen.data(), opened.data(), counts.data()});
    const auto many = counts.download(exec);
    seen.resize(std::min(many[1], room), "an inspection");
    opened.resize(std::min(many[0], room), "an inspection");

    Inspection result{.actor = actor, .truncated = many[0] > room || many[1] > room};
    Packed<D> own;
    copy_to_host(exec, &own, storage.position + i, 1);
    for (int a = 0; a < D; ++a) result.position[a] = own.c[a];
    for (const auto& o : opened.download(exec)) result.strips.push_back(strip_box(search.grid(), o));
    for (const auto& s : seen.download(exec))
        result.candidates.push_back({s.actor, {s.c[0], s.c[1], s.c[2]}, s.distance, s.neighbour != 0});
    return result;
}

template <bool InSight, class Exec, int D>
Array<Exec, SetSum> found_sets(Exec& exec, const Search<Exec, D>& search, const u32* id) {
    Array<Exec, SetSum> found;
    found.resize(search.storage().actors, "neighbour sets");
    search.query(exec, SetRule<D, InSight>{search.storage(), id, found.data()});
    return found;
}

template <bool InSight, class Exec, int D>
Tally compare_sets(Exec& exec, const Search<Exec, D>& search, const u32* id, u32 queries) {
    const auto& storage = search.storage();
    const auto found = found_sets<InSight>(exec, search, id);
    return reduce<Tally>(exec, queries, CompareSets<D, InSight>{storage, id, found.data(), storage.actors / queries});
}

template <class Exec, int D> Verification verify(Exec& exec, const Search<Exec, D>& search, const u32* id, u32 sample) {
    const auto& storage = search.storage();
    if (storage.actors == 0 || sample == 0) return {};
    const u32 queries = std::min(storage.actors, sample);
    Tally t = compare_sets<false>(exec, search, id, queries);
    if (storage.ahead.narrow()) {
        const Tally seen = compare_sets<true>(exec, search, id, queries);
        t = {seen.neighbours, t.mismatches + seen.mismatches, std::min(t.lowest, seen.lowest)};
    }
    return t.of(queries);
}

template <class Exec, int D> void sample_neighbours(Exec& exec, const Search<Exec, D>& search,
                                                    const Actors<Exec, D>& actors, u32 count, u32 turn,
                                                    NeighbourSample& sample) {
    constexpr u32 numbers = sizeof(Packed<D>) / sizeof(float);
    Storage<D> storage = search.storage();
    u32 there = storage.actors;
    if (storage.present) {
        copy_to_host(exec, &there, storage.present, 1);
        there = std::min(there, storage.actors);
    }
    sample.begin(D, numbers, storage.grid.radius, there);
    for (int a = 0; a < D; ++a) sample.side[a] = double(storage.grid.box.hi[a]) - double(storage.grid.box.lo[a]);
    sample.wrapped = storage.grid.box.wrapped;
    if (there == 0) return;
    auto* const position = reinterpret_cast<Packed<D>*>(sample.position.data());
    if (search.holds_positions(actors)) {
        copy_to_host(exec, position, storage.position, there);
    } else if constexpr (Exec::backend == Backend::cpu) {
        JoinAxes<D> join{{}, position};
        for (int a = 0; a < D; ++a) join.axis[a] = storage.axis[a];
        for_each(exec, there, join);
        storage.position = position;
    }
    copy_to_host(exec, sample.id.data(), actors.id.current(), there);
    const SampledPlaces places(there, count, turn);
    Array<Exec, u32> number;
    Array<Exec, SetSum> found;
    number.upload(exec, {places.queries});
    found.resize(places.queries, "sampled neighbour sets");
    storage.present = number.data();
    detail::run_query(exec, SetRule<D>{storage, actors.id.current(), found.data(), places.first, places.apart},
                      detail::Query<D>{storage, search.settings()});
    sample.note(places, found.download(exec));
}

template <class Exec, int D>
std::vector<u32> count_neighbours(Exec& exec, const Search<Exec, D>& search, const u32* id) {
    Array<Exec, u32> count;
    count.resize(search.storage().actors, "neighbour counts");
    search.query(exec, CountRule{id, count.data()});
    return count.download(exec);
}

template <class Exec, int D> u64 signature(Exec& exec, const Search<Exec, D>& search, const u32* id) {
    const auto found = found_sets<false>(exec, search, id);
    return reduce<u64>(exec, search.storage().actors, Combine{id, found.data()});
}

#define NF_PROBES(Exec, D)                                                                                             \
    template Audit audit(Exec&, const Search<Exec, D>&, u32);                                                          \
    template Inspection inspect(Exec&, const Search<Exec, D>&, const u32*, u32);                                       \
    template Verification verify(Exec&, const Search<Exec, D>&, const u32*, u32);                                      \
    template void sample_neighbours(Exec&, const Search<Exec, D>&, const Actors<Exec, D>&, u32, u32,                   \
                                    NeighbourSample&);                                                                 \
    template std::vector<u32> count_neighbours(Exec&, const Search<Exec, D>&, const u32*);                             \
    template u64 signature(Exec&, const Search<Exec, D>&, const u32*)

}  // namespace nearfield
