#pragma once
// Read-only queries about the boxes of a search: audit, inspect, verify, signature.
#include "base/mix.hpp"
#include "boxes/box_search.hpp"
#include "usp/explain/neighbour_sample.hpp"
#include "usp/explain/report.hpp"

#include <numeric>

namespace nearfield {

/// Boxes that the query of one box tests.
struct BoxInspection {
    std::vector<Box> tested;
    bool truncated = false;  ///< more boxes were tested than the report can hold
};

namespace detail {

NF_HD inline u64 scramble(const BoxPair& pair) { return mix((u64(pair.b) << 32 | pair.a) + golden_ratio); }

struct SumPairs {
    const BoxPair* pair;
    NF_HD u64 operator()(u32 i) const { return scramble(pair[i]); }
};

struct BoxWork {
    double items = 0, tests = 0, pairs = 0, lane_time = 0;
    friend NF_HD BoxWork operator+(const BoxWork& a, const BoxWork& b) {
        return {a.items + b.items, a.tests + b.tests, a.pairs + b.pairs, a.lane_time + b.lane_time};
    }
};

/// Work of 32 consecutive items: of a warp, whose time is that of its longest item, or of a block per item.
template <class Walk> struct WorkOfWarp {
    Walk walk;
    u32 items, apart;
    bool by_blocks = false;
    NF_HD BoxWork operator()(u32 group) const {
        const u32 first = group * apart * 32, end = items - first < 32 ? items : first + 32;
        BoxWork work{.items = double(end - first)};
        u32 most = 0, lanes = 0;
        for (u32 i = first; i < end; ++i) {
            TallyNote note;
            walk(i, note);
            work.tests += note.tests;
            work.pairs += note.pairs;
            most = note.tests > most ? note.tests : most;
            lanes += note.lanes;
        }
        work.lane_time = by_blocks ? double(lanes) : 32.0 * most;
        return work;
    }
};

/// Records tested boxes while there is room.
struct ListNote {
    Box* to;
    u32 room, *count;
    NF_HD void tested(const Box& box) {
        if (*count < room) to[*count] = box;
        ++*count;
    }
    NF_HD void found(u32, u32) {}
    NF_HD void hand_over(u32, int) {}
    NF_HD void fetched(u32) {}
};
template <class Walk> struct ListTests {
    Walk walk;
    ListNote note;
    NF_HD void operator()(u32 i) const {
        ListNote own = note;
        walk(i, own);
    }
};

/// Compares the listed pairs of one box with brute force.
struct CheckBox {
    const Box* box;
    const BoxPair* pair;
    u32 boxes, pairs, checks;
    NF_HD Tally operator()(u32 c) const {
        const u32 i = u32(u64(c) * boxes / checks);
        u64 listed = 0, asked = 0;
        double partners = 0;
        for (u32 k = 0; k < pairs; ++k)
            if (pair[k].a == i || pair[k].b == i) listed += scramble(pair[k]);
        for (u32 j = 0; j < boxes; ++j)
            if (j != i && meet(box[i], box[j])) {
                asked += scramble(in_order(i, j));
                ++partners;
            }
        return listed == asked ? Tally{partners} : Tally{partners, 1, i};
    }
};

/// The listed partners of a sampled box.
struct PartnersOf {
    const BoxPair* pair;
    u32 pairs, first, apart;
    SetSum* found;
    NF_HD void operator()(u32 s) const {
        const u32 i = first + s * apart;
        SetSum set;
        for (u32 k = 0; k < pairs; ++k)
            if (pair[k].a == i || pair[k].b == i) set.add(pair[k].a == i ? pair[k].b : pair[k].a);
        found[s] = set;
    }
};

}  // namespace detail

/// Samples the last found pairs of about `count` boxes, different ones each turn, and copies all boxes.
template <class Exec>
void sample_partners(Exec& exec, const BoxSearch<Exec>& boxes, u32 count, u32 turn, NeighbourSample& sample) {
    sample.begin_with_boxes(boxes.count());
    if (boxes.count() == 0) return;
    const SampledPlaces places(boxes.count(), count, turn);
    Array<Exec, SetSum> found;
    found.resize(places.queries, "sampled pairs of boxes");
    for_each(exec, places.queries,
             detail::PartnersOf{boxes.pairs().data(), boxes.pairs().size(), places.first, places.apart, found.data()});
    static_assert(sizeof(Box) == sizeof(sample.box[0]));
    copy_to_host(exec, reinterpret_cast<Box*>(sample.box.data()), boxes.box(), boxes.count());
    std::iota(sample.id.begin(), sample.id.end(), 0u);
    sample.note(places, found.download(exec));
}

/// A hash of a set of pairs, independent of their order.
template <class Exec> u64 signature(Exec& exec, const PairList<Exec>& pairs) {
    return reduce<u64>(exec, pairs.size(), detail::SumPairs{pairs.data()});
}

/// Compares the last found pairs with brute force for about `sample` boxes, spread evenly.
template <class Exec> Verification verify(Exec& exec, const BoxSearch<Exec>& boxes, u32 sample) {
    const u32 checks = std::min(sample, boxes.count());
    if (checks == 0) return {};
    const auto& pairs = boxes.pairs();
    const detail::CheckBox check{boxes.box(), pairs.data(), boxes.count(), pairs.size(), checks};
    return reduce<Tally>(exec, checks, check).of(checks);
}

namespace detail {

template <class Exec, class Walk>
BoxWork work_of(Exec& exec, const Walk& walk, u32 items, u32 sample, bool by_blocks = false) {
    const u32 groups = (items + 31) / 32, apart = std::max(1u, groups / std::max(1u, sample / 32));
    auto work = reduce<BoxWork>(exec, (groups + apart - 1) / apart, WorkOfWarp<Walk>{walk, items, apart, by_blocks});
    const double share = work.items > 0 ? items / work.items : 0;
    return {items * 1., work.tests * share, work.pairs * share, work.lane_time * share};
}

/// Expected values for randomly placed boxes with mean sides e in bins of width W: per box the product over the axes of
/// 1 + e / W bins, and per pair the product of (e + W)^2 / (2 e W) tests.
template <class Exec> void audit_bins(Audit& audit, const BoxSearch<Exec>& boxes) {
    audit.bins = boxes.bins().entries() / std::max(1., boxes.sum().boxes);
    audit.bins_theory = audit.surplus_theory = 1;
    for (int a = 0; a < 3; ++a) {
        const double e = boxes.sum().mean_side(a), w = boxes.bins().lattice().width;
        audit.bins_theory *= 1 + e / w;
        audit.surplus_theory *= e > 0 ? (e + w) * (e + w) / (2 * e * w) : 0;
    }
}

}  // namespace detail

/// Work of the query for all pairs, estimated from about `sample` items. Assumes that no queue overflows.
template <class Exec> Audit audit(Exec& exec, BoxSearch<Exec>& boxes, u32 sample) {
    const double n = std::max(1., boxes.sum().boxes);
    detail::BoxWork work;
    boxes.walk_all([&](const auto& walk, u32 items) { work = detail::work_of(exec, walk, items, sample); },
                   [&](const auto& make, u32 items) {
                       auto walk = make(nullptr);
                       walk.queue = walk.most;
                       work = detail::work_of(exec, walk, items, sample, boxes.walks_by_blocks());
                   });
    Audit audit{.queries = boxes.count(), .candidates = work.tests / n, .neighbours = work.pairs / n};
    audit.surplus = work.pairs > 0 ? work.tests / work.pairs : 0;
    audit.wee = work.lane_time > 0 ? work.tests / work.lane_time : 1;
    audit.overflow_rounds = boxes.pairs().overflow_rounds();
    if (boxes.count() > 0 && boxes.built().broad == Broad::bins) detail::audit_bins(audit, boxes);
    return audit;
}

/// The boxes that the query of one box tests.
template <class Exec> BoxInspection inspect(Exec& exec, BoxSearch<Exec>& boxes, u32 id) {
    constexpr u32 room = 4096;
    if (id >= boxes.count())
        throw Error("no box " + std::to_string(id) + "; there are " + std::to_string(boxes.count()));
    Array<Exec, Box> tested;
    Array<Exec, u32> count;
    tested.resize(room, "the boxes tested");
    count.upload(exec, {0u});
    const auto list = [&](const auto& walk, u32) {
        for_each(exec, 1, detail::ListTests<std::decay_t<decltype(walk)>>{walk, {tested.data(), room, count.data()}});
    };
    boxes.walk_search(boxes.box() + id, 1, list, [&](const auto& make, u32 items) { list(make(nullptr), items); });
    const u32 seen = count.download(exec)[0];
    BoxInspection result{tested.download(exec), seen > room};
    result.tested.resize(std::min(seen, room));
    return result;
}

}  // namespace nearfield
