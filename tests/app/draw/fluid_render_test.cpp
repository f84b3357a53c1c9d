#include "app/draw/fluid_resolve.hpp"
#include "render_fixture.hpp"

#include <algorithm>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace fluid_render_test {

constexpr float spacing = 0.25f;

/// A lattice that fills the box [lo, hi].
std::vector<Vertex> block(glm::vec3 lo, glm::vec3 hi, float scalar = 1) {
    std::vector<Vertex> all;
    const glm::ivec3 count = glm::max(glm::ivec3(glm::round((hi - lo) / spacing)), glm::ivec3(1));
    for (int z = 0; z < count.z; ++z)
        for (int y = 0; y < count.y; ++y)
            for (int x = 0; x < count.x; ++x) {
                const glm::vec3 at = lo + (glm::vec3(x, y, z) + 0.5f) * spacing;
                all.push_back({at.x, at.y, hi.z > lo.z ? at.z : 0, spacing / 2, scalar});
            }
    return all;
}

std::vector<Vertex> together(std::vector<Vertex> a, const std::vector<Vertex>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

struct FluidRenderTest : RenderTest {
    void SetUp() override {
        RenderTest::SetUp();
        style.lo = 0;
        style.hi = 1;
        use_dimensions(3);
        drawing = Drawing::water;
    }
    /// Looks from straight above; otherwise the view is from the side and above.
    void look_down() { camera.orbit({0, 10000}); }
    static TriangleLayer solid(const std::vector<glm::vec3>& corners) {
        return {.corners = kept(corners), .count = u32(corners.size() / 3)};
    }
    Pixel seen_at(const Shot& p, glm::vec3 place) const {
        const glm::vec3 at = camera.project(place);
        return p.at(int(at.x), int(at.y));
    }
    /// `layers` of particles over the whole floor except its margins.
    std::vector<Vertex> pool(int layers, float scalar = 1) const {
        return block({-6, -5, -4}, {6, -5 + float(layers) * spacing, 4}, scalar);
    }

    /// Render targets of a fluid, without the renderer.
    struct Gathered {
        glm::ivec2 size{0};
        std::vector<glm::vec4> surface;
        std::vector<float> thickness;
    };
    Gathered gather(const std::vector<Vertex>& actors) {
        PointBuffer buffer;
        buffer.take(layer_of(actors), nullptr);
        PointPass pass;
        SlicedPicture gathered;
        Pace pace;
        gathered.begin({.camera = camera,
                        .space = {3, false, picture.lo, picture.hi},
                        .look = {.drawing = Drawing::water},
                        .upload = 1},
                       &buffer);
        while (!gathered.complete()) gathered.advance(pass, &buffer, pace, 1e6);
        gl::Target behind, display;
        behind.shape({width, height}, GL_RGBA8, false);
        display.shape({width, height}, GL_RGBA8, true);
        FluidResolve fluid;
        fluid.draw_deep(gathered, behind.colour(), 1, display);

        Gathered result{fluid.surface().size()};
        const auto thick = gathered.fluid().thickness.size();
        result.surface.resize(std::size_t(result.size.x * result.size.y));
        result.thickness.resize(std::size_t(thick.x * thick.y));
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glBindTexture(GL_TEXTURE_2D, fluid.surface().colour());
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, result.surface.data());
        glBindTexture(GL_TEXTURE_2D, gathered.fluid().thickness.colour());
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_FLOAT, result.thickness.data());
        return result;
    }
};

TEST_F(FluidRenderTest, AFlatLayersNormalsPointUp) {
    const Gathered g = gather(pool(3));
    const glm::mat3 to_world = glm::transpose(glm::mat3(camera.view()));
    int looked_at = 0;
    float worst = 1, sum = 0;
    for (int y = 0; y < g.size.y; ++y)
        for (int x = 0; x < g.size.x; ++x) {
            const glm::vec4 s = g.surface[std::size_t(y * g.size.x + x)];
            const glm::vec2 pixel =
                (glm::vec2(x, g.size.y - 1 - y) + 0.5f) * glm::vec2(width, height) / glm::vec2(g.size);
            const Camera::Ray ray = camera.ray(pixel);
            const float run = (-5 + 3 * spacing - ray.origin.y) / ray.direction.y;
            const glm::vec3 at = ray.origin + run * ray.direction;
            if (std::abs(at.x) > 4.5f || std::abs(at.z) > 2.5f) continue;
            ASSERT_EQ(s.w, 1) << "there is fluid";
            const glm::vec3 normal =
                to_world * glm::vec3(s.x, s.y, std::sqrt(std::max(0.f, 1 - s.x * s.x - s.y * s.y)));
            worst = std::min(worst, normal.y);
            sum += normal.y;
            ++looked_at;
        }
    ASSERT_GT(looked_at, 500);
    EXPECT_GT(sum / float(looked_at), std::cos(0.06f));
    EXPECT_GT(worst, std::cos(0.2f));
}

