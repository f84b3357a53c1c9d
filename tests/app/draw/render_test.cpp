#include "app/draw/snapshot.hpp"
#include "render_fixture.hpp"

#include <limits>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace render_test {

/// Relative luminance of an sRGB colour.
float lightness(glm::vec3 c) {
    const auto linear = [](float v) { return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f); };
    return 0.2126f * linear(c.x) + 0.7152f * linear(c.y) + 0.0722f * linear(c.z);
}

/// Expects `colour` within the rounding of 8 bits and one blend.
void expect_colour(Pixel seen, glm::vec3 colour, float tolerance = 4) {
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(seen[c], 255 * colour[c], tolerance) << "channel " << c;
}

TEST_F(RenderTest, OneActorPaintsItsColourAtTheCentreAndNowhereElse) {
    const Shot background = picture_of({});
    const Shot p = picture_of({{0, 0, 0, 1, 1.0f}});
    expect_colour(p.at(width / 2, height / 2), colour_map(0).back());
    for (const auto& [x, y] : {std::pair(10, 10), std::pair(width - 10, 10), std::pair(width / 2 + 40, height / 2)})
        EXPECT_EQ(p.at(x, y), background.at(x, y)) << x << ", " << y;
    expect_colour(picture_of({{0, 0, 0, 1, 0.0f}}).at(width / 2, height / 2), colour_map(0).front());
}

TEST_F(RenderTest, LinesLieBelowTheActors) {
    for (const bool glow : {false, true}) {
        style.glow = glow;
        picture.lines.clear();
        const Shot actor_alone = picture_of({{0, 0, 0, 1, 1.0f}}), nothing = picture_of({});
        picture.lines = {{.ends = kept<Segment>({{{-6, 0, 0}, {6, 0, 0}}}), .count = 1}};
        const Shot line_alone = picture_of({}), both = picture_of({{0, 0, 0, 1, 1.0f}});
        const glm::ivec2 on = pixel_of({-4, 0, 0});
        EXPECT_GT(line_alone.brightness(on.x, on.y), nothing.brightness(on.x, on.y) + 20) << "glow " << glow;
        EXPECT_EQ(seen_at(line_alone, {-4, 1, 0}), seen_at(nothing, {-4, 1, 0}));
        EXPECT_LT(glm::distance(seen_at(both, {0, 0, 0}), seen_at(actor_alone, {0, 0, 0})), glow ? 50.f : 1.f)
            << "glow " << glow;
        picture.lines.clear();
        EXPECT_EQ(difference(picture_of({}), nothing), 0) << "and they go";
    }
}

TEST_F(RenderTest, PositionsAreNeitherMirroredNorShifted) {
    const Shot p = picture_of({{4, 3, 0, 0.5f, 1}});
    const glm::vec3 at = camera.project({4, 3, 0});
    EXPECT_GT(p.brightness(int(at.x), int(at.y)), 100);
    EXPECT_GT(at.x, width / 2);
    EXPECT_LT(at.y, height / 2);
}

TEST_F(RenderTest, DiscsHaveTheirDiameterAsPointsAndAsQuads) {
    for (const float radius : {0.25f, 0.4f, 0.8f, 2.0f, 4.0f}) {
        const Shot p = picture_of({{0, 0, 0, radius, 1}});
        const float background = p.brightness(0, 0), full = p.brightness(width / 2, height / 2) - background;
        float across = 0;
        for (int x = 0; x < width; ++x) across += (p.brightness(x, height / 2) - background) / full;
        EXPECT_NEAR(across, 2 * radius * camera.scale(), 1.5f) << "radius " << radius;
        style.size = 2;
        const Shot twice = picture_of({{0, 0, 0, radius / 2, 1}});
        style.size = 1;
        EXPECT_LE(difference(p, twice), 2) << "radius " << radius;
    }
}

TEST_F(RenderTest, DiscsBelowOnePixelFadeInsteadOfVanishing) {
    const float pixel = 1 / camera.scale();
    float before = 1e9f;
    for (const float pixels : {1.0f, 0.5f, 0.25f}) {
        std::vector<Vertex> actors = scattered(3000);
        for (Vertex& v : actors) {
            v.size = pixels * pixel;
            v.scalar = 1;
        }
        const float light = picture_of(actors).total() - picture_of({}).total();
        EXPECT_GT(light, 0.02f) << pixels;
        EXPECT_LT(light, 0.6f * before) << pixels;
        before = light;
    }
}

