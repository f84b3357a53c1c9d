#include "boxes/settings.hpp"

namespace nearfield {

std::vector<ParamSpec> describe(BoxSettings*) {
    using S = BoxSettings;
    return param_list<S>({
        choice(&S::broad, "broad", "Broad phase", {"bins", "rtree", "lbvh", "brute"},
               "How boxes that meet are found. bins: every box goes into each bin it meets. rtree: a tree with up to "
               "M boxes in a node, walked level by level. lbvh: a binary tree along a Morton curve. brute: every box "
               "against every other, the O(N^2) baseline."),
        real(&S::bin_width, "bin_width", "Bin width", "mean sides", 0.1, 16,
             "Width of the bins over the mean side of the boxes (geometric mean of the axes). Narrow bins hold fewer "
             "pairs to test but a box lies in more of them; about 1 is best for equal cubes. Wider where bins would be "
             "too many.")
            .log()
            .when("broad", {"bins"}),
        choice(&S::build, "build", "Tree build", {"packed", "linear", "rstar"},
               "packed: all boxes at once, in Morton order. linear: one after another with Guttman's linear split "
               "(1984). rstar: with the R*-tree's choices and reinsertion (Beckmann et al. 1990). The last two run on "
               "the CPU on both backends.")
            .when("broad", {"rtree"}),
        integer(&S::fan, "fan", "Fan-out M", "", 2, 64, "Most entries of a node.").when("broad", {"rtree"}),
        integer(&S::least, "least", "Least fill m", "", 1, 32,
                "Fewest entries of a node other than the root; at most half of M.")
            .when("broad", {"rtree"})
            .when("build", {"linear", "rstar"}),
        integer(&S::queue, "queue", "Queue", "nodes", 1, 64,
                "Nodes of one level that a query can hold. What does not fit is handed to a query of its own in the "
                "next round.")
            .log()
            .when("broad", {"rtree"}),
        choice(&S::walker, "walker", "Walker", {"thread", "block"},
               "Who walks the tree for a query. thread: one, entry by entry. block: 32 threads, one for each entry of "
               "the nodes in a queue that they share (Luo et al. 2012). Both find the same pairs in the same order.")
            .when("broad", {"rtree"})
            .on_backend("cuda"),
        toggle(&S::keep, "keep", "Keep the tree",
               "Boxes that moved are removed from the tree and added again. Off, it is built anew every time.")
            .when("broad", {"rtree"})
            .when("build", {"linear", "rstar"}),
    });
}

}  // namespace nearfield
