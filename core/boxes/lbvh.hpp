#pragma once
// A linear bounding volume hierarchy: a binary tree of boxes along a Morton curve. All nodes are built in parallel
// (Karras 2012). Ropes replace the stack, and the walk for all pairs starts behind its own leaf, so that each pair is
// found once, as in ArborX (Lebrun-Grandié et al. 2020).
#include "boxes/morton.hpp"
#include "boxes/walk.hpp"

namespace nearfield {

/// Nodes of the tree: first boxes - 1 inner nodes, of which the first is the root, then the leaves in curve order.
struct LbvhNodes {
    Box* box;    ///< of every node
    u32* left;   ///< left child of every inner node
    u32* last;   ///< curve position of the last leaf below every inner node
    u32* after;  ///< by curve position: the rope, to the node after all subtrees that end with this leaf; no_node at
                 ///< the end
    u32* parent;
    const u32* id;  ///< of the box at every curve position
    u32 boxes;

    static constexpr u32 no_node = ~0u;
    NF_HD u32 leaf(u32 place) const { return boxes - 1 + place; }
    NF_HD bool is_leaf(u32 node) const { return node >= boxes - 1; }
    NF_HD u32 last_of(u32 node) const { return is_leaf(node) ? node - (boxes - 1) : last[node]; }
};

namespace detail {

struct LinkNode {
    LbvhNodes nodes;
    const u32* key;

    /// Length of the common prefix of the keys at two positions; positions break ties. -1 outside of the range.
    NF_HD int common(u32 i, long long j) const {
        if (j < 0 || j >= (long long)(nodes.boxes)) return -1;
        const u32 differing = key[i] ^ key[u32(j)];
        return differing ? leading_zeros(differing) : 32 + leading_zeros(i ^ u32(j));
    }
    NF_HD void operator()(u32 i) const {
        const int d = common(i, (long long)(i) + 1) > common(i, (long long)(i)-1) ? 1 : -1;
        const int least = common(i, (long long)(i)-d);
        long long room = 2;
        while (common(i, (long long)(i) + room * d) > least) room *= 2;
        long long length = 0;
        for (long long step = room / 2; step > 0; step /= 2)
            if (common(i, (long long)(i) + (length + step) * d) > least) length += step;
        const u32 end = u32((long long)(i) + length * d), first = d > 0 ? i : end, last = d > 0 ? end : i;
        const u32 split = split_of(first, last);
        const u32 left = split == first ? nodes.leaf(split) : split;
        const u32 right = split + 1 == last ? nodes.leaf(split + 1) : split + 1;
        nodes.left[i] = left;
        nodes.last[i] = last;
        nodes.after[split] = right;
        nodes.parent[left] = nodes.parent[right] = i;
    }
    /// The last position whose key shares a longer prefix with the first than the last position's key does.
    NF_HD u32 split_of(u32 first, u32 last) const {
        const int shared = common(first, last);
        u32 split = first;
        for (u32 step = last - first; step > 1;) {
            step = (step + 1) / 2;
            if (split + step < last && common(first, split + step) > shared) split += step;
        }
        return split;
    }
};

/// Fits boxes from the leaves up; the second child to arrive continues with the parent.
struct FitBoxes {
    LbvhNodes nodes;
    const Box* box;
    u32* arrived;
    NF_HD void operator()(u32 place) const {
        u32 node = nodes.leaf(place);
        nodes.box[node] = box[nodes.id[place]];
        if (place == nodes.boxes - 1) nodes.after[place] = LbvhNodes::no_node;
        while (node != 0) {
            node = nodes.parent[node];
            if (arrive(arrived + node) == 0) return;
            const u32 left = nodes.left[node];
            Box both = nodes.box[left];
            both.hold(nodes.box[nodes.after[nodes.last_of(left)]]);
            nodes.box[node] = both;
        }
    }
};

template <class Note, class Meets>
NF_HD void follow_ropes(const LbvhNodes& nodes, u32 node, const Box& own, Note& note, const Meets& meets) {
    while (node != LbvhNodes::no_node) {
        const Box there = nodes.box[node];
        note.tested(there);
        const bool met = meet(own, there), leaf = nodes.is_leaf(node);
        if (met && leaf) meets(nodes.id[node - (nodes.boxes - 1)]);
        node = met && !leaf ? nodes.left[node] : nodes.after[nodes.last_of(node)];
    }
}

}  // namespace detail

/// All pairs: an item is a leaf, compared with the leaves behind it.
struct LbvhWalk {
    LbvhNodes nodes;
    template <class Note> NF_HD void operator()(u32 place, Note& note) const {
        const Box own = nodes.box[nodes.leaf(place)];
        const u32 id = nodes.id[place];
        if (own.is_empty()) return;
        detail::follow_ropes(nodes, nodes.after[place], own, note, [&](u32 other) {
            const BoxPair pair = detail::in_order(id, other);
            note.found(pair.a, pair.b);
        });
    }
};
struct LbvhSearch {
    LbvhNodes nodes;
    const Box* query;
    template <class Note> NF_HD void operator()(u32 q, Note& note) const {
        const Box own = query[q];
        if (own.is_empty()) return;
        detail::follow_ropes(nodes, 0, own, note, [&](u32 id) { note.found(q, id); });
    }
};

template <class Exec> class Lbvh {
  public:
    /// Builds the tree of at least one box; `all` bounds them all.
    void build(Exec& exec, const Box* box, u32 boxes, const Box& all) {
        order_.sort(exec, box, boxes, all);
        box_.resize(2 * std::size_t(boxes) - 1, "the boxes of a tree");
        for (auto* list : {&left_, &last_, &after_, &arrived_}) list->resize(boxes, "the nodes of a tree");
        parent_.resize(2 * std::size_t(boxes) - 1, "the nodes of a tree");
        boxes_ = boxes;
        fill_zero(exec, arrived_.data(), boxes);
        for_each(exec, boxes - 1, detail::LinkNode{nodes(), order_.key()});
        for_each(exec, boxes, detail::FitBoxes{nodes(), box, arrived_.data()});
    }
    LbvhNodes nodes() {
        return {box_.data(), left_.data(), last_.data(), after_.data(), parent_.data(), order_.order(), boxes_};
    }
    std::size_t bytes() const {
        return order_.bytes() + box_.bytes() + left_.bytes() + last_.bytes() + after_.bytes() + parent_.bytes() +
               arrived_.bytes();
    }

  private:
    MortonOrder<Exec> order_;
    Array<Exec, Box> box_;
    Array<Exec, u32> left_, last_, after_, parent_, arrived_;
    u32 boxes_ = 0;
};

}  // namespace nearfield
