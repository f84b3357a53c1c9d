// Test bodies compiled once per backend; ways_cpu.cpp and ways_cuda.cu define the backend, TestedExec. The fast
// iterative method must equal fast marching, bit for bit.
#include "on_exec.hpp"

#include "libs/plans/plan_reader.hpp"
#include "libs/plans/ways.hpp"

#include <cmath>
#include <random>

namespace nearfield::plans {
namespace {

Exit square_exit(glm::vec2 lo, float side) {
    return Exit{.name = "goal", .outline = {lo, lo + glm::vec2(side, 0), lo + side, lo + glm::vec2(0, side)}};
}

Plan empty_room(glm::vec2 size) {
    Plan plan;
    plan.file = "test";
    plan.hi = size;
    return plan;
}

bool differ(const Packed<2>& a, const Packed<2>& b) { return a.c[0] != b.c[0] || a.c[1] != b.c[1]; }

// takes long
class WaysCase : public OnExec<TestedExec> {
  protected:
    struct Solution {
        std::vector<float> time;
        std::vector<Packed<2>> direction;
        int passes = 0;
    };

    Solution iterate(const Navigation& on, const std::vector<float>& factor = {}) {
        FastIteration<TestedExec> solver;
        return iterate(solver, on, {0, u32(on.exits())}, factor);
    }
    Solution iterate(FastIteration<TestedExec>& solver, const Navigation& on, ExitRange exits,
                     const std::vector<float>& factor) {
        const std::size_t nodes = on.links().size();
        Array<TestedExec, std::uint8_t> links;
        Array<TestedExec, float> factors;
        links.upload(*exec, on.links());
        factors.upload(*exec, factor);
        time.resize(nodes * std::size_t(on.exits()), "times");
        direction.resize(nodes * std::size_t(on.exits()), "directions");
        solver.lay(*exec, on);
        solver.solve(*exec, on, exits, factor.empty() ? nullptr : factors.data(),
                     {nodes, links.data(), time.data(), direction.data()});
        return {time.download(*exec), direction.download(*exec), solver.passes()};
    }

    /// Nodes over all exits whose time or direction differs from fast marching.
    static std::size_t wrong(const Navigation& on, const std::vector<float>& factor, const Solution& solution) {
        auto slowness = on.slowness();
        for (std::size_t n = 0; n < factor.size(); ++n) slowness[n] *= factor[n];
        std::size_t count = 0;
        for (int e = 0; e < on.exits(); ++e) {
            const auto field = march(on, e, slowness);
            for (std::size_t n = 0; n < slowness.size(); ++n) {
                const std::size_t k = std::size_t(e) * slowness.size() + n;
                count += field.time[n] != solution.time[k] || differ(field.direction[n], solution.direction[k]);
            }
        }
        return count;
    }
    void expect_right(const std::string& key, const Plan& plan, const std::vector<float>& factor = {},
                      const NavigationSettings& settings = {}) {
        const Navigation on(plan, settings);
        const auto solution = iterate(on, factor);
        EXPECT_EQ(wrong(on, factor, solution), 0u) << key;
        RecordProperty(key + ": nodes of all exits, passes",
                       std::to_string(solution.time.size()) + ", " + std::to_string(solution.passes));
    }

