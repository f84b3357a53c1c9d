// Palettes: colours that everybody can tell apart, also colour-blind readers and on a grey print.
#include "picture/palettes.hpp"

#include "colour_vision.hpp"

#include <gtest/gtest.h>

namespace nearfield {
namespace palettes_test {

/// Pairs 1, 7, 13, 17, 21, 23, 25 and 34 of the published table.
TEST(ColourVision, DistancesAreThoseOfSharmaAndOthers) {
    const struct {
        glm::dvec3 one, two;
        double distance;
    } published[] = {{{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
                     {{50, 0, 0}, {50, -1, 2}, 2.3669},
                     {{50, -0.0010, 2.4900}, {50, 0.0009, -2.4900}, 4.8045},
                     {{50, 2.5, 0}, {73, 25, -18}, 27.1492},
                     {{50, 2.5, 0}, {50, 3.1736, 0.5854}, 1.0000},
                     {{50, 2.5, 0}, {50, 1.8634, 0.5757}, 1.0000},
                     {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
                     {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082}};
    for (const auto& [one, two, distance] : published) {
        EXPECT_NEAR(ciede2000(one, two), distance, 1e-4);
        EXPECT_NEAR(ciede2000(two, one), distance, 1e-4);
    }
}

TEST(ColourVision, KnowsWhiteGreyAndConfusedColours) {
    EXPECT_NEAR(lab_seen({1, 1, 1}).x, 100, 1e-3);
    EXPECT_NEAR(contrast_ratio({1, 1, 1}, {0, 0, 0}), 21, 1e-6);
    for (int v = 0; v < kinds_of_vision; ++v) {
        const glm::dvec3 grey = lab_seen(glm::vec3(0.5f), v);
        EXPECT_NEAR(grey.y, 0, 0.1) << v;
        EXPECT_NEAR(grey.z, 0, 0.1) << v;
    }
    const glm::vec3 red(0.80f, 0.40f, 0.30f), green(0.53f, 0.55f, 0.30f);
    EXPECT_GT(ciede2000(lab_seen(red), lab_seen(green)), 3 * told_apart(red, green)) << "red and green";
}

TEST(Palettes, AnyTwoColoursCanBeToldApart) {
    for (const auto& [name, colours] : palettes())
        for (std::size_t a = 0; a < colours.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                EXPECT_GE(told_apart(colours[a], colours[b]), told_apart_at_least) << name << ": " << b << ", " << a;
}

/// Grey prints: neighbours in a legend differ in lightness, and a palette of series also where it begins again.
TEST(Palettes, NeighboursDifferInLightness) {
    for (const auto& all : palettes()) {
        const bool cyclic = all.name.starts_with("series");
        for (std::size_t k = 0; k + !cyclic < all.size(); ++k)
            EXPECT_GE(std::abs(lab_seen(all[k]).x - lab_seen(all[k + 1]).x), 5) << all.name << ": " << k;
    }
}

TEST(Palettes, ThereIsOneForEachName) {
    EXPECT_EQ(palettes().size(), std::size_t(Palette::reach) + 1);
    EXPECT_EQ(palette(Palette::reach).name, "reach");
    EXPECT_EQ(palette(Palette::relations).size(), 8u);
    EXPECT_EQ(palette(Palette::levels_of_service).size(), 6u);
}

}  // namespace palettes_test
}  // namespace nearfield
