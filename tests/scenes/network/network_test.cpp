// The network model of scenes/network/README.md: degrees, conservation, capacity, loops and a sequential reference, on
// every backend.
#include "backends.hpp"

#include "refusal.hpp"
#include "scenes/network/graph.hpp"
#include "worlds.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

namespace nearfield {
namespace network_test {

using Values = std::vector<std::pair<std::string, std::string>>;
constexpr u32 seed = 12;
enum Attribute { load, speed, waited, progress, edge };  // in the scene's order

/// Actors, read by id.
struct Actor {
    u32 edge;
    float progress, speed;
};

class NetworkModel : public OnBackend {
  protected:
    static Settings settings(const Values& values) { return settings_of(find_scene("network"), values); }
    static std::unique_ptr<World> world(const Values& values, Backend backend = GetParam()) {
        return make_world(find_scene("network"), settings(values), backend);
    }
    static std::vector<Actor> actors(World& world) {
        const auto table = world.actors()->read();
        std::vector<Actor> all;
        for (u32 i = 0; i < world.elements()->count(); ++i)
            all.push_back({u32(table.attributes[edge][i]), table.attributes[progress][i], table.attributes[speed][i]});
        return all;
    }
    static std::vector<u32> per_edge(const std::vector<Actor>& actors, u32 edges) {
        std::vector<u32> count(edges);
        for (const auto& a : actors) ++count.at(a.edge);
        return count;
    }
};

network::Graph graph(u32 vertices, u32 fan, const std::string& wiring = "near") {
    const auto how = wiring == "near" ? network::Wiring::near : network::Wiring::shuffled;
    return network::Graph::make({vertices, fan, how, 1, 1.5f, seed});
}

/// Includes graphs with too few near vertices for the number of edges.
TEST(NetworkGraph, EveryVertexHasItsFanInAndOut) {
    const std::pair<u32, u32> sizes[] = {{1, 1},   {1, 4},   {2, 3},    {3, 7},     {10, 3},   {17, 1},
                                         {240, 3}, {241, 5}, {1024, 3}, {1024, 16}, {16384, 4}};
    for (const auto& [v, e] : sizes)
        for (const char* wiring : {"near", "shuffled"}) {
            SCOPED_TRACE(testing::Message() << v << " vertices, " << e << " edges each, wiring " << wiring);
            const auto g = graph(v, e, wiring);
            ASSERT_EQ(g.destination.size(), std::size_t(v) * e) << "out";
            std::vector<u32> in(v);
            for (const u32 to : g.destination) ++in.at(to);
            for (const u32 count : in) ASSERT_EQ(count, e) << "in";
            ASSERT_EQ(g.vertex.size(), v);
            for (const float length : g.length) ASSERT_TRUE(length >= 1 && length <= 2);
        }
}

TEST(NetworkGraph, NearWiringHasNoLoopsNoDoublesAndShortEdges) {
    for (const u32 fan : {3u, 4u, 6u}) {
        const auto g = graph(1024, fan);
        for (u32 v = 0; v < 1024; ++v)
            for (u32 n = 0; n < fan; ++n) {
                const u32 to = g.destination[v * fan + n];
                ASSERT_NE(to, v);
                for (u32 m = 0; m < n; ++m) ASSERT_NE(to, g.destination[v * fan + m]) << "from " << v;
                ASSERT_LT(glm::length(g.vertex[to] - g.vertex[v]), 7.f) << "in spacings, of a picture 39 wide";
            }
    }
}

TEST(NetworkGraph, HundredsOfEdgesPerVertexTakeSeconds) {
    const auto begin = std::chrono::steady_clock::now();
    const auto g = graph(1000, 512);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(15));  // allows for sanitizers; it used to
                                                                                    // take minutes
    std::vector<u32> in(1000);
    for (const u32 to : g.destination) ++in.at(to);
    EXPECT_EQ(in, std::vector<u32>(1000, 512));
}

TEST(NetworkGraph, AShuffleLeadsAnywhere) {
    const auto g = graph(4096, 4, "shuffled");
    double sum = 0;
    for (u32 e = 0; e < g.destination.size(); ++e) sum += g.destination[e];
    EXPECT_NEAR(sum / double(g.destination.size()), 2047.5, 1e-9);
    double product = 0;  // correlation of origin and destination
    for (u32 e = 0; e < g.destination.size(); ++e) product += (e / 4 - 2047.5) * (g.destination[e] - 2047.5);
    EXPECT_NEAR(product / double(g.destination.size()) / (4096. * 4096 / 12), 0, 0.03);
}

TEST_P(NetworkModel, ActorsAreNeitherLostNorMade) {
    auto w = world({{"actors", "5000"}, {"speed", "0.3"}});
    const auto start = per_edge(actors(*w), 720);
    run(*w, 100);
    const auto end = per_edge(actors(*w), 720);  // throws for an invalid edge
    u32 sum = 0;
    for (u32 count : end) sum += count;
    EXPECT_EQ(sum, 5000u);
    EXPECT_EQ(w->metrics()[3], 5000);
    EXPECT_NE(start, end) << "they travel";
}

const Values thesis_test{{"vertices", "10"}, {"edges", "3"},        {"actors", "90"},      {"length_spread", "0"},
                         {"speed", "0.5"},   {"speed_spread", "0"}, {"start", "in order"}, {"first", "place"}};

Values with(Values values, const Values& more) {
    values.insert(values.end(), more.begin(), more.end());
    return values;
}

TEST_P(NetworkModel, TheThesisTestStaysUniform) {
    for (const char* wiring : {"near", "shuffled"})
        for (const char* capacity : {"4", "6", "1000"}) {
            SCOPED_TRACE(testing::Message() << wiring << ", capacity " << capacity);
            auto w = world(with(thesis_test, {{"wiring", wiring}, {"capacity", capacity}}));
            for (u32 count : per_edge(actors(*w), 30)) ASSERT_EQ(count, 3u) << "as the thesis starts it";
            for (int step = 1; step <= 100; ++step) {
                run(*w, 1);
                const auto after = actors(*w);
                for (u32 i = 0; i < 90; ++i)
                    ASSERT_EQ(after[i].progress, step % 2 ? 0.5f : 0.f) << "all move every other step";
                for (u32 count : per_edge(after, 30)) ASSERT_EQ(count, 3u) << "step " << step;
            }
        }
}

TEST_P(NetworkModel, FullEdgesFreezeEverything) {  // with capacity 3 no edge has room ahead
    auto w = world(with(thesis_test, {{"capacity", "3"}}));
    const auto start = actors(*w);
    run(*w, 100);
    const auto end = actors(*w);
    for (u32 i = 0; i < 90; ++i) {
        ASSERT_EQ(end[i].edge, start[i].edge);
        ASSERT_EQ(end[i].progress, 50) << "goes on counting";
    }
    const auto table = w->actors()->read();
    EXPECT_EQ(table.attributes[waited], std::vector<float>(90, 99)) << "since step 2";
    EXPECT_EQ(table.attributes[load], std::vector<float>(90, 1));
    EXPECT_EQ(w->metrics(), (std::vector<double>{0, 1, 1, 90}));
}

/// Signed room: an edge one below its capacity lets actors in; one at or above it does not. (Unsigned arithmetic, as
/// printed in Chisholm 2020, would do the opposite in two of these cases.)
TEST_P(NetworkModel, AnEdgeTakesActorsUpToItsCapacity) {
    // One vertex, one edge: the edge ahead is the same edge, with all actors on it.
    for (const auto& [capacity, moves] : {std::pair("10", true), std::pair("6", true), std::pair("5", false)}) {
        auto w = world({{"vertices", "1"},
                        {"edges", "1"},
                        {"actors", "5"},
                        {"capacity", capacity},
                        {"length_spread", "0"},
                        {"speed", "1"},
                        {"speed_spread", "0"},
                        {"start", "in order"}});
        run(*w, 1);
        for (const auto& a : actors(*w)) EXPECT_EQ(a.progress, moves ? 0.f : 1.f) << "capacity " << capacity;
        Settings lower = settings({{"vertices", "1"}, {"edges", "1"}, {"actors", "5"}, {"capacity", "5"}});
        w->configure(lower);  // takes effect while it runs
        run(*w, 2);
        for (const auto& a : actors(*w)) EXPECT_EQ(a.progress, moves ? 2.f : 3.f);
    }
    // Above capacity: three of four edges out of a vertex are over-full, and never chosen while the fourth has room.
    auto w = world({{"vertices", "12"},
                    {"edges", "4"},
                    {"actors", "960"},
                    {"capacity", "20"},
                    {"start", "one place"},
                    {"speed", "0.2"}});
    auto before = actors(*w);
    ASSERT_GT(w->metrics()[1], 1.5) << "starts over-full";
    for (int step = 0; step < 60; ++step) {
        const auto counts = per_edge(before, 48);
        run(*w, 1);
        const auto after = actors(*w);
        for (u32 i = 0; i < 960; ++i) {
            if (after[i].edge == before[i].edge && after[i].progress > 0) continue;
            ASSERT_LT(counts[after[i].edge], 20u) << "actor " << i << " at step " << step;
        }
        before = after;
    }
}

TEST_P(NetworkModel, OneActorOnOneLoop) {  // leaves on step 2, period 2
    auto w = world({{"vertices", "1"},
                    {"edges", "1"},
                    {"actors", "1"},
                    {"capacity", "2"},
                    {"length_spread", "0"},
                    {"speed", "0.5"},
                    {"speed_spread", "0"},
                    {"start", "in order"}});
    for (int step = 1; step <= 20; ++step) {
        run(*w, 1);
        EXPECT_EQ(actors(*w)[0].progress, step % 2 ? 0.5f : 0.f) << "step " << step;
    }
}

/// With room for twice the mean, slow actors arrive one by one, choose edges with room, and become more even than
/// chance.
// not in tsan: nothing new for threads
TEST_P(NetworkModel, SlowActorsBecomeMoreEvenThanChance) {
    for (const char* wiring : {"near", "shuffled"}) {
        auto w =
            world({{"vertices", "300"}, {"edges", "4"}, {"actors", "12000"}, {"speed", "0.02"}, {"wiring", wiring}});
        const double chance = std::sqrt(1200. / 12000);
        EXPECT_NEAR(w->metrics()[0], chance, 0.1 * chance) << "a start by chance";
        run(*w, 300);
        EXPECT_LT(w->metrics()[0], 0.9 * chance) << wiring;
        RecordProperty(std::string("unevenness_") + wiring, std::to_string(w->metrics()[0]));
    }
}

/// In every step an edge gains at most the actors due on the edges into its origin.
TEST_P(NetworkModel, GainsAreBoundedByArrivals) {
    constexpr u32 v = 300, e = 4;
    for (const char* wiring : {"near", "shuffled"}) {
        auto w = world({{"vertices", std::to_string(v)},
                        {"edges", std::to_string(e)},
                        {"actors", "12000"},
                        {"speed", "0.3"},
                        {"wiring", wiring}});
        const auto g = graph(v, e, wiring);
        auto before = actors(*w);
        for (int step = 0; step < 100; ++step) {
            std::vector<u32> arriving(v);
            for (const auto& a : before) arriving[g.destination[a.edge]] += a.progress + a.speed >= g.length[a.edge];
            const auto was = per_edge(before, v * e);
            run(*w, 1);
            before = actors(*w);
            const auto is = per_edge(before, v * e);
            for (u32 i = 0; i < v * e; ++i)
                ASSERT_LE(int(is[i]) - int(was[i]), int(arriving[i / e])) << "edge " << i << " at step " << step;
        }
        RecordProperty(std::string("unevenness_") + wiring, std::to_string(w->metrics()[0]));
    }
}

/// The rule of Chisholm 2020 in sequential form, with signed room; the order follows a stable sort by edge in every
/// step.
class Reference {
  public:
    Reference(network::Graph graph, std::vector<Actor> start, int capacity, std::string first)
        : actors(std::move(start)),
          graph_(std::move(graph)),
          capacity_(capacity),
          first_(std::move(first)),
          order_(actors.size()) {
        for (u32 i = 0; i < order_.size(); ++i) order_[i] = i;
    }