TEST_F(RenderTest, FewActorsInAWideEnvironmentStayInSight) {
    for (const int dimensions : {2, 3}) {
        use_dimensions(dimensions);
        const float pixel = 1 / camera.scale();
        const Shot p = picture_of({{0, 0, 0, 0.001f * pixel, 1}}), nothing = picture_of({});
        float brightest = 0;
        for (int x = width / 2 - 1; x <= width / 2 + 1; ++x)
            for (int y = height / 2 - 1; y <= height / 2 + 1; ++y)
                brightest = std::max(brightest, p.brightness(x, y) - nothing.brightness(x, y));
        EXPECT_GT(brightest, 40) << dimensions << "D";
    }
}

TEST_F(RenderTest, TheNearerOfTwoSpheresWinsInEitherOrder) {
    use_dimensions(3);
    const glm::vec3 towards = glm::normalize(camera.eye());
    const auto sphere = [&](float distance, float scalar) {
        return Vertex{towards.x * distance, towards.y * distance, towards.z * distance, 1, scalar};
    };
    for (const bool near_first : {true, false}) {
        const std::vector<Vertex> two =
            near_first ? std::vector{sphere(3, 1), sphere(-3, 0)} : std::vector{sphere(-3, 0), sphere(3, 1)};
        const Pixel seen = picture_of(two).at(width / 2, height / 2);
        EXPECT_GT(seen.y, seen.z * 1.5f) << "yellow before violet";
    }
}

TEST_F(RenderTest, OverlappingSpheresMeetWhereTheirSurfacesDo) {
    use_dimensions(3);
    const glm::mat3 axes = glm::transpose(glm::mat3(camera.view()));
    const glm::vec3 right = axes[0] * 1.5f;
    const Shot p = picture_of({{-right.x, -right.y, -right.z, 3, 1}, {right.x, right.y, right.z, 3, 0}});
    const Pixel yellow = seen_at(p, -right * 0.4f), violet = seen_at(p, right * 0.4f);
    EXPECT_GT(yellow.y, yellow.z * 1.5f);
    EXPECT_LT(violet.y, violet.z);
}

TEST_F(RenderTest, NotANumberIsDrawnInTheWarningColour) {
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                            -std::numeric_limits<float>::infinity()})
        expect_colour(picture_of({{0, 0, 0, 1, bad}}).at(width / 2, height / 2), {1, 0, 1});
    const float lost = std::numeric_limits<float>::quiet_NaN(), endless = std::numeric_limits<float>::infinity();
    const Shot empty = picture_of({});
    EXPECT_EQ(difference(picture_of({{lost, 0, 0, 1, 1}}), empty), 0) << "an actor without a place";
    EXPECT_EQ(difference(picture_of({{0, 0, 0, endless, 1}}), empty), 0) << "an actor without a size";
    EXPECT_EQ(difference(picture_of({{0, 0, 0, -1, 1}}), empty), 0) << "an actor of negative size";
}

TEST_F(RenderTest, NoActorsLeaveOnlyTheBackground) {
    const Shot before_any = draw();
    EXPECT_EQ(renderer->drawn(), 0u);
    picture_of(scattered(100));
    const Shot p = picture_of({});
    EXPECT_EQ(renderer->drawn(), 0u);
    for (int y = 0; y < height; y += 20)
        for (int x = 0; x < width; x += 20) EXPECT_EQ(p.at(x, y), before_any.at(0, 0));
    style.bounds = true;
    EXPECT_GT(difference(p, draw()), 30) << "the outline is drawn all the same";
}

TEST_F(RenderTest, DartsPointAlongTheirHeading) {
    constexpr float radius = 0.8f;
    for (int dimensions : {2, 3}) {
        use_dimensions(dimensions);
        const Shot nothing = picture_of({});
        for (int turn = 0; turn < 8; ++turn) {
            const float angle = 0.3f + float(turn) * 0.785398f;
            glm::vec3 ahead(std::cos(angle), std::sin(angle), 0), side(-ahead.y, ahead.x, 0);
            if (dimensions == 3) {
                ahead = {std::cos(angle), 0, std::sin(angle)};
                side = {-ahead.z, 0, ahead.x};
            }  // level, so that the wings lie along `side`
            const Shot p = dart({1, -1, 0}, radius, ahead);
            const auto lit = [&](float along, float across) {
                const glm::vec3 at = camera.project(glm::vec3(1, -1, 0) + radius * (along * ahead + across * side));
                return p.brightness(int(at.x), int(at.y)) - nothing.brightness(int(at.x), int(at.y)) > 20;
            };
            SCOPED_TRACE(testing::Message() << dimensions << "D turn " << turn);
            EXPECT_TRUE(lit(1.2f, 0)) << "nose";
            EXPECT_FALSE(lit(2.4f, 0)) << "before the nose";
            EXPECT_FALSE(lit(-1.9f, 0)) << "behind";
            EXPECT_FALSE(lit(0.9f, 0.9f)) << "narrow in front";
            EXPECT_FALSE(lit(0.9f, -0.9f)) << "narrow in front";
            if (dimensions == 3) continue;  // from the side, the wings cover the notch
            EXPECT_TRUE(lit(-1.2f, 0.8f) && lit(-1.2f, -0.8f)) << "wings";
            EXPECT_FALSE(lit(-1.3f, 0)) << "notch";
        }
    }
}

