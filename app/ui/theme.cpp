#include "app/ui/theme.hpp"

#include <cmath>
#include <filesystem>
#include <string>

namespace nearfield::ui {
namespace {

/// All characters beyond Latin-1 that the program writes.
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
    set(style, ImGuiCol_Text, text), set(style, ImGuiCol_TextDisabled, dim);
    set(style, ImGuiCol_WindowBg, panel), set(style, ImGuiCol_ChildBg, 0),
        set(style, ImGuiCol_PopupBg, rgb(0x121926, 0.985f));
    set(style, ImGuiCol_Border, line), set(style, ImGuiCol_BorderShadow, 0);
    set(style, ImGuiCol_MenuBarBg, bar), set(style, ImGuiCol_Separator, line);
    set(style, ImGuiCol_TitleBg, bar), set(style, ImGuiCol_TitleBgActive, bar),
        set(style, ImGuiCol_TitleBgCollapsed, bar);
    set(style, ImGuiCol_ScrollbarBg, 0), set(style, ImGuiCol_ScrollbarGrab, rgb(0x2a3548));
    set(style, ImGuiCol_ScrollbarGrabHovered, rgb(0x3a4961)), set(style, ImGuiCol_ScrollbarGrabActive, rgb(0x4a5b77));
    set(style, ImGuiCol_TableRowBg, 0), set(style, ImGuiCol_TableRowBgAlt, rgb(0xffffff, 0.02f));
    set(style, ImGuiCol_TableHeaderBg, 0), set(style, ImGuiCol_TableBorderLight, line),
        set(style, ImGuiCol_TableBorderStrong, line);
    set(style, ImGuiCol_ModalWindowDimBg, rgb(0x04060a, 0.6f));
}

void set_controls(ImGuiStyle& style) {
    using namespace colour;
    set(style, ImGuiCol_FrameBg, field), set(style, ImGuiCol_FrameBgHovered, field_hovered),
        set(style, ImGuiCol_FrameBgActive, field_active);
    set(style, ImGuiCol_Button, field), set(style, ImGuiCol_ButtonHovered, field_hovered),
        set(style, ImGuiCol_ButtonActive, field_active);
    set(style, ImGuiCol_Header, rgb(0x4fb8e8, 0.16f)), set(style, ImGuiCol_HeaderHovered, rgb(0x4fb8e8, 0.22f)),
        set(style, ImGuiCol_HeaderActive, rgb(0x4fb8e8, 0.32f));
    set(style, ImGuiCol_CheckMark, accent_bright), set(style, ImGuiCol_SliderGrab, rgb(0x3c94c0)),
        set(style, ImGuiCol_SliderGrabActive, accent_bright);
    set(style, ImGuiCol_TextSelectedBg, rgb(0x4fb8e8, 0.35f)), set(style, ImGuiCol_NavHighlight, accent);
    set(style, ImGuiCol_SeparatorHovered, accent), set(style, ImGuiCol_SeparatorActive, accent_bright);
}

}  // namespace

ImU32 series_colour(int n) {
    static constexpr ImU32 set[] = {rgb(0xe69f00), rgb(0xf0e442), rgb(0x009e73), rgb(0xcc79a7),
                                    rgb(0x56b4e9), rgb(0x0072b2), rgb(0xd55e00), rgb(0x999999)};
    const unsigned round = unsigned(n) / std::size(set);
    const ImVec4 full = ImGui::ColorConvertU32ToFloat4(set[unsigned(n) % std::size(set)]);
    if (round == 0) return set[n];
    const float towards = round % 2 ? 1.f : 0.f, part = 1 - std::pow(0.55f, float((round + 1) / 2));
    const auto mixed = [&](float channel) { return channel + (towards - channel) * part; };
    return ImGui::ColorConvertFloat4ToU32({mixed(full.x), mixed(full.y), mixed(full.z), 1});
}

ImU32 stage_colour(std::size_t stage, std::size_t stages) {
    if (stage < stages) return series_colour(int(stage));
    return stages ? rgb(0x56637a, 0.6f) : colour::accent;
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
    add_font("DejaVuSans.ttf", 13.5f * size, ranges);  // in the order of Font
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

}  // namespace nearfield::ui
