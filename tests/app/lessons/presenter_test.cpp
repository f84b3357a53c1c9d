// Presentations: a list of demos is read or refused with its position, and pictures on light ground.
#include "app/draw/point_pass.hpp"
#include "app/lessons/demos.hpp"
#include "app/preset.hpp"
#include "refusal.hpp"
#include "render_fixture.hpp"

#include <cmath>

namespace nearfield {
namespace presenter_test {

std::string refused(const std::string& text) {
    return refusal<UsageError>([&] { lessons::read_demos(text, "demos.json"); });
}

TEST(Demos, ShippedOnesLoad) {
    const auto& carried = lessons::carried_demos().at(0);
    const auto demos = lessons::read_demos(carried.text, carried.key + ".json");
    ASSERT_EQ(demos.size(), lessons::most_demos);
    for (const auto& demo : demos) {
        EXPECT_NO_THROW(load_preset(demo.preset)) << demo.preset;
        EXPECT_FALSE(demo.title.empty() || demo.say.empty()) << demo.preset;
    }
}

TEST(Demos, BadListsAreRefusedWithTheirPlace) {
    const auto one = [](const std::string& preset) {
        return "{\"demos\": [\n{\"title\": \"A\", \"preset\": \"" + preset + "\"}]}";
    };
    EXPECT_EQ(refused(one("boids/school")), "");
    std::string many = "{\"demos\": [";
    for (int i = 0; i < 10; ++i) many += std::string(i ? "," : "") + R"({"title": "A", "preset": "boids/school"})";
    const std::vector<std::pair<std::string, std::vector<std::string>>> bad{
        {one("boids/scool"), {"demos.json:2", "boids/scool"}},
        {"{\"demos\": []}", {"demos.json", "no demo"}},
        {"{\"demos\": [\n\n{\"title\": \"A\"}]}", {"demos.json:3", "'preset'"}},
        {"{\"demos\": [{\"title\": \"A\", \"preset\": 3}]}", {"demos.json:1", "preset"}},
        {"{\"demos\": [\n{\"title\": \"A\", \"preset\": \"boids/school\", \"key\": 1}]}", {"demos.json:2", "'key'"}},
        {many + "]}", {"demos.json:1", "nine"}},
        {"{\"demos\": [", {"demos.json:1"}}};
    for (const auto& [text, parts] : bad) {
        const std::string words = refused(text);
        for (const auto& part : parts) EXPECT_NE(words.find(part), std::string::npos) << text << ": " << words;
    }
}

TEST(LightGround, EveryColourOfEveryMapStandsOut) {
    EXPECT_NEAR(contrast(glm::vec3(0), glm::vec3(1)), 21, 1e-3);
    EXPECT_NEAR(contrast(glm::vec3(1), glm::vec3(1)), 1, 1e-6);
    for (int map = 0; map < int(colour_map_names().size()); ++map) {
        const auto& colours = colour_map(map, true);
        EXPECT_EQ(colours.front(), colour_map(map).front());
        for (std::size_t i = 0; i < colours.size(); ++i) {
            EXPECT_GE(contrast(colours[i], background_of(true)), least_contrast) << map << " " << i;
            if (i == 0) continue;
            EXPECT_GT(contrast(colours[i - 1], background_of(true)), contrast(colours[i], background_of(true)));
        }
        EXPECT_GT(contrast(colours.front(), colours.back()), 2.f) << "and a range of lightness is left";
    }
    const glm::vec3 white(1), red(0.7f, 0.1f, 0.1f);
    EXPECT_GE(contrast(on_ground(white, true), background_of(true)), least_contrast);
    EXPECT_EQ(on_ground(red, true), red);
    EXPECT_EQ(on_ground(white, false), white);
}

using LightTest = RenderTest;

TEST_F(LightTest, GroundIsLightAndActorsAreSeenOnIt) {
    for (const int dimensions : {2, 3})
        for (const bool glow : {false, true}) {
            use_dimensions(dimensions);
            style.glow = glow;
            style.light = true;
            const Shot shot = picture_of({{0, 0, 0, 1, 1.0f}});
            const auto colour = [&](int x, int y) { return glm::vec3(shot.at(x, y)) / 255.f; };
            EXPECT_LT(glm::distance(colour(3, 3), background_of(true)), 0.02f) << dimensions << " " << glow;
            EXPECT_GT(contrast(colour(3, 3), colour(width / 2, height / 2)), 1.5f) << dimensions << " " << glow;
            style.light = false;
            EXPECT_LT(draw().brightness(3, 3), 20) << "and back";
        }
}

TEST_F(LightTest, SmallDotsAndLinesGrowWithTheStroke) {
    const auto seen = [&](float stroke, float radius) {
        style.stroke = stroke;
        const Shot nothing = picture_of({}), dot = picture_of({{0, 0, 0, radius, 1}});
        return difference(dot, nothing);
    };
    const float tiny = 0.5f / camera.scale(), large = 20 / camera.scale();
    EXPECT_GT(seen(3, tiny), 2 * seen(1, tiny)) << "a dot below a pixel";
    EXPECT_NEAR(seen(3, large), seen(1, large), 0.02 * seen(1, large)) << "a large one keeps its true size";
    picture.lines = {{.ends = kept<Segment>({{{-6, 0, 0}, {6, 0, 0}}}), .look = LineLook::edge, .count = 1}};
    const auto inked = [&](float stroke) {
        style.stroke = stroke;
        const Shot with = picture_of({});
        int rows = 0;
        for (int y = 0; y < height; ++y) rows += with.brightness(width / 2, y) > with.brightness(width / 2, 3) + 20;
        return rows;
    };
    EXPECT_GE(inked(3), 2 * inked(1));
}

}  // namespace presenter_test
}  // namespace nearfield
