// Both themes: legible text, and colours of series and names that everybody can tell apart.
#include "app/draw/renderer.hpp"
#include "app/ui/theme.hpp"
#include "picture/palettes.hpp"

#include "colour_vision.hpp"

#include <gtest/gtest.h>

namespace nearfield {
namespace theme_test {

class Themes : public testing::TestWithParam<ui::Theme> {
  protected:
    void SetUp() override { ui::set_theme(GetParam()); }
    void TearDown() override { ui::set_theme(ui::Theme::dark); }
    static bool light() { return GetParam() == ui::Theme::light; }
    /// A colour over a ground.
    static glm::vec3 over(ImU32 ground, ImU32 colour) {
        const ImVec4 g = ImGui::ColorConvertU32ToFloat4(ground), c = ImGui::ColorConvertU32ToFloat4(colour);
        return glm::mix(glm::vec3(g.x, g.y, g.z), glm::vec3(c.x, c.y, c.z), c.w);
    }
};

TEST_P(Themes, TextIsLegibleOnEveryGround) {
    for (const ImU32 ground : ui::text_grounds())
        for (const ImU32 text : ui::text_colours())
            EXPECT_GE(contrast_ratio(over(ground, text), over(ground, ground)), 4.5)
                << std::hex << text << " on " << ground;
    EXPECT_GE(contrast_ratio(over(0, ui::colour::on_accent), over(0, ui::colour::accent)), 4.5);
}

TEST_P(Themes, StagesAndTheRestCanBeToldApart) {
    const auto stages = palette(Palette::series_on_light).size();
    for (std::size_t a = 0; a <= stages; ++a)
        for (std::size_t b = 0; b < a; ++b) {
            const auto one = over(ui::colour::bar, ui::stage_colour(a, stages)),
                       other = over(ui::colour::bar, ui::stage_colour(b, stages));
            EXPECT_GE(told_apart(one, other), told_apart_at_least) << a << ", " << b;
        }
    for (std::size_t k = 0; k < stages; ++k)
        EXPECT_GE(contrast_ratio(over(ui::colour::panel, ui::series_colour(int(k))), over(0, ui::colour::panel)), 3);
}

TEST_P(Themes, NamesBesideEachOtherCanBeToldApart) {
    for (int map = 0; map < int(colour_map_names().size()); ++map)
        for (std::size_t count = 2; count < 20; ++count)
            for (std::size_t k = 0; k + 1 < count; ++k)
                EXPECT_GE(
                    told_apart(colour_of_name(k, count, map, light()), colour_of_name(k + 1, count, map, light())),
                    told_apart_at_least)
                    << colour_map_names()[std::size_t(map)] << ": " << k << " of " << count;
}

/// The map of a picture has the colours of the legend's names.
TEST_P(Themes, ANameIsDrawnInItsColour) {
    for (const std::size_t count : {2u, 5u, 8u, 31u}) {
        const auto drawn = colours_of_values(0, light(), {0, float(count - 1)}, count);
        for (std::size_t k = 0; k < count; ++k)
            EXPECT_EQ(drawn[std::size_t(std::lround(double(k) * 255 / double(count - 1)))],
                      colour_of_name(k, count, 0, light()))
                << k << " of " << count;
    }
}

INSTANTIATE_TEST_SUITE_P(Both, Themes, testing::Values(ui::Theme::dark, ui::Theme::light));

}  // namespace theme_test
}  // namespace nearfield
