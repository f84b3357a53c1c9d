// Water that comes and goes: faucets, drains, and absent particles.
#include "refusal.hpp"
#include "sph_world.hpp"
#include "strokes.hpp"

#include <cmath>

namespace nearfield {
namespace sph_turnover_test {

/// 1 m by 1 m, or a cube, at a spacing of 0.02 m or 0.05 m.
std::string tank_with(const std::string& more, int dimensions = 2) {
    return dimensions == 2 ? R"({"dimensions": 2, "spacing": 0.02, "container": [[0, 0], [1, 1]], )" + more + "}"
                           : R"({"dimensions": 3, "spacing": 0.05, "container": [[0, 0, 0], [1, 1, 1]], )" + more + "}";
}

/// The positions of the particles present.
std::vector<glm::vec3> present(World& w) {
    auto table = w.actors()->read();
    std::erase_if(table.position, [](const glm::vec3& p) { return std::isinf(p.x); });
    return table.position;
}

/// In any order: a GPU gives places to what pours in as its threads come.
void expect_each_near(const std::vector<glm::vec3>& points, const std::vector<glm::vec3>& others) {
    for (const glm::vec3& p : points) {
        float least = INFINITY;
        for (const glm::vec3& o : others) least = std::min(least, glm::distance(p, o));
        EXPECT_LT(least, 2e-4) << p.x << ", " << p.y;
    }
}

double nearest_pair(const std::vector<glm::vec3>& points) {
    double least = INFINITY;
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) least = std::min(least, double(glm::distance(points[i], points[j])));
    return least;
}

class Turnover : public OnBackend {
  protected:
    std::unique_ptr<World> world(const TankFile& tank, const Values& values = {}) const {
        return make_world(scene(), settings(Values{{"tank", tank.name}, {"actors", "0"}} + values), GetParam());
    }
};

TEST_P(Turnover, AFaucetKeepsItsRate) {
    const struct {
        int dimensions;
        const char* opening;
        double rate, layer;  ///< particles per s and per layer
    } cases[] = {
        {2, R"("at": [0.5, 0.95], "direction": [0, -1], "radius": 0.1, "speed": 0.8)", 0.8 * 0.2 / 4e-4, 11},
        {3, R"("at": [0.4, 0.9, 0.5], "direction": [1, -1, 0], "radius": 0.12, "rate": 0.03)", 0.03 / 1.25e-4, 21}};
    for (const auto& c : cases)
        for (const char* method : methods) {
            SCOPED_TRACE(std::string(method) + " in " + std::to_string(c.dimensions) + "D");
            const TankFile tank(tank_with(
                R"("faucets": [{)" + std::string(c.opening) + R"(, "from": 0.1, "until": 0.3}])", c.dimensions));
            auto w = world(tank, {{"method", method}});
            EXPECT_EQ(w->elements()->present(), 0u);
            EXPECT_EQ(metric(*w, "population"), 0);
            run_to(*w, 0.09);
            EXPECT_EQ(metric(*w, "poured"), 0) << "still shut";
            run_to(*w, 0.25);
            EXPECT_NEAR(metric(*w, "poured"), c.rate * (w->time() - 0.1), c.layer);
            EXPECT_EQ(metric(*w, "poured"), metric(*w, "population")) << "nobody was lost";
            run_to(*w, 0.4);
            EXPECT_NEAR(metric(*w, "poured"), c.rate * 0.2, c.layer) << "shut again";
            EXPECT_EQ(metric(*w, "population"), w->elements()->present());
            EXPECT_EQ(present(*w).size(), w->elements()->present());
        }
}

/// Without gravity, layers keep their shape: a lattice at the faucet's velocity.
TEST_P(Turnover, LayersAreALatticeThatMovesOn) {
    const TankFile tank(
        tank_with(R"("faucets": [{"at": [0.1, 0.5], "direction": [1, 0], "radius": 0.06, "speed": 2}])"));
    for (const char* method : methods) {
        auto w = world(
            tank,
            {{"method", method}, {"gravity", "0"}, {"xsph", "0"}, {"cfl", "0.7"}, {"artificial_viscosity", "0.1"}});
        run_to(*w, 0.15);
        const auto points = present(*w);
        ASSERT_GT(points.size(), 80u) << method;
        EXPECT_NEAR(nearest_pair(points), 0.02, 4e-4) << method;
        float first = 0;
        for (const auto& p : points) first = std::max(first, p.x);
        const double speed = 2 * 0.12 / 0.14;  // seven particles across are a little wider than the opening
        EXPECT_NEAR(first, 0.11 + speed * w->time(), 0.005) << method;
    }
}

TEST_P(Turnover, WhatDrainsIsMissing) {
    for (const int dimensions : {2, 3})
        for (const char* method : methods) {
            SCOPED_TRACE(std::string(method) + " in " + std::to_string(dimensions) + "D");
            const TankFile tank(dimensions == 2 ? tank_with(
                                                      R"("fluids": [{"box": [[0, 0], [1, 0.2]]}],
                              "faucets": [{"at": [0.2, 0.7], "direction": [0, -1], "radius": 0.05, "speed": 1}],
                              "drains": [{"box": [[0.8, 0], [1, 0.03]]}])")
                                                : tank_with(
                                                      R"("fluids": [{"box": [[0, 0, 0], [1, 0.15, 1]]}],
                              "faucets": [{"at": [0.3, 0.7, 0.5], "direction": [0, -1, 0],
                                  "radius": 0.1, "speed": 1}],
                              "drains": [{"box": [[0.8, 0, 0], [1, 0.06, 1]]}])",
                                                      3));
            auto w = world(tank, {{"method", method}});
            const double start = metric(*w, "population");
            run_to(*w, 0.35);
            const double drained = metric(*w, "drained");
            EXPECT_GT(drained, 20);
            EXPECT_GT(metric(*w, "poured"), 20);
            EXPECT_EQ(metric(*w, "population"), start + metric(*w, "poured") - drained);
            for (const auto& p : present(*w)) {
                EXPECT_TRUE(p.x >= 0 && p.x <= 1 && p.y >= 0 && p.y <= 1);
                EXPECT_FALSE(p.x >= 0.8 && p.y <= (dimensions == 2 ? 0.03 : 0.06));
            }
            w->reset();
            EXPECT_EQ(metric(*w, "population"), start);
            EXPECT_EQ(metric(*w, "poured"), 0);
            EXPECT_EQ(metric(*w, "drained"), 0);
        }
}

