#pragma once
#include <imgui.h>

#include <cstddef>
#include <vector>

namespace nearfield::ui {

constexpr ImU32 rgb(unsigned hex, float alpha = 1) {
    return IM_COL32(hex >> 16 & 255, hex >> 8 & 255, hex & 255, int(alpha * 255 + 0.5f));
}

/// Returns the colour with opacity `alpha`.
constexpr ImU32 see_through(ImU32 colour, float alpha) {
    return (colour & ~IM_COL32_A_MASK) | ImU32(alpha * 255 + 0.5f) << IM_COL32_A_SHIFT;
}

/// Colour themes with the same hues: light on near-black blue for screens, and dark on near-white for projectors in a
/// bright room.
enum class Theme { dark, light };

/// Colours of the current theme: one accent, and signal colours that are never the only cue.
namespace colour {
extern const ImU32 &background, &panel, &bar, &raised, &field, &field_hovered, &field_active, &line, &text, &dim,
    &faint, &accent, &accent_bright, &accent_deep, &good, &bad, &warm;
extern const ImU32& on_accent;  ///< text on the accent
extern const ImU32& front;      ///< background of windows in front of others
extern const ImU32& veil;       ///< veil over the windows behind
extern const ImU32& outline;    ///< contour of thin lines, legible on any picture
extern const ImU32& marked;     ///< the selected element of a plot
}  // namespace colour

/// Sets the theme. `colour` and series_colour change at once, ImGui with the next apply_style.
void set_theme(Theme theme);

/// Colours of text and of the grounds below it. Each pair has a contrast of at least 4.5 (WCAG 2.1, AA).
std::vector<ImU32> text_colours();
std::vector<ImU32> text_grounds();

/// Returns the colour of the n-th stage or series, from the theme's palette (picture/palettes.hpp); begins again after
/// the last.
ImU32 series_colour(int n);
/// Returns the colour of a stage among `stages`; grey for the time outside all stages.
ImU32 stage_colour(std::size_t stage, std::size_t stages);

enum class Font { body, small, bold, title };
ImFont* font(Font which);

/// Builds or rebuilds the font atlas from DejaVu Sans, or from ImGui's own font if it is missing. `scale`: text size
/// relative to 14 window units. `density`: pixels per window unit.
void load_fonts(float scale, float density);
void apply_style(float scale);
/// Returns the width of a plot line, `pixels` at the reference text size; scales with the text.
float stroke(float pixels);
/// Highlights the control drawn last if it has the keyboard focus. For invisible buttons; ImGui highlights its own
/// controls.
void focus_ring();

}  // namespace nearfield::ui
