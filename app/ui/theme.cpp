#include "app/ui/theme.hpp"

#include "picture/palettes.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

namespace nearfield::ui {
namespace {

struct Surfaces {
    ImU32 background, panel, bar, raised, field, field_hovered, field_active, line, text, dim, faint;
    ImU32 accent, accent_bright, accent_deep, good, bad, warm, on_accent, front, veil, outline, marked;
};

constexpr Surfaces dark{.background = rgb(0x070a11),
                        .panel = rgb(0x0e131d),
                        .bar = rgb(0x0b0f18),
                        .raised = rgb(0x151c29),
                        .field = rgb(0x192231),
                        .field_hovered = rgb(0x212c3f),
                        .field_active = rgb(0x28354c),
                        .line = rgb(0x1f2938),
                        .text = rgb(0xdde5f0),
                        .dim = rgb(0xa6b3c7),
                        .faint = rgb(0x8a95a8),
                        .accent = rgb(0x4fb8e8),
                        .accent_bright = rgb(0x7dd0f7),
                        .accent_deep = rgb(0x1d4f6e),
                        .good = rgb(0x52d6a4),
                        .bad = rgb(0xff7a6b),
                        .warm = rgb(0xf0b352),
                        .on_accent = rgb(0x06121b),
                        .front = rgb(0x121926),
                        .veil = rgb(0x04060a),
                        .outline = rgb(0x000000),
                        .marked = rgb(0xffd84a)};
constexpr Surfaces light{.background = rgb(0xeef1f5),
                         .panel = rgb(0xf6f8fa),
                         .bar = rgb(0xe9edf2),
                         .raised = rgb(0xffffff),
                         .field = rgb(0xdfe5ec),
                         .field_hovered = rgb(0xd2dae4),
                         .field_active = rgb(0xc2cddb),
                         .line = rgb(0xc9d1dc),
                         .text = rgb(0x16202e),
                         .dim = rgb(0x3b475c),
                         .faint = rgb(0x535f71),
                         .accent = rgb(0x09639b),
                         .accent_bright = rgb(0x00578f),
                         .accent_deep = rgb(0x9fcdea),
                         .good = rgb(0x0a6c46),
                         .bad = rgb(0xb4281b),
                         .warm = rgb(0x895200),
                         .on_accent = rgb(0xffffff),
                         .front = rgb(0xffffff),
                         .veil = rgb(0x8d99a8),
                         .outline = rgb(0xffffff),
                         .marked = rgb(0xb07a00)};
Surfaces present = dark;
bool is_light = false;

/// All characters beyond Latin-1 used in the program's texts.
const char* symbols = "×·≤≥²³π–—…✓✗↻↺→←↑↓∞≈±µ⌀•●○▲▼▶◀⚠√";

std::string font_file(const char* name) {
    for (const char* folder :
         {"/usr/share/fonts/truetype/dejavu/", "/usr/share/fonts/dejavu/", "/usr/share/fonts/TTF/"})
        if (std::error_code ignored; std::filesystem::exists(std::string(folder) + name, ignored))
            return std::string(folder) + name;
    return {};
}

ImFont* add_font(const char* name, float pixels, const ImVector<ImWchar>& ranges) {
    auto& atlas = *ImGui::GetIO().Fonts;
    const std::string file = font_file(name);
    pixels = std::round(pixels);
    if (!file.empty()) {
        ImFontConfig config;
        config.OversampleH = 2, config.OversampleV = 1, config.PixelSnapH = true;
        if (ImFont* font = atlas.AddFontFromFileTTF(file.c_str(), pixels, &config, ranges.Data)) return font;
    }
    ImFontConfig config;
    config.SizePixels = pixels;
    return atlas.AddFontDefault(&config);
}

void set(ImGuiStyle& style, ImGuiCol slot, ImU32 value) { style.Colors[slot] = ImGui::ColorConvertU32ToFloat4(value); }

void set_surfaces(ImGuiStyle& style) {
    using namespace colour;
    set(style, ImGuiCol_Text, colour::text), set(style, ImGuiCol_TextDisabled, dim);
    set(style, ImGuiCol_WindowBg, panel), set(style, ImGuiCol_ChildBg, 0),
        set(style, ImGuiCol_PopupBg, see_through(front, 0.985f));
    set(style, ImGuiCol_Border, line), set(style, ImGuiCol_BorderShadow, 0);
    set(style, ImGuiCol_MenuBarBg, bar), set(style, ImGuiCol_Separator, line);
    set(style, ImGuiCol_TitleBg, bar), set(style, ImGuiCol_TitleBgActive, bar),
        set(style, ImGuiCol_TitleBgCollapsed, bar);
    set(style, ImGuiCol_ScrollbarBg, 0), set(style, ImGuiCol_ScrollbarGrab, see_through(faint, 0.4f));
    set(style, ImGuiCol_ScrollbarGrabHovered, see_through(faint, 0.6f)),
        set(style, ImGuiCol_ScrollbarGrabActive, see_through(faint, 0.85f));
    set(style, ImGuiCol_TableRowBg, 0), set(style, ImGuiCol_TableRowBgAlt, see_through(colour::text, 0.02f));
    set(style, ImGuiCol_TableHeaderBg, 0), set(style, ImGuiCol_TableBorderLight, line),
        set(style, ImGuiCol_TableBorderStrong, line);
    set(style, ImGuiCol_ModalWindowDimBg, see_through(veil, 0.6f));
}

void set_controls(ImGuiStyle& style) {
    using namespace colour;
    set(style, ImGuiCol_FrameBg, field), set(style, ImGuiCol_FrameBgHovered, field_hovered),
        set(style, ImGuiCol_FrameBgActive, field_active);
    set(style, ImGuiCol_Button, field), set(style, ImGuiCol_ButtonHovered, field_hovered),
        set(style, ImGuiCol_ButtonActive, field_active);
    set(style, ImGuiCol_Header, see_through(accent, 0.16f)),
        set(style, ImGuiCol_HeaderHovered, see_through(accent, 0.22f)),
        set(style, ImGuiCol_HeaderActive, see_through(accent, 0.32f));
    set(style, ImGuiCol_CheckMark, accent_bright), set(style, ImGuiCol_SliderGrab, accent),
        set(style, ImGuiCol_SliderGrabActive, accent_bright);
    set(style, ImGuiCol_TextSelectedBg, see_through(accent, 0.35f)), set(style, ImGuiCol_NavHighlight, accent),
        set(style, ImGuiCol_NavWindowingHighlight, accent), set(style, ImGuiCol_NavWindowingDimBg, 0);
    set(style, ImGuiCol_SeparatorHovered, accent), set(style, ImGuiCol_SeparatorActive, accent_bright);
}

}  // namespace

namespace colour {
const ImU32 &background = present.background, &panel = present.panel, &bar = present.bar, &raised = present.raised,
            &field = present.field, &field_hovered = present.field_hovered, &field_active = present.field_active,
            &line = present.line, &text = present.text, &dim = present.dim, &faint = present.faint,
            &accent = present.accent, &accent_bright = present.accent_bright, &accent_deep = present.accent_deep,
            &good = present.good, &bad = present.bad, &warm = present.warm, &on_accent = present.on_accent,
            &front = present.front, &veil = present.veil, &outline = present.outline, &marked = present.marked;
}  // namespace colour

std::vector<ImU32> text_colours() {
    using namespace colour;
    return {colour::text, dim, faint, accent, accent_bright, good, bad, warm};
}

std::vector<ImU32> text_grounds() {
    using namespace colour;
    return {background, panel, bar, raised, field, field_hovered, front};
}

void set_theme(Theme theme) {
    is_light = theme == Theme::light;
    present = is_light ? light : dark;
}

/// Beyond the palette its colours return lighter and darker by turns.
ImU32 series_colour(int n) {
    const auto& colours = palette(is_light ? Palette::series_on_light : Palette::series_on_dark);
    const unsigned round = unsigned(n) / unsigned(colours.size());
    const float share = round ? 1 - std::pow(0.55f, float((round + 1) / 2)) : 0;
    const glm::vec3 c = glm::mix(colours[std::size_t(n)], glm::vec3(round % 2 ? 1.f : 0.f), share);
    return ImGui::ColorConvertFloat4ToU32({c.r, c.g, c.b, 1});
}

ImU32 stage_colour(std::size_t stage, std::size_t stages) {
    if (stage < stages) return series_colour(int(stage));
    return stages ? see_through(colour::faint, 0.6f) : colour::accent;
}

ImFont* font(Font which) { return ImGui::GetIO().Fonts->Fonts[int(which)]; }

void load_fonts(float scale, float density) {
    auto& io = ImGui::GetIO();
    io.Fonts->Clear();
    ImFontGlyphRangesBuilder builder;
    builder.AddRanges(io.Fonts->GetGlyphRangesDefault());
    builder.AddText(symbols);
    static constexpr ImWchar greek[] = {0x370, 0x3ff, 0};
    builder.AddRanges(greek);
    ImVector<ImWchar> ranges;
    builder.BuildRanges(&ranges);
    const float size = scale * density;
    add_font("DejaVuSans.ttf", 13.5f * size, ranges);  // same order as Font
    add_font("DejaVuSans.ttf", 11.5f * size, ranges);
    add_font("DejaVuSans-Bold.ttf", 12.5f * size, ranges);
    add_font("DejaVuSans-Bold.ttf", 17 * size, ranges);
    io.Fonts->Build();
    io.FontGlobalScale = 1 / density;
}

void apply_style(float scale) {
    ImGuiStyle style;
    style.WindowPadding = {12, 10}, style.FramePadding = {8, 3}, style.CellPadding = {6, 3};
    style.ItemSpacing = {8, 5}, style.ItemInnerSpacing = {6, 4}, style.IndentSpacing = 14;
    style.ScrollbarSize = 9, style.GrabMinSize = 3;
    style.WindowBorderSize = 0, style.ChildBorderSize = 0, style.PopupBorderSize = 1, style.FrameBorderSize = 0;
    style.WindowRounding = 0, style.ChildRounding = 6, style.FrameRounding = 4, style.PopupRounding = 6;
    style.ScrollbarRounding = 6, style.GrabRounding = 3, style.TabRounding = 4;
    style.DisabledAlpha = 0.42f;
    set_surfaces(style), set_controls(style);
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

float stroke(float pixels) {
    constexpr float usual = 13.5f;  // reference text height for widths
    return pixels * std::max(1.f, ImGui::GetFontSize() / usual);
}

void focus_ring() {
    if (!ImGui::IsItemFocused() || !ImGui::GetIO().NavVisible) return;
    const ImVec2 lo = ImGui::GetItemRectMin(), hi = ImGui::GetItemRectMax();
    const float rounding = ImGui::GetStyle().FrameRounding;
    auto& out = *ImGui::GetWindowDrawList();
    out.AddRect(lo, hi, colour::accent, rounding, 0, stroke(2));
    out.AddRect({lo.x + stroke(2), lo.y + stroke(2)}, {hi.x - stroke(2), hi.y - stroke(2)}, colour::panel, rounding);
}

}  // namespace nearfield::ui
