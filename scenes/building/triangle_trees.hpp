#pragma once
// Bounding volume trees over the triangles of each part, traversed in pairs on the CPU.
#include "scenes/building/meeting.hpp"

namespace nearfield::building {

class TriangleTrees {
  public:
    static constexpr u32 leaf_size = 4;

    /// A node covers the triangles [first, end) of `order` and has two consecutive children or, as a leaf, none.
    struct Node {
        Box box;  ///< around all three copies
        u32 first, end;
        u32 child;  ///< first of two children; 0: a leaf
    };

    void build(const SurfacesView&);
    const Node& root(u32 part) const { return nodes_[roots_[part]]; }
    const Node& child(const Node& of, u32 which) const { return nodes_[of.child + which]; }
    u32 triangle(u32 i) const { return order_[i]; }

  private:
    std::vector<Node> nodes_;
    std::vector<u32> roots_, order_;
};

namespace detail {

/// Descent of two parts' trees for one candidate, until all questions of a round are answered with yes.
template <class Test> class PairWalk {
  public:
    PairWalk(const TriangleTrees& trees, const TestPair<Test>& pair, const building::Round& round, u32 candidate)
        : trees_(trees),
          pair_(pair),
          round_(round),
          candidate_(candidate) {}

    void operator()() {
        const BoxPair& c = pair_.answers.candidates[candidate_];
        walk(trees_.root(c.a), trees_.root(c.b));
        add(pair_.answers.counter(candidate_), own_, signs_);
    }

  private:
    using Node = TriangleTrees::Node;

    /// Returns true if all questions are answered.
    bool walk(const Node& a, const Node& b) {
        ++own_.boxes;
        if (!meet(a.box, b.box)) return false;
        if (a.child == 0 && b.child == 0) return test(a, b);
        const bool down_a = b.child == 0 || (a.child != 0 && a.end - a.first >= b.end - b.first);
        for (u32 k = 0; k < 2; ++k)
            if (down_a ? walk(trees_.child(a, k), b) : walk(a, trees_.child(b, k))) return true;
        return false;
    }
    bool test(const Node& a, const Node& b) {
        const BoxPair& c = pair_.answers.candidates[candidate_];
        bool open = false;
        for (u32 i = a.first; i < a.end; ++i)
            for (u32 j = b.first; j < b.end; ++j) {
                ++own_.pairs;
                open = false;
                for (const Question q : round_.question) {
                    u32& met = *pair_.answers.met_at(candidate_, q);
                    if (!met) met = pair_(c, trees_.triangle(i), trees_.triangle(j), q, own_, signs_);
                    open = open || !met;
                }
                if (!open) return true;
            }
        return false;
    }

    const TriangleTrees& trees_;
    const TestPair<Test>& pair_;
    const building::Round& round_;
    u32 candidate_;
    NarrowCounts own_{};
    SignCount signs_;
};

}  // namespace detail

template <class Test>
void walk_in_pairs(const TriangleTrees& trees, const detail::TestPair<Test>& pair, const Round& round, u32 candidates) {
#pragma omp parallel for schedule(dynamic, 1) if (candidates > 4)
    for (u32 k = 0; k < candidates; ++k)
        if (pair.answers.asked[k]) detail::PairWalk<Test>(trees, pair, round, k)();
}

}  // namespace nearfield::building
