#pragma once
#include <imgui.h>

#include <cstddef>

namespace nearfield::ui {

constexpr ImU32 rgb(unsigned hex, float alpha = 1) {
    return IM_COL32(hex >> 16 & 255, hex >> 8 & 255, hex & 255, int(alpha * 255 + 0.5f));
}

/// The program's colours: near-black blue, one accent, and signal colours that are never the only cue.
namespace colour {
constexpr ImU32 background = rgb(0x070a11);
constexpr ImU32 panel = rgb(0x0e131d);
constexpr ImU32 bar = rgb(0x0b0f18);
constexpr ImU32 raised = rgb(0x151c29);
constexpr ImU32 field = rgb(0x192231);
constexpr ImU32 field_hovered = rgb(0x212c3f);
constexpr ImU32 field_active = rgb(0x28354c);
constexpr ImU32 line = rgb(0x1f2938);
constexpr ImU32 text = rgb(0xdde5f0);
constexpr ImU32 dim = rgb(0x8c9ab0);
constexpr ImU32 faint = rgb(0x56637a);
constexpr ImU32 accent = rgb(0x4fb8e8);
constexpr ImU32 accent_bright = rgb(0x7dd0f7);
constexpr ImU32 accent_deep = rgb(0x1d4f6e);
constexpr ImU32 good = rgb(0x52d6a4);
constexpr ImU32 bad = rgb(0xff7a6b);
constexpr ImU32 warm = rgb(0xf0b352);
}  // namespace colour

/// Colour of the n-th stage or series: Okabe and Ito's set, which colour-blind viewers can tell apart too; beyond its
/// eight, the same lighter, then darker.
ImU32 series_colour(int n);
/// Colour of a stage among `stages`; grey for the time in none of them.
ImU32 stage_colour(std::size_t stage, std::size_t stages);

enum class Font { body, small, bold, title };
ImFont* font(Font which);

/// (Re)builds the font atlas: DejaVu Sans, or ImGui's own font where it is missing. `scale` is text size over 14 window
/// units, `density` pixels per window unit.
void load_fonts(float scale, float density);
void apply_style(float scale);

}  // namespace nearfield::ui
