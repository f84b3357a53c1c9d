#pragma once
#include <imgui.h>

#include <cstddef>

namespace nearfield::ui {

constexpr ImU32 rgb(unsigned hex, float alpha = 1) {
    return IM_COL32(hex >> 16 & 255, hex >> 8 & 255, hex & 255, int(alpha * 255 + 0.5f));
}

/// A colour of which `alpha` covers what is under it.
constexpr ImU32 see_through(ImU32 colour, float alpha) {
    return (colour & ~IM_COL32_A_MASK) | ImU32(alpha * 255 + 0.5f) << IM_COL32_A_SHIFT;
}

/// Two sets of the same colours: light on near-black blue, for a screen, and dark on nearly white, for a projector in a
/// bright room.
enum class Theme { dark, light };

/// The program's colours in the present theme: one accent, and signal colours that are never the only cue.
namespace colour {
extern const ImU32 &background, &panel, &bar, &raised, &field, &field_hovered, &field_active, &line, &text, &dim,
    &faint, &accent, &accent_bright, &accent_deep, &good, &bad, &warm;
extern const ImU32& on_accent;  ///< words on the accent
extern const ImU32& front;      ///< of windows in front of the others
extern const ImU32& veil;       ///< over what lies behind them
extern const ImU32& outline;    ///< sets thin lines off against any picture
extern const ImU32& marked;     ///< the one element that is chosen in a plot
}  // namespace colour

/// Takes effect at once for `colour` and series_colour, and for ImGui with the next apply_style.
void set_theme(Theme theme);

/// Colour of the n-th stage or series: Okabe and Ito's set, which colour-blind viewers can tell apart too; beyond its
/// eight, the same lighter, then darker. In the light theme bright ones are darkened until they stand out.
ImU32 series_colour(int n);
/// Colour of a stage among `stages`; grey for the time in none of them.
ImU32 stage_colour(std::size_t stage, std::size_t stages);

enum class Font { body, small, bold, title };
ImFont* font(Font which);

/// (Re)builds the font atlas: DejaVu Sans, or ImGui's own font where it is missing. `scale` is text size over 14 window
/// units, `density` pixels per window unit.
void load_fonts(float scale, float density);
void apply_style(float scale);
/// Width of a line of a plot that is `pixels` wide at the usual text size: lines grow with the text.
float stroke(float pixels);
/// Marks the control drawn last if the keyboard is on it. ImGui marks its own; this is for invisible buttons.
void focus_ring();

}  // namespace nearfield::ui
