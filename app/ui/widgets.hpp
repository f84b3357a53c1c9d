#pragma once
#include "app/ui/seen.hpp"
#include "app/ui/theme.hpp"

#include <string>
#include <vector>

// Basic controls of the panels. Their `id` or `name` registers them with see().
namespace nearfield::ui {

enum class Icon { none, play, pause, step, back, reset, setup, dice, chevron_right, chevron_down, close };
void draw_icon(ImDrawList& out, Icon icon, ImVec2 centre, float size, ImU32 colour);

/// Returns the colour, paler in a disabled control.
ImU32 faded(ImU32 colour);

/// `width`: 0 fits the text. A primary button is filled with the accent.
bool button(const std::string& id, Icon icon, const char* text, float width = 0, bool primary = false);

/// Shows a tooltip for the control drawn last after a short delay. `detail` appears below in a dimmer colour.
void tooltip(const std::string& text, const std::string& detail = {});

/// Headline of a section, open at first; a click folds it. Returns true if it is open.
bool section(const char* title, bool unfold_now);
/// Small headline within a section, folded at first. `note` appears at its right while folded. Returns true if it is
/// open.
bool group(const std::string& title, const std::string& note, bool unfold_now);

/// Draws a label at the left of the row. The next item starts at the value column and may fill the rest
/// (SetNextItemWidth(-1)).
void row_label(const std::string& label, ImU32 colour = colour::text);
/// Width of the label column as a fraction of the panel.
constexpr float label_share = 0.5f;

/// Draws a label and a read-only value.
void value_row(const std::string& label, const std::string& value, const std::string& tip, ImU32 colour = colour::text);

/// Context menu of the item drawn last: on right click or, if the item has the keyboard focus, on the menu key or
/// Shift+F10. If open, ends with ImGui::EndPopup().
bool begin_item_menu(const char* id);

/// A drop-down list. Choices are registered as `name` and the choice, separated by a slash.
bool choose(const std::string& name, const std::vector<std::string>& choices, int& index);
/// A checkbox with `words` at its right.
bool check(const char* name, const char* words, bool& on);
/// A text field with a hint while empty. Returns true if the text changed or, if `on_enter`, when Enter is pressed.
bool text_field(const std::string& name, const char* hint, std::string& text, bool on_enter = false);
/// A mouse area whose content the caller draws, such as a plot. Returns true if it was clicked.
bool surface(const std::string& name, ImVec2 size);
bool menu_item(const std::string& name, const std::string& words, const char* key = nullptr, bool checked = false,
               bool enabled = true);
/// A clickable row of a list.
bool pick(const std::string& name, const std::string& words, bool chosen = false);

void text(ImU32 colour, const std::string& words);
void wrapped(ImU32 colour, const std::string& words);
void text(ImU32 colour, const std::string& words, Font in);
void wrapped(ImU32 colour, const std::string& words, Font in);
/// Draws text right-aligned to the available width, as in a column of numbers.
void right_text(ImU32 colour, const std::string& words);
/// Draws a small square as the colour key of the following text.
void swatch(ImU32 colour);
/// Draws text at a position, shortened with an ellipsis beyond `width`.
void clipped_text(ImDrawList& out, ImVec2 at, float width, ImU32 colour, const std::string& words);

/// A window without title, border or saved settings, for the fixed layout. Registered by the part of `id` after ##.
bool begin_panel(const char* id, ImVec2 position, ImVec2 size, ImGuiWindowFlags more = 0);

}  // namespace nearfield::ui