TEST_F(RenderTest, DartsKeepTheirColourAndSmallOnesTheirLight) {
    expect_colour(dart({0, 0, 0}, 1, {1, 0, 0}).at(width / 2, height / 2), colour_map(0).back());
    const auto light = [&](float radius) {
        return dart({0, 0, 0}, radius, {1, 0, 0}).total() - picture_of({}).total();
    };
    const float pixel = 1 / camera.scale();
    for (const float pixels : {3.f, 1.f, 0.5f}) {
        const float here = light(pixels * pixel), area = 3.141593f * pixels * pixels;
        EXPECT_GT(here * width * height / area, 40) << pixels << " pixels: visible as dart or as point";
        EXPECT_LT(here * width * height / area, 400) << pixels;
    }
}

TEST_F(RenderTest, TheNearerDartWinsInEitherOrder) {
    use_dimensions(3);
    const glm::vec3 towards = glm::normalize(camera.eye());
    headings = {packed({1, 0, 0}), packed({1, 0, 0})};
    const Vertex far{0, 0, 0, 1, 0.f}, near{towards.x * 3, towards.y * 3, towards.z * 3, 1, 1.f};
    const Shot one = picture_of({far, near}), other = picture_of({near, far});
    headings.resize(1);
    const Shot alone = picture_of({near});
    headings.clear();
    const Pixel a = one.at(width / 2 + 3, height / 2), b = other.at(width / 2 + 3, height / 2),
                c = alone.at(width / 2 + 3, height / 2);
    EXPECT_LT(glm::distance(a, c), 6);
    EXPECT_LT(glm::distance(b, c), 6);
}

TEST_F(RenderTest, ShapesStandAmongTheActors) {
    for (int dimensions : {2, 3}) {
        use_dimensions(dimensions);
        const Shot nothing = picture_of({});
        picture.points.resize(2);
        picture.points[1] = {.name = "ball", .count = 1, .position = kept<glm::vec3>({{0, 0, 0}}), .size = 2.f};
        const Shot shape = picture_of({});
        EXPECT_GT(shape.brightness(width / 2, height / 2), nothing.brightness(width / 2, height / 2) + 20)
            << dimensions << "D";
        EXPECT_EQ(seen_at(shape, {4, 0, 0}), seen_at(nothing, {4, 0, 0}));
        const glm::vec3 towards = dimensions == 3 ? glm::normalize(camera.eye()) * 3.f : glm::vec3(0);
        const Shot before = picture_of({{towards.x, towards.y, towards.z, 0.6f, 1}}),
                   behind = picture_of({{-towards.x, -towards.y, -towards.z, 0.6f, 1}});
        EXPECT_GT(glm::distance(before.at(width / 2, height / 2), shape.at(width / 2, height / 2)), 40)
            << dimensions << "D: an actor before it";
        if (dimensions == 3) {
            EXPECT_LT(glm::distance(behind.at(width / 2, height / 2), shape.at(width / 2, height / 2)), 6)
                << "it hides what is behind";
        }
        picture.points.resize(1);
        EXPECT_EQ(difference(picture_of({}), nothing), 0) << "and they go";
    }
}

