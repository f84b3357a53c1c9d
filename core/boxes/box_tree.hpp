#pragma once
// An R-tree on the CPU with insertion and removal of single boxes: Guttman 1984 with the linear split, or the R*-tree
// of Beckmann, Kriegel, Schneider and Seeger 1990.
#include "boxes/box.hpp"

#include <vector>

namespace nearfield {

struct TreeShape {
    int fan = 8, least = 3;  ///< maximum entries of a node; minimum of a node other than the root, at most half of
                             ///< `fan`
    bool rstar = false;
    bool operator==(const TreeShape&) const = default;
};

/// The tree in the layout of TreeNodes.
struct FlatTree {
    std::vector<int> entry;
    std::vector<Box> box;
    int height = 1;  ///< levels of nodes
};

class BoxTree {
  public:
    explicit BoxTree(TreeShape shape = {}) : shape_(shape) {}
    const TreeShape& shape() const { return shape_; }

    void add(u32 id, const Box& box);
    /// Returns false if there is no such entry.
    bool remove(u32 id, const Box& box);
    FlatTree flat() const;

  private:
    struct Entry {
        Box box;
        u32 child;  ///< a node; in a leaf a box's id
    };
    struct Node {
        std::vector<Entry> entries;
        int level = 0;  ///< above the leaves
    };
    struct Step {
        u32 node, entry;  ///< the entry to descend into
    };

    u32 new_node(int level);
    /// The path from the root to the best node for a box on a level; `node` receives that node.
    std::vector<Step> descend(const Box& box, int level, u32& node) const;
    u32 choose(const Node& node, const Box& box) const;
    u32 choose_by_overlap(const Node& node, const Box& box) const;
    /// `reinserted` has a bit per level on which entries were already reinserted. Levels from 64 on, possible with
    /// nodes of a single entry, have none.
    void insert(const Entry& entry, int level, u64& reinserted);
    void grow(const std::vector<Step>& way, const Box& box);
    void overflow(std::vector<Step> way, u32 node, u64& reinserted);
    void reinsert(const std::vector<Step>& way, u32 node, u64& reinserted);
    /// Moves entries to a new node and returns it.
    u32 split(u32 node);
    void split_linear(std::vector<Entry>& from, std::vector<Entry>& to) const;
    void split_rstar(std::vector<Entry>& from, std::vector<Entry>& to) const;
    bool find(u32 node, u32 id, const Box& box, std::vector<Step>& way) const;
    void condense(const std::vector<Step>& way);
    static Box all(const std::vector<Entry>& entries);
    /// Suffix bounding boxes.
    static std::vector<Box> suffix_boxes(const std::vector<Entry>& entries);

    TreeShape shape_;
    std::vector<Node> nodes_{1};  ///< the root is nodes_[root_]
    std::vector<u32> free_;
    u32 root_ = 0;
};

}  // namespace nearfield
