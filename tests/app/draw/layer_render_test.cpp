// Layers other than actors on the screen.
#include "render_fixture.hpp"

#include <limits>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace layer_render_test {

struct LayerTest : RenderTest {
    void SetUp() override {
        RenderTest::SetUp();
        style.lo = 0;
        style.hi = 1;
    }
    static Pixel mapped(float value) { return 255.f * colour_map(0)[std::size_t(std::lround(255 * value))]; }

    /// Expects the colour `colour(cell)` at pixels whose surroundings lie in one cell.
    template <class Colour> int expect_cells(const Shot& shot, const CellLattice& lattice, const Colour& colour) {
        int checked = 0;
        for (int y = 1; y < height; y += 3)
            for (int x = 1; x < width; x += 3) {
                const auto cell_at = [&](float dx, float dy) {
                    const glm::vec3 on = camera.ray(glm::vec2(x, y) + glm::vec2(dx, dy)).origin;
                    return lattice.cell_at(glm::vec2(on) - glm::vec2(lattice.origin));
                };
                const u32 cell = cell_at(0.5f, 0.5f);
                bool inside = true;
                for (const float dx : {0.f, 1.f})
                    for (const float dy : {0.f, 1.f}) inside &= cell_at(dx, dy) == cell;
                if (!inside) continue;
                ++checked;
                const Pixel wanted = colour(cell), seen = shot.at(x, y);
                EXPECT_LE(glm::distance(wanted, seen), 3) << x << ", " << y << " in cell " << int(cell);
                if (glm::distance(wanted, seen) > 3) return 0;
            }
        return checked;
    }
};

TEST_F(LayerTest, CellsHaveTheColoursOfTheirValues) {
    const Shot nothing = picture_of({});
    for (const CellShape shape : {CellShape::square, CellShape::hexagon}) {
        const CellLattice lattice{.shape = shape, .origin = {-7, -4.5f, 0}, .spacing = 0.7f, .columns = 17, .rows = 14};
        std::vector<float> values;
        for (u32 c = 0; c < lattice.cells(); ++c) values.push_back(float(c * 37 % 101) / 100);
        values[100] = std::numeric_limits<float>::quiet_NaN();
        picture.cells = {{.lattice = lattice, .value = kept(values), .count = lattice.cells()}};
        const auto colour = [&](u32 cell) {
            return cell == CellLattice::none || cell == 100 ? nothing.at(0, 0) : mapped(values[cell]);
        };
        EXPECT_GT(expect_cells(picture_of({}), lattice, colour), 3000);
        camera.zoom(2.3f, {200, 70});
        camera.pan({-31, 12});
        EXPECT_GT(expect_cells(draw(), lattice, colour), 3000) << "nearer";
        camera.zoom(0.2f, {150, 90});
        EXPECT_GT(expect_cells(draw(), lattice, colour), 3000) << "farther";
        use_dimensions(2);
        const Pixel actor = seen_at(picture_of({{0, 0, 0, 0.5f, 1}}), {0, 0, 0});
        EXPECT_LT(glm::distance(actor, mapped(1)), 6) << "actors lie above";
    }
    picture.cells.clear();
    EXPECT_EQ(difference(picture_of({}), nothing), 0) << "and they go";
}

TEST_F(LayerTest, CellsHaveTheColoursOfTheirClasses) {
    const Shot nothing = picture_of({});
    const CellLattice lattice{.origin = {-8, -5, 0}, .spacing = 1, .columns = 16, .rows = 10};
    std::vector<std::uint8_t> kinds(lattice.cells());
    for (u32 c = 0; c < kinds.size(); ++c) kinds[c] = c % 3 == 2 ? no_class : std::uint8_t(c % 3);
    const std::vector<ColourClass> classes{{"red", {1, 0, 0}}, {"green", {0, 1, 0}}};
    picture.cells = {{.lattice = lattice, .kind = kept(kinds), .classes = classes, .opacity = 0.6f, .count = 160}};
    const Pixel ground = nothing.at(0, 0);
    EXPECT_GT(expect_cells(picture_of({}), lattice,
                           [&](u32 cell) {
                               if (cell == CellLattice::none || kinds[cell] == no_class) return ground;
                               return glm::mix(ground, 255.f * classes[kinds[cell]].colour, 0.6f);
                           }),
              3000);
}

