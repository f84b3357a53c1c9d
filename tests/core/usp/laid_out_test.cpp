// The construction of the grid and a warp in lock step: the traces end like the search's sorts, and count the audit's
// work.
#include "usp/explain/laid_out.hpp"

#include "refusal.hpp"
#include "usp/explain/probe.hpp"
#include "usp/walk/fused.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace laid_out_test {

std::vector<u32> random_keys(u32 n, u32 keys) {
    std::mt19937 random(n * 31 + keys);
    std::vector<u32> key(n);
    for (auto& k : key) k = std::min(u32(random() % keys), u32(random() % keys));  // low keys are frequent
    return key;
}

/// Counts the keys below each one.
std::vector<u32> boundaries_by_counting(const std::vector<u32>& key, u32 keys) {
    std::vector<u32> start(keys + 1);
    for (u32 k = 0; k <= keys; ++k) start[k] = u32(std::count_if(key.begin(), key.end(), [&](u32 x) { return x < k; }));
    return start;
}

std::vector<u32> stable_order(const std::vector<u32>& key) {
    std::vector<u32> order(key.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](u32 a, u32 b) { return key[a] < key[b]; });
    return order;
}

struct KeysCase {
    u32 elements, keys;
};
constexpr KeysCase key_cases[] = {{0, 1}, {1, 1}, {40, 1}, {40, 7}, {40, 1600}, {1000, 16}, {1000, 300}};

TEST(SortTrace, CountingEndsWithTheBoundariesAndAStableOrder) {
    for (const auto& [n, keys] : key_cases) {
        const auto key = random_keys(n, keys);
        const CountingTrace sort(key, keys);
        EXPECT_EQ(sort.start(), boundaries_by_counting(key, keys));
        EXPECT_EQ(sort.source(), stable_order(key));
        for (u32 place = 0; place < n; ++place) EXPECT_EQ(sort.place_of(sort.source()[place]), place);
    }
}

TEST(SortTrace, RadixEndsAsCountingDoes) {
    for (const auto& [n, keys] : key_cases)
        for (int digit_bits : {1, 4, 8}) {
            const auto key = random_keys(n, keys);
            const CountingTrace counting(key, keys);
            const RadixTrace radix(key, keys, digit_bits);
            EXPECT_EQ(radix.order(), counting.source());
            for (u32 k = 0; k <= keys; ++k) EXPECT_EQ(radix.boundary(k, n + 1), counting.start()[k]);
        }
}

/// Executes the sort on arrays, and compares the trace after each micro-step.
TEST(SortTrace, EveryMomentOfACountingSortIsAsWhenItIsDone) {
    const u32 n = 60, keys = 23;
    const auto key = random_keys(n, keys);
    const CountingTrace sort(key, keys);
    std::vector<u32> count(keys + 1);
    for (u32 done = 0; done <= n; ++done) {
        for (u32 k = 0; k < keys; ++k) ASSERT_EQ(sort.counted(k, done), count[k]);
        if (done == n) break;
        ASSERT_EQ(sort.returned(done), count[key[done]]++);
    }
    std::vector<u32> sum(keys + 1);
    std::copy(count.begin(), count.end() - 1, sum.begin() + 1);
    for (u32 pass = 1, far = 1; pass <= sort.scan_passes(); ++pass, far *= 2) {
        for (u32 k = 0; k <= keys; ++k) ASSERT_EQ(sort.scanned(k, pass), sum[k]) << "pass " << pass;
        for (u32 k = keys; k >= far; --k) sum[k] += sum[k - far];
    }
    for (u32 k = 0; k <= keys; ++k) EXPECT_EQ(sort.scanned(k, sort.scan_passes()), sort.start()[k]);
    std::vector<std::optional<u32>> stored(n);
    for (u32 done = 0; done <= n; ++done) {
        for (u32 place = 0; place < n; ++place) ASSERT_EQ(sort.moved(place, done), stored[place]);
        if (done < n) stored[sort.start()[key[done]] + sort.returned(done)] = done;
    }
}

