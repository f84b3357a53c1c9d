#pragma once
// R-trees as flat arrays, and their walk level by level with a queue of limited length.
#include "boxes/box_tree.hpp"
#include "boxes/morton.hpp"
#include "boxes/settings.hpp"
#include "boxes/walk.hpp"

namespace nearfield {

/// Two arrays with equal offsets, in groups of `fan` entries, the root's group first. An entry is positive: the first
/// entry of its child's group; negative: -1 - the id of a box; 0: unused.
struct TreeNodes {
    const int* entry;
    const Box* box;
    u32 fan;
};

/// The item is a query (all pairs: a box of the tree, which meets those with higher ids), or the part of one below a
/// node.
template <bool pairs> struct TreeWalk {
    static constexpr int most = 64;  ///< nodes in a queue
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

namespace detail {

/// A level of a packed tree: its groups share the entries evenly, so that none has less than half of the fan-out.
struct PackedLevel {
    u32 first, groups, entries;  ///< offset of its first group
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
        entry[at] = used ? int(from) : 0, box[at] = all;
    }
};

}  // namespace detail

template <class Exec> class Rtree {
  public:
    /// Over at least one box, all of which `all` holds.
    void build(Exec& exec, const Box* box, u32 boxes, const Box& all, const BoxSettings& settings) {
        fan_ = u32(settings.fan);
        if (settings.build == TreeBuild::packed) pack(exec, box, boxes, all);
        else insert(exec, box, boxes, settings);
    }
    TreeNodes nodes() const { return {entry_.data(), box_.data(), fan_}; }
    u32 groups() const { return u32(entry_.size()) / fan_; }
    int height() const { return height_; }
    std::size_t bytes() const { return order_.bytes() + entry_.bytes() + box_.bytes(); }
    /// The arrays, for checks.
    FlatTree download(Exec& exec) const { return {entry_.download(exec), box_.download(exec), height_}; }

  private:
    void pack(Exec& exec, const Box* box, u32 boxes, const Box& all) {
        order_.sort(exec, box, boxes, all);
        std::vector<detail::PackedLevel> levels;  // from the leaves up
        u32 entries = boxes, slots = 0;
        do {
            levels.push_back({0, (entries + fan_ - 1) / fan_, entries});
            entries = levels.back().groups, slots += entries * fan_;
        } while (entries > 1);
        for (std::size_t l = levels.size(); l-- > 0;)
            levels[l].first = l + 1 == levels.size() ? 0 : levels[l + 1].first + levels[l + 1].groups * fan_;
        entry_.resize(slots, "the entries of a tree"), box_.resize(slots, "the boxes of a tree");
        height_ = int(levels.size());
        for_each(exec, levels[0].groups * fan_,
                 detail::PackLeaves{levels[0], fan_, box, order_.order(), entry_.data(), box_.data()});
        for (std::size_t l = 1; l < levels.size(); ++l)
            for_each(exec, levels[l].groups * fan_,
                     detail::PackNodes{levels[l], levels[l - 1], fan_, entry_.data(), box_.data()});
    }

    /// On the CPU, box by box. A tree that is kept takes the changes only.
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
        entry_.upload(exec, flat.entry), box_.upload(exec, flat.box);
        height_ = flat.height;
    }

    u32 fan_ = 8;
    int height_ = 0;
    MortonOrder<Exec> order_;
    Array<Exec, int> entry_;
    Array<Exec, Box> box_;
    BoxTree host_;
    std::vector<Box> there_;  ///< what the host's tree holds
};

}  // namespace nearfield