    Array<TestedExec, float> time;
    Array<TestedExec, Packed<2>> direction;
};

/// Pools of water, which block the way where they are deep: the most uneven factors that occur.
std::vector<float> pools(const NavigationGrid& grid, u32 seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> x(grid.lo.x, grid.lo.x + grid.cell * float(grid.columns)),
        y(grid.lo.y, grid.lo.y + grid.cell * float(grid.rows)), size(1, 6);
    std::vector<float> factor(std::size_t(grid.nodes()), 1.f);
    for (int pool = 0; pool < 12; ++pool) {
        const glm::vec2 middle(x(random), y(random));
        const float radius = size(random);
        for (int n = 0; n < grid.nodes(); ++n) {
            const float depth = 1 - glm::length(grid.node(n) - middle) / radius;
            if (depth > 0) factor[std::size_t(n)] *= depth > 0.7f ? INFINITY : 1 + 3 * depth;
        }
    }
    return factor;
}

/// The CPU, which uses fast marching, skips the largest plan.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_F(WaysCase, EveryPlanHasTheWaysOfMarching) {
    const std::size_t most = TestedExec::backend == Backend::cpu ? 1'000'000 : 12'000'000;
    for (const auto& carried : carried_plans()) {
        const Plan plan = load_plan(carried.key);
        const std::size_t values = std::size_t(navigation_grid(plan).nodes()) * plan.exits.size();
        if (values == 0 || values > most) continue;
        expect_right(carried.key, plan);
    }
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_F(WaysCase, WaterLeadsAsInMarching) {
    for (const char* key : {"house", "hub", "room", "flood/refuge", "flood/stairs", "flood/underpass"}) {
        const Plan plan = load_plan(key);
        for (u32 seed = 0; seed < (TestedExec::backend == Backend::cpu ? 1u : 3u); ++seed)
            expect_right(key + (" under water " + std::to_string(seed)), plan, pools(navigation_grid(plan), seed));
    }
}

/// Slowness that jumps between nodes, where second order overshoots everywhere.
// not in tsan: nothing new for threads
TEST_F(WaysCase, WildFloorsAndWallsLeadAsInMarching) {
    std::mt19937 random(11);
    std::uniform_real_distribution<float> place(0, 12), unit(0, 1);
    for (int round = 0; round < 60; ++round) {
        Plan plan = empty_room({12, 9});
        for (int w = 0; w < round % 15; ++w)
            plan.walls.push_back({{place(random), 0.75f * place(random)}, {place(random), 0.75f * place(random)}});
        for (int e = 0; e <= round % 3; ++e)
            plan.exits.push_back(square_exit({0.8f * place(random), 0.6f * place(random)}, 0.7f));
        const NavigationGrid grid = navigation_grid(plan, 0.1f + 0.05f * float(round % 4));
        std::vector<float> factor(std::size_t(grid.nodes()));
        for (auto& f : factor) f = unit(random) < 0.1f ? INFINITY : std::pow(10.f, 2 * unit(random));
        if (round % 5 == 0) factor.clear();
        expect_right("floor " + std::to_string(round), plan, factor,
                     {.cell = grid.cell, .clearance = round % 2 ? 0.35f : 0});
    }
}

TEST_F(WaysCase, InAnOpenRoomTimeIsDistance) {
    Plan plan = empty_room({40, 30});
    const glm::vec2 lo(20, 15);
    const float side = 1;
    plan.exits = {square_exit(lo, side)};
    const Navigation on(plan, {.cell = 0.1f, .clearance = 0});
    const auto solution = iterate(on);
    double worst = 0;
    for (int n = 0; n < on.grid().nodes(); ++n) {
        const glm::vec2 p = on.grid().node(n), to = glm::max(glm::max(lo - p, p - lo - side), glm::vec2(0));
        worst = std::max(worst, std::abs(double(solution.time[std::size_t(n)]) - double(glm::length(to))));
    }
    RecordProperty("worst error in cells", std::to_string(worst / on.grid().cell));
    EXPECT_LT(worst, 0.15 * on.grid().cell);
}

TEST_F(WaysCase, NobodyComesOutOfDeepWater) {
    Plan plan = empty_room({10, 10});
    plan.exits = {square_exit({1, 1}, 1), square_exit({7, 7}, 1)};
    const Navigation on(plan);
    std::vector<float> factor(on.links().size(), 1.f);
    for (int n = 0; n < on.grid().nodes(); ++n) {
        const float r = glm::length(on.grid().node(n) - glm::vec2(5, 5));
        if (r > 1 && r < 2) factor[std::size_t(n)] = INFINITY;
    }
    const auto solution = iterate(on, factor);
    const auto at = [&](int e, glm::vec2 p) {
        return std::size_t(e) * factor.size() + std::size_t(on.grid().index(p));
    };
    for (const int e : {0, 1}) {
        EXPECT_EQ(solution.time[at(e, {5, 5})], INFINITY);
        EXPECT_EQ(solution.time[at(e, {5, 6.5f})], INFINITY);
        EXPECT_EQ(unpack<2>(solution.direction[at(e, {5, 5})])[0], 0);
        EXPECT_LT(solution.time[at(e, {5, 8})], 12);
    }
}

TEST_F(WaysCase, ShutDoorsAndExitsChangeTheirWays) {
    Plan plan = load_plan("rimea/10-rooms");
    plan.exits[0].open = false;
    plan.doors[3].open = false;
    const Navigation on(plan);
    const auto solution = iterate(on);
    EXPECT_EQ(wrong(on, {}, solution), 0u);
    for (std::size_t n = 0; n < on.links().size(); ++n) ASSERT_EQ(solution.time[n], INFINITY) << "exit 0 is shut";
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_F(WaysCase, TheWaysOfOtherExitsStay) {
    Plan plan = load_plan("hall");
    const Navigation before(plan);
    FastIteration<TestedExec> solver;
    const auto old = iterate(solver, before, {0, 4}, {});
    const auto factor = pools(before.grid(), 5);
    const auto now = iterate(solver, before, {1, 3}, factor), all = iterate(before, factor);
    const std::size_t nodes = before.links().size();
    std::size_t moved = 0;
    for (std::size_t k = 0; k < 4 * nodes; ++k) {
        const bool solved = k >= nodes && k < 3 * nodes;
        ASSERT_EQ(now.time[k], (solved ? all : old).time[k]) << k;
        ASSERT_FALSE(differ(now.direction[k], (solved ? all : old).direction[k])) << k;
        moved += solved && all.time[k] != old.time[k];
    }
    EXPECT_GT(moved, nodes / 2);
}

/// Nodes that read another through a portal are reactivated by its changes, as portals are symmetric.
TEST_F(WaysCase, LinksLeadBothWays) {
    for (const auto& carried : carried_plans()) {
        const Navigation on(load_plan(carried.key));
        const auto view = on.link_view();
        const auto four = ways(on.grid());
        for (int node = 0; node < on.grid().nodes(); ++node)
            for (std::size_t w = 0; w < 4; ++w)
                if (const int there = view.next(node, four[w]); there >= 0) {
                    ASSERT_EQ(view.next(there, four[(w + 2) % 4]), node) << carried.key;
                }
    }
}

}  // namespace
}  // namespace nearfield::plans
