// The drawer's view of the grid: actors read back from every scene match its search's sort, and the user steps through
// the construction of their grid.
#include "app/panels/explain/build_view.hpp"

#include "app/panels/explain/warp_view.hpp"
#include "on_simulation.hpp"

#include <algorithm>
#include <random>

namespace nearfield {
namespace build_view_test {

using ui::BuildView;
using ui::Slice;
using ui::WarpView;

class MemoryOf : public OnBackend {};
NF_ON_BACKENDS(MemoryOf);

Settings small(const SceneInfo& scene) {
    Settings settings = scene.defaults();
    if (scene.key != "pedestrians") settings.set("actors", "700");
    settings.set("search.deterministic", "on");
    return settings;
}

/// Candidates by id; true for neighbours.
using Seen = std::vector<std::pair<u32, bool>>;

Seen inspected(const Inspection& inspection) {
    Seen seen;
    for (const auto& c : inspection.candidates) seen.push_back({c.actor, c.neighbour});
    std::sort(seen.begin(), seen.end());
    return seen;
}

Seen laid_out(const LaidOut& laid, u32 place) {
    Seen seen;
    for (const auto& test : laid.tests(place))
        if (test.result != CandidateTest::Result::itself)
            seen.push_back({laid.id_at(test.place), test.result == CandidateTest::Result::neighbour});
    std::sort(seen.begin(), seen.end());
    return seen;
}

void expect_alike(World& world, const SceneInfo& scene, const Settings& settings) {
    Picture picture;
    world.draw(picture, 0, true);
    const auto memory = actors_in_memory(world, scene, settings, picture, 1);
    ASSERT_TRUE(memory);
    const auto place = world.elements()->values(int(scene.attributes.size()) - 1);  // relative to their number
    for (std::size_t k = 1; k < memory->id.size(); ++k) ASSERT_LT(place[memory->id[k - 1]], place[memory->id[k]]);
    const LaidOut laid(*memory, memory->settings.visit);
    const auto grid = world.search()->grid();
    EXPECT_EQ(laid.bins(), grid.bins);
    EXPECT_EQ(laid.sort().keys(), grid.bin_count);
    EXPECT_EQ(laid.actors(), world.elements()->present());
    EXPECT_NEAR(laid.efficiency(4096), world.search()->audit(4096).wee, 1e-9);
    for (u32 place = 0; place < laid.actors(); place += 41)
        EXPECT_EQ(laid_out(laid, place), inspected(*world.search()->inspect(laid.id_at(place)))) << place;
}

// not in tsan: nothing new for threads
TEST_P(MemoryOf, EverySceneIsWhatItsSearchSorts) {
    int seen = 0;
    for (const auto& scene : scenes()) {
        SCOPED_TRACE(scene.key);
        if (scene.meeting != Meeting::by_distance) continue;
        const bool may_cut = scene.defaults().has("search.sector");
        for (const auto& [visit, cut] : {std::pair{"strips", false}, {"fused", false}, {"trimmed", true}}) {
            if (cut && !may_cut) continue;
            SCOPED_TRACE(visit);
            auto settings = small(scene);
            settings.set("search.visit", std::string(visit));
            if (may_cut) settings.set("search.sector", cut ? "on" : "off");
            const auto world = make_world(scene, settings, GetParam());
            expect_alike(*world, scene, settings);
            for (int i = 0; i < 5; ++i) world->step();
            world->finish();
            expect_alike(*world, scene, settings);
        }
        ++seen;
    }
    EXPECT_GE(seen, 4);
}

TEST_P(MemoryOf, ScenesWithoutDistanceHaveNone) {
    const auto& network = find_scene("network");
    const auto world = make_world(network, network.defaults(), GetParam());
    Picture picture;
    world->draw(picture, 0, true);
    EXPECT_FALSE(actors_in_memory(*world, network, network.defaults(), picture, 1));
}

class MemoryShown : public OnSimulation<testing::Test> {};

TEST_F(MemoryShown, ComesWhenItIsWantedAndFollowsTheRun) {
    const auto& scene = find_scene("circles");
    simulation = std::make_unique<Simulation>(scene, small(scene), Backend::cpu);
    simulation->send(command::Step{});
    until([&] { return status()->step == 1; }, "a step");
    EXPECT_FALSE(status()->memory);
    simulation->show_memory(true);
    until([&] { return status()->memory && status()->memory->step == 1; }, "the order in memory, while paused");
    simulation->send(command::Run{});
    until([&] { return status()->memory->step > 3; }, "a later one, while running");
    simulation->send(command::Pause{});
    until([&] { return !status()->running && status()->memory->step == status()->step; }, "the last one");
    simulation->send(command::Set{"search.visit", "bins"});
    until([&] { return status()->memory->settings.visit == visit_of<BinsVisit>; }, "another way of searching");
    simulation->show_memory(false);
    until([&] { return !status()->memory; }, "none any more");
}

/// Random actors in a square, as of a step; ids descend from n - 1.
std::shared_ptr<const ActorsInMemory> square(u32 n, u64 step, float side = 6) {
    ActorsInMemory actors{.world = 1,
                          .step = step,
                          .box = {glm::vec3(0), glm::vec3(side, side, 0), false},
                          .room = n,
                          .position = {},
                          .id = {}};
    std::mt19937 random(u32(step) + 1);
    std::uniform_real_distribution<float> along(0, side);
    for (u32 i = 0; i < n; ++i) {
        const float x = along(random);
        actors.position.push_back({x, along(random), 0});
        actors.id.push_back(n - 1 - i);
    }
    return std::make_shared<const ActorsInMemory>(std::move(actors));
}

TEST(BuildView, SlicesStayInsideTheArray) {
    for (u32 centre = 0; centre < 100; ++centre) {
        const Slice slice = ui::slice_around(100, 15, centre);
        EXPECT_EQ(slice.count, 15u);
        EXPECT_LE(slice.first + slice.count, 100u);
        EXPECT_TRUE(slice.holds(centre));
    }
    EXPECT_EQ(ui::slice_around(10, 15, 3).count, 10u);
    EXPECT_FALSE((Slice{4, 3}.holds(3)) || (Slice{4, 3}.holds(7)));
}

TEST(BuildView, FollowsTheRunUnlessItIsHeldMidway) {
    BuildView view;
    EXPECT_FALSE(view.laid());
    view.follow(square(40, 1));
    EXPECT_TRUE(view.built());
    view.follow(square(40, 2));
    EXPECT_EQ(view.actors().step, 2u);
    view.back();
    view.follow(square(40, 3));
    EXPECT_EQ(view.actors().step, 2u);
    view.follow(square(40, 4, 7));  // another grid
    EXPECT_EQ(view.actors().step, 4u);
    EXPECT_FALSE(view.built());
    view.go_to(view.length());
    view.follow(square(40, 5, 7));
    EXPECT_EQ(view.actors().step, 5u);
    EXPECT_TRUE(view.built());
}

TEST(BuildView, GoesForthAndBackByMicroStepsAndStages) {
    BuildView view;
    view.make_room(40, 40);
    view.follow(square(40, 1));
    view.go_to(0);
    for (u64 tick = 1; tick <= view.length(); ++tick) {
        view.forward();
        ASSERT_EQ(view.tick(), tick);
    }
    view.forward();
    EXPECT_TRUE(view.built());
    for (u64 tick = view.length(); tick-- > 0;) {
        view.back();
        ASSERT_EQ(view.tick(), tick);
    }
    view.back();
    EXPECT_EQ(view.tick(), 0u);
    std::vector<u64> ends;
    while (!view.built()) {
        view.next_stage();
        ends.push_back(view.tick());
    }
    EXPECT_EQ(ends.front(), 40u);  // all are counted, in bins and by digit
    for (std::size_t i = ends.size() - 1; i-- > 0;) {
        view.previous_stage();
        ASSERT_EQ(view.tick(), ends[i]);
    }
}

TEST(BuildView, PlaysToTheEnd) {
    BuildView view;
    view.follow(square(40, 1));
    view.play(true);
    EXPECT_EQ(view.tick(), 0u);
    for (int i = 0; i < 60 && view.playing(); ++i) view.let_pass(1);
    EXPECT_TRUE(view.built());
    EXPECT_FALSE(view.playing());
}

/// With few stops, only micro-steps count that change what is shown around the selected actor.
TEST(BuildView, StopsWhereSomethingShownChanges) {
    BuildView view;
    view.make_room(9, 9);
    view.follow(square(2000, 1));
    view.select(777);
    ASSERT_EQ(view.selected(), 1999u - 777);
    EXPECT_TRUE(view.elements().holds(*view.selected()));
    EXPECT_TRUE(view.places().holds(view.laid()->sort().place_of(*view.selected())));
    EXPECT_TRUE(view.keys().holds(view.laid()->sort().key(*view.selected())));
    view.go_to(0);
    u32 stops = 0;
    while (!view.built()) {
        view.forward();
        ++stops;
        const auto now = view.counting();
        if (view.counting_done() || now.part.stage != SortClock::Stage::count) continue;
        const auto digits = view.radix_moment();
        EXPECT_TRUE(view.elements().holds(now.done - 1) || view.before(0).holds(digits.done - 1));
    }
    EXPECT_LT(stops, 200u);
    EXPECT_GT(stops, 9u);
    view.select(4'000'000);  // no actor
    EXPECT_FALSE(view.selected());
}

TEST(BuildView, ShowsWhatTheSelectedActorReads) {
    BuildView view;
    view.follow(square(300, 1));
    view.select(5);
    ASSERT_TRUE(view.selected());
    ASSERT_FALSE(view.read().empty());
    u32 read = 0;
    for (const auto& stretch : view.read()) read += stretch.end - stretch.first;
    EXPECT_EQ(read, view.tests().size());
}

TEST(WarpView, ShowsTheSelectedActorsWarpUntilAnotherIsChosen) {
    WarpView view;
    EXPECT_FALSE(view.laid(visit_of<StripsVisit>));
    view.follow(square(300, 1));
    EXPECT_EQ(view.visit(), visit_of<FusedVisit>);
    view.choose_visit(visit_of<StripsVisit>);
    for (u32 id : {0u, 150u, 299u}) {
        view.select(id);
        EXPECT_EQ(view.number(), *view.laid(visit_of<StripsVisit>)->place_of(id) / 32);
        EXPECT_EQ(view.trace().first, view.number() * 32);
    }
    view.choose_warp(2);
    EXPECT_EQ(view.trace().first, 64u);
    view.choose_warp(1000);
    EXPECT_EQ(view.number(), 9u);
    EXPECT_EQ(view.trace().lanes.size(), 300u - 9 * 32);
    view.select(150);
    EXPECT_EQ(view.number(), *view.laid(visit_of<StripsVisit>)->place_of(150) / 32);
}

}  // namespace build_view_test
}  // namespace nearfield
