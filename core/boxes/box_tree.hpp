#pragma once
// An R-tree on the CPU to which boxes are added and from which they are removed one by one: Guttman 1984 with the
// linear split, or the R*-tree of Beckmann, Kriegel, Schneider and Seeger 1990.
#include "boxes/box.hpp"

#include <vector>

namespace nearfield {

struct TreeShape {
    int fan = 8, least = 3;  ///< most entries of a node; fewest of one that is not the root, at most half
    bool rstar = false;
    bool operator==(const TreeShape&) const = default;
};

/// A tree as TreeNodes reads it.
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
        u32 child;  ///< a node; in a leaf the id of a box
    };
    struct Node {
        std::vector<Entry> entries;
        int level = 0;  ///< above the leaves
    };
    struct Step {
        u32 node, entry;  ///< the entry that leads on
    };

    u32 new_node(int level);
    /// The way from the root to the node of a level where a box is best placed; `node` receives that node.
    std::vector<Step> descend(const Box& box, int level, u32& node) const;
    u32 choose(const Node& node, const Box& box) const;
    u32 choose_by_overlap(const Node& node, const Box& box) const;
    /// `reinserted`: a bit per level where entries have been reinserted already; none for levels above 64, which a tree
    /// with nodes of single entries can have.
    void insert(const Entry& entry, int level, u64& reinserted);
    void grow(const std::vector<Step>& way, const Box& box);
    void overflow(std::vector<Step> way, u32 node, u64& reinserted);
    void reinsert(const std::vector<Step>& way, u32 node, u64& reinserted);
    /// Moves entries to a new node, which it returns.
    u32 split(u32 node);
    void split_linear(std::vector<Entry>& from, std::vector<Entry>& to) const;
    void split_rstar(std::vector<Entry>& from, std::vector<Entry>& to) const;
    bool find(u32 node, u32 id, const Box& box, std::vector<Step>& way) const;
    void condense(const std::vector<Step>& way);
    static Box all(const std::vector<Entry>& entries);
    /// For every entry what holds it and all behind it.
    static std::vector<Box> joined_from_the_end(const std::vector<Entry>& entries);

    TreeShape shape_;
    std::vector<Node> nodes_{1};  ///< the root is root_
    std::vector<u32> free_;
    u32 root_ = 0;
};

}  // namespace nearfield