TEST_F(FluidRenderTest, AWallsNormalsPointOutOfIt) {
    const Gathered g = gather(block({-2, -5, -5}, {2, 5, 5}));  // touches the wall z = 5, which the eye sees
    const glm::mat3 to_world = glm::transpose(glm::mat3(camera.view()));
    for (const glm::vec3 place : {glm::vec3(0, 0, 5), glm::vec3(-1, -2, 5), glm::vec3(1, 2, 5)}) {
        const glm::vec2 at = glm::vec2(camera.project(place)) * glm::vec2(g.size) / glm::vec2(width, height);
        const glm::vec4 s = g.surface[std::size_t((g.size.y - 1 - int(at.y)) * g.size.x + int(at.x))];
        const glm::vec3 normal = to_world * glm::vec3(s.x, s.y, std::sqrt(std::max(0.f, 1 - s.x * s.x - s.y * s.y)));
        EXPECT_GT(normal.z, 0.999f) << "flat against the glass";
        EXPECT_NEAR(s.z, camera.project(place).z, 0.05f);
    }
}

TEST_F(FluidRenderTest, ThicknessIsThatOfTheLayers) {
    look_down();
    for (const int layers : {1, 2, 4, 8}) {
        const Gathered g = gather(pool(layers));
        const glm::ivec2 size = (g.size + 1) / 2, middle = size / 2;
        float sum = 0;
        for (int y = -5; y < 5; ++y)
            for (int x = -5; x < 5; ++x) sum += g.thickness[std::size_t((middle.y + y) * size.x + middle.x + x)];
        EXPECT_NEAR(sum / 100, float(layers) * spacing, 0.1f * float(layers) * spacing) << layers;
    }
}

TEST_F(FluidRenderTest, GapsNarrowerThanASpacingCloseAndWiderOnesStayOpen) {
    for (const int dimensions : {2, 3}) {
        use_dimensions(dimensions);
        if (dimensions == 3) look_down();
        for (const Drawing how : {Drawing::surface, Drawing::water}) {
            drawing = how;
            const Shot nothing = picture_of({});
            const float depth = dimensions == 3 ? 4.f : 0.f;
            const auto in_gap = [&](float gap) {  // beyond the lattice's own spacing
                const Shot p = picture_of(together(block({-4 - gap / 2, -3, -depth}, {-gap / 2, 3, depth}),
                                                   block({gap / 2, -3, -depth}, {4 + gap / 2, 3, depth})));
                return glm::distance(seen_at(p, {0, 0, 0}), seen_at(nothing, {0, 0, 0}));
            };
            EXPECT_GT(in_gap(0), 20) << dimensions << "D";
            EXPECT_GT(in_gap(0.35f * spacing), 20) << dimensions << "D";
            EXPECT_EQ(in_gap((dimensions == 3 ? 3.f : 1.3f) * spacing), 0) << dimensions << "D";
        }
    }
}

TEST_F(FluidRenderTest, WhatLiesBehindShowsThroughThinWaterAndLessThroughThick) {
    look_down();
    std::vector<glm::vec3> slab;
    add_box(slab, {-3, -5, -3}, {3, -4.9f, 3}, 3);
    const auto contrast = [&](const std::vector<Vertex>& actors) {
        picture.triangles.clear();
        picture.lines.clear();
        const Pixel without = seen_at(picture_of(actors), {0, -4, 0});
        picture.triangles = {solid(slab)};
        return glm::distance(seen_at(picture_of(actors), {0, -4, 0}), without);
    };
    const float dry = contrast({}), thin = contrast(pool(3)), thick = contrast(pool(12)), deep = contrast(pool(40));
    EXPECT_GT(dry, 60);
    EXPECT_GT(thin, 0.3f * dry);
    EXPECT_LT(thin, 0.9f * dry);
    EXPECT_LT(thick, 0.75f * thin);
    EXPECT_LT(deep, 0.65f * thick);
}