    void step() {
        std::vector<int> count(graph_.key.edges());
        for (const auto& a : actors) ++count[a.edge];
        const u32 fan = graph_.key.fan;
        std::stable_sort(order_.begin(), order_.end(), [&](u32 i, u32 j) { return actors[i].edge < actors[j].edge; });
        for (u32 place = 0; place < actors.size(); ++place) {
            const u32 i = order_[place];
            auto& a = actors[i];
            a.progress += a.speed;
            const u32 vertex = graph_.destination[a.edge],
                      offset =
                          first_ == "0" ? 0 : (first_ == "place" ? place : Random{seed, 16 + steps_}.words(i)[0]) % fan;
            int most = -1000000000;
            u32 best = 0;
            for (u32 n = 0; n < fan; ++n) {
                const u32 on = vertex * fan + (n + offset) % fan;
                if (capacity_ - count[on] > most) {
                    most = capacity_ - count[on];
                    best = on;
                }
            }
            if (a.progress >= graph_.length[a.edge] && most > 0) {
                a.edge = best;
                a.progress = 0;
            }
        }
        ++steps_;
    }

    std::vector<Actor> actors;

  private:
    network::Graph graph_;
    int capacity_;
    std::string first_;
    std::vector<u32> order_;
    u32 steps_ = 0;
};

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(NetworkModel, FollowsTheSequentialReferenceFor100Steps) {
    for (const char* first : {"random", "place", "0"})
        for (const char* wiring : {"near", "shuffled"}) {
            std::optional<Reference> reference;
            for (const char* survey : {"walking", "boundaries"})
                for (const char* sort : {"counting", "radix"}) {
                    SCOPED_TRACE(testing::Message() << first << ", " << survey << ", " << sort << ", " << wiring);
                    auto w = world({{"vertices", "200"},
                                    {"edges", "5"},
                                    {"actors", "6000"},
                                    {"capacity", "8"},
                                    {"speed", "0.4"},
                                    {"first", first},
                                    {"survey", survey},
                                    {"search.sort", sort},
                                    {"search.deterministic", "on"},
                                    {"wiring", wiring}});
                    if (!reference) {
                        reference.emplace(graph(200, 5, wiring), actors(*w), 8, first);
                        for (int step = 0; step < 100; ++step) reference->step();
                    }
                    run(*w, 100);
                    const auto end = actors(*w);
                    for (u32 i = 0; i < end.size(); ++i) {
                        ASSERT_EQ(end[i].edge, reference->actors[i].edge) << "actor " << i;
                        ASSERT_NEAR(end[i].progress, reference->actors[i].progress, 1e-5) << "actor " << i;
                    }
                }
        }
}

/// The experiments of Chisholm 2020 with 1,024 and 16,384 vertices: start and later states are the same on every
/// backend.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(NetworkModel, ThesisSizesAgreeWithTheCpuAfter100Steps) {
    for (const auto& [v, e, a] : {std::tuple("1024", "8", "50000"), std::tuple("16384", "2", "100000")}) {
        const Values values{{"vertices", v}, {"edges", e}, {"actors", a}, {"speed", "0.4"}, {"wiring", "shuffled"}};
        auto here = world(values), cpu = world(values, Backend::cpu);
        run(*here, 100);
        run(*cpu, 100);
        const auto one = here->actors()->read(), other = cpu->actors()->read();
        EXPECT_EQ(one.attributes[edge], other.attributes[edge]);
        EXPECT_EQ(one.attributes[progress], other.attributes[progress]);
    }
}

