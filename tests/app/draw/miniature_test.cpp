// Scenes without actors: cells of a lattice, and static boxes. They are folders beside this file that no other part of
// the project names.
#include "backends.hpp"
#include "refusal.hpp"
#include "scenes/boxes/scene.hpp"
#include "worlds.hpp"

#include "app/draw/headless.hpp"
#include "app/draw/renderer.hpp"
#include "app/draw/snapshot.hpp"

#include <cmath>

namespace nearfield {
namespace miniature_test {

class Miniature : public OnBackend {
  protected:
    std::unique_ptr<World> world(const char* key, const std::vector<std::pair<std::string, std::string>>& values = {}) {
        scene = &find_scene(key);
        return make_world(*scene, settings_of(*scene, values), GetParam());
    }
    const SceneInfo* scene = nullptr;
};

/// A near miss of a scene: its steps write next values that never become current.
struct Forgetful : Boxes {
    template <class Exec, int D> class Model : public Boxes::Model<Exec, D> {
      public:
        Model(Exec& exec, const Setup& setup) : Boxes::Model<Exec, D>(exec, setup) { age_.resize(1, "ages"); }
        void reset(Exec& exec, const Params& p, u32 seed) {
            Boxes::Model<Exec, D>::reset(exec, p, seed);
            fill_zero(exec, age_.next(), 1);
        }
        void step(StepContext<Exec>& step, const Params& p) {
            fill_zero(step.exec, age_.next(), 1);
            if (p.sample > 1) age_.swap();
        }

      private:
        Column<Exec, float> age_;
    };
};

std::vector<float> cells_of(World& world) {
    Picture picture;
    world.draw(picture, 0, true);
    const auto& layer = picture.cells.at(0);
    std::vector<float> values;
    for (u32 c = 0; c < layer.count; ++c) values.push_back(layer.value.at<float>(c));
    return values;
}

TEST_P(Miniature, NeitherKnowsOfASearch) {
    for (const char* key : {"hexagons", "boxes"}) {
        auto w = world(key);
        EXPECT_EQ(w->search(), nullptr);
        EXPECT_EQ(w->actors(), nullptr);
        EXPECT_EQ(w->gauges(), nullptr);
        EXPECT_FALSE(scene->searches());
        EXPECT_NE(scene->elements, "actors");
        for (const auto& spec : *scene->params) EXPECT_FALSE(spec.key.starts_with("search.")) << spec.key;
        EXPECT_THROW(search_of(*w), UsageError);
    }
}

/// Compares with an independent implementation of the rule on the stored rows.
TEST_P(Miniature, AMillionHexagonsLiveByTheirRule) {
    auto w = world("hexagons");
    ASSERT_EQ(w->elements()->count(), 1000000u);
    const auto before = cells_of(*w);
    run(*w, 1);
    const auto after = cells_of(*w);
    const auto lives = [&](int c, int r) {
        return before[std::size_t((r + 1000) % 1000 * 1000 + (c + 1000) % 1000)] > 0;
    };
    double living = 0;
    for (int r = 0; r < 1000; ++r)
        for (int c = 0; c < 1000; ++c) {
            const int left = r % 2 ? c : c - 1;
            const int around = lives(c - 1, r) + lives(c + 1, r) + lives(left, r - 1) + lives(left + 1, r - 1) +
                               lives(left, r + 1) + lives(left + 1, r + 1);
            const bool stays = lives(c, r) ? around == 3 || around == 4 : around == 2;
            const std::size_t i = std::size_t(r) * 1000 + std::size_t(c);
            ASSERT_EQ(after[i], stays ? before[i] + 1 : 0) << c << ", " << r;
            living += stays;
        }
    EXPECT_EQ(w->metrics(), std::vector<double>{living});
    w->reset();
    EXPECT_EQ(cells_of(*w), before);
}

TEST_P(Miniature, AHexagonIsPickedAtItsMiddle) {
    auto w = world("hexagons", {{"columns", "40"}, {"rows", "30"}});
    run(*w, 5);
    const CellLattice lattice{.shape = CellShape::hexagon, .columns = 40, .rows = 30};
    const auto ages = cells_of(*w);
    for (const u32 cell : {0u, 39u, 41u, 517u, 1199u}) {
        const glm::vec3 above = lattice.middle(cell) + glm::vec3(0, 0, 5);
        ASSERT_EQ(w->elements()->pick(above, {0, 0, -1}, 0), cell);
        EXPECT_EQ(w->elements()->values_of(cell), std::vector<float>{ages[cell]});
    }
    EXPECT_EQ(w->elements()->pick({-5, -5, 5}, {0, 0, -1}, 0), std::nullopt);
    EXPECT_THROW(w->elements()->values_of(1200), Error);
}

TEST_P(Miniature, CellsAreDrawnInTheColoursOfTheirValues) {
    auto w = world("hexagons", {{"columns", "16"}, {"rows", "10"}, {"share", "0.5"}});
    const auto ages = cells_of(*w);
    HeadlessGl context;
    const auto rgb = Offscreen(640, 480, false).draw(*w, *scene, scene->defaults());
    Camera camera;
    Picture picture;
    w->draw(picture, 0, true);
    camera.resize(640, 480);
    camera.frame_all(picture.lo, picture.hi, 2);
    const CellLattice lattice = picture.cells[0].lattice;
    glm::vec3 dead(0), alive(0);
    int dead_seen = 0, alive_seen = 0;
    for (u32 cell = 0; cell < lattice.cells(); ++cell) {
        const glm::ivec2 at(camera.project(lattice.middle(cell)));
        const unsigned char* p = rgb.data() + (std::size_t(at.y) * 640 + std::size_t(at.x)) * 3;
        (ages[cell] > 0 ? alive : dead) += glm::vec3(p[0], p[1], p[2]);
        ++(ages[cell] > 0 ? alive_seen : dead_seen);
    }
    ASSERT_GT(dead_seen, 40);
    ASSERT_GT(alive_seen, 40);
    const auto& map = colour_map(0);
    EXPECT_LT(glm::distance(dead / float(dead_seen), 255.f * map.front()), 6) << "the dark end";
    EXPECT_LT(glm::distance(alive / float(alive_seen), 255.f * map.back()), 6) << "the light end";
}

/// Compares a sample of the 100,000 boxes with all others on the host.
TEST_P(Miniature, BoxesKnowTheirOverlaps) {
    auto w = world("boxes", {{"sample", "300"}});
    ASSERT_EQ(w->elements()->count(), 100000u);
    EXPECT_TRUE(std::isnan(w->elements()->values_of(0)[0])) << "not compared yet";
    run(*w, 2);
    const Boxes::Setup setup = Boxes::prepare({}, 12);
    for (u32 i = 0; i < 600; i += 37) {
        int overlaps = 0;
        for (u32 j = 0; j < 100000; ++j) {
            bool meet = j != i;
            for (int a = 0; a < 3; ++a)
                meet =
                    meet && setup.boxes[i].lo[a] < setup.boxes[j].hi[a] && setup.boxes[i].hi[a] > setup.boxes[j].lo[a];
            overlaps += meet;
        }
        EXPECT_EQ(w->elements()->values_of(i)[0], float(overlaps)) << i;
    }
    EXPECT_TRUE(std::isnan(w->elements()->values_of(600)[0]));
    EXPECT_EQ(w->metrics()[0], 600);
}

TEST_P(Miniature, TheFirstBoxOnARayIsPicked) {
    auto w = world("boxes", {{"boxes", "300"}});
    Boxes::Params params;
    params.boxes = 300;
    const Boxes::Setup setup = Boxes::prepare(params, 12);
    for (u32 n = 0; n < 60; ++n) {
        const auto& aim = setup.boxes[n * 5];
        const glm::vec3 at((aim.lo[0] + aim.hi[0]) / 2, (aim.lo[1] + aim.hi[1]) / 2, 100);
        u32 first = ~0u;
        float highest = -1;
        for (u32 i = 0; i < 300; ++i) {
            const auto& b = setup.boxes[i];
            if (at.x > b.lo[0] && at.x < b.hi[0] && at.y > b.lo[1] && at.y < b.hi[1] && b.hi[2] > highest) {
                first = i;
                highest = b.hi[2];
            }
        }
        EXPECT_EQ(w->elements()->pick(at, {0, 0, -1}, 0), first) << n;
    }
    EXPECT_EQ(w->elements()->pick({-9, -9, 100}, {0, 0, -1}, 0), std::nullopt);
}

TEST(Forgotten, ASwapIsMissedInTheFirstStep) {
    Settings settings(all_params<Forgetful>());
    settings.set("boxes", "1");
    make_world_of<Forgetful, Cpu>(settings)->step();
    settings.set("sample", "1");
    EXPECT_EQ(refusal<std::logic_error>([&] { make_world_of<Forgetful, Cpu>(settings)->step(); }),
              "the step took next() of the column 'ages' and did not make it current; call swap() once it is written");
}

NF_ON_BACKENDS(Miniature);

}  // namespace miniature_test
}  // namespace nearfield