TEST_F(FluidRenderTest, NoParticlesNoFluid) {
    for (const int dimensions : {2, 3}) {
        use_dimensions(dimensions);
        drawing = Drawing::water;
        const Shot none = picture_of({}), lost = picture_of({{NAN, 0, 0, spacing, 1}}),
                   some = picture_of(block({-2, -2, 0}, {2, 2, dimensions == 3 ? 2.f : 0.f}));
        EXPECT_EQ(difference(none, lost), 0) << dimensions << "D: a particle without a place";
        EXPECT_GT(difference(none, some), 30) << dimensions << "D";
        drawing = Drawing::surface;
        EXPECT_EQ(difference(none, picture_of({})), 0) << dimensions << "D: neither way of drawing it";
        if (dimensions == 2) {
            drawing = Drawing::particles;
            EXPECT_EQ(difference(none, picture_of({})), 0);
        }
    }
}

TEST_F(FluidRenderTest, ASurfaceHasTheColourOfItsAttribute) {
    for (const int dimensions : {2, 3}) {
        use_dimensions(dimensions);
        drawing = Drawing::surface;
        const auto middle = [&](float scalar) {
            return seen_at(
                picture_of(block({-3, -3, dimensions == 3 ? -3.f : 0.f}, {3, 3, dimensions == 3 ? 3.f : 0.f}, scalar)),
                {0, 0, 0});
        };
        const Pixel yellow = middle(1), violet = middle(0);
        EXPECT_GT(yellow.y, 1.5f * yellow.z) << dimensions << "D";
        EXPECT_GT(violet.z, 1.2f * violet.y) << dimensions << "D";
        drawing = Drawing::water;
        EXPECT_LT(glm::distance(middle(1), middle(0)), 3) << dimensions << "D: water has one colour";
    }
}

TEST_F(FluidRenderTest, TheFluidStaysInsideItsWalls) {
    for (const int dimensions : {2, 3}) {
        use_dimensions(dimensions);
        if (dimensions == 3) look_down();
        const float depth = dimensions == 3 ? 1.f : 0.f;
        const glm::vec3 inside(7.8f, dimensions == 3 ? 5 : 0, 0), outside(dimensions == 3 ? 8.25f : 8.1f, inside.y, 0);
        style.size = 3;  // so that the outermost particles extend beyond the wall
        const Shot nothing = picture_of({}), full = picture_of(block({4, -2, -depth}, {8, 5, depth}));
        EXPECT_GT(glm::distance(seen_at(full, inside), seen_at(nothing, inside)), 15) << dimensions << "D";
        EXPECT_EQ(seen_at(full, outside), seen_at(nothing, outside)) << dimensions << "D";
    }
}

TEST_F(FluidRenderTest, SolidsStandInTheFluid) {
    std::vector<glm::vec3> pole;
    add_box(pole, {-0.5f, -5, -0.5f}, {0.5f, 4, 0.5f}, 3);
    const Shot bare = picture_of({}), water = picture_of(pool(10));
    picture.triangles = {solid(pole)};
    const Shot dry = picture_of({}), both = picture_of(pool(10));
    const glm::vec3 above(0, 3, 0), before(0, -1.8f, 0.5f), under(0, -4, 0.5f), beside(4, -3, 0);
    EXPECT_EQ(seen_at(both, above), seen_at(dry, above)) << "above the water as without it";
    EXPECT_EQ(seen_at(both, before), seen_at(dry, before)) << "and where water lies behind it";
    EXPECT_GT(glm::distance(seen_at(water, before), seen_at(bare, before)), 20) << "as it does there";
    EXPECT_GT(glm::distance(seen_at(both, under), seen_at(dry, under)), 20) << "the water before it tints it";
    EXPECT_GT(glm::distance(seen_at(both, under), seen_at(water, under)), 5) << "but it shows";
    EXPECT_LT(glm::distance(seen_at(both, beside), seen_at(water, beside)), 2);
}

