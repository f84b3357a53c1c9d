#pragma once
#include "app/ui/seen.hpp"
#include "app/ui/theme.hpp"

#include <string>
#include <vector>

// Small parts that every panel is built from.
namespace nearfield::ui {

enum class Icon { none, play, pause, step, back, reset, setup, dice, chevron_right, chevron_down, close };
void draw_icon(ImDrawList& out, Icon icon, ImVec2 centre, float size, ImU32 colour);

/// The colour, paler in a control that is disabled.
ImU32 faded(ImU32 colour);

/// It is seen as `id`. Width 0: as wide as the text needs. A primary button is filled with the accent.
bool button(const std::string& id, Icon icon, const char* text, float width = 0, bool primary = false);

/// A tooltip for the control drawn last, shown after a moment. `detail` appears below in a fainter colour.
void tooltip(const std::string& text, const std::string& detail = {});

/// Headline of a part of a panel, open at first; a click folds it. Returns whether it is open.
bool section(const char* title, bool unfold_now);
/// Small headline within a part, folded at first; `note` appears at its right while it is folded.
bool group(const std::string& title, const std::string& note, bool unfold_now);

/// A name at the left of the row; what follows starts at the value column and may fill the rest (SetNextItemWidth(-1)).
void row_label(const std::string& label, ImU32 colour = colour::text);
/// Width of the name column as a share of the panel.
constexpr float label_share = 0.5f;

/// A name and a read-only value.
void value_row(const std::string& label, const std::string& value, const std::string& tip, ImU32 colour = colour::text);

/// The menu of the item drawn last: on a right click or, while the keyboard is on the item, the menu key or Shift+F10.
/// If open, it ends with ImGui::EndPopup().
bool begin_item_menu(const char* id);

/// A list to choose from. It is seen as `name`, a choice as `name` with the choice after a slash.
bool choose(const std::string& name, const std::vector<std::string>& choices, int& index);
/// A box with words at its right, seen as `name`.
bool check(const char* name, const char* words, bool& on);
/// A text field with a hint while it is empty, seen as `name`. Returns true if the text changed or, if `on_enter`, once
/// Enter is pressed.
bool text_field(const std::string& name, const char* hint, std::string& text, bool on_enter = false);
/// A surface for the mouse that is drawn by others, such as a plot, seen as `name`. Returns true if it was clicked.
bool surface(const std::string& name, ImVec2 size);
/// An item of a menu, seen as `name`.
bool menu_item(const std::string& name, const std::string& words, const char* key = nullptr, bool checked = false,
               bool enabled = true);
/// A row of a list to click, seen as `name`.
bool pick(const std::string& name, const std::string& words, bool chosen = false);

void text(ImU32 colour, const std::string& words);
void wrapped(ImU32 colour, const std::string& words);
/// The same in another font.
void text(ImU32 colour, const std::string& words, Font in);
void wrapped(ImU32 colour, const std::string& words, Font in);
/// Up to the right end of the room, as in a column of numbers.
void right_text(ImU32 colour, const std::string& words);
/// A small square that gives the words after it a colour.
void swatch(ImU32 colour);
/// Text at a place, cut with an ellipsis where it would exceed `width`.
void clipped_text(ImDrawList& out, ImVec2 at, float width, ImU32 colour, const std::string& words);

/// A window without title, border or saved settings, for the fixed layout. It is seen by what follows ## in `id`.
bool begin_panel(const char* id, ImVec2 position, ImVec2 size, ImGuiWindowFlags more = 0);

}  // namespace nearfield::ui