TEST_P(NetworkModel, DeterministicRunsAreBitwiseEqualAndQuestionsChangeNothing) {
    for (const char* sort : {"counting", "radix"}) {
        std::vector<glm::vec3> ends[2];
        for (int twice = 0; twice < 2; ++twice) {
            auto w = world({{"speed", "0.3"}, {"search.sort", sort}, {"search.deterministic", "on"}});
            run(*w, 30);
            if (twice) {
                w->search()->audit(1000);
                w->search()->verify(100);
                w->search()->inspect(7);
                w->metrics();
            }
            run(*w, 30);
            ends[twice] = w->actors()->read().position;
        }
        EXPECT_EQ(std::memcmp(ends[0].data(), ends[1].data(), ends[0].size() * sizeof ends[0][0]), 0) << sort;
    }
}

TEST_P(NetworkModel, ResetGoesBackToTheStart) {
    auto w = world({{"speed", "0.3"}});
    const auto start = w->actors()->read();
    run(*w, 20);
    EXPECT_NE(w->actors()->read().position, start.position);
    w->reset();
    EXPECT_EQ(w->steps(), 0u);
    EXPECT_EQ(w->actors()->read().position, start.position);
    EXPECT_EQ(w->actors()->read().attributes[edge], start.attributes[edge]);
}