TEST_F(FluidRenderTest, SolidsAreDrawnAmongParticlesAndGo) {
    drawing = Drawing::particles;
    for (const int dimensions : {2, 3}) {
        use_dimensions(dimensions);
        const Shot nothing = picture_of({});
        std::vector<glm::vec3> box;
        add_box(box, {-2, -2, -2}, {2, 2, 2}, dimensions);
        picture.triangles = {solid(box)};
        Shot filled = picture_of({});
        EXPECT_GT(filled.brightness(width / 2, height / 2), nothing.brightness(width / 2, height / 2) + 30)
            << dimensions << "D";
        EXPECT_EQ(seen_at(filled, {5, 0, 0}), seen_at(nothing, {5, 0, 0})) << dimensions << "D";
        if (dimensions == 3) {
            const glm::vec3 towards = glm::normalize(camera.eye()) * 5.f;
            filled = picture_of({{-7, -4, 4, 0.6f, 1}});  // shaded as in a picture with such an actor
            const Shot before = picture_of({{towards.x, towards.y, towards.z, 0.6f, 1}}),
                       behind = picture_of({{-towards.x, -towards.y, -towards.z, 0.6f, 1}});
            EXPECT_GT(glm::distance(before.at(width / 2, height / 2), filled.at(width / 2, height / 2)), 40)
                << "an actor before it";
            EXPECT_LT(glm::distance(behind.at(width / 2, height / 2), filled.at(width / 2, height / 2)), 6)
                << "it hides what is behind";
        }
        std::vector<Segment> edges;
        add_box_edges(edges, {-2, -2, -2}, {2, 2, 2}, dimensions);
        picture.triangles.clear();
        const Shot actor = picture_of({{0, 0, 0, 1, 1}});
        picture.triangles = {solid(box)};
        picture.triangles[0].glass = true;
        picture.lines = {{.ends = kept(edges), .look = LineLook::edge, .count = u32(edges.size())}};
        const Shot in_glass = picture_of({{0, 0, 0, 1, 1}});
        EXPECT_LT(glm::distance(in_glass.at(width / 2, height / 2), actor.at(width / 2, height / 2)), 60)
            << "glass is seen through";
        EXPECT_GT(glm::distance(seen_at(in_glass, {0, 2, dimensions == 3 ? 2.f : 0.f}),
                                seen_at(actor, {0, 2, dimensions == 3 ? 2.f : 0.f})),
                  40)
            << "its edge";
        picture.triangles.clear();
        picture.lines.clear();
        EXPECT_EQ(difference(picture_of({}), nothing), 0) << "and they go";
    }
}

TEST_F(FluidRenderTest, SlicesAndHalfResolutionEndInTheSameWater) {
    for (const int dimensions : {2, 3}) {
        use_dimensions(dimensions);
        drawing = Drawing::water;
        vertices = block({-6, -5, dimensions == 3 ? -3.f : 0.f}, {6, -2, dimensions == 3 ? 3.f : 0.f});
        upload();
        const Shot at_once = draw();
        upload();
        int calls = 1;
        while (!renderer->draw(camera, style, 0.01)) ++calls;
        if (dimensions == 3) { EXPECT_GT(calls, 2); }
        EXPECT_LE(difference({renderer->pixels()}, at_once), 2) << dimensions << "D";

        style.coarse = true;
        const Shot coarse = draw();
        style.coarse = false;
        double sum = 0;
        for (std::size_t i = 0; i < coarse.rgb.size(); ++i) sum += std::abs(int(coarse.rgb[i]) - int(at_once.rgb[i]));
        EXPECT_GT(sum, 0) << dimensions << "D: drawn differently";
        EXPECT_LT(sum / double(coarse.rgb.size()), 3) << dimensions << "D";
    }
}

TEST_F(FluidRenderTest, WaterHidesTheFarEdgesOfItsBoxAndNotTheNearOnes) {
    const auto with = [&](bool bounds) {
        style.bounds = bounds;
        return picture_of(block({-8, -5, -5}, {8, 4, 5}));
    };
    const Shot lined = with(true), plain = with(false);
    const auto strength = [&](glm::vec3 place) {
        const glm::vec3 at = camera.project(place);
        float strongest = 0;
        for (int x = -2; x <= 2; ++x)
            strongest = std::max(strongest,
                                 glm::distance(lined.at(int(at.x) + x, int(at.y)), plain.at(int(at.x) + x, int(at.y))));
        return strongest;
    };
    EXPECT_GT(strength({8, -2, 5}), 40);
    EXPECT_LT(strength({-8, 1, -5}), 10);
}

}  // namespace fluid_render_test
}  // namespace nearfield
