// Building blocks of panels, drawn without a window: letters, sliders, scales; and the reasons why controls are
// inactive.
#include "app/panels/run/inactive.hpp"
#include "app/ui/format.hpp"
#include "app/ui/number_field.hpp"
#include "app/ui/plots.hpp"
#include "app/ui/widgets.hpp"
#include "sim/scene.hpp"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <functional>
#include <map>
#include <string>

namespace nearfield::ui {
namespace small_parts_test {

/// ImGui with the program's fonts and style, for one frame.
class SmallParts : public testing::Test {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"))
            GTEST_SKIP() << "DejaVu is not installed";
        ImGui::CreateContext();
        ImGui::GetIO().DisplaySize = {1280, 800};
        ImGui::GetIO().IniFilename = nullptr;
        set_theme(Theme::dark);
        load_fonts(1, 1);
        apply_style(1);
    }
    void TearDown() override {
        if (ImGui::GetCurrentContext()) ImGui::DestroyContext();
    }

    /// The vertices that `draw` adds to a window's list.
    std::vector<ImDrawVert> drawn(const std::function<void(ImDrawList&)>& draw) {
        ImGui::NewFrame();
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({600, 400});
        ImGui::Begin("parts", nullptr, ImGuiWindowFlags_NoDecoration);
        auto& list = *ImGui::GetWindowDrawList();
        const int before = list.VtxBuffer.Size;
        draw(list);
        const std::vector<ImDrawVert> vertices(list.VtxBuffer.begin() + before, list.VtxBuffer.end());
        ImGui::End();
        ImGui::EndFrame();
        return vertices;
    }
    static bool is_letter(const ImDrawVert& v) {
        const ImVec2 white = ImGui::GetIO().Fonts->TexUvWhitePixel;
        return v.uv.x != white.x || v.uv.y != white.y;
    }
};

/// The characters of a text in UTF-8.
std::vector<unsigned> characters(const std::string& text) {
    std::vector<unsigned> all;
    for (const char* at = text.c_str(); *at;) {
        unsigned c = 0;
        at += ImTextCharFromUtf8(&c, at, text.c_str() + text.size());
        all.push_back(c);
    }
    return all;
}

TEST_F(SmallParts, EveryCharacterOfTheScenesHasAGlyph) {
    std::string texts = "ΑαΒβΓγΔδεζηθλμνξπρΣστφχψΩω ✓✗≤≥→·×–…²³";
    for (const auto& scene : scenes()) {
        texts += scene.title + scene.summary;
        for (const auto& spec : *scene.params) texts += spec.label + spec.unit + spec.help;
        for (const auto& attribute : scene.attributes) texts += attribute.title + attribute.unit + attribute.help;
        for (const auto& metric : scene.metrics) texts += metric.title + metric.unit;
    }
    ASSERT_GT(texts.size(), 10'000u);
    for (const Font which : {Font::body, Font::small, Font::bold, Font::title})
        for (const unsigned c : characters(texts))
            EXPECT_NE(font(which)->FindGlyphNoFallback(ImWchar(c)), nullptr) << "U+" << std::hex << c;
}

TEST(Numbers, AreGroupedFromAThousandOn) {
    EXPECT_EQ(number(1234.4), "1,234");
    EXPECT_EQ(number(1235), "1,235");
    EXPECT_EQ(number(999.97), "1,000");
    EXPECT_EQ(number(9999.7), "10,000");
    EXPECT_EQ(number(999.94), "999.9");
    EXPECT_EQ(format_bytes(999960), "1.0 MB");
    EXPECT_EQ(format_bytes(999400), "999 kB");
}

TEST(Metrics, OfOneChartFollowEachOtherInOneUnit) {
    for (const auto& scene : scenes()) {
        std::map<std::string, std::size_t> last;
        for (std::size_t m = 0; m < scene.metrics.size(); ++m) {
            const Quantity& metric = scene.metrics[m];
            if (metric.chart.empty()) continue;
            if (const auto before = last.find(metric.chart); before != last.end()) {
                EXPECT_EQ(before->second, m - 1) << scene.key << ": " << metric.key;
                EXPECT_EQ(scene.metrics[m - 1].unit, metric.unit) << scene.key << ": " << metric.key;
            }
            last[metric.chart] = m;
        }
    }
}

TEST_F(SmallParts, DigitsLieAboveASlidersHandle) {
    for (const double value : {0.0, 0.3, 0.5, 0.7, 1.0}) {
        double shown = value;
        const auto vertices = drawn([&](ImDrawList&) {
            ImGui::SetNextItemWidth(200);
            std::optional<std::string> left;
            slider("##value", shown, {0, 1}, "0123456789", left);
        });
        float lowest_digit = 0, handle = 1e9f;
        for (const auto& v : vertices) {
            if (is_letter(v)) lowest_digit = std::max(lowest_digit, v.pos.y);
            else if (v.col == colour::accent) handle = std::min(handle, v.pos.y);
        }
        ASSERT_GT(lowest_digit, 0) << "there is a number";
        ASSERT_LT(handle, 1e9f) << "and a handle";
        EXPECT_LE(lowest_digit, handle + 0.5f) << value;
    }
}

TEST_F(SmallParts, NoLabelOfAScaleIsCut) {
    for (const double top : {0.00003, 0.5, 7.0, 12'500.0, 4.2e8})
        for (const double bottom : {0.0, -0.25 * top}) {
            const float height = 120;
            float left = 0;
            const auto vertices = drawn([&](ImDrawList& out) {
                left = scale_width(top, "m/s", bottom);
                draw_scale(out, {{left, 10}, {500, 10 + height}}, top, "m/s", bottom);
            });
            float least = 1e9f;
            for (const auto& v : vertices)
                if (is_letter(v)) least = std::min(least, v.pos.x);
            EXPECT_GE(least, -0.5f) << top << ": nothing lies left of the room that was asked for";
            EXPECT_LT(least, left) << top << ": there are labels";
        }
}

TEST(Inactive, LookAheadSaysWhereItHasNoEffect) {
    const auto& boids = find_scene("boids");
    Settings settings = boids.defaults();
    const auto why = [&](const char* visit, Backend backend, bool sparse) {
        settings.set("search.visit", visit);
        return why_inactive(settings.spec("search.sector"), settings, backend, sparse);
    };
    EXPECT_EQ(why("fused", Backend::cpu, false), "");
    EXPECT_EQ(why("trimmed", Backend::cpu, false), "");
    EXPECT_EQ(why("trimmed", Backend::cuda, false), "");
    EXPECT_EQ(why("fused", Backend::cuda, false), "");
    EXPECT_NE(why("trimmed", Backend::cpu, true).find("sparse"), std::string::npos);
    EXPECT_NE(why("fused", Backend::cuda, true).find("sparse"), std::string::npos);
    EXPECT_NE(why("bins", Backend::cpu, false).find("Visit is trimmed or fused"), std::string::npos);
    EXPECT_EQ(why_inactive(settings.spec("search.visit"), settings, Backend::cuda, true), "") << "others have one";
}

}  // namespace small_parts_test
}  // namespace nearfield::ui
