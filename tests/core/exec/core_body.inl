// Test bodies compiled once per backend; core_cpu.cpp and core_cuda.cu define the backend, TestedExec.
#include "backends.hpp"
#include "on_exec.hpp"
#include "refusal.hpp"

#include "base/random.hpp"
#include "exec/expand.hpp"
#include "usp/explain/probe.hpp"

#include <algorithm>
#include <numeric>
#include <random>

namespace nearfield {
namespace {

// takes long
class Core : public OnExec<TestedExec> {
  protected:
    Array<TestedExec, u32> upload(const std::vector<u32>& values) {
        Array<TestedExec, u32> array;
        array.upload(*exec, values);
        return array;
    }
    Array<TestedExec, u64> upload64(const std::vector<u64>& values) {
        Array<TestedExec, u64> array;
        array.upload(*exec, values);
        return array;
    }
    static std::vector<u32> random_values(std::size_t n, u32 below) {
        std::mt19937 random(5);
        std::vector<u32> values(n);
        for (auto& v : values) v = random() % below;
        return values;
    }
};

struct Square {
    u32* out;
    NF_HD void operator()(u32 i) const { out[i] = i * i; }
};

TEST_F(Core, ForEachReachesEveryIndexOnce) {
    for (u32 n : {0u, 1u, 31u, 1000u, 100000u}) {
        Array<TestedExec, u32> out = upload(std::vector<u32>(n, 7));
        for_each(*exec, n, Square{out.data()});
        const auto got = out.download(*exec);
        for (u32 i = 0; i < n; ++i) ASSERT_EQ(got[i], i * i);
    }
}

TEST_F(Core, ScanIsTheRunningSum) {
    for (std::size_t n : {1u, 2u, 3u, 1000u, 4095u, 4097u, 300000u, 5000001u}) {
        const auto values = random_values(n, 10);
        auto in = upload(values), out = upload(std::vector<u32>(n));
        exclusive_scan(*exec, in.data(), out.data(), n);
        std::vector<u32> expected(n);
        std::exclusive_scan(values.begin(), values.end(), expected.begin(), 0u);
        EXPECT_EQ(out.download(*exec), expected);
        exclusive_scan(*exec, in.data(), in.data(), n);
        EXPECT_EQ(in.download(*exec), expected) << "in place";
    }
}

struct CountItem {
    const u64* start;
    u32 *times, *wrong;
    NF_HD void operator()(u32 owner, u64 index) const {
        const u64 item = start[owner] + index;
        if (item >= start[owner + 1]) atomic_add(wrong, 1u);
        atomic_add(times + item, 1u);
    }
};

struct CountOfOwner {
    const u64* count;
    NF_HD u64 operator()(u32 owner) const { return count[owner]; }
};

TEST_F(Core, CountsExpandToItems) {
    for (const u32 n : {1u, 2u, 1000u, 1024u, 2047u, 2048u, 8191u, 70001u}) {
        const auto small = random_values(n, 7);
        std::vector<u64> count(n);
        for (u32 k = 0; k < n; ++k) count[k] = small[k] * (k % 3 == 0);
        count[n - 1] += 5000;
        std::vector<u64> expected(n + 1);
        std::inclusive_scan(count.begin(), count.end(), expected.begin() + 1);
        Array<TestedExec, u64> counts, start;
        counts.upload(*exec, count);
        start.resize(n + 1, "offsets");
        offsets_of(*exec, counts.data(), start.data(), n);
        const u64 items = items_of(*exec, start.data(), n);
        ASSERT_EQ(items, expected.back());
        ASSERT_EQ(start.download(*exec), expected);
        fill_zero(*exec, start.data(), n + 1);
        ASSERT_EQ(count_items(*exec, n, CountOfOwner{counts.data()}, start.data()), items);
        ASSERT_EQ(start.download(*exec), expected);
        auto times = upload(std::vector<u32>(items)), wrong = upload({0});
        for_each_item(*exec, start.data(), n, CountItem{start.data(), times.data(), wrong.data()});
        EXPECT_EQ(times.download(*exec), std::vector<u32>(items, 1));
        EXPECT_EQ(wrong.download(*exec)[0], 0u);
    }
    auto none = upload64({7});
    offsets_of(*exec, nullptr, none.data(), 0);
    EXPECT_EQ(items_of(*exec, none.data(), 0), 0u);
}

struct CountPieces {
    u32* times;
    NF_HD void operator()(u32, u64 index) const { atomic_add(times + index, 1u); }
};

/// With any budget each item is processed once.
TEST_F(Core, ABudgetCutsLaunches) {
    const u32 items = 300'000;
    Array<TestedExec, u64> start = upload64({0, items});
    const auto launches = [&](double ms) {
        auto times = upload(std::vector<u32>(items));
        LaunchBudget<TestedExec> budget;
        budget.set(ms);
        for_each_item(*exec, start.data(), 1, CountPieces{times.data()}, budget);
        EXPECT_EQ(times.download(*exec), std::vector<u32>(items, 1)) << ms << " ms";
        return budget.launches();
    };
    EXPECT_EQ(launches(0), 0u);
    if (TestedExec::backend == Backend::cpu) {
        EXPECT_EQ(launches(1e-9), 0u) << "loops are not cut";
    } else {
        EXPECT_GT(launches(1e-9), 100u);
        EXPECT_LT(launches(1e9), 30u);
    }
}

/// Pieces are consecutive, grow twofold within the budget, and shrink to the minimum beyond it.
TEST_F(Core, PiecesFollowTheTimeOfTheLast) {
    const auto pieces = [&](double ms, u64 plenty) {
        std::vector<u64> sizes;
        u64 at = 0;
        LaunchBudget<TestedExec> budget;
        budget.set(ms);
        budget.work(*exec, 1000, 10, [&](u64 first, u64 end) {
            EXPECT_EQ(first, at);
            sizes.push_back(end - first);
            at = end;
            if (sizes.size() == plenty) budget.set(1e-9);
        });
        EXPECT_EQ(at, 1000u);
        EXPECT_EQ(budget.launches(), sizes.size());
        return sizes;
    };
    EXPECT_EQ(pieces(1e9, 0), (std::vector<u64>{10, 20, 40, 80, 160, 320, 370}));
    EXPECT_EQ(pieces(1e-9, 0), std::vector<u64>(100, 10));
    const auto shrunk = pieces(1e9, 4);
    EXPECT_EQ(shrunk[3], 80u);
    EXPECT_EQ(shrunk[4], 10u);
}

/// 2^34 items precede the relevant owner: item numbers exceed 32 bits.
TEST_F(Core, ItemsBeyond32Bits) {
    const u64 far = u64(1) << 34;
    const std::vector<u64> start{0, far, far, far + 3, far + 10};
    for (const auto& [item, owner] : {std::pair{far - 1, 0u}, {far, 2u}, {far + 2, 2u}, {far + 3, 3u}, {far + 9, 3u}})
        EXPECT_EQ(owner_of(start.data(), 4, item), owner) << item - far;
    Array<TestedExec, u64> counts = upload64({far, 0, 3, 7}), at;
    at.resize(5, "offsets");
    offsets_of(*exec, counts.data(), at.data(), 4);
    EXPECT_EQ(items_of(*exec, at.data(), 4), far + 10);
    EXPECT_EQ(at.download(*exec), start);
}

TEST_F(Core, SortPairsIsStableAndLooksAtTheLowBitsOnly) {
    for (int bits : {1, 7, 8, 9, 16, 21, 32}) {
        const u32 n = 20000;
        const auto keys = random_values(n, ~0u);
        const u32 low = ~0u >> (32 - bits);
        std::vector<u32> order(n);
        std::iota(order.begin(), order.end(), 0u);
        auto k = upload(keys), k2 = upload(std::vector<u32>(n)), v = upload(order), v2 = upload(std::vector<u32>(n));
        sort_pairs(*exec, k.data(), k2.data(), v.data(), v2.data(), n, bits);
        std::stable_sort(order.begin(), order.end(), [&](u32 a, u32 b) { return (keys[a] & low) < (keys[b] & low); });
        EXPECT_EQ(v2.download(*exec), order) << bits << " bits";
    }
}

TEST_F(Core, SortSegmentsSortsEachOnItsOwn) {
    auto values = random_values(5000, 100000);
    std::vector<u32> start{0, 0, 1, 40, 40, 3000, 5000};
    auto v = upload(values), scratch = upload(std::vector<u32>(values.size())), s = upload(start);
    sort_segments(*exec, v.data(), scratch.data(), 5000, s.data(), u32(start.size()) - 1);
    for (std::size_t i = 0; i + 1 < start.size(); ++i)
        std::sort(values.begin() + start[i], values.begin() + start[i + 1]);
    EXPECT_EQ(v.download(*exec), values);
}

struct AsDouble {
    NF_HD double operator()(u32 i) const { return i; }
};

TEST_F(Core, ReduceAddsUp) {
    for (const u32 n : {0u, 1u, 255u, 256u, 1023u, 1024u, 1025u, 100'000u, 3'000'001u})
        EXPECT_EQ(reduce<double>(*exec, n, AsDouble{}), double(n) * (double(n) - 1) / 2) << n;
}

/// Terms whose sum depends on the order of additions, followed by zeros.
struct ThirdsThenZeros {
    u32 terms;
    NF_HD double operator()(u32 i) const { return i < terms ? 1. / (3 * i + 1) : 0.; }
};

TEST_F(Core, ZerosAtTheEndChangeNoBitOfASum) {
    for (const u32 terms : {1u, 256u, 375u, 1024u, 5000u, 300'000u}) {
        const double alone = reduce<double>(*exec, terms, ThirdsThenZeros{terms});
        for (const u32 n : {terms + 1, 3 * terms, 2'000'000u})
            EXPECT_EQ(reduce<double>(*exec, n, ThirdsThenZeros{terms}), alone) << terms << " of " << n;
    }
}

/// Actors at random places in a box, searched with radius 1.
template <int D = 2> struct Placed {
    Actors<TestedExec, D> actors;
    Search<TestedExec, D> search;
    StageTimer<TestedExec> timer;

    Placed(TestedExec& exec, u32 n, const SearchSettings& settings, float side = 10, bool wrapped = false,
           u32 seed = 3) {
        Environment<D> box{.lo = vec<D>(0.f), .hi = vec<D>(side), .wrapped = wrapped};
        std::vector<Packed<D>> at;
        for (u32 i = 0; i < n; ++i) at.push_back(pack<D>(side * Random{seed}.uniform<D>(i)));
        std::vector<u32> id(n);
        std::iota(id.begin(), id.end(), 0u);
        actors.resize(n);
        actors.position.array().upload(exec, at);
        actors.id.array().upload(exec, id);
        search.configure(make_grid(box, 1, settings, n), settings, n);
        search.clear_lost(exec);
    }
    void put(TestedExec& exec, u32 storage_index, vec<2> p) {
        const Packed<2> packed = pack<2>(p);
        copy_to_device(exec, actors.position.writable() + storage_index, &packed, 1);
    }
};

TEST_F(Core, VerificationFindsAStaleGrid) {
    for (const auto& visit : visits) {
        if (!visit.reads_bins) continue;
        Placed p(*exec, 2000, {.visit = visit.visit});
        p.search.construct(*exec, p.timer, p.actors, 0);
        EXPECT_EQ(verify(*exec, p.search, p.actors.id.current(), 2000).mismatches, 0u);
        p.put(*exec, 0, {9.5f, 9.5f});  // storage slot 0 lies in the first bin: the grid is now wrong
        const Verification v = verify(*exec, p.search, p.actors.id.current(), 2000);
        EXPECT_GT(v.mismatches, 10u);
        EXPECT_TRUE(v.first_actor.has_value());
    }
}

TEST_F(Core, LostActorsAreCountedAndSearchingThemReadsNothingForeign) {
    for (bool wrapped : {false, true})
        for (auto [sort, sparse] : {std::pair(Sort::counting, false), {Sort::radix, false}, {Sort::radix, true}})
            for (const auto& visit : visits) {
                Placed p(*exec, 500, {.visit = visit.visit, .sort = sort});
                Environment<2> box{.lo = vec<2>(0.f), .hi = vec<2>(10.f), .wrapped = wrapped};
                const SearchSettings settings{.visit = visit.visit, .sort = sort};
                const auto grid =
                    sparse ? Grid<2>::make_sparse(box, 1, settings.bin_ratio) : make_grid(box, 1, settings, 500);
                p.search.configure(grid, settings, 500);
                const float inf = INFINITY;
                const vec<2> lost[] = {{NAN, 1}, {1, NAN}, {inf, 1}, {1, -inf}, {-3e30f, 3e30f}, {11, 5}};
                for (u32 i = 0; i < 6; ++i) p.put(*exec, 10 + i, lost[i]);
                p.search.construct(*exec, p.timer, p.actors, 41);
                const Lost seen = p.search.take_lost(*exec);
                EXPECT_EQ(seen.count, 6u);
                EXPECT_EQ(seen.step, 41u);
                EXPECT_EQ(p.search.take_lost(*exec).count, 0u) << "taking clears";
                EXPECT_EQ(count_neighbours(*exec, p.search, p.actors.id.current()).size(), 500u);
            }
}

/// Results of a rule around an actor, among its own actors or others.
struct Surroundings {
    u32 count = 0, ids = 0;
    float towards[3] = {};
    friend NF_HD Surroundings operator+(const Surroundings& a, const Surroundings& b) {
        return {a.count + b.count,
                a.ids + b.ids,
                {a.towards[0] + b.towards[0], a.towards[1] + b.towards[1], a.towards[2] + b.towards[2]}};
    }
};

template <int D> struct Look {
    const u32 *id, *other_id;
    Storage<D> others;
    Surroundings* out;
    u32* times;  ///< number of writes per actor
    struct Result {
        Surroundings own, other;
    };
    static constexpr bool sums_only = true, lists = true;

    template <class Near> NF_HD Result operator()(u32 i, const Near& near) const {
        const auto of = [](const u32* ids) {
            return [ids](const Other& j, const vec<D>& towards, float) {
                Surroundings one{1, (j.of(ids) + 1) * 2654435761u, {}};
                for (int a = 0; a < D; ++a) one.towards[a] = towards[a];
                return one;
            };
        };
        return {near.sum(i, Surroundings{}, of(id)),
                near.sum_of(i, others, near.position(i), true, Surroundings{}, of(other_id))};
    }
    NF_HD void write(u32 i, const Result& result) const {
        out[2 * id[i]] = result.own;
        out[2 * id[i] + 1] = result.other;
        ++times[id[i]];
    }
};

template <int D> class Lists {
  public:
    Lists(TestedExec& exec, u32 n, float side, bool wrapped, const SearchSettings& settings)
        : exec_(exec),
          own_(exec, n, settings, side, wrapped),
          other_(exec, n / 2, settings, side, wrapped, 8) {
        own_.search.construct(exec, own_.timer, own_.actors, 0);
        other_.search.construct(exec, other_.timer, other_.actors, 0);
    }
    std::vector<Surroundings> walk() {
        return look([&](const auto& rule) { own_.search.query(exec_, rule); });
    }
    std::vector<Surroundings> note(u32 room) {
        return look([&](const auto& rule) { own_.search.query_and_note(exec_, rule, room); });
    }

  private:
    template <class Query> std::vector<Surroundings> look(const Query& query) {
        Array<TestedExec, Surroundings> out;
        Array<TestedExec, u32> times;
        const u32 n = own_.actors.size();
        out.upload(exec_, std::vector<Surroundings>(2 * n));
        times.upload(exec_, std::vector<u32>(n));
        query(Look<D>{own_.actors.id.current(), other_.actors.id.current(), other_.search.storage(), out.data(),
                      times.data()});
        EXPECT_EQ(times.download(exec_), std::vector<u32>(n, 1));
        return out.download(exec_);
    }
    TestedExec& exec_;
    Placed<D> own_, other_;
};

void expect_same(const std::vector<Surroundings>& seen, const std::vector<Surroundings>& walked, const char* what) {
    for (std::size_t i = 0; i < walked.size(); ++i) {
        ASSERT_EQ(seen[i].count, walked[i].count) << what << ", " << i;
        ASSERT_EQ(seen[i].ids, walked[i].ids) << what << ", " << i;
        for (int a = 0; a < 3; ++a) ASSERT_NEAR(seen[i].towards[a], walked[i].towards[a], 1e-4) << what << ", " << i;
    }
}

/// On a GPU, threads share an actor only in small populations. With short lists, the neighbours of some, most or all
/// actors are searched again each time.
template <int D> void expect_lists_as_walks(TestedExec& exec) {
    for (const u32 n : {1u, 700u, TestedExec::backend == Backend::cuda ? 170000u : 7000u})
        for (bool wrapped : {false, true})
            for (const auto& visit : visits) {
                if (n > 700 && !visit.fused) continue;
                const float side = std::max(2.5f, std::pow(float(n) / 8, 1.f / D));
                Lists<D> lists(exec, n, side, wrapped, {.visit = visit.visit});
                const auto walked = lists.walk();
                for (u32 room : {200u, 25u, 3u}) {
                    if (n > 700 && room != 25) continue;
                    SCOPED_TRACE(testing::Message() << n << " actors in " << D << "D, visit " << visit.name
                                                    << ", wrapped " << wrapped << ", room " << room);
                    expect_same(lists.note(room), walked, "noting");
                    expect_same(lists.walk(), walked, "reading");
                }
            }
}
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_F(Core, NotedNeighboursAreThoseThatAreFound) {
    expect_lists_as_walks<2>(*exec);
    expect_lists_as_walks<3>(*exec);
}

/// A sum whose rounding depends on the order of its parts.
struct Pulled {
    float x = 0, y = 0;
    u32 count = 0;
    friend NF_HD Pulled operator+(const Pulled& a, const Pulled& b) {
        return {a.x + b.x, a.y + b.y, a.count + b.count};
    }
};

template <int D, bool Costly> struct Pull {
    const u32* id;
    Pulled* out;
    static constexpr bool sums_only = true, costly = Costly;
    template <class Near> NF_HD Pulled operator()(u32 i, const Near& near) const {
        return near.template sum<Coincident::skipped>(i, Pulled{}, [](const Other&, const vec<D>& towards, float d2) {
            return Pulled{towards[0] / (0.1f + d2), towards[1] * d2, 1};
        });
    }
    NF_HD void write(u32 i, const Pulled& sum) const { out[id[i]] = sum; }
};

template <int D> void expect_costly_as_cheap(TestedExec& exec) {
    for (bool wrapped : {false, true})
        for (const auto& visit : visits) {
            SCOPED_TRACE(testing::Message() << D << "D, wrapped " << wrapped << ", visit " << visit.name);
            constexpr u32 n = 3000;
            Placed<D> p(exec, n, {.visit = visit.visit, .deterministic = true}, D == 2 ? 14.f : 6.f, wrapped);
            auto at = p.actors.position.array().download(exec);
            for (u32 i = 0; i < 300; ++i) at[i] = at[i + 300];  // coincident
            p.actors.position.array().upload(exec, at);
            p.search.construct(exec, p.timer, p.actors, 0);
            Array<TestedExec, Pulled> out[2];
            for (auto& sums : out) sums.resize(n, "sums");
            p.search.query(exec, Pull<D, false>{p.actors.id.current(), out[0].data()});
            p.search.query(exec, Pull<D, true>{p.actors.id.current(), out[1].data()});
            const auto cheap = out[0].download(exec), costly = out[1].download(exec);
            u32 neighbours = 0;
            for (u32 i = 0; i < n; ++i) {
                ASSERT_EQ(costly[i].count, cheap[i].count) << i;
                ASSERT_EQ(costly[i].x, cheap[i].x) << i;
                ASSERT_EQ(costly[i].y, cheap[i].y) << i;
                neighbours += cheap[i].count;
            }
            EXPECT_GT(neighbours, 10 * n);
        }
}
TEST_F(Core, CostlyContributionsAddUpToTheSameBits) {
    expect_costly_as_cheap<2>(*exec);
    expect_costly_as_cheap<3>(*exec);
}

TEST_F(Core, StageTimesAddUpToTheStep) {
    Placed p(*exec, 20000, {});
    for (u64 step = 0; step < 3; ++step) {
        p.timer.begin_step(*exec, step);
        p.search.construct(*exec, p.timer, p.actors, step);
        p.timer.end_step(*exec);
    }
    exec->finish();
    const auto times = p.timer.collect();
    ASSERT_EQ(times.size(), 3u);
    for (const auto& t : times) {
        double sum = 0;
        for (const auto& stage : t.stages) sum += stage.ms;
        EXPECT_EQ(t.stages.size(), 3u);
        EXPECT_NEAR(sum, t.total_ms, 1e-3 + 0.02 * t.total_ms);
        EXPECT_GT(t.total_ms, 0);
    }
    EXPECT_TRUE(p.timer.collect().empty());
}

TEST_F(Core, StagesOfOneNameAddUp) {
    StageTimer<TestedExec> timer;
    auto out = upload(std::vector<u32>(1 << 20));
    timer.begin_step(*exec, 1);
    for (const char* name : {"a", "b", "a"}) {
        timer.stage(*exec, name);
        for_each(*exec, 1 << 20, Square{out.data()});
    }
    timer.end_step(*exec);
    exec->finish();
    const auto times = timer.collect();
    ASSERT_EQ(times.at(0).stages.size(), 2u);
    EXPECT_NEAR(times[0].stages[0].ms + times[0].stages[1].ms, times[0].total_ms, 1e-3 + 0.02 * times[0].total_ms);
    timer.set_detail(false);
    timer.begin_step(*exec, 2);
    timer.stage(*exec, "a");
    timer.end_step(*exec);
    exec->finish();
    EXPECT_TRUE(timer.collect().at(0).stages.empty()) << "no detail asked for";
}

TEST_F(Core, TooMuchMemoryIsRefusedBeforeItIsTaken) {
    Array<TestedExec, u32> array;
    const auto said = refusal([&] { array.resize(std::size_t{1} << 46, "a test"); });
    EXPECT_NE(said.find("a test needs 281 TB"), std::string::npos) << said;
    EXPECT_EQ(array.size(), 0u);
}

}  // namespace
}  // namespace nearfield