/// A tank without inflow runs empty, and the simulation goes on.
TEST_P(Turnover, ATankRunsEmpty) {
    const TankFile tank(
        tank_with(R"("fluids": [{"box": [[0, 0], [0.5, 0.2]]}], "drains": [{"box": [[0, 0], [1, 0.1]]}])"));
    for (const char* method : methods) {
        auto w = world(tank, {{"method", method}});
        run_to(*w, 0.6);
        EXPECT_EQ(metric(*w, "drained"), w->elements()->count()) << method;
        EXPECT_EQ(w->elements()->present(), 0u) << method;
        for (const double value : w->metrics()) EXPECT_TRUE(std::isfinite(value)) << method;
    }
}

TEST_P(Turnover, NeverMoreThanFillTheContainer) {
    const TankFile tank(
        R"({"dimensions": 2, "spacing": 0.02, "container": [[0, 0], [0.2, 0.2]],
            "faucets": [{"at": [0.1, 0.19], "direction": [0, -1], "radius": 0.05, "speed": 1}]})");
    for (const char* method : methods) {
        auto w = world(tank, {{"method", method}});
        ASSERT_EQ(w->elements()->count(), 100u);
        ASSERT_NO_THROW(run_to(*w, 1)) << method;
        EXPECT_GT(w->elements()->present(), 75u) << method;
        EXPECT_LT(metric(*w, "mean_error"), 12) << method << ": what finds no room stays out";
        EXPECT_LT(metric(*w, "max_speed"), 3) << method;
    }
}

