#pragma once
// Read-only queries about a constructed multimap whose elements were gathered in its order: audit, inspect, verify,
// signature.
#include "base/error.hpp"
#include "base/mix.hpp"
#include "base/vec.hpp"
#include "usp/explain/neighbour_sample.hpp"
#include "usp/explain/place_of.hpp"
#include "usp/explain/report.hpp"
#include "usp/store/multimap.hpp"

#include <algorithm>

namespace nearfield {

/// Consecutive keys that the query of one element reads.
struct KeyRange {
    u32 first = 0, count = 0;
};

namespace detail {

NF_HD inline u64 scramble_pair(u32 id, u32 key) { return mix((u64(key) << 32 | id) + golden_ratio); }

struct KeyWork {
    double queries = 0, keys = 0, read = 0, lane_time = 0;
    friend NF_HD KeyWork operator+(const KeyWork& a, const KeyWork& b) {
        return {a.queries + b.queries, a.keys + b.keys, a.read + b.read, a.lane_time + b.lane_time};
    }
};

/// Work of 32 consecutive queries that walk their keys in lock step. Each key costs the longest run among the queries.
template <class Reads> struct WorkOfGroup {
    Reads reads;
    const u32* start;
    u32 elements, groups_apart;
    NF_HD KeyWork operator()(u32 group) const {
        const u32 first = group * groups_apart * 32, end = first + 32 < elements ? first + 32 : elements;
        KeyWork work{.queries = double(end - first)};
        u32 most = 0;
        for (u32 i = first; i < end; ++i) {
            work.keys += reads(i).count;
            most = reads(i).count > most ? reads(i).count : most;
        }
        for (u32 n = 0; n < most; ++n) {
            u32 longest = 0;
            for (u32 i = first; i < end; ++i) {
                const KeyRange keys = reads(i);
                if (n >= keys.count) continue;
                const u32 run = start[keys.first + n + 1] - start[keys.first + n];
                work.read += run;
                longest = run > longest ? run : longest;
            }
            work.lane_time += 32.0 * longest;
        }
        return work;
    }
};

/// Compares the elements stored under a sampled element's key with brute force over all keys.
template <class Key> struct CheckGroup {
    Key key_of;
    const u32 *start, *id;
    u32 elements, checks;
    NF_HD Tally operator()(u32 s) const {
        const u32 i = u32(u64(s) * elements / checks), key = key_of(i);
        SetSum stored, asked;
        for (u32 k = start[key]; k < start[key + 1]; ++k) stored.add(id[k]);
        for (u32 j = 0; j < elements; ++j)
            if (key_of(j) == key) asked.add(id[j]);
        const bool same = stored == asked;
        return {double(asked.count) - 1, same ? 0u : 1u, same ? ~0u : id[i]};
    }
};

template <class Key> struct WriteKey {
    Key key_of;
    u32* to;
    NF_HD void operator()(u32 i) const { to[i] = key_of(i); }
};

/// The other elements under a sampled element's key.
struct SetOfKey {
    const u32 *key, *start, *id;
    u32 first, apart;
    SetSum* found;
    NF_HD void operator()(u32 s) const {
        const u32 i = first + s * apart;
        SetSum set;
        for (u32 k = start[key[i]]; k < start[key[i] + 1]; ++k)
            if (k != i) set.add(id[k]);
        found[s] = set;
    }
};

struct PairsOfKey {
    const u32 *start, *id;
    NF_HD u64 operator()(u32 key) const {
        u64 sum = 0;
        for (u32 k = start[key]; k < start[key + 1]; ++k) sum += scramble_pair(id[k], key + 1);
        return sum;
    }
};

/// Reads reads(place) on the backend and returns it through a reduction over one element.
template <class Reads> struct ReadsAt {
    Reads reads;
    u32 place;
    struct Value : KeyRange {
        friend NF_HD Value operator+(const Value& a, const Value& b) {
            return {{a.first + b.first, a.count + b.count}};
        }
    };
    NF_HD Value operator()(u32) const { return {reads(place)}; }
};

}  // namespace detail

/// Work per query, for about `sample` queries in whole groups of 32. reads(i) gives the keys of element i's query.
/// Every element under these keys counts as both candidate and neighbour.
template <class Exec, class Reads>
Audit audit(Exec& exec, const Multimap<Exec>& map, const Reads& reads, u32 elements, u32 sample) {
    const u32 groups = (elements + 31) / 32, wanted = std::max(1u, sample / 32), apart = std::max(1u, groups / wanted);
    const auto work = reduce<detail::KeyWork>(exec, (groups + apart - 1) / apart,
                                              detail::WorkOfGroup<Reads>{reads, map.start(), elements, apart});
    const double n = std::max(1.0, work.queries);
    Audit audit{.queries = u32(work.queries),
                .bins = work.keys / n,
                .strips = elements ? 1.0 : 0.0,
                .candidates = work.read / n,
                .neighbours = work.read / n};
    audit.surplus = audit.surplus_theory = work.read > 0 ? 1 : 0;
    audit.wee = work.lane_time > 0 ? work.read / work.lane_time : 1;
    return audit;
}

/// The query of one element: all elements under the keys that it reads. Throws Error if no element has that id.
template <class Exec, int D, class Reads> Inspection inspect(Exec& exec, const Multimap<Exec>& map, const Reads& reads,
                                                             const u32* id, const Packed<D>* position, u32 elements,
                                                             u32 wanted) {
    constexpr u32 room = 4096;
    const u32 place = place_of(exec, id, elements, wanted);
    if (place == no_place)
        throw Error("no actor " + std::to_string(wanted) + "; there are " + std::to_string(elements));
    const auto point = [](const Packed<D>& p) { return glm::vec3(p.c[0], p.c[1], D == 3 ? p.c[D - 1] : 0.f); };
    Packed<D> here;
    copy_to_host(exec, &here, position + place, 1);
    const auto keys = reduce<typename detail::ReadsAt<Reads>::Value>(exec, 1, detail::ReadsAt<Reads>{reads, place});
    u32 begin = 0, end = 0;
    copy_to_host(exec, &begin, map.start() + keys.first, 1);
    copy_to_host(exec, &end, map.start() + keys.first + keys.count, 1);
    Inspection seen{.actor = wanted, .position = point(here), .truncated = end - begin > room};
    seen.strips.push_back({seen.position, seen.position, keys.count, end - begin});
    const u32 n = std::min(end - begin, room);
    std::vector<u32> ids(n);
    std::vector<Packed<D>> positions(n);
    if (n) {
        copy_to_host(exec, ids.data(), id + begin, n);
        copy_to_host(exec, positions.data(), position + begin, n);
    }
    for (u32 k = 0; k < n; ++k) {
        const glm::vec3 p = point(positions[k]);
        seen.candidates.push_back({ids[k], p, glm::length(p - seen.position), true});
    }
    return seen;
}

/// Compares the groups of about `sample` elements, spread over the storage, with brute force: key_of(i) for every
/// element.
template <class Exec, class Key>
Verification verify(Exec& exec, const Multimap<Exec>& map, const Key& key_of, const u32* id, u32 elements, u32 sample) {
    const u32 checks = std::min(sample, elements);
    if (checks == 0) return {};
    return reduce<Tally>(exec, checks, detail::CheckGroup<Key>{key_of, map.start(), id, elements, checks}).of(checks);
}

/// Samples the groups of about `count` elements, different ones each turn, and copies all keys.
template <class Exec, class Key> void sample_groups(Exec& exec, const Multimap<Exec>& map, const Key& key_of,
                                                    const u32* id, u32 elements, u32 count, u32 turn,
                                                    NeighbourSample& sample) {
    sample.begin_with_keys(elements);
    if (elements == 0) return;
    const SampledPlaces places(elements, count, turn);
    Array<Exec, u32> key;
    Array<Exec, SetSum> found;
    key.resize(elements, "sampled keys");
    found.resize(places.queries, "sampled groups");
    for_each(exec, elements, detail::WriteKey<Key>{key_of, key.data()});
    for_each(exec, places.queries,
             detail::SetOfKey{key.data(), map.start(), id, places.first, places.apart, found.data()});
    copy_to_host(exec, sample.key.data(), key.data(), elements);
    copy_to_host(exec, sample.id.data(), id, elements);
    sample.note(places, found.download(exec));
}

/// A hash of all groups by id, independent of their order.
template <class Exec> u64 signature(Exec& exec, const Multimap<Exec>& map, const u32* id) {
    return reduce<u64>(exec, map.keys(), detail::PairsOfKey{map.start(), id});
}

}  // namespace nearfield