TEST_F(LayerTest, CellsInSpaceLieInTheirPlane) {
    use_dimensions(3);
    const CellLattice floor{.shape = CellShape::hexagon,
                            .origin = {-6, -2, 4},
                            .spacing = 1,
                            .columns = 12,
                            .rows = 9,
                            .across = {1, 0, 0},
                            .up = {0, 0, -1}};
    std::vector<float> values(floor.cells(), 0.2f);
    for (u32 c = 0; c < values.size(); c += 2) values[c] = 0.9f;
    const Shot nothing = picture_of({});
    picture.cells = {{.lattice = floor, .value = kept(values), .count = floor.cells()}};
    const Shot shot = picture_of({{7, 4, -4, 0.1f, 0}});
    for (const u32 cell : {50u, 53u, 64u, 41u}) {
        const Pixel seen = seen_at(shot, floor.middle(cell));
        EXPECT_GT(glm::distance(seen, seen_at(nothing, floor.middle(cell))), 40) << cell;
        if (values[cell] > 0.5f) EXPECT_GT(seen.y, seen.z) << cell;
        else EXPECT_GT(seen.z, seen.y) << cell;
    }
    const glm::vec3 above(0, -1, 0), below(0, -3, 0);
    const Shot one = picture_of({{above.x, above.y, above.z, 0.4f, 1}}),
               other = picture_of({{below.x, below.y, below.z, 0.4f, 1}});
    EXPECT_GT(glm::distance(seen_at(one, above), seen_at(other, above)), 30) << "seen above the floor";
    EXPECT_LT(glm::distance(seen_at(other, below), seen_at(one, below)), 12) << "hidden below it";
}

/// A flat ground of 12 by 8 squares with a block of 4 m, and a lake of values around the block.
struct ReliefTest : LayerTest {
    const CellLattice lattice{.origin = {-6, -3, 4}, .columns = 12, .rows = 8, .up = {0, 0, -1}};
    std::vector<float> ground, water, values, foam;

    void SetUp() override {
        LayerTest::SetUp();
        use_dimensions(3);
        ground.assign(lattice.cells(), 0);
        foam.assign(lattice.cells(), 0);
        for (const u32 cell : {3u * 12 + 5, 3u * 12 + 6, 4u * 12 + 5, 4u * 12 + 6}) ground[cell] = 4;
        water.assign(lattice.cells(), 1);
        values.assign(lattice.cells(), 1);
    }
    CellLayer surface(const std::vector<float>& height) const {
        return {.lattice = lattice,
                .relief = {.height = kept(height)},
                .parts = {{.columns = 12, .rows = 8, .base = -1}},
                .count = lattice.cells()};
    }
    CellLayer lake() const {
        CellLayer layer = surface(water);
        layer.relief.floor = kept(ground);
        layer.relief.foam = kept(foam);
        return layer;
    }
};

TEST_F(ReliefTest, GroundRisesWhereItIsHighAndEndsInSides) {
    const Shot nothing = picture_of({});
    picture.cells = {surface(ground)};
    const Shot shot = picture_of({});
    const auto drawn = [&](glm::vec3 place) {  // the ground is greener than blue, unlike the sky
        const Pixel seen = seen_at(shot, place);
        return seen.y > seen.z + 8;
    };
    const auto on_top = renderer->place_under(glm::vec2(pixel_of({0, 1, 0})));
    ASSERT_TRUE(on_top);
    EXPECT_LT(glm::distance(*on_top, {0, 1, 0}), 0.2f) << "top of the block";
    EXPECT_TRUE(drawn({-4, -3, 2}));
    EXPECT_GT(seen_at(shot, {0, -3.5f, 3.5f}).x, seen_at(shot, {0, -3.5f, 3.5f}).y) << "earth, where the block is cut";
    EXPECT_FALSE(drawn({0, 3, 0}));
    EXPECT_NE(seen_at(shot, {0, 4, 0}), seen_at(nothing, {0, 4, 0})) << "a sky above";
    const auto under = renderer->place_under(glm::vec2(pixel_of({-4, -3, 2})));
    ASSERT_TRUE(under);
    EXPECT_LT(glm::distance(*under, {-4, -3, 2}), 0.2f);
    EXPECT_FALSE(renderer->place_under({2, 2})) << "the sky is nowhere";
}