/// A faucet under water fills only the room there is, and throws no fluid about.
TEST_P(Turnover, UnderWaterAFaucetPushesGently) {
    const TankFile tank(tank_with(
        R"("fluids": [{"box": [[0, 0], [1, 0.2]]}],
            "faucets": [{"at": [0.5, 0.05], "direction": [0, 1], "radius": 0.06, "speed": 1}])"));
    for (const char* method : methods) {
        auto w =
            world(tank, {{"method", method}, {"artificial_viscosity", std::string(method) == "wcsph" ? "0.05" : "0"}});
        run_to(*w, 0.3);
        EXPECT_LT(metric(*w, "max_error"), 30) << method;
        EXPECT_LT(metric(*w, "max_speed"), 4) << method;
    }
}

/// Particles that are not there yet change neither the others nor their metrics.
TEST_P(Turnover, TheAbsentAreNotFelt) {
    const std::string column = R"("fluids": [{"box": [[0, 0], [0.3, 0.5]]}])";
    for (const char* method : methods) {
        const Values same = {{"method", method}, {"search.deterministic", "on"}};
        const TankFile dry(tank_with(column)), wet(tank_with(column +
                                                             R"(, "faucets": [{"at": [0.7, 0.3], "direction": [0, -1],
                    "radius": 0.1, "speed": 0.1, "from": 100}])"));
        const auto alone = world(dry, same), with = world(wet, same);
        ASSERT_GT(with->elements()->count(), 2 * alone->elements()->count());
        run(*alone, 40), run(*with, 40);
        EXPECT_EQ(with->elements()->present(), alone->elements()->count());
        EXPECT_EQ(alone->metrics(), with->metrics()) << method;
        const auto a = alone->actors()->read(), b = with->actors()->read();
        for (u32 i = 0; i < alone->elements()->count(); ++i) {
            ASSERT_EQ(a.position[i], b.position[i]) << method << ", particle " << i;
            ASSERT_EQ(a.velocity[i], b.velocity[i]) << method << ", particle " << i;
        }
        for (std::size_t q = 0; q < a.attributes.size(); ++q) {
            EXPECT_EQ(std::vector<float>(b.attributes[q].begin(), b.attributes[q].begin() + alone->elements()->count()),
                      a.attributes[q])
                << scene().attributes[q].key;
            EXPECT_TRUE(std::isnan(b.attributes[q].back()));
        }
        Picture one, other;
        alone->draw(one, 0, true), with->draw(other, 0, true);
        EXPECT_EQ(one.range.hi, other.range.hi);
        EXPECT_EQ(one.range.mean, other.range.mean);
    }
}

TEST_P(Turnover, EverySearchFindsTheSameNeighbours) {
    const TankFile tank(tank_with(
        R"("faucets": [{"at": [0.5, 0.3, 0.5], "direction": [0, -1, 0], "radius": 0.2, "speed": 2, "until": 1}],
            "drains": [{"box": [[0, 0, 0], [0.5, 0.1, 1]]}])",
        3));
    for (const auto& [sort, visit] : std::vector<std::pair<const char*, const char*>>{{"counting", "bins"},
                                                                                      {"counting", "strips"},
                                                                                      {"counting", "trimmed"},
                                                                                      {"counting", "fused"},
                                                                                      {"counting", "brute"},
                                                                                      {"radix", "trimmed"}}) {
        auto w = world(tank, {{"search.sort", sort}, {"search.visit", visit}});
        run_to(*w, 0.2);
        ASSERT_GT(metric(*w, "drained"), 10);
        EXPECT_EQ(w->search()->verify(1u << 30).mismatches, 0u) << sort << " " << visit;
        const auto at = w->actors()->read().position;
        for (u32 i = 0; i < w->elements()->count(); i += 7)
            ASSERT_EQ(w->elements()->is_present(i), !std::isinf(at[i].x));
    }
}