TEST_F(RenderTest, TrailsFadeWithAgeAndGo) {
    style.lo = 0;
    style.hi = 1;
    const Shot nothing = picture_of({});
    const auto trail = [&](std::vector<glm::vec3> places) {
        std::vector<glm::vec3> ends;
        std::vector<float> strength;
        for (std::size_t k = 0; k + 1 < places.size(); ++k) {
            ends.insert(ends.end(), {places[k], places[k + 1]});
            strength.push_back(1 - float(k + 1) / float(places.size()));
        }
        picture.lines = {{.ends = kept(ends),
                          .strength = kept(strength),
                          .value = kept(std::vector(strength.size(), 1.f)),
                          .look = LineLook::trail,
                          .count = u32(strength.size())}};
        const Shot shot = picture_of({});
        picture.lines.clear();
        return shot;
    };
    const auto light = [&](const Shot& p, float x) {
        const glm::ivec2 at = pixel_of({x, 0, 0});
        return p.brightness(at.x, at.y) - nothing.brightness(at.x, at.y);
    };
    const Shot p = trail({{4, 0, 0}, {2, 0, 0}, {0, 0, 0}, {-2, 0, 0}, {-4, 0, 0}});
    EXPECT_GT(light(p, 3), light(p, 1) + 5);
    EXPECT_GT(light(p, 1), light(p, -1) + 5);
    EXPECT_GT(light(p, -1), 5);
    EXPECT_EQ(light(p, 5), 0);
    EXPECT_EQ(difference(picture_of({}), nothing), 0) << "and they go";
}

TEST_F(RenderTest, SlicesEndInTheSamePictureAsOneGo) {
    for (const int dimensions : {2, 3})
        for (const bool glow : {false, true}) {
            use_dimensions(dimensions);
            style.glow = glow;
            vertices = scattered(100000);
            upload();
            const Shot at_once = draw();
            EXPECT_EQ(renderer->drawn(), 100000u);
            upload();
            int calls = 1;
            while (!renderer->draw(camera, style, 0.01)) ++calls;
            EXPECT_GT(calls, 3);
            EXPECT_LE(difference({renderer->pixels()}, at_once), glow ? 2 : 0) << dimensions << "D";
        }
}

TEST_F(RenderTest, AMovingCameraSeesAThinnedPictureAtOnceAndTheShownOneStaysWholeOtherwise) {
    vertices = scattered(100000);
    upload();
    const Shot before = draw();
    camera.pan({60, 0});
    EXPECT_FALSE(renderer->draw(camera, style, 0.01));
    EXPECT_LT(renderer->drawn(), 100000u);
    EXPECT_GT(difference({renderer->pixels()}, before), 50);
    const Shot still = draw();
    EXPECT_EQ(difference(draw(), still), 0);
    for (Vertex& v : vertices) v.scalar = 1 - v.scalar;
    upload();
    EXPECT_FALSE(renderer->draw(camera, style, 0.01));
    EXPECT_EQ(renderer->drawn(), 100000u) << "new actors, same view: the old picture until the new one is complete";
    EXPECT_EQ(difference({renderer->pixels()}, still), 0);
    EXPECT_GT(difference(draw(), still), 20);
}

TEST_F(RenderTest, UploadsDuringDrawingDoNotMixTwoPictures) {
    vertices = scattered(100000);
    for (Vertex& v : vertices) v.scalar = 0;
    upload();
    draw();
    upload();
    EXPECT_FALSE(renderer->draw(camera, style, 0.01));
    std::vector<Vertex> later = vertices;
    for (Vertex& v : later) v.scalar = 1;
    std::swap(vertices, later);
    upload();
    Shot first{renderer->pixels()};
    const Shot dark = first;
    for (int i = 0; i < 100000 && difference(first, dark) == 0 && !renderer->draw(camera, style, 0.01); ++i)
        first = {renderer->pixels()};
    const Shot last = draw();
    EXPECT_GT(last.total(), dark.total() * 1.3f);
    EXPECT_TRUE(difference(first, dark) == 0 || difference(first, last) == 0);
}

TEST_F(RenderTest, OverlaysChangeThePictureAndComeOffAgain) {
    const Shot plain = picture_of(scattered(100));
    style.grid = true;
    style.bins = {8, 5, 1};
    style.bin_width = glm::vec3(2);
    const Shot grid = draw();
    const glm::ivec2 crossing = pixel_of({-4, 1, 0});
    EXPECT_GT(grid.brightness(crossing.x, crossing.y), plain.brightness(crossing.x, crossing.y) + 10);
    style.grid = false;
    EXPECT_EQ(difference(draw(), plain), 0);

    Inspection inspection;
    inspection.candidates = {{1, {2, 0, 0}, 2, true}, {2, {0, 4, 0}, 4, false}};
    style.inspection = &inspection;
    style.radius = 3;
    const Shot inspected = draw();
    const glm::ivec2 on_circle = pixel_of({0, -3, 0}), neighbour = pixel_of({2, 0, 0});
    EXPECT_GT(inspected.brightness(on_circle.x, on_circle.y), 100);
    EXPECT_GT(inspected.brightness(neighbour.x, neighbour.y), 100);
    inspection.position = {0, 1, 0};
    EXPECT_GT(difference(draw(), inspected), 50) << "the same inspection with new content";
}

