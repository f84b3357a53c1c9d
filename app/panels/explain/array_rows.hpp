#pragma once
#include "app/panels/explain/build_view.hpp"

#include <imgui.h>

#include <functional>
#include <string>

namespace nearfield::ui {

/// Appearance of an array entry.
struct Cell {
    std::string words;
    ImU32 face = 0;       ///< background; 0: that of an empty cell
    ImU32 tint = 0;       ///< text colour; 0: default
    ImU32 underline = 0;  ///< 0: none
    bool selected = false, taken = false;
};

/// Draws arrays below one another in the small font, each a row of cells with its name at the left.
class ArrayRows {
  public:
    /// `room` includes the names. About `rows` rows share its height.
    ArrayRows(ImVec2 room, int rows);

    /// Returns how many cells fit if their words have this many digits.
    u32 fits(int digits);
    /// Begins a group of arrays. `id` distinguishes rows of the same name.
    void heading(const std::string& id, const std::string& title, const std::string& sentence);
    /// Draws a slice of an array with `size` entries. `help`: tooltip of the name. Returns the index of the entry under
    /// the mouse.
    std::optional<u32> row(const std::string& name, const char* help, const Slice& slice, u32 size,
                           const std::function<Cell(u32)>& cell);
    /// Draws only indices above cells, in this base.
    void indices(const std::string& name, const Slice& slice, int base = 10);
    void gap();
    /// Registers the cells of the last row for programs that drive the window.
    void see_cells();

  private:
    float cell_width(u32 count) const;

    std::string group_, last_;
    Slice shown_;
    ImVec2 at_{0, 0};
    float width_, names_, height_, widest_ = 0;
};

/// Returns the number of decimal digits.
int digits(u32 number);

}  // namespace nearfield::ui