TEST(SortTrace, BoundariesAreFoundWhereTheKeyChanges) {
    const u32 n = 50, keys = 30;
    const auto key = random_keys(n, keys);
    const RadixTrace radix(key, keys, 4);
    std::vector<std::optional<u32>> start(keys + 1);
    for (u32 done = 0; done <= n + 1; ++done) {
        for (u32 k = 0; k <= keys; ++k) ASSERT_EQ(radix.boundary(k, done), start[k]);
        if (done > n) break;
        const u32 from = done == 0 ? 0 : key[radix.order()[done - 1]] + 1,
                  to = done == n ? keys : key[radix.order()[done]];
        for (u32 k = from; k <= to; ++k) start[k] = done;
    }
}

TEST(SortTrace, TheClockGoesThroughEveryPart) {
    const RadixTrace radix(random_keys(40, 1600), 1600, 4);
    const SortClock clock(radix);
    ASSERT_EQ(clock.parts().size(), 10u);                 // 11 bits: three passes of three parts, and the comparisons
    EXPECT_EQ(clock.length(), 3 * 80u + 5 + 5 + 4 + 41);  // the last digit has three bits
    u64 tick = 0;
    for (const auto& part : clock.parts())
        for (u32 done = 1; done <= part.steps; ++done) {
            const auto now = clock.at(++tick);
            ASSERT_EQ(now.part.stage, part.stage);
            ASSERT_EQ(now.part.pass, part.pass);
            ASSERT_EQ(now.done, done);
        }
    EXPECT_EQ(clock.at(tick + 1000).done, 41u);
}

/// The search and its host copy for the same actors.
template <int D> struct Beside {
    Cpu exec;
    Actors<Cpu, D> actors;
    Search<Cpu, D> search;
    ActorsInMemory given;

    Beside(const SearchSettings& settings, bool wrapped, u32 n) {
        given = {.dimensions = D,
                 .box = {glm::vec3(-3, 1, 2), glm::vec3(5, 7, 6), wrapped},
                 .radius = 0.9f,
                 .settings = settings,
                 .room = n,
                 .position = {},
                 .id = {}};
        std::mt19937 random(7);
        std::vector<Packed<D>> packed(n);
        for (u32 i = 0; i < n; ++i) {
            glm::vec3 p(0);
            for (int a = 0; a < D; ++a)
                p[a] = std::uniform_real_distribution<float>(given.box.lo[a], given.box.hi[a])(random);
            if (i % 3 == 0) p.x = given.box.lo.x + (p.x - given.box.lo.x) * 0.2f;  // crowded at one side
            given.position.push_back(p);
            given.id.push_back(i);
            packed[i] = pack<D>(vec<D>(p));
        }
        std::shuffle(given.id.begin(), given.id.end(), random);
        const Environment<D> box{vec<D>(given.box.lo), vec<D>(given.box.hi), wrapped};
        search.configure(make_grid(box, given.radius, settings, n), settings, n);
        actors.resize(n);
        actors.position.array().upload(exec, packed);
        actors.id.array().upload(exec, given.id);
        search.clear_lost(exec);
        StageTimer<Cpu> untimed;
        search.construct(exec, untimed, actors, 0);
    }
};

template <class F> void each_search(const std::vector<Sort>& sorts, F&& f) {
    for (const auto& visit : visits)
        for (float ratio : {0.3f, 0.5f, 1.7f})
            for (Sort sort : sorts)
                for (bool wrapped : {false, true}) {
                    if (visit.visit == visit_of<BruteVisit>) continue;
                    SearchSettings settings{.bin_ratio = ratio, .visit = visit.visit, .sort = sort};
                    settings.deterministic = true;
                    SCOPED_TRACE(std::string(visit.name) + (wrapped ? ", wrapped, " : ", ") + std::to_string(ratio));
                    f(settings, wrapped);
                }
}