TEST_P(Turnover, DeterministicRunsAreBitwiseEqual) {
    const TankFile tank(tank_with(
        R"("faucets": [{"at": [0.5, 0.1], "direction": [1, 0], "radius": 0.05, "speed": 3}],
            "drains": [{"box": [[0.9, 0], [1, 0.2]]}])"));
    for (const char* method : methods) {
        ActorTable ends[2];
        for (int twice = 0; twice < 2; ++twice) {
            auto w = world(tank, {{"method", method}, {"search.deterministic", "on"}});
            run_to(*w, 0.15);
            if (twice)
                w->search()->audit(100), w->metrics(),
                    w->search()->compare(settings({{"tank", tank.name}, {"actors", "0"}, {"method", method}}),
                                         settings({{"tank", tank.name}, {"actors", "0"}, {"method", method}}), 1);
            run_to(*w, 0.25);
            ends[twice] = w->actors()->read();
            EXPECT_GT(metric(*w, "drained"), 0);
        }
        EXPECT_EQ(ends[0].position, ends[1].position) << method;
        EXPECT_EQ(ends[0].velocity, ends[1].velocity) << method;
    }
}

/// What falls into a cup stays there, drop by drop.
TEST_P(Turnover, ThinWallsHoldWater) {
    const TankFile tank(tank_with(
        R"("solids": [{"wall": [[0.3, 0.5], [0.35, 0.1], [0.65, 0.1], [0.7, 0.5]]}],
            "faucets": [{"at": [0.5, 0.9], "direction": [0, -1], "radius": 0.05, "speed": 1, "until": 0.6}],
            "drains": [{"box": [[0, 0], [1, 0.03]]}])"));
    for (const char* method : {"pbf", "dfsph"}) {
        auto w = world(tank, {{"method", method}});
        run_to(*w, 1);
        EXPECT_GT(metric(*w, "poured"), 100) << method;
        EXPECT_LT(metric(*w, "drained"), 4) << method;
    }
    auto glass = make_world(scene(), settings({{"tank", "faucet"}, {"actors", "0"}}), GetParam());
    run_to(*glass, 0.6);
    EXPECT_GT(metric(*glass, "poured"), 500);
    EXPECT_LT(metric(*glass, "drained"), 0.06 * metric(*glass, "poured"));
}

/// The tank's curves: its front beside the published ones, and the readings of all its probes and gauges.
TEST_P(Turnover, CurvesAreOfTheTank) {
    auto dam = make_world(scene(), settings({{"tank", "dam-break-2"}, {"actors", "450"}}), GetParam());
    dam->metrics();
    auto gauges = dam->gauges()->readings();
    ASSERT_EQ(gauges.size(), 1u);
    EXPECT_EQ(gauges[0].name, "front");
    EXPECT_NEAR(gauges[0].values[0], 1, 1e-5);
    EXPECT_NEAR(gauges[0].values[1], 2, 1e-5);
    EXPECT_TRUE(std::isnan(gauges[0].values[2]) && std::isnan(gauges[0].values[3]));
    EXPECT_NEAR(gauges[0].every, 0.002, 1e-12);
    run_to(*dam, 0.1);
    const double front = metric(*dam, "front");
    EXPECT_GT(front, 0.07);
    EXPECT_NEAR(dam->gauges()->readings()[0].values[0], front / 0.05715, 1e-4);
    const auto diagrams = dam->gauges()->diagrams();
    ASSERT_EQ(diagrams.size(), 1u);
    EXPECT_EQ(diagrams[0].y, 0);
    EXPECT_NEAR(diagrams[0].time_unit, 0.05397, 5e-6);
    ASSERT_EQ(diagrams[0].curves.size(), 2u);
    EXPECT_EQ(diagrams[0].curves[0].label, "Martin & Moyce 1952");
    EXPECT_TRUE(diagrams[0].curves[0].measured);
    EXPECT_EQ(diagrams[0].curves[0].points.back(), glm::vec2(9.237, 13.970));
    dam->configure(settings({{"tank", "dam-break-2"}, {"actors", "450"}, {"gravity", "4"}}));
    EXPECT_NEAR(dam->gauges()->diagrams()[0].time_unit, 0.05397 / 2, 3e-6) << "gravity is live";

    auto square = make_world(scene(), settings({{"tank", "dam-break-1"}, {"actors", "400"}}), GetParam());
    ASSERT_EQ(square->gauges()->diagrams().size(), 2u);
    EXPECT_EQ(square->gauges()->diagrams()[1].y, 1);
    EXPECT_NEAR(square->gauges()->diagrams()[1].time_unit, 0.07633, 5e-6);

    const Values still = {{"tank", "hydrostatic"}, {"actors", "450"}};
    auto pool = make_world(scene(), settings(still), GetParam());
    run(*pool, 20);
    pool->metrics();
    gauges = pool->gauges()->readings();
    ASSERT_EQ(gauges.size(), 3u);
    EXPECT_NEAR(gauges[0].values[2], 0.9, 0.05);
    for (int probe = 1; probe <= 2; ++probe) {
        pool->configure(settings(still + Values{{"probe", std::to_string(probe)}}));
        EXPECT_EQ(gauges[std::size_t(probe)].values[3], metric(*pool, "probe_pressure"))
            << gauges[std::size_t(probe)].name;
    }
    EXPECT_NE(gauges[1].values[3], gauges[2].values[3]);
    ASSERT_EQ(pool->gauges()->diagrams().size(), 2u);
    EXPECT_EQ(pool->gauges()->diagrams()[0].y, 2);
    EXPECT_EQ(pool->gauges()->diagrams()[1].y, 3);
}

TEST_P(Turnover, WhatIsDroppedFallsInWhereNothingIs) {
    const TankFile tank(
        tank_with(R"("fluids": [{"box": [[0, 0], [1, 0.2]]}], "solids": [{"box": [[0.7, 0.3], [1, 0.5]]}])"));
    for (const char* method : methods) {
        SCOPED_TRACE(method);
        auto w = world(tank, {{"method", method}, {"reserve", "1500"}, {"drop_size", "0.1"}});
        const u32 pool = w->elements()->present();
        ASSERT_EQ(w->elements()->count(), pool + 1500);
        const double ball = std::acos(-1.) * 0.01 / 4e-4;
        const auto drop = [&](glm::vec3 at) {
            const double before = metric(*w, "poured");
            nearfield::drop(*w, at), run(*w, 1);
            return metric(*w, "poured") - before;
        };
        EXPECT_NEAR(drop({0.31, 0.61, 0}), ball, 6);
        EXPECT_EQ(drop({0.31, 0.61, 0}), 0) << "it is still there";
        EXPECT_NEAR(drop({0.61, 0.71, 0}), ball, 6) << "another place";
        nearfield::drop(*w, {0.2, 0.9, 0}), nearfield::drop(*w, {0.24, 0.9, 0});
        run(*w, 1);
        EXPECT_NEAR(metric(*w, "poured"), 3 * ball + 0.04 * 0.2 / 4e-4, 20) << "what two have in common comes once";
        EXPECT_GT(nearest_pair(present(*w)), 0.8 * 0.02);
        EXPECT_EQ(drop({0.4, 0.09, 0}), 0) << "in water";
        EXPECT_EQ(drop({0.9, 0.4, 0}), 0) << "in a solid";
        EXPECT_NEAR(drop({2, 2, 0}), ball / 4, 12) << "from outside, it comes to the corner";
        EXPECT_EQ(w->elements()->present(), pool + metric(*w, "poured"));
        run_to(*w, 0.4);
        EXPECT_GT(drop({0.31, 0.61, 0}), ball / 2) << "the first has fallen away";
        for (const auto& p : present(*w)) EXPECT_FALSE(p.x > 0.71 && p.y > 0.31 && p.y < 0.49);
        nearfield::drop(*w, {0.5, 0.8, 0});
        w->reset();
        run(*w, 1);
        EXPECT_EQ(metric(*w, "poured"), 0);
        EXPECT_EQ(w->elements()->present(), pool);
    }
}

TEST_P(Turnover, DropsAreRefusedWithoutRoomForThem) {
    const auto said = [](World& w) { return refusal<UsageError>([&] { drop(w, {0.5, 0.5, 0.5}); }); };
    const TankFile tank(tank_with(R"("fluids": [{"box": [[0, 0, 0], [1, 0.2, 1]]}])", 3));
    EXPECT_NE(said(*world(tank)).find("no particles are reserved for drops; raise 'reserve'"), std::string::npos);
    auto w = world(tank, {{"reserve", "60"}, {"drop", "block"}, {"drop_size", "0.1"}});
    EXPECT_EQ(said(*w), "");
    EXPECT_EQ(said(*w), "");
    drop(*w, {0.2, 0.8, 0.2});
    run(*w, 1);
    EXPECT_EQ(metric(*w, "poured"), 60) << "4 x 4 x 4 in the middle find no more room than that";
    EXPECT_NE(said(*w).find("all 1660 particles are in the tank already"), std::string::npos) << said(*w);
    EXPECT_NO_THROW(run(*w, 20));
}

/// In a container as wide as a lake the grids of the fluid and of its walls are sparse, until the bins are wide.
TEST_P(Turnover, WaterInAWideContainerFallsAsInANarrowOne) {
    const char* more = R"("fluids": [{"box": [[0, 0], [0.3, 0.3]]}],
        "faucets": [{"at": [0.2, 0.8], "direction": [0, -1], "radius": 0.05, "speed": 2, "until": 0.1}])";
    const auto tank = [&](const char* far) {
        return TankFile(std::string(R"({"dimensions": 2, "spacing": 0.02, "container": [[0, 0], )") + far + "], " +
                        more + "}");
    };
    const TankFile wide = tank("[200, 40]"), narrow = tank("[2, 2]");
    for (const auto& [method, visit] :
         {std::pair{"wcsph", "fused"}, {"dfsph", "fused"}, {"pbf", "fused"}, {"dfsph", "trimmed"}}) {
        SCOPED_TRACE(std::string(method) + ", " + visit);
        Values values{{"method", method}, {"search.visit", visit}};
        auto lake = world(wide, values), bucket = world(narrow, values);
        ASSERT_TRUE(lake->search()->grid().sparse && !bucket->search()->grid().sparse);
        run(*lake, 12), run(*bucket, 12);
        const auto compare = [&] {
            EXPECT_NEAR(lake->time(), bucket->time(), 1e-6);
            EXPECT_EQ(lake->search()->verify(1u << 30).mismatches, 0u);
            auto one = present(*lake), other = present(*bucket);
            ASSERT_EQ(one.size(), other.size());
            ASSERT_GT(one.size(), 225u) << "the block, and some of the faucet's";
            expect_each_near(one, other), expect_each_near(other, one);
        };
        compare();
        values.insert({{"tank", wide.name}, {"actors", "0"}, {"search.bin_ratio", "3"}});
        lake->configure(settings(values));
        run(*lake, 12), run(*bucket, 12);
        ASSERT_FALSE(lake->search()->grid().sparse);
        compare();
    }
}

NF_ON_BACKENDS(Turnover);

}  // namespace sph_turnover_test
}  // namespace nearfield
