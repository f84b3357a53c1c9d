// Scenes in mostly empty environments: their grids are sparse, which has no effect on the actors.
#include "backends.hpp"

#include "base/random.hpp"
#include "refusal.hpp"
#include "sim/scene.hpp"
#include "usp/grid/settings.hpp"

#include <algorithm>

namespace nearfield {
namespace sparse_scene_test {

struct SparseCase {
    const char *scene, *dimensions, *bounds;
};

class SparseScene : public OnBackend {
  protected:
    static constexpr u32 actors = 400;

    /// `side` in radii.
    static Settings settings_of(const SparseCase& c, double side) {
        Settings settings = find_scene(c.scene).defaults();
        settings.set("dimensions", c.dimensions);
        settings.set("bounds", c.bounds);
        settings.set("aspect", "1");
        settings.set("actors", std::to_string(actors));
        settings.set("side", side * settings.number("radius"));
        settings.set("search.deterministic", "on");
        return settings;
    }
    static std::unique_ptr<World> world(const SparseCase& c, const Settings& settings) {
        return make_world(find_scene(c.scene), settings, GetParam());
    }

    /// Actors crowded around each of the centres, in radii.
    static std::vector<glm::vec3> dots(const SparseCase& c, float radius, const std::vector<glm::vec3>& centres) {
        std::vector<glm::vec3> at;
        for (u32 i = 0; i < actors; ++i) {
            glm::vec3 p = centres[i % centres.size()] + Random{3}.uniform<3>(i, glm::vec3(-2), glm::vec3(2));
            if (c.dimensions[0] == '2') p.z = 0;
            at.push_back(radius * p);
        }
        return at;
    }
};

const SparseCase sparse_cases[] = {
    {"circles", "2", "clamped"}, {"circles", "2", "wrapped"}, {"circles", "3", "clamped"},
    {"circles", "3", "wrapped"}, {"boids", "2", "walls"},     {"boids", "3", "wrapped"},
};

TEST_P(SparseScene, EverySearchFindsWhatBruteForceFinds) {
    for (const auto& c : sparse_cases) {
        Settings settings = settings_of(c, 60000);
        auto w = world(c, settings);
        const float end = 29990;
        w->actors()->place(dots(c, float(settings.number("radius")),
                                {{end, end, end}, {-end, end, 0}, {0, 0, -end}, {0, 5, -end}, {-end, -end, -end}}));
        ASSERT_TRUE(w->search()->grid().sparse);
        for (int step = 0; step < 3; ++step) w->step();
        w->finish();
        for (const auto& visit : visits)
            for (const char* sort : {"counting", "radix"}) {
                SCOPED_TRACE(testing::Message()
                             << c.scene << " " << c.dimensions << "D " << c.bounds << " " << visit.name << " " << sort);
                settings.set("search.visit", visit.name);
                settings.set("search.sort", sort);
                w->configure(settings);
                const Verification v = w->search()->verify(actors);
                EXPECT_EQ(v.mismatches, 0u);
                EXPECT_GT(v.neighbours, 1);
                EXPECT_NEAR(w->search()->audit(actors).neighbours, v.neighbours, 0.05);
                w->step();
                w->finish();
            }
    }
}

TEST_P(SparseScene, ActorsMoveAsInAFullGrid) {
    for (const auto& c : sparse_cases) {
        SCOPED_TRACE(testing::Message() << c.scene << " " << c.dimensions << "D " << c.bounds);
        const Settings settings = settings_of(c, 60000);
        auto sparse = world(c, settings), full = world(c, settings_of(c, 40));
        const auto at = dots(c, float(settings.number("radius")), {{0, 0, 0}, {4, 3, -2}});
        ASSERT_TRUE(sparse->search()->grid().sparse && !full->search()->grid().sparse);
        const std::vector<glm::vec3> still(actors, glm::vec3(float(settings.number("radius")), 0, 0));
        for (auto* w : {sparse.get(), full.get()}) {
            w->actors()->place(at);
            if (c.scene == std::string("boids")) w->actors()->set_in_motion(still);
            for (int step = 0; step < 3; ++step) w->step();
            w->finish();
        }
        const auto one = sparse->actors()->read().position, other = full->actors()->read().position;
        double moved = 0;
        for (u32 i = 0; i < actors; ++i) {
            EXPECT_LT(glm::length(one[i] - other[i]), 1e-4 * settings.number("radius")) << i;
            moved = std::max(moved, double(glm::length(one[i] - at[i])));
        }
        EXPECT_GT(moved, 0.01 * settings.number("radius"));
    }
}

TEST_P(SparseScene, InspectedBinsHoldTheCandidates) {
    Settings settings = settings_of(sparse_cases[0], 60000);
    auto w = world(sparse_cases[0], settings);
    const float r = float(settings.number("radius"));
    w->actors()->place(dots(sparse_cases[0], r, {{20000, -10000, 0}}));
    const Inspection seen = w->search()->inspect(7).value();
    ASSERT_FALSE(seen.strips.empty());
    ASSERT_FALSE(seen.candidates.empty());
    const float rounding = 0.01f * r;
    for (const auto& candidate : seen.candidates)
        EXPECT_TRUE(std::any_of(seen.strips.begin(), seen.strips.end(), [&](const auto& strip) {
            return candidate.position.x >= strip.lo.x - rounding && candidate.position.x <= strip.hi.x + rounding &&
                   candidate.position.y >= strip.lo.y - rounding && candidate.position.y <= strip.hi.y + rounding;
        })) << candidate.actor;
}

TEST_P(SparseScene, TooRoughAnEnvironmentIsRefusedAndNothingIsLost) {
    Settings settings = settings_of(sparse_cases[0], 60000);
    auto w = world(sparse_cases[0], settings);
    w->step();
    w->finish();
    const auto before = w->actors()->read().position;
    settings.set("radius", settings.number("radius") / 100);
    const auto said = refusal<UsageError>([&] { w->configure(settings); });
    EXPECT_NE(said.find("too roughly"), std::string::npos) << said;
    EXPECT_EQ(w->actors()->read().position, before);
}

NF_ON_BACKENDS(SparseScene);

}  // namespace sparse_scene_test
}  // namespace nearfield