template <int D> void expect_same_arrays(const SearchSettings& settings, bool wrapped) {
    const Beside<D> beside(settings, wrapped, 213);
    const LaidOut laid(beside.given, settings.visit);
    const auto& storage = beside.search.storage();
    const std::vector<u32> start(storage.start, storage.start + storage.grid.bin_count() + 1);
    EXPECT_EQ(laid.sort().start(), start);
    EXPECT_EQ(laid.sort().start(), boundaries_by_counting(laid.bins_of_elements(), storage.grid.bin_count()));
    for (u32 place = 0; place < laid.actors(); ++place) {
        ASSERT_EQ(laid.id_at(place), beside.actors.id.current()[place]);
        const auto bin = laid.place_of_bin(laid.bin_at(place));
        for (int a = 0; a < D; ++a)
            ASSERT_EQ(bin[a], storage.grid.clamped(a, load<D>(storage.position + place)[a])) << "axis " << a;
    }
}

TEST(LaidOut, ArraysAreThoseOfTheSearch) {
    each_search({Sort::counting, Sort::radix}, expect_same_arrays<2>);
    each_search({Sort::counting, Sort::radix}, expect_same_arrays<3>);
}

/// Number of neighbours of an actor by brute force.
template <int D> u32 neighbours_of(const ActorsInMemory& given, u32 i) {
    u32 found = 0;
    for (u32 j = 0; j < given.position.size(); ++j) {
        double d2 = 0;
        for (int a = 0; a < D; ++a) {
            double d = double(given.position[j][a]) - given.position[i][a];
            const double side = double(given.box.hi[a]) - given.box.lo[a];
            if (given.box.wrapped) d -= side * std::round(d / side);
            d2 += d * d;
        }
        found += j != i && d2 < double(given.radius) * given.radius;
    }
    return found;
}

template <int D> void expect_same_work(const SearchSettings& settings, bool wrapped) {
    Beside<D> beside(settings, wrapped, 213);
    const LaidOut laid(beside.given, settings.visit);
    const Audit audit = nearfield::audit(beside.exec, beside.search, 1u << 20);
    ASSERT_EQ(audit.queries, 213u);
    u64 useful = 0, lane_time = 0;
    double neighbours = 0, strips = 0;
    for (u32 w = 0; w < laid.warps(); ++w) {
        const WarpTrace warp = laid.warp(w);
        useful += warp.useful();
        lane_time += warp.lane_time();
        for (u32 lane = 0; lane < warp.lanes.size(); ++lane) {
            u32 kept = 0, itself = 0, seen = 0;
            for (u32 t = 0; t < warp.iterations(); ++t)
                if (const auto test = warp.test(lane, t)) {
                    ++seen;
                    kept += test->result == CandidateTest::Result::neighbour;
                    itself += test->result == CandidateTest::Result::itself;
                }
            EXPECT_EQ(seen, warp.lanes[lane].tests.size());
            EXPECT_EQ(itself, 1u);
            const u32 id = laid.id_at(warp.first + lane);
            const auto at = std::find(beside.given.id.begin(), beside.given.id.end(), id) - beside.given.id.begin();
            EXPECT_EQ(kept, neighbours_of<D>(beside.given, u32(at))) << "of actor " << id;
            neighbours += kept;
            strips += double(laid.stretches(warp.first + lane).size());
        }
    }
    EXPECT_NEAR(double(useful) / double(lane_time), audit.wee, 1e-9);
    EXPECT_NEAR(laid.efficiency(1u << 20), audit.wee, 1e-9);
    EXPECT_NEAR(laid.efficiency(64), nearfield::audit(beside.exec, beside.search, 64).wee, 1e-9);
    EXPECT_NEAR(double(useful) / 213 - 1, audit.candidates, 1e-9);
    EXPECT_NEAR(neighbours / 213, audit.neighbours, 1e-9);
    EXPECT_NEAR(strips / 213, audit.strips, 1e-9);
}

TEST(LaidOut, AWarpsWorkIsWhatTheAuditCounts) {
    each_search({Sort::counting}, expect_same_work<2>);
    each_search({Sort::counting}, expect_same_work<3>);
}