TEST_F(RenderTest, SizeFollowsTheCamera) {
    picture_of({{0, 0, 0, 1, 1}});
    camera.resize(64, 48);
    draw();
    EXPECT_EQ(renderer->pixels().size(), 64u * 48u * 3u);
    EXPECT_NE(renderer->texture(), 0u);
}

TEST_F(RenderTest, WithoutCudaPicturesTakeTheHostCopyAndSayWhy) {
    EXPECT_EQ(renderer->transfer(), Transfer::host_copy);
    EXPECT_FALSE(renderer->why_host_copy().empty());
    const Packed<2> somewhere{};
    picture.points = {{.count = 1, .position = &somewhere}};
    picture.points[0].position.count = 1;
    EXPECT_FALSE(renderer->upload(picture)) << "a picture on the device cannot be taken";
}

TEST_F(RenderTest, InteropIsOnWhereOpenGlRunsOnTheCudaDeviceAndGivenUpElsewhere) {
    Renderer shared(true);
    EXPECT_EQ(shared.transfer() == Transfer::host_copy, !shared.why_host_copy().empty());
    vertices = scattered(1000);
    picture.points = {layer_of(vertices)};
    EXPECT_TRUE(shared.upload(picture)) << "pictures in main memory always work";
    EXPECT_TRUE(shared.draw(camera, style, 1e6));
    EXPECT_EQ(shared.drawn(), 1000u);
}

TEST(Camera, RayAndProjectAgree) {
    for (const int dimensions : {2, 3}) {
        Camera camera;
        camera.resize(1000, 700);
        camera.frame_all({-8, -5, dimensions == 2 ? 0 : -5}, {8, 5, dimensions == 2 ? 0 : 5}, dimensions);
        camera.orbit({140, -60});
        camera.pan({31, 17});
        camera.zoom(1.7f, {200, 600});
        for (const glm::vec2 pixel : {glm::vec2(500, 350), glm::vec2(3, 4), glm::vec2(990, 100), glm::vec2(700, 690)}) {
            const Camera::Ray ray = camera.ray(pixel);
            for (const float distance : {5.f, 20.f}) {
                const glm::vec3 seen = camera.project(ray.origin + distance * ray.direction);
                EXPECT_NEAR(seen.x, pixel.x, 0.01f);
                EXPECT_NEAR(seen.y, pixel.y, 0.01f);
                EXPECT_GT(seen.z, 0);
            }
        }
    }
}

TEST(Camera, ProjectAgreesWithTheMatrices) {
    for (const int dimensions : {2, 3}) {
        Camera camera;
        camera.resize(900, 500);
        camera.frame_all({-8, -5, -5}, {8, 5, 5}, dimensions);
        const glm::vec3 point(3, -2, dimensions == 2 ? 0 : 4);
        const glm::vec4 clip = camera.projection() * camera.view() * glm::vec4(point, 1);
        const glm::vec3 seen = camera.project(point);
        EXPECT_NEAR(seen.x, (clip.x / clip.w * 0.5f + 0.5f) * 900, 0.01f);
        EXPECT_NEAR(seen.y, (0.5f - clip.y / clip.w * 0.5f) * 500, 0.01f);
        EXPECT_LT(std::abs(clip.z), clip.w) << "between the clip planes";
    }
}

TEST(Camera, ZoomKeepsWhatLiesUnderThePixel) {
    for (const int dimensions : {2, 3}) {
        Camera camera;
        camera.resize(1000, 700);
        camera.frame_all({-8, -5, -5}, {8, 5, 5}, dimensions);
        const glm::vec2 pixel(820, 140);
        const Camera::Ray ray = camera.ray(pixel);
        const glm::vec3 view = dimensions == 2 ? glm::vec3(0, 0, -1) : -glm::normalize(camera.eye());
        const glm::vec3 under =
            ray.origin - ray.direction * (glm::dot(ray.origin, view) / glm::dot(ray.direction, view));
        camera.zoom(1.25f, pixel);
        EXPECT_NEAR(camera.project(under).x, pixel.x, 0.02f);
        EXPECT_NEAR(camera.project(under).y, pixel.y, 0.02f);
        for (int i = 0; i < 200; ++i) camera.zoom(1.5f, {500, 350});
        EXPECT_TRUE(std::isfinite(camera.scale()));
        for (int i = 0; i < 400; ++i) {
            camera.zoom(0.7f, {500, 350});
            camera.pan({50, 50});
        }
        const glm::vec3 box = camera.project({0, 0, 0});
        EXPECT_TRUE(camera.scale() > 1 && box.x > 0 && box.x < 1000 && box.y > 0 && box.y < 700)
            << "never lost in empty space";
    }
}