TEST_F(ReliefTest, PartsAreDrawnApart) {
    picture.cells = {surface(ground)};
    picture.cells[0].parts = {{.column = 0, .row = 0, .columns = 4, .rows = 8, .base = -1},
                              {.column = 8, .row = 0, .columns = 4, .rows = 8, .shift = {0, 4, 0}, .base = -1}};
    const Shot shot = picture_of({});
    const auto green = [&](glm::vec3 place) { return seen_at(shot, place).y > seen_at(shot, place).z + 8; };
    EXPECT_TRUE(green({-4, -3, 2}));
    EXPECT_TRUE(green({4, 1, 1})) << "raised";
    EXPECT_FALSE(green({0, -3, 1})) << "of no part";
}

TEST_F(ReliefTest, WaterCoversTheGroundAndIsCutByIt) {
    picture.cells = {surface(ground)};
    const Shot bare = picture_of({});
    picture.cells.push_back(lake());
    const Shot flooded = picture_of({});
    EXPECT_EQ(seen_at(flooded, {0, 1, 0.5f}), seen_at(bare, {0, 1, 0.5f})) << "the block stands out of it";
    EXPECT_GT(glm::distance(seen_at(flooded, {-4, -2, 2}), seen_at(bare, {-4, -2, 2})), 10);
    foam.assign(lattice.cells(), 1);
    picture.cells[1] = lake();
    const Shot white = picture_of({});
    for (const glm::vec3 place : {glm::vec3(-4, -2, 2), glm::vec3(4, -2, 2)}) {
        const Pixel still = seen_at(flooded, place), broken = seen_at(white, place);
        EXPECT_GT(broken.x + broken.y + broken.z, still.x + still.y + still.z + 60) << "foam is bright";
    }
    picture.cells[1].value = kept(values);
    const Pixel yellow = seen_at(picture_of({}), {-4, -2, 2});
    EXPECT_GT(yellow.y, 2 * yellow.z) << "the colour of its value";
    water.assign(lattice.cells(), std::numeric_limits<float>::quiet_NaN());
    picture.cells[1] = lake();
    EXPECT_EQ(difference(picture_of({}), bare), 0) << "no water";
}

TEST_F(LayerTest, TrianglesHaveTheColoursOfTheirValues) {
    for (const int dimensions : {2, 3}) {
        use_dimensions(dimensions);
        const Shot nothing = picture_of({});
        std::vector<glm::vec3> corners;
        add_parallelogram(corners, {-6, -4, 0}, {5, 0, 0}, {0, 8, 0});
        add_parallelogram(corners, {1, -4, 0}, {5, 0, 0}, {0, 8, 0});
        const std::vector<float> values{1, 0, 0, 1};  // lower right, upper left; twice
        picture.triangles = {{.corners = kept(corners), .value = kept(values), .count = 4}};
        const Shot shot = picture_of({});
        for (const glm::vec3 place : {glm::vec3(-5, 2, 0), glm::vec3(5, -2, 0)}) {
            const Pixel violet = seen_at(shot, place);
            EXPECT_GT(violet.z, 1.2f * violet.y) << dimensions << "D";
            if (dimensions == 2) EXPECT_LT(glm::distance(violet, mapped(0)), 4);
        }
        for (const glm::vec3 place : {glm::vec3(-2, -2, 0), glm::vec3(2, 2, 0)}) {
            const Pixel yellow = seen_at(shot, place);
            EXPECT_GT(yellow.y, 1.5f * yellow.z) << dimensions << "D";
            if (dimensions == 2) EXPECT_LT(glm::distance(yellow, mapped(1)), 4);
        }
        EXPECT_EQ(seen_at(shot, {0, 0, 0}), seen_at(nothing, {0, 0, 0})) << "between them";
        picture.triangles[0].normals = kept(std::vector<glm::vec3>(12, {0, 0, 1}));
        EXPECT_LE(difference(picture_of({}), shot), 1) << "the same normals given: " << dimensions << "D";
        picture.triangles.clear();
    }
}

TEST_F(LayerTest, LinesHaveTheColoursOfTheirValues) {
    for (const int dimensions : {2, 3})
        for (const LineLook look : {LineLook::ground, LineLook::wall, LineLook::edge, LineLook::trail}) {
            use_dimensions(dimensions);
            const Shot nothing = picture_of({});
            picture.lines = {{.ends = kept<Segment>({{{-6, 2, 0}, {6, 2, 0}}, {{-6, -2, 0}, {6, -2, 0}}}),
                              .value = kept<float>({0.3f, 1}),
                              .look = look,
                              .count = 2}};
            const Shot shot = picture_of({});
            const Pixel bare = seen_at(nothing, {1, -2, 0}), yellow = seen_at(shot, {1, -2, 0}) - bare,
                        blue = seen_at(shot, {1, 2, 0}) - bare;
            EXPECT_GT(yellow.y, yellow.z + 20) << dimensions << "D, look " << int(look);
            EXPECT_GT(blue.z, blue.x + 10) << dimensions << "D, look " << int(look);
            picture.lines.clear();
        }
}