TEST(LaidOut, ActorsMayBeTakenByNumber) {
    const Beside<2> beside({}, false, 333);
    const LaidOut laid(beside.given, visit_of<StripsVisit>, StartingOrder::by_number);
    for (u32 e = 0; e < laid.actors(); ++e) ASSERT_EQ(laid.id_of_element(e), e);
    for (u32 place = 1; place < laid.actors(); ++place) {
        const u32 before = laid.sort().source()[place - 1], here = laid.sort().source()[place];
        EXPECT_EQ(laid.id_at(place), here);
        EXPECT_LT(std::pair(laid.bins_of_elements()[before], before), std::pair(laid.bins_of_elements()[here], here));
        EXPECT_EQ(laid.place_of(here), place);
    }
}

TEST(LaidOut, WhatHasNoArraysIsRefusedWithTheWayOut) {
    const ActorsInMemory far{.box = {glm::vec3(0), glm::vec3(1e4f, 1e4f, 1), false},
                             .room = 2,
                             .position = {glm::vec3(1), glm::vec3(2)},
                             .id = {0, 1}};
    const auto complaint = [&](Visit visit) { return refusal<UsageError>([&] { LaidOut(far, visit); }); };
    EXPECT_NE(complaint(visit_of<StripsVisit>).find("search.bin_ratio"), std::string::npos);
    EXPECT_NE(complaint(visit_of<BruteVisit>).find("search.visit"), std::string::npos);
}

/// Candidates of one thread that shares a query: storage indices, and the query's shift.
template <int D> using Visited = std::vector<std::pair<u32, std::array<float, 3>>>;

template <int D> Visited<D> visited(const Beside<D>& beside, bool wrapped, u32 i, int together, int lane, int lanes) {
    Visited<D> all;
    const auto& storage = beside.search.storage();
    const auto push = [&](const Stretch& t, const vec<D>& moved) {
        const glm::vec3 by(moved[0], moved[1], D == 3 ? moved[D - 1] : 0);
        for (u32 j = t.first; j < t.end; ++j) all.push_back({j, {by.x, by.y, by.z}});
    };
    const Walk walk{visit_of<FusedVisit>, wrapped};
    const vec<D> at = load<D>(storage.position + i);
    if (lanes == 1) each_fused(walk, storage, at, i, together, push, [] {});
    else each_fused_shared(walk, storage, at, together, lane, lanes, push, [] {});
    return all;
}

template <int D> void expect_each_once(bool wrapped, float ratio) {
    const SearchSettings settings{.bin_ratio = ratio, .visit = visit_of<FusedVisit>};
    const Beside<D> beside(settings, wrapped, 213);
    for (const int lanes : {2, 4, 8, 16, 32})
        for (u32 i = 0; i < 213; ++i) {
            auto alone = visited(beside, wrapped, i, 3, 0, 1);
            Visited<D> together;
            for (int lane = 0; lane < lanes; ++lane)
                for (const auto& candidate : visited(beside, wrapped, i, 3, lane, lanes)) together.push_back(candidate);
            std::sort(alone.begin(), alone.end());
            std::sort(together.begin(), together.end());
            ASSERT_EQ(together, alone) << lanes << " threads, actor " << i;
        }
}

TEST(SharedQuery, ThreadsVisitEveryCandidateOnce) {
    for (const bool wrapped : {false, true})
        for (const float ratio : {0.3f, 0.5f, 1.7f}) {
            expect_each_once<2>(wrapped, ratio);
            expect_each_once<3>(wrapped, ratio);
        }
}

TEST(SharedQuery, ThreadsThatOutnumberRowsTakeParts) {
    const Beside<2> beside({.bin_ratio = 0.5f, .visit = visit_of<FusedVisit>}, false, 213);
    const auto most = [&](u32 i, int lanes) {
        std::size_t count = 0;
        for (int lane = 0; lane < lanes; ++lane)
            count = std::max(count, visited(beside, false, i, 3, lane, lanes).size());
        return count;
    };
    for (u32 i = 0; i < 213; ++i) EXPECT_LE(2 * most(i, 16), most(i, 8) + 1) << "of 5 to 7 rows, actor " << i;
}

}  // namespace laid_out_test
}  // namespace nearfield