TEST_P(NetworkModel, ActorsAreDrawnOnTheLinesOfTheirEdges) {
    auto w = world({{"speed", "0.3"}});
    run(*w, 10);
    Picture picture;
    w->draw(picture, 0, true);
    ASSERT_EQ(picture.lines.size(), 1u);
    ASSERT_EQ(picture.lines[0].count, 720u) << "near wiring has no loops, so line number is edge number";
    const auto table = w->actors()->read();
    const auto g = graph(240, 3);
    for (u32 i = 0; i < w->elements()->count(); ++i) {
        const u32 on = u32(table.attributes[edge][i]);
        const Segment line{picture.lines[0].ends.at<glm::vec3>(2 * on),
                           picture.lines[0].ends.at<glm::vec3>(2 * on + 1)};
        const float part = std::min(1.f, table.attributes[progress][i] / g.length[on]);
        ASSERT_LT(glm::distance(table.position[i], glm::mix(line.from, line.to, part)), 1e-4f) << "actor " << i;
        ASSERT_LT(glm::distance(glm::vec2(line.from), g.vertex[on / 3]), 0.1f) << "from its vertex, but for the lane";
        ASSERT_LT(glm::distance(glm::vec2(line.to), g.vertex[g.destination[on]]), 0.1f);
    }
}

