// Test bodies compiled once per backend; box_search_cpu.cpp and box_search_cuda.cu define the backend, TestedExec.
#include "backends.hpp"
#include "on_exec.hpp"
#include "refusal.hpp"

#include "boxes/probe.hpp"
#include "boxes/structure.hpp"

#include <algorithm>
#include <functional>
#include <random>
#include <set>

namespace nearfield {
namespace {

Box box_at(glm::ivec3 lo, glm::ivec3 size) {
    Box b;
    for (int a = 0; a < 3; ++a) {
        b.lo[a] = lo[a];
        b.hi[a] = lo[a] + size[a];
    }
    return b;
}

std::vector<Box> random_boxes(u32 n, int space, int smallest, int largest, u32 seed) {
    std::mt19937 random(seed);
    const auto uniform = [&](int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(random); };
    std::vector<Box> boxes;
    for (u32 i = 0; i < n; ++i)
        boxes.push_back(box_at({uniform(-space, space), uniform(-space, space), uniform(-space, space)},
                               {uniform(smallest, largest), uniform(smallest, largest), uniform(smallest, largest)}));
    return boxes;
}

struct BoxSet {
    std::string name;
    std::vector<Box> boxes;
};

/// Random boxes, and boxes that make broad phases fail.
std::vector<BoxSet> box_sets() {
    std::vector<BoxSet> sets{{"none", {}},
                             {"one", {box_at({1, 2, 3}, {4, 5, 6})}},
                             {"two apart", {box_at({0, 0, 0}, {1, 1, 1}), box_at({2, 0, 0}, {1, 1, 1})}},
                             {"two that touch", {box_at({0, 0, 0}, {1, 1, 1}), box_at({1, 1, 1}, {1, 1, 1})}},
                             {"empty ones", std::vector<Box>(9)},
                             {"all in one place", std::vector<Box>(100, box_at({5, 5, 5}, {3, 3, 3}))},
                             {"points in one place", std::vector<Box>(100, box_at({5, 5, 5}, {0, 0, 0}))},
                             {"random", random_boxes(700, 1000, 50, 350, 1)},
                             {"long and flat", random_boxes(200, 100000, 0, 100000, 3)},
                             {"points and large", random_boxes(500, 40, 0, 5, 2)}};
    sets.push_back({"the whole space", random_boxes(300, 1'500'000'000, 0, 500'000'000, 4)});
    auto mixed = random_boxes(500, 2000, 10, 200, 5);
    mixed[7] = box_at({-3000, -3000, -3000}, {6000, 6000, 6000});
    mixed[100] = {};
    mixed[499] = {};
    sets.push_back({"a giant and empty ones", mixed});
    std::vector<Box> row;
    for (int i = 0; i < 500; ++i) row.push_back(box_at({10 * i, 0, 0}, {10, 0, 10}));
    sets.push_back({"a row whose faces touch", row});
    return sets;
}

std::vector<BoxPair> brute(const std::vector<Box>& boxes, u32 distance = 0) {
    std::vector<BoxPair> pairs;
    for (u32 i = 0; i < boxes.size(); ++i)
        for (u32 j = i + 1; j < boxes.size(); ++j) {
            bool near = !boxes[i].is_empty() && !boxes[j].is_empty();
            for (int a = 0; a < 3; ++a)
                near = near && double(boxes[i].lo[a]) - boxes[j].hi[a] <= distance &&
                       double(boxes[j].lo[a]) - boxes[i].hi[a] <= distance;
            if (near) pairs.push_back({i, j});
        }
    return pairs;
}

std::vector<BoxSettings> all_ways() {
    std::vector<BoxSettings> ways{{.broad = Broad::brute}, {.broad = Broad::lbvh}};
    for (const float width : {0.25f, 1.f, 3.f}) ways.push_back({.broad = Broad::bins, .bin_width = width});
    for (const TreeBuild build : {TreeBuild::packed, TreeBuild::linear, TreeBuild::rstar})
        for (const auto& [fan, least, queue] : {std::tuple{2, 1, 1}, {8, 3, 1}, {8, 3, 64}, {32, 16, 5}})
            ways.push_back({.broad = Broad::rtree, .build = build, .fan = fan, .least = least, .queue = queue});
    if (TestedExec::backend == Backend::cpu) return ways;  // the CPU has threads only
    for (const auto& [fan, queue] : {std::pair{2, 1}, {3, 64}, {8, 1}, {8, 7}, {8, 64}, {32, 5}, {64, 64}})
        ways.push_back({.broad = Broad::rtree, .fan = fan, .queue = queue, .walker = TreeWalker::block});
    return ways;
}

std::string text(const BoxSettings& s) {
    const auto all = describe(static_cast<BoxSettings*>(nullptr));
    return all[0].choices[std::size_t(s.broad)] + " width " + std::to_string(s.bin_width) + " " +
           all[2].choices[std::size_t(s.build)] + " M " + std::to_string(s.fan) + " m " + std::to_string(s.least) +
           " queue " + std::to_string(s.queue) + (s.walker == TreeWalker::block ? " by blocks" : "") +
           (s.keep ? " kept" : "");
}

class BoxesCase : public OnExec<TestedExec> {
  protected:
    void take(const std::vector<Box>& from, const BoxSettings& way, u32 distance = 0) {
        given.upload(*exec, from);
        boxes.configure(way);
        boxes.construct(*exec, untimed, given.data(), u32(from.size()), distance);
    }
    std::vector<BoxPair> pairs_of(const std::vector<Box>& from, const BoxSettings& way, u32 distance = 0) {
        take(from, way, distance);
        return sorted(boxes.all_pairs(*exec, untimed));
    }
    std::vector<BoxPair> sorted(const PairList<TestedExec>& list) {
        auto pairs = list.download(*exec);
        std::sort(pairs.begin(), pairs.end());
        return pairs;
    }
    StageTimer<TestedExec> untimed;
    Array<TestedExec, Box> given;
    BoxSearch<TestedExec> boxes;
};

// not in tsan: nothing new for threads
TEST_F(BoxesCase, EveryWayFindsTheSamePairsOnce) {
    for (const auto& set : box_sets()) {
        const auto expected = brute(set.boxes);
        for (const auto& way : all_ways()) {
            SCOPED_TRACE(set.name + ": " + text(way));
            ASSERT_EQ(pairs_of(set.boxes, way), expected);
        }
    }
}

TEST_F(BoxesCase, PairsWithinADistance) {
    const auto set = random_boxes(400, 1000, 0, 100, 6);
    for (const u32 distance : {1u, 2u, 77u, 100000u})
        for (const Broad broad : {Broad::bins, Broad::rtree, Broad::lbvh, Broad::brute}) {
            SCOPED_TRACE(testing::Message() << "distance " << distance << ", broad phase " << int(broad));
            ASSERT_EQ(pairs_of(set, {.broad = broad}, distance), brute(set, distance));
        }
}

TEST_F(BoxesCase, SearchesFindWhatBruteForceFinds) {
    for (const auto& set : box_sets()) {
        auto queries = random_boxes(60, 1200, 0, 400, 8);
        queries.push_back({});
        queries.push_back(box_at({-2'000'000'000, 0, 0}, {INT_MAX, 10, 10}));
        queries.insert(queries.end(), set.boxes.begin(), set.boxes.begin() + std::min<long>(5, long(set.boxes.size())));
        std::vector<BoxPair> expected;
        for (u32 q = 0; q < queries.size(); ++q)
            for (u32 i = 0; i < set.boxes.size(); ++i)
                if (!queries[q].is_empty() && meet(queries[q], set.boxes[i])) expected.push_back({q, i});
        Array<TestedExec, Box> asked;
        asked.upload(*exec, queries);
        for (const auto& way : all_ways()) {
            SCOPED_TRACE(set.name + ": " + text(way));
            take(set.boxes, way);
            ASSERT_EQ(sorted(boxes.search(*exec, asked.data(), u32(queries.size()))), expected);
        }
    }
}

/// Checks levels, bounds of parents, uniqueness of ids and fill of nodes.
void check_tree(const FlatTree& tree, const std::vector<Box>& from, int fan, int least) {
    std::vector<int> times(from.size());
    std::set<int> leaf_levels;
    const std::function<void(int, int, const Box*)> visit = [&](int group, int level, const Box* parent) {
        int used = 0;
        for (; used < fan && tree.entry[std::size_t(group + used)] != 0; ++used) {
            const int entry = tree.entry[std::size_t(group + used)];
            const Box& box = tree.box[std::size_t(group + used)];
            ASSERT_TRUE(!parent || holds(*parent, box));
            if (entry > 0) {
                ASSERT_GT(entry, group) << "children behind their parents";
                visit(entry, level + 1, &box);
                continue;
            }
            leaf_levels.insert(level);
            ++times[std::size_t(-1 - entry)];
            ASSERT_EQ(box, from[std::size_t(-1 - entry)]);
        }
        for (int k = used; k < fan; ++k) ASSERT_EQ(tree.entry[std::size_t(group + k)], 0) << "used entries first";
        ASSERT_GE(used, parent ? least : tree.height > 1 ? 2 : 0);
    };
    visit(0, 1, nullptr);
    if (!leaf_levels.empty()) { EXPECT_EQ(leaf_levels, (std::set<int>{tree.height})); }
    for (std::size_t i = 0; i < from.size(); ++i) ASSERT_EQ(times[i], from[i].is_empty() ? 0 : 1) << "box " << i;
}

TEST_F(BoxesCase, TreesAreWellFormed) {
    for (const auto& set : {random_boxes(1498, 5000, 10, 300, 9), std::vector<Box>(500, box_at({1, 1, 1}, {2, 2, 2})),
                            random_boxes(9, 50, 0, 10, 10)})
        for (const auto& way : all_ways()) {
            if (way.broad != Broad::rtree || way.queue == 64) continue;
            SCOPED_TRACE(testing::Message() << set.size() << " boxes, " << text(way));
            take(set, way);
            check_tree(boxes.rtree().download(*exec), set, way.fan,
                       way.build == TreeBuild::packed ? way.fan / 2 : way.least);
        }
}

/// Nodes of a Morton tree bound their subtrees, whose leaves are contiguous.
TEST_F(BoxesCase, MortonTreesHoldTheirLeaves) {
    const auto set = random_boxes(2000, 3000, 10, 100, 11);
    take(set, {.broad = Broad::lbvh});
    const LbvhNodes on_device = boxes.lbvh().nodes();
    std::vector<Box> box(2 * set.size() - 1);
    std::vector<u32> left(set.size() - 1), last(set.size() - 1), after(set.size());
    copy_to_host(*exec, box.data(), on_device.box, box.size());
    copy_to_host(*exec, left.data(), on_device.left, left.size());
    copy_to_host(*exec, last.data(), on_device.last, last.size());
    copy_to_host(*exec, after.data(), on_device.after, after.size());
    const LbvhNodes nodes{box.data(), left.data(), last.data(), after.data(), nullptr, nullptr, u32(set.size())};
    u32 place = 0, met = 0;
    for (u32 node = 0; node != LbvhNodes::no_node; ++met) {
        if (nodes.is_leaf(node)) {
            ASSERT_EQ(node, nodes.leaf(place++)) << "leaves in the curve's order";
            node = nodes.after[nodes.last_of(node)];
            continue;
        }
        const u32 child = nodes.left[node], other = nodes.after[nodes.last_of(child)];
        Box both = nodes.box[child];
        both.hold(nodes.box[other]);
        ASSERT_EQ(nodes.box[node], both);
        ASSERT_EQ(nodes.last_of(node), nodes.last_of(other));
        node = child;
    }
    EXPECT_EQ(place, set.size());
    EXPECT_EQ(met, 2 * set.size() - 1) << "every node once";
}

TEST_F(BoxesCase, AKeptTreeFollowsItsBoxes) {
    std::mt19937 random(12);
    for (const TreeBuild build : {TreeBuild::linear, TreeBuild::rstar}) {
        auto set = random_boxes(600, 1000, 10, 200, 13);
        const BoxSettings way{.broad = Broad::rtree, .build = build, .fan = 6, .least = 3, .keep = true};
        for (int turn = 0; turn < 12; ++turn) {
            SCOPED_TRACE(testing::Message() << text(way) << ", turn " << turn);
            ASSERT_EQ(pairs_of(set, way), brute(set));
            check_tree(boxes.rtree().download(*exec), set, way.fan, way.least);
            const auto fresh = random_boxes(600, 1000, 10, 200, 14 + u32(turn));
            const bool all_leave = turn == 7;
            for (std::size_t i = 0; i < set.size(); ++i)
                if (all_leave || random() % 4 == 0) set[i] = all_leave || random() % 9 == 0 ? Box{} : fresh[i];
        }
    }
}

TEST_F(BoxesCase, ShortQueuesHandOver) {
    const auto set = random_boxes(3000, 2000, 50, 200, 15);
    const auto rounds = [&](int queue) {
        pairs_of(set, {.broad = Broad::rtree, .queue = queue});
        return boxes.pairs().overflow_rounds();
    };
    EXPECT_EQ(rounds(64), 0u);
    EXPECT_GT(rounds(4), 0u);
    EXPECT_GT(rounds(1), rounds(8));
    EXPECT_GT(boxes.pairs().handed_over(), 0u);
}

/// Pairs and handed-over nodes have the same order for threads and blocks.
TEST_F(BoxesCase, BlocksFindWhatThreadsFindInTheSameOrder) {
    if (TestedExec::backend == Backend::cpu) GTEST_SKIP() << "threads alone walk";
    const auto set = random_boxes(3000, 2000, 50, 200, 15);
    for (const int fan : {2, 8, 13, 64})
        for (const int queue : {1, 3, 32, 64}) {
            SCOPED_TRACE(testing::Message() << "M " << fan << ", queue " << queue);
            const auto list = [&](TreeWalker walker) {
                take(set, {.broad = Broad::rtree, .fan = fan, .queue = queue, .walker = walker});
                return boxes.all_pairs(*exec, untimed).download(*exec);
            };
            const auto got = list(TreeWalker::block);  // first, so that memory holds no right list yet
            const u32 rounds = boxes.pairs().overflow_rounds();
            const u64 handed = boxes.pairs().handed_over();
            EXPECT_GT(audit(*exec, boxes, 4096).wee, 0.05);
            EXPECT_LT(audit(*exec, boxes, 4096).wee, 1);
            ASSERT_EQ(got, list(TreeWalker::thread));
            EXPECT_EQ(boxes.pairs().overflow_rounds(), rounds);
            EXPECT_EQ(boxes.pairs().handed_over(), handed);
        }
}

/// Uniform sides in [.5, 1.5] of 1000 steps at density 1: bins take the expected number of tests (probe.hpp), trees
/// fewer.
TEST_F(BoxesCase, WorkIsAsTheorySays) {
    std::vector<Box> set;
    std::mt19937 random(16);
    const auto uniform = [&](int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(random); };
    for (int i = 0; i < 20000; ++i)
        set.push_back(box_at({uniform(0, 27144), uniform(0, 27144), uniform(0, 27144)},
                             {uniform(500, 1500), uniform(500, 1500), uniform(500, 1500)}));
    for (const auto& [width, entries, tests] : {std::tuple{0.5f, 27.0, 11.4}, {1.f, 8.0, 8.0}, {2.f, 3.375, 11.4}}) {
        pairs_of(set, {.broad = Broad::bins, .bin_width = width});
        const Audit work = audit(*exec, boxes, 1'000'000'000);
        EXPECT_NEAR(work.bins, entries, 0.03 * entries) << "the space has an edge";
        EXPECT_NEAR(work.bins_theory, entries, 0.02 * entries);
        EXPECT_NEAR(work.surplus_theory, tests, 0.02 * tests);
        EXPECT_NEAR(work.surplus, tests, 0.12 * tests) << "sides differ";
        EXPECT_NEAR(work.neighbours, boxes.pairs().size() / 20000., 1e-9);
    }
    pairs_of(set, {.broad = Broad::lbvh});
    const Audit tree = audit(*exec, boxes, 1'000'000'000);
    EXPECT_GT(tree.candidates, 30);
    EXPECT_LT(tree.candidates, 70);
    EXPECT_GT(tree.wee, 0.2);
    EXPECT_LT(tree.wee, 1);
    EXPECT_NEAR(audit(*exec, boxes, 2048).candidates, tree.candidates, 0.2 * tree.candidates);
}

TEST_F(BoxesCase, VerifyAndSignatureDetectWrongPairs) {
    auto set = random_boxes(200, 300, 20, 100, 17);
    pairs_of(set, {.broad = Broad::lbvh});
    EXPECT_EQ(verify(*exec, boxes, 200).mismatches, 0u);
    const u64 before = signature(*exec, boxes.pairs());
    pairs_of(set, {.broad = Broad::bins});
    EXPECT_EQ(signature(*exec, boxes.pairs()), before) << "in another order";
    const BoxPair lost = boxes.pairs().download(*exec)[5];
    set[lost.a] = box_at({900, 900, 900}, {1, 1, 1});
    take(set, {.broad = Broad::bins});  // the pairs are unchanged
    EXPECT_GE(verify(*exec, boxes, 200).mismatches, 2u);
    boxes.all_pairs(*exec, untimed);
    EXPECT_EQ(verify(*exec, boxes, 200).mismatches, 0u);
    EXPECT_NE(signature(*exec, boxes.pairs()), before);
}

TEST_F(BoxesCase, InspectionListsWhatIsTested) {
    const auto set = random_boxes(300, 500, 20, 100, 18);
    for (const Broad broad : {Broad::bins, Broad::rtree, Broad::lbvh, Broad::brute}) {
        take(set, {.broad = broad});
        const auto seen = inspect(*exec, boxes, 17);
        EXPECT_FALSE(seen.truncated);
        for (std::size_t j = 0; j < set.size(); ++j)
            if (meet(set[17], set[j])) {
                EXPECT_NE(std::find(seen.tested.begin(), seen.tested.end(), set[j]), seen.tested.end()) << int(broad);
            }
        if (broad != Broad::brute) { EXPECT_LT(seen.tested.size(), 300u) << int(broad); }
    }
    EXPECT_THROW(inspect(*exec, boxes, 300), Error);
}

/// Every box lies in a node of each level, and deeper levels have more nodes.
TEST_F(BoxesCase, StructuresHoldTheirBoxes) {
    const auto set = random_boxes(500, 2000, 20, 100, 19);
    for (const Broad broad : {Broad::rtree, Broad::lbvh}) {
        take(set, {.broad = broad, .fan = 4, .least = 2});
        std::size_t before = 0;
        for (int level = 0; level < 4; ++level) {
            const auto nodes = structure_of(*exec, boxes, level, {});
            EXPECT_GT(nodes.size(), before);
            before = nodes.size();
            for (const Box& b : set)
                ASSERT_TRUE(std::any_of(nodes.begin(), nodes.end(), [&](const Box& n) { return holds(n, b); }));
        }
        EXPECT_EQ(structure_of(*exec, boxes, 40, {}).size(), set.size()) << "the boxes themselves";
    }
    take(set, {.broad = Broad::bins});
    const auto bins = structure_of(*exec, boxes, 0, set[3]);
    for (int corner = 0; corner < 8; ++corner) {
        Box point;
        for (int a = 0; a < 3; ++a) point.lo[a] = point.hi[a] = corner >> a & 1 ? set[3].hi[a] : set[3].lo[a];
        EXPECT_TRUE(std::any_of(bins.begin(), bins.end(), [&](const Box& n) { return holds(n, point); }));
    }
    for (const Box& bin : bins) EXPECT_TRUE(meet(bin, set[3]));
}

TEST_F(BoxesCase, RefusalsNameTheValue) {
    EXPECT_NE(refusal([&] {
                  boxes.configure({.broad = Broad::rtree, .build = TreeBuild::linear, .fan = 4, .least = 3});
              }).find("least: 3"),
              std::string::npos);
    std::vector<Box> many(200'001, box_at({0, 0, 0}, {1, 1, 1}));
    EXPECT_NE(refusal([&] { take(many, {.broad = Broad::brute}); }).find("broad=brute"), std::string::npos);
}

/// A million boxes in nearly one place have 5e11 pairs, which would take hours to compare.
// not in tsan: nothing new for threads
TEST_F(BoxesCase, AMillionInOnePlaceIsRefusedAtOnce) {
    const auto message = [&](const std::vector<Box>& set, const BoxSettings& way) {
        return refusal([&] { pairs_of(set, way); });
    };
    const int many = enough(1'000'000);
    auto set = random_boxes(u32(many), 20, 100, 110, 22);
    for (const Broad broad : {Broad::bins, Broad::lbvh})
        EXPECT_NE(message(set, {.broad = broad}).find(std::to_string(many) + " boxes lie in one place"),
                  std::string::npos);
    // points that do not meet share a bin, since two others lie far away
    set.clear();
    for (int i = 0; i < 250'000; ++i)
        set.push_back(box_at({2 * (i % 100), 2 * (i / 100 % 100), i / 10'000}, {0, 0, 0}));
    set.push_back(box_at({2'000'000'000, 2'000'000'000, 2'000'000'000}, {0, 0, 0}));
    set.push_back(box_at({-2'000'000'000, -2'000'000'000, -2'000'000'000}, {0, 0, 0}));
    EXPECT_NE(message(set, {.broad = Broad::bins}).find("use broad=lbvh"), std::string::npos);
    EXPECT_TRUE(pairs_of(set, {.broad = Broad::lbvh}).empty());
}

/// 2e8 comparisons in 20 pieces, of which three are begun.
TEST_F(BoxesCase, WhatNobodyWantsEnds) {
    if (TestedExec::backend != Backend::cpu) GTEST_SKIP() << "kernels are not stopped";
    const std::vector<Box> set(20'000, box_at({0, 0, 0}, {9, 9, 9}));
    take(set, {.broad = Broad::lbvh});
    std::atomic<int> asked = 0;
    const Stoppable work([&] { return ++asked > 2; });
    EXPECT_THROW(boxes.all_pairs(*exec, untimed), WorkStopped);
    EXPECT_LT(asked, 15);
}

/// Random queries against brute force.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_F(BoxesCase, ManyQueriesOfManyBoxes) {
    const auto set = random_boxes(100'000, 50'000, 500, 1500, 23), queries = random_boxes(1000, 50'000, 0, 5000, 24);
    std::vector<BoxPair> expected;
    for (u32 q = 0; q < queries.size(); ++q)
        for (u32 b = 0; b < set.size(); ++b)
            if (meet(queries[q], set[b])) expected.push_back({q, b});
    Array<TestedExec, Box> asked;
    asked.upload(*exec, queries);
    for (const BoxSettings& way : std::initializer_list<BoxSettings>{{.broad = Broad::bins},
                                                                     {.broad = Broad::lbvh},
                                                                     {.broad = Broad::rtree},
                                                                     {.broad = Broad::rtree, .queue = 1},
                                                                     {.broad = Broad::brute}}) {
        take(set, way);
        EXPECT_EQ(sorted(boxes.search(*exec, asked.data(), u32(queries.size()))), expected) << text(way);
    }
    EXPECT_GT(expected.size(), 1000u);
}

}  // namespace
}  // namespace nearfield