TEST(Camera, FramingShowsTheWholeBoxInAnyWindow) {
    for (const int dimensions : {2, 3})
        for (const auto& [wide, high] : {std::pair(1000, 700), std::pair(300, 900)}) {
            Camera camera;
            camera.resize(wide, high);
            camera.frame_all({-8, -5, -5}, {8, 5, 5}, dimensions);
            for (int corner = 0; corner < 8; ++corner) {
                const glm::vec3 seen = camera.project({corner & 1 ? 8 : -8, corner & 2 ? 5 : -5,
                                                       dimensions == 2 ? 0
                                                       : corner & 4    ? 5
                                                                       : -5});
                EXPECT_TRUE(seen.x > 0 && seen.x < float(wide) && seen.y > 0 && seen.y < float(high))
                    << corner << " of " << wide;
            }
        }
}

TEST(Camera, ThePannedWorldFollowsTheMouse) {
    for (const int dimensions : {2, 3}) {
        Camera camera;
        camera.resize(1000, 700);
        camera.frame_all({-8, -5, -5}, {8, 5, 5}, dimensions);
        camera.pan({40, -25});
        EXPECT_NEAR(camera.project({0, 0, 0}).x, 540, 1);
        EXPECT_NEAR(camera.project({0, 0, 0}).y, 325, 1);
    }
}

TEST(ColourMap, EveryMapGrowsLighterThroughout) {
    ASSERT_EQ(colour_map_names().size(), 6u);
    EXPECT_EQ(colour_map_names().front(), "viridis");
    for (int map = 0; map < int(colour_map_names().size()); ++map) {
        const auto& colours = colour_map(map);
        for (std::size_t i = 1; i < colours.size(); ++i)
            EXPECT_GT(lightness(colours[i]), lightness(colours[i - 1]))
                << colour_map_names()[std::size_t(map)] << " " << i;
        EXPECT_GT(lightness(colours.front()), 0.02f) << "stands out from the background";
        EXPECT_GT(lightness(colours.back()), 0.6f);
    }
}

TEST(AutoRange, CoversTheBulkAndIsNeverEmpty) {
    EXPECT_EQ(auto_range({0, 100, 50, 10}), glm::vec2(30, 70));
    EXPECT_EQ(auto_range({45, 52, 50, 10}), glm::vec2(45, 52));
    EXPECT_EQ(auto_range({2.4e-5f, 3, 1, 1}), glm::vec2(0, 3)) << "no 2.4e-05 under the bar";
    EXPECT_EQ(auto_range({-3, -2.4e-5f, -1, 1}), glm::vec2(-3, 0));
    EXPECT_EQ(auto_range({0.006f, 3, 1, 1}), glm::vec2(0.006f, 3));
    for (const ScalarRange same : {ScalarRange{0, 0, 0, 0}, ScalarRange{7, 7, 7, 0}, ScalarRange{1e9f, 1e9f, 1e9f, 0},
                                   ScalarRange{-3, -3, -3, 0}}) {
        EXPECT_LT(auto_range(same).x, same.mean);
        EXPECT_GT(auto_range(same).y, same.mean);
    }
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_LT(auto_range({nan, nan, nan, nan}).x, auto_range({nan, nan, nan, nan}).y);
}

TEST(AutoRange, IsReachedStepByStep) {
    ViewStyle style{.lo = 2, .hi = 9};
    move_range(style, {0, 5}, 0.25f);
    EXPECT_EQ(glm::vec2(style.lo, style.hi), glm::vec2(1.5f, 8));
    for (int i = 0; i < 40; ++i) move_range(style, {0, 5}, 0.25f);
    EXPECT_EQ(glm::vec2(style.lo, style.hi), glm::vec2(0, 5)) << "not almost";
}

}  // namespace render_test
}  // namespace nearfield