/// Elements with the values 0 to 3 or none, of which 0 and 2 are hidden.
struct HiddenTest : LayerTest {
    const std::vector<float> values{0, 1, 2, 3, std::numeric_limits<float>::quiet_NaN()};
    const ShownValues some = values_of_classes({false, true, false, true});

    void SetUp() override {
        LayerTest::SetUp();
        style.lo = -1;
        style.hi = 4;
    }
    static bool is_shown(std::size_t i) { return i == 1 || i >= 3; }
    static glm::vec3 middle(std::size_t i) { return {-6 + 3 * float(i), 0, 0}; }
    Shot sieved(const std::vector<Vertex>& actors) {
        picture.shown = some;
        const Shot shot = picture_of(actors);
        picture.shown = {};
        return shot;
    }
    /// Expects shown elements to look as in `all`, and hidden ones as in `none`.
    void expect_sieved(const Shot& shot, const Shot& all, const Shot& none, const std::string& what) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            EXPECT_EQ(seen_at(shot, middle(i)), seen_at(is_shown(i) ? all : none, middle(i))) << what << ' ' << i;
            EXPECT_NE(seen_at(all, middle(i)), seen_at(none, middle(i))) << what << ' ' << i;
        }
    }
};

TEST_F(HiddenTest, PointsAreNotDrawn) {
    for (const int dimensions : {2, 3})
        for (const float radius : {0.2f, 1.f})  // points and quads
            for (const bool darts : {false, true}) {
                use_dimensions(dimensions);
                std::vector<Vertex> actors;
                for (std::size_t i = 0; i < values.size(); ++i) {
                    actors.push_back({middle(i).x, 0, 0, radius, values[i]});
                    if (darts) headings.push_back(packed({1, 0, 0}));
                }
                const Shot none = picture_of({}), all = picture_of(actors), shot = sieved(actors);
                expect_sieved(shot, all, none, std::to_string(dimensions) + (darts ? "D darts" : "D"));
                headings.clear();
            }
}

TEST_F(HiddenTest, TrianglesAndLinesAreNotDrawn) {
    for (const int dimensions : {2, 3})
        for (const bool coloured : {false, true}) {
            use_dimensions(dimensions);
            const Shot none = picture_of({});
            std::vector<glm::vec3> corners;
            std::vector<Segment> lines;
            for (std::size_t i = 0; i < values.size(); ++i) {
                for (const glm::vec3 off : {glm::vec3(-1, -1, 0), glm::vec3(1, -1, 0), glm::vec3(0, 2, 0)})
                    corners.push_back(middle(i) + off);
                lines.push_back({middle(i) - glm::vec3(1, 0, 0), middle(i) + glm::vec3(1, 0, 0)});
            }
            TriangleLayer triangles{.corners = kept(corners), .count = 5};
            (coloured ? triangles.value : triangles.shown_by) = kept(values);
            picture.triangles = {triangles};
            const Shot surfaces = picture_of({});
            expect_sieved(sieved({}), surfaces, none, "triangles");
            picture.triangles.clear();
            for (const LineLook look : {LineLook::wall, LineLook::edge, LineLook::trail}) {
                LineLayer layer{.ends = kept(lines), .look = look, .count = 5};
                (coloured ? layer.value : layer.shown_by) = kept(values);
                picture.lines = {layer};
                const Shot drawn = picture_of({});
                expect_sieved(sieved({}), drawn, none, "lines");
            }
            picture.lines.clear();
        }
}

TEST_F(HiddenTest, CellsAreNotDrawn) {
    const CellLattice flat{.origin = {-7.5f, -1.5f, 0}, .spacing = 3, .columns = 5, .rows = 1};
    std::vector<float> numbers = values;
    numbers[4] = 3;  // cells without a value are not drawn
    const std::vector<std::uint8_t> kinds{0, 1, 0, 1, 0};
    const Shot none = picture_of({});
    CellLayer by_value{.lattice = flat, .value = kept(numbers), .count = 5};
    CellLayer by_class{.lattice = flat,
                       .kind = kept(kinds),
                       .shown_by = kept(values),
                       .classes = {{"red", {1, 0, 0}}, {"green", {0, 1, 0}}},
                       .count = 5};
    CellLayer by_shade{.lattice = flat, .shade = kept(std::vector<float>(5, 1)), .shown_by = kept(values), .count = 5};
    for (const CellLayer& layer : {by_value, by_class, by_shade}) {
        picture.cells = {layer};
        const Shot all = picture_of({});
        expect_sieved(sieved({}), all, none, "cells");
    }
}

