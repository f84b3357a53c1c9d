#pragma once
// R-trees as flat arrays, and their level-by-level walk with a queue of limited length.
#include "boxes/box_tree.hpp"
#include "boxes/morton.hpp"
#include "boxes/settings.hpp"
#include "boxes/walk.hpp"

namespace nearfield {

/// Two parallel arrays in groups of `fan` entries, the root's group first. A positive entry is the index of its child's
/// group, a negative one is -1 - the id of a box, 0 is unused.
struct TreeNodes {
    const int* entry;
    const Box* box;
    u32 fan;
};

/// An item is a query, or the part of a query below one node. With `pairs`, queries are the boxes of the tree, and only
/// boxes with higher ids are reported.
template <bool pairs> struct TreeWalk {
    static constexpr int most = 64;  ///< capacity of a queue, nodes
    TreeNodes tree;
    const Box* query;
    const HandedOver* from;  ///< null: item q is the whole query q
    int queue;

    template <class Note> NF_HD void operator()(u32 item, Note& note) const {
        const u32 q = from ? from[item].query : item;
        const Box own = query[q];
        if (own.is_empty()) return;
        int levels[2][most], waiting = 1;
        levels[0][0] = from ? from[item].node : 0;
        for (int level = 0; waiting > 0; level ^= 1) {
            int next = 0;
            note.fetched(u32(waiting) * tree.fan);
            for (int n = 0; n < waiting; ++n) test_group(q, own, levels[level][n], levels[level ^ 1], next, note);
            waiting = next;
        }
    }
    template <class Note>
    NF_HD void test_group(u32 q, const Box& own, int group, int* to, int& next, Note& note) const {
        for (u32 k = 0; k < tree.fan; ++k) {
            const int entry = tree.entry[u32(group) + k];
            if (entry == 0) return;  // used entries come first
            const Box there = tree.box[u32(group) + k];
            note.tested(there);
            if (!meet(own, there)) continue;
            if (entry < 0) {
                const u32 id = u32(-1 - entry);
                if (!pairs || id > q) note.found(q, id);
            } else if (next < queue) {
                to[next++] = entry;
            } else {
                note.hand_over(q, entry);
            }
        }
    }
};

/// TreeWalk by a block of 32 threads on CUDA, one thread per entry of the queued nodes (Luo et al. 2012). Pairs,
/// handed-over nodes and their order are the same.
template <bool pairs> struct BlockWalk {
    TreeWalk<pairs> walk;

    template <class Note> NF_HD void operator()(u32 item, Note& note) const {
#if NF_ON_DEVICE
        const u32 q = walk.from ? walk.from[item].query : item;
        const Box own = walk.query[q];
        if (own.is_empty()) return;
        __shared__ int levels[2][TreeWalk<pairs>::most];
        if (threadIdx.x == 0) levels[0][0] = walk.from ? walk.from[item].node : 0;
        u32 waiting = 1;
        for (int level = 0; waiting > 0; level ^= 1) {
            __syncwarp();
            u32 next = 0;
            for (u32 first = 0; first < waiting * walk.tree.fan; first += 32)
                test_entries(q, own, levels[level], waiting, first, levels[level ^ 1], next, note);
            waiting = next;
        }
#else
        walk(item, note);
#endif
    }

#ifdef __CUDACC__
  private:
    /// Number of set votes before this thread, and in the whole warp.
    struct Votes {
        u32 before, all;
    };
    static __device__ Votes vote(bool yes) {
        const u32 votes = __ballot_sync(~0u, yes);
        return {u32(__popc(votes & ((1u << threadIdx.x) - 1))), u32(__popc(votes))};
    }
    template <class Note> __device__ void test_entries(u32 q, const Box& own, const int* groups, u32 waiting, u32 first,
                                                       int* to, u32& next, Note& note) const {
        const u32 slot = first + threadIdx.x, fan = walk.tree.fan;
        const u32 at = slot < waiting * fan ? u32(groups[slot / fan]) + slot % fan : 0;
        const int entry = slot < waiting * fan ? walk.tree.entry[at] : 0;
        const bool met = entry != 0 && meet(own, walk.tree.box[at]);
        const u32 id = u32(-1 - entry);
        const bool found = met && entry < 0 && (!pairs || id > q), descends = met && entry > 0;
        const Votes finds = vote(found), nodes = vote(descends);
        note.found_by_others(finds.before);
        if (found) note.found(q, id);
        note.found_by_others(finds.all - finds.before - found);

        const u32 room = u32(walk.queue) - next, place = nodes.before;
        const auto beyond = [&](u32 n) { return n > room ? n - room : 0; };
        const bool handed = descends && place >= room;
        if (descends && !handed) to[next + place] = entry;
        note.handed_over_by_others(beyond(place));
        if (handed) note.hand_over(q, entry);
        note.handed_over_by_others(beyond(nodes.all) - beyond(place) - handed);
        next += nodes.all < room ? nodes.all : room;
    }
#endif
};
template <bool pairs> constexpr bool is_of_blocks<BlockWalk<pairs>> = true;

namespace detail {

/// A level of a packed tree. Its groups share the entries evenly, so that each is at least half full.
struct PackedLevel {
    u32 first, groups, entries;  ///< first: offset of its first group
    NF_HD u32 begin(u32 group) const { return u32(u64(entries) * group / groups); }
};

struct PackLeaves {
    PackedLevel level;
    u32 fan;
    const Box* from;
    const u32* order;
    int* entry;
    Box* box;
    NF_HD void operator()(u32 slot) const {
        const u32 group = slot / fan, place = level.begin(group) + slot % fan, at = level.first + slot;
        const bool used = place < level.begin(group + 1);
        entry[at] = used ? -1 - int(order[place]) : 0;
        box[at] = used ? from[order[place]] : Box{};
    }
};

struct PackNodes {
    PackedLevel level, below;
    u32 fan;
    int* entry;
    Box* box;
    NF_HD void operator()(u32 slot) const {
        const u32 group = slot / fan, child = level.begin(group) + slot % fan, at = level.first + slot;
        Box all;
        const bool used = child < level.begin(group + 1);
        const u32 from = below.first + child * fan;
        for (u32 k = 0; used && k < fan; ++k) all.hold(box[from + k]);
        entry[at] = used ? int(from) : 0;
        box[at] = all;
    }
};

}  // namespace detail

template <class Exec> class Rtree {
  public:
    /// Builds the tree of at least one box; `all` bounds them all.
    void build(Exec& exec, const Box* box, u32 boxes, const Box& all, const BoxSettings& settings) {
        fan_ = u32(settings.fan);
        if (settings.build == TreeBuild::packed) pack(exec, box, boxes, all);
        else insert(exec, box, boxes, settings);
    }
    TreeNodes nodes() const { return {entry_.data(), box_.data(), fan_}; }
    u32 groups() const { return u32(entry_.size()) / fan_; }
    int height() const { return height_; }
    std::size_t bytes() const { return order_.bytes() + entry_.bytes() + box_.bytes(); }
    /// Copies the arrays to the host.
    FlatTree download(Exec& exec) const { return {entry_.download(exec), box_.download(exec), height_}; }

  private:
    void pack(Exec& exec, const Box* box, u32 boxes, const Box& all) {
        order_.sort(exec, box, boxes, all);
        std::vector<detail::PackedLevel> levels;  // from the leaves up
        u32 entries = boxes, slots = 0;
        do {
            levels.push_back({0, (entries + fan_ - 1) / fan_, entries});
            entries = levels.back().groups;
            slots += entries * fan_;
        } while (entries > 1);
        for (std::size_t l = levels.size(); l-- > 0;)
            levels[l].first = l + 1 == levels.size() ? 0 : levels[l + 1].first + levels[l + 1].groups * fan_;
        entry_.resize(slots, "the entries of a tree");
        box_.resize(slots, "the boxes of a tree");
        height_ = int(levels.size());
        for_each(exec, levels[0].groups * fan_,
                 detail::PackLeaves{levels[0], fan_, box, order_.order(), entry_.data(), box_.data()});
        for (std::size_t l = 1; l < levels.size(); ++l)
            for_each(exec, levels[l].groups * fan_,
                     detail::PackNodes{levels[l], levels[l - 1], fan_, entry_.data(), box_.data()});
    }

    /// Inserts box by box on the CPU. With `keep`, updates only boxes that changed.
    void insert(Exec& exec, const Box* box, u32 boxes, const BoxSettings& settings) {
        std::vector<Box> now(boxes);
        copy_to_host(exec, now.data(), box, boxes);
        const TreeShape shape{settings.fan, settings.least, settings.build == TreeBuild::rstar};
        if (!settings.keep || !(host_.shape() == shape) || there_.size() != boxes) {
            host_ = BoxTree(shape);
            there_.assign(boxes, Box{});
        }
        for (u32 i = 0; i < boxes; ++i) {
            if (now[i] == there_[i]) continue;
            if (!there_[i].is_empty()) host_.remove(i, there_[i]);
            if (!now[i].is_empty()) host_.add(i, now[i]);
        }
        there_ = std::move(now);
        const FlatTree flat = host_.flat();
        entry_.upload(exec, flat.entry);
        box_.upload(exec, flat.box);
        height_ = flat.height;
    }

    u32 fan_ = 8;
    int height_ = 0;
    MortonOrder<Exec> order_;
    Array<Exec, int> entry_;
    Array<Exec, Box> box_;
    BoxTree host_;
    std::vector<Box> there_;  ///< boxes in the host's tree
};

}  // namespace nearfield