TEST_P(NetworkModel, AnswersAboutTheMultimap) {
    auto w = world({{"actors", "3000"}, {"speed", "0.3"}});
    run(*w, 5);
    const auto before = w->actors()->read();
    const Verification v = w->search()->verify(3000);
    EXPECT_EQ(v.queries, 3000u);
    EXPECT_EQ(v.mismatches, 0u);

    const auto g = graph(240, 3);
    const u32 ahead = g.destination[u32(before.attributes[edge][17])];
    std::vector<u32> on_the_way, seen;
    for (u32 i = 0; i < 3000; ++i)
        if (u32(before.attributes[edge][i]) / 3 == ahead) on_the_way.push_back(i);
    const Inspection query = w->search()->inspect(17).value();
    for (const auto& c : query.candidates) {
        seen.push_back(c.actor);
        EXPECT_EQ(c.position, before.position[c.actor]);
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(seen, on_the_way) << "everyone on the edges out of the vertex ahead";
    EXPECT_EQ(query.strips.front().bins, 3u);
    EXPECT_THROW(w->search()->inspect(3000), Error);

    const Audit audit = w->search()->audit(3000);
    EXPECT_EQ(audit.queries, 3000u);
    EXPECT_EQ(audit.bins, 3);
    double counted = 0;
    const auto counts = per_edge(actors(*w), 720);
    for (u32 i = 0; i < 3000; ++i)
        for (u32 n = 0; n < 3; ++n) counted += counts[g.destination[u32(before.attributes[edge][i])] * 3 + n];
    EXPECT_NEAR(audit.candidates, counted / 3000, 1e-9);
    EXPECT_TRUE(audit.wee > 0.2 && audit.wee < 1) << audit.wee;
    EXPECT_EQ(w->search()->grid().bin_count, 720u);

    const Comparison c =
        w->search()->compare(settings({{"actors", "3000"}, {"speed", "0.3"}}),
                             settings({{"actors", "3000"}, {"speed", "0.3"}, {"search.sort", "radix"}}), 3);
    EXPECT_TRUE(c.same_neighbours);
    EXPECT_GT(c.a.construct_ms, 0);
    EXPECT_EQ(w->elements()->pick(before.position[99] + glm::vec3(0, 0, 5), {0, 0, -1}, 0), 99u);
    EXPECT_EQ(w->actors()->read().attributes, before.attributes) << "everything as it was";
    EXPECT_EQ(w->actors()->read().position, before.position);
    EXPECT_EQ(w->steps(), 5u);
}

TEST_P(NetworkModel, SaysWhatMakesNoSense) {
    const auto refused = [](const Values& values) { return refusal<UsageError>([&] { world(values); }); };
    EXPECT_NE(refused({{"actors", "90"}, {"vertices", "10"}, {"capacity", "2"}})
                  .find("capacity: 2 is too low for 90 actors on 30 edges; use at least 3"),
              std::string::npos);
    EXPECT_NE(refused({{"vertices", "1000000"}, {"edges", "100"}}).find("100000000 edges"), std::string::npos);
    auto w = world({{"actors", "90"}, {"vertices", "10"}});
    EXPECT_NE(refusal<UsageError>([&] {
                  w->configure(settings({{"actors", "90"}, {"vertices", "10"}, {"capacity", "1"}}));
              }).find("capacity: 1"),
              std::string::npos);
    run(*w, 3);
    EXPECT_THROW(w->actors()->place(w->actors()->read().position), UsageError);
    EXPECT_FALSE(settings({}).has("search.visit")) << "what has no effect is not offered";
    for (const char* key : {"search.sort", "search.deterministic"}) EXPECT_TRUE(settings({}).has(key));
}

NF_ON_BACKENDS(NetworkModel);

}  // namespace network_test
}  // namespace nearfield
