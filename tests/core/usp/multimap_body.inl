// Test bodies compiled once per backend; multimap_cpu.cpp and multimap_cuda.cu define the backend, TestedExec.
#include "on_exec.hpp"

#include "usp/explain/multimap_probe.hpp"

#include <algorithm>
#include <random>

namespace nearfield {
namespace {

struct KeyAt {
    const u32* key;
    NF_HD u32 operator()(u32 i) const { return key[i]; }
};

class MultimapCase : public OnExec<TestedExec> {
  protected:
    void construct(const std::vector<u32>& keys, u32 key_count, Sort sort, bool deterministic = false) {
        key.upload(*exec, keys);
        map.configure(key_count, {.sort = sort, .deterministic = deterministic}, u32(keys.size()));
        StageTimer<TestedExec> untimed;
        map.construct(*exec, untimed, u32(keys.size()), KeyAt{key.data()});
        exec->finish();
    }
    std::vector<u32> download(const u32* from, std::size_t n) {
        std::vector<u32> to(n);
        if (n) copy_to_host(*exec, to.data(), from, n);
        return to;
    }
    Multimap<TestedExec> map;
    Array<TestedExec, u32> key;
};

/// Many keys of which most are empty, few keys, one key, no element, one element; the last keys empty or not.
std::vector<std::pair<std::vector<u32>, u32>> key_sets() {
    std::mt19937 random(7);
    const auto uniform = [&](u32 n, u32 keys) {
        std::vector<u32> all(n);
        for (auto& k : all) k = random() % keys;
        return all;
    };
    return {{uniform(500000, 300), 300},
            {uniform(500, 100000), 100000},
            {uniform(3000, 2), 5},
            {std::vector<u32>(4000, 0), 1},
            {std::vector<u32>(4000, 6), 9},
            {{}, 12},
            {{11}, 12},
            {{0}, 12}};
}

TEST_F(MultimapCase, GroupsEveryElementOnceUnderItsKey) {
    for (const auto& [keys, count] : key_sets())
        for (const Sort sort : {Sort::counting, Sort::radix})
            for (const bool deterministic : {false, true}) {
                SCOPED_TRACE(testing::Message() << keys.size() << " elements, " << count << " keys, sort " << int(sort)
                                                << ", deterministic " << deterministic);
                construct(keys, count, sort, deterministic);
                const auto start = download(map.start(), std::size_t(count) + 1);
                auto order = download(map.order(), keys.size());
                ASSERT_EQ(start.front(), 0u);
                ASSERT_EQ(start.back(), keys.size());
                for (u32 k = 0; k < count; ++k) {
                    ASSERT_EQ(start[k + 1] - start[k], u32(std::count(keys.begin(), keys.end(), k))) << "key " << k;
                    for (u32 place = start[k]; place < start[k + 1]; ++place) ASSERT_EQ(keys[order[place]], k);
                    if (deterministic || sort == Sort::radix) {
                        ASSERT_TRUE(std::is_sorted(order.begin() + start[k], order.begin() + start[k + 1]));
                    }
                    if (k > 400 && k + 400 < count) k += 97;  // brute-force counting is slow with many keys
                }
                std::sort(order.begin(), order.end());
                for (u32 i = 0; i < order.size(); ++i) ASSERT_EQ(order[i], i) << "every element has one place";
            }
}

TEST_F(MultimapCase, IsUsedAgainWithMoreAndFewerKeys) {
    construct({5, 5, 1}, 6, Sort::counting);
    EXPECT_EQ(download(map.start(), 7), (std::vector<u32>{0, 0, 1, 1, 1, 1, 3}));
    construct(std::vector<u32>(100, 999), 1000, Sort::radix);
    EXPECT_EQ(download(map.start(), 1001)[999], 0u);
    construct({2, 0}, 3, Sort::counting);
    EXPECT_EQ(download(map.start(), 4), (std::vector<u32>{0, 1, 1, 2}));
    EXPECT_EQ(download(map.order(), 2), (std::vector<u32>{1, 0}));
}

/// The window's check must detect a wrong map.
TEST_F(MultimapCase, VerifyNamesElementsThatLieUnderAnotherKey) {
    construct({0, 0, 1, 1, 2, 2}, 3, Sort::counting, true);
    Array<TestedExec, u32> id;
    id.upload(*exec, {10, 11, 12, 13, 14, 15});
    EXPECT_EQ(verify(*exec, map, KeyAt{key.data()}, id.data(), 6, 6).mismatches, 0u);
    key.upload(*exec, {0, 0, 1, 2, 2, 2});  // element 3 has another key than it is stored under
    const auto wrong = verify(*exec, map, KeyAt{key.data()}, id.data(), 6, 6);
    EXPECT_EQ(wrong.mismatches, 4u) << "all under keys 1 and 2";
    EXPECT_EQ(wrong.first_actor, std::optional<u32>(12));
}

TEST_F(MultimapCase, SignatureTellsGroupsNotTheirOrder) {
    construct({0, 1, 1}, 3, Sort::counting);
    const auto of = [&](std::vector<u32> ids) {
        Array<TestedExec, u32> id;
        id.upload(*exec, ids);
        return signature(*exec, map, id.data());
    };
    EXPECT_EQ(of({5, 3, 7}), of({5, 7, 3}));
    EXPECT_NE(of({5, 3, 7}), of({3, 5, 7}));
    const u64 before = of({5, 3, 7});
    construct({0, 2, 2}, 3, Sort::counting);
    EXPECT_NE(of({5, 3, 7}), before) << "the same groups under another key";
}

}  // namespace
}  // namespace nearfield
