#pragma once
// The parts of a broad phase as boxes for display.
#include "boxes/box_search.hpp"

namespace nearfield {

namespace detail {

constexpr std::size_t most_shown = 20'000;

inline std::vector<Box> bins_met(const BinLattice& lattice, const Box& by) {
    std::vector<Box> bins;
    if (by.is_empty()) return bins;
    const auto last = [&](int axis) { return lattice.of(by.hi[axis], axis); };
    for (u32 z = lattice.of(by.lo[2], 2); z <= last(2); ++z)
        for (u32 y = lattice.of(by.lo[1], 1); y <= last(1); ++y)
            for (u32 x = lattice.of(by.lo[0], 0); x <= last(0) && bins.size() < most_shown; ++x)
                bins.push_back(lattice.box(x, y, z));
    return bins;
}

/// Entries of an R-tree, `level` levels below the root's entries.
inline std::vector<Box> entries_at(const FlatTree& tree, u32 fan, int level) {
    std::vector<u32> groups{0};
    for (int l = 0;; ++l) {
        std::vector<Box> boxes;
        std::vector<u32> below;
        for (const u32 group : groups)
            for (u32 k = 0; k < fan && tree.entry[group + k] != 0; ++k) {
                boxes.push_back(tree.box[group + k]);
                if (tree.entry[group + k] > 0) below.push_back(u32(tree.entry[group + k]));
            }
        if (l == level || below.empty()) return boxes;
        groups = std::move(below);
    }
}

/// Nodes of a binary tree, `level` levels below the root, and leaves above that level.
template <class Exec> std::vector<Box> nodes_at(Exec& exec, const LbvhNodes& nodes, int level) {
    const u32 inner = nodes.boxes - 1;
    std::vector<Box> box(inner + nodes.boxes);
    std::vector<u32> left(inner), last(inner), after(nodes.boxes);
    copy_to_host(exec, box.data(), nodes.box, box.size());
    copy_to_host(exec, left.data(), nodes.left, left.size());
    copy_to_host(exec, last.data(), nodes.last, last.size());
    copy_to_host(exec, after.data(), nodes.after, after.size());
    std::vector<u32> shown{0};
    for (int l = 0; l < level; ++l) {
        std::vector<u32> below;
        for (const u32 node : shown) {
            if (node >= inner) {
                below.push_back(node);
                continue;
            }
            const u32 child = left[node];
            below.push_back(child);
            below.push_back(after[child >= inner ? child - inner : last[child]]);
        }
        shown = std::move(below);
    }
    std::vector<Box> boxes;
    for (const u32 node : shown) boxes.push_back(box[node]);
    return boxes;
}

}  // namespace detail

/// Boxes of the last built structure for display: nodes `level` levels below the root, or the bins that `by` meets. Up
/// to some ten thousand; none with brute force.
template <class Exec> std::vector<Box> structure_of(Exec& exec, BoxSearch<Exec>& search, int level, const Box& by) {
    if (search.count() == 0) return {};
    std::vector<Box> boxes;
    switch (search.built().broad) {
    case Broad::bins: boxes = detail::bins_met(search.bins().lattice(), detail::common(by, search.sum().all)); break;
    case Broad::rtree:
        boxes = detail::entries_at(search.rtree().download(exec), search.rtree().nodes().fan, level);
        break;
    case Broad::lbvh: boxes = detail::nodes_at(exec, search.lbvh().nodes(), level); break;
    case Broad::brute: break;
    }
    if (boxes.size() > detail::most_shown) boxes.resize(detail::most_shown);
    return boxes;
}

}  // namespace nearfield
