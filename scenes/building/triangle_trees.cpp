#include "scenes/building/triangle_trees.hpp"

#include "exec/backend.hpp"

#include <algorithm>
#include <numeric>

namespace nearfield::building {
namespace {

using Node = TriangleTrees::Node;

/// Twice the centre of a box along an axis.
i64 middle(const Box& box, int axis) { return i64(box.lo[axis]) + box.hi[axis]; }

int longest_axis(const Box& box) {
    const double x = box.side(0), y = box.side(1), z = box.side(2);
    return x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
}

struct Builder {
    const Box* boxes;
    std::vector<Node>& nodes;
    std::vector<u32>& order;

    void fill(u32 node, u32 first, u32 end) {
        Box box;
        for (u32 i = first; i < end; ++i) box.hold(boxes[order[i]]);
        nodes[node] = {box, first, end, 0};
        if (end - first <= TriangleTrees::leaf_size) return;
        const int axis = longest_axis(box);
        const u32 half = first + (end - first) / 2;
        std::nth_element(order.begin() + first, order.begin() + half, order.begin() + end, [&](u32 a, u32 b) {
            const i64 x = middle(boxes[a], axis), y = middle(boxes[b], axis);
            return x != y ? x < y : a < b;
        });
        const u32 child = u32(nodes.size());
        nodes[node].child = child;
        nodes.resize(child + 2);
        fill(child, first, half);
        fill(child + 1, half, end);
    }
};

}  // namespace

void TriangleTrees::build(const SurfacesView& surfaces) {
    const u32 triangles = surfaces.part_count ? surfaces.parts[surfaces.part_count - 1].triangles.end : 0;
    const std::size_t most =
        std::size_t(triangles) +
        surfaces.part_count;  // leaves hold two triangles or more, so this bounds the number of nodes
    require_memory(Backend::cpu, most * sizeof(Node) + triangles * sizeof(u32), "the tree of triangles",
                   "use a smaller model");
    order_.resize(triangles);
    std::iota(order_.begin(), order_.end(), 0u);
    nodes_.clear();
    roots_.clear();
    nodes_.reserve(most);
    Builder builder{surfaces.boxes, nodes_, order_};
    for (u32 p = 0; p < surfaces.part_count; ++p) {
        const u32 root = u32(nodes_.size());
        roots_.push_back(root);
        nodes_.resize(root + 1);
        builder.fill(root, surfaces.parts[p].triangles.closed, surfaces.parts[p].triangles.end);
    }
}

}  // namespace nearfield::building