TEST_F(ReliefTest, HiddenWaterIsNotDrawn) {
    picture.cells = {surface(ground)};
    const Shot bare = picture_of({});
    for (u32 cell = 0; cell < lattice.cells(); ++cell) values[cell] = cell % 12 < 6 ? 1.f : 2.f;
    for (const bool coloured : {false, true}) {
        picture.cells.resize(1);
        picture.cells.push_back(lake());
        (coloured ? picture.cells[1].value : picture.cells[1].shown_by) = kept(values);
        picture.shown = {};
        const Shot all = picture_of({});
        picture.shown = values_of_classes({false, true, false});
        const Shot left = picture_of({});
        EXPECT_EQ(seen_at(left, {-4, -2, 2}), seen_at(all, {-4, -2, 2}));
        EXPECT_EQ(seen_at(left, {4, -2, 2}), seen_at(bare, {4, -2, 2}));
        EXPECT_NE(seen_at(all, {4, -2, 2}), seen_at(bare, {4, -2, 2}));
    }
}

TEST_F(LayerTest, LabelsStandAtTheirPlaces) {
    for (const int dimensions : {2, 3}) {
        use_dimensions(dimensions);
        const Shot nothing = picture_of({});
        picture.labels = {{.labels = kept<Label>({{{-4, 2, 0}, "HHHH"}, {{4, -2, 0}, "Länge"}})}};
        const Shot shot = picture_of({});
        const auto changed = [&](glm::vec3 place) {
            const glm::ivec2 at = pixel_of(place);
            int count = 0;
            for (int y = at.y - 14; y <= at.y + 4; ++y)
                for (int x = at.x - 24; x <= at.x + 24; ++x)
                    count += shot.brightness(x, y) > nothing.brightness(x, y) + 60;
            return count;
        };
        EXPECT_GT(changed({-4, 2, 0}), 60) << dimensions << "D";
        EXPECT_GT(changed({4, -2, 0}), 40) << dimensions << "D";
        EXPECT_EQ(changed({6, 4, 0}), 0) << dimensions << "D";
        picture.labels.clear();
        EXPECT_EQ(difference(picture_of({}), nothing), 0) << "and they go";
    }
}

TEST_F(LayerTest, ASecondLayerOfPointsIsDrawnBesideTheFirst) {
    for (const int dimensions : {2, 3}) {
        use_dimensions(dimensions);
        picture.points.resize(2);
        const std::vector<Vertex> more{{-4, 0, 0, 1, 1}, {4, 0, 0, 1, 0}};
        picture.points[1] = layer_of(more);
        const Shot with = picture_of(scattered(100));
        EXPECT_EQ(renderer->drawn(), 100u);
        const float front = dimensions == 3 ? 1.f : 0.f;
        const Pixel yellow = seen_at(with, {-4, 0, front}), violet = seen_at(with, {4, 0, front});
        EXPECT_GT(yellow.y, 1.3f * yellow.z) << dimensions << "D";
        EXPECT_GT(violet.z, 1.2f * violet.y) << dimensions << "D";
        picture.points.resize(1);
    }
}

TEST_F(LayerTest, AKeptArrayIsDrawnUntilAnotherReplacesIt) {
    const auto line = [](float y) { return kept<Segment>({{{-6, y, 0}, {6, y, 0}}}); };
    const auto one = line(0), other = line(3);
    const auto shot = [&](const std::shared_ptr<const std::vector<Segment>>& ends) {
        picture.lines = {{.ends = ends, .look = LineLook::wall, .count = 1}};
        return picture_of({});
    };
    const Shot first = shot(one), again = shot(one), moved = shot(other), back = shot(one), still = shot(one);
    EXPECT_EQ(difference(first, again), 0);
    EXPECT_GT(difference(first, moved), 50);
    EXPECT_EQ(difference(first, back), 0);
    EXPECT_EQ(difference(first, still), 0);
}

}  // namespace layer_render_test
}  // namespace nearfield
