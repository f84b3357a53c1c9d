#pragma once
#include "app/panels/explain/build_view.hpp"

#include <imgui.h>

#include <functional>
#include <string>

namespace nearfield::ui {

/// How an entry of an array looks.
struct Cell {
    std::string words;
    ImU32 face = 0;       ///< 0: that of an empty cell
    ImU32 tint = 0;       ///< of the words; 0: as usual
    ImU32 underline = 0;  ///< 0: none
    bool selected = false, taken = false;
};

/// Arrays one below the other in the small font: each a row of cells with its name at the left.
class ArrayRows {
  public:
    /// The room is also for the names; its height is shared by about `rows` rows.
    ArrayRows(ImVec2 room, int rows);

    /// How many cells fit whose words have this many digits.
    u32 fits(int digits);
    /// Begins a group of arrays; `id` tells rows of the same name apart.
    void heading(const std::string& id, const std::string& title, const std::string& sentence);
    /// Draws part of an array of `size` entries; `help` explains it at its name. Returns the index of the entry under
    /// the mouse.
    std::optional<u32> row(const std::string& name, const char* help, const Slice& slice, u32 size,
                           const std::function<Cell(u32)>& cell);
    /// Only numbers above cells, in this base.
    void indices(const std::string& name, const Slice& slice, int base = 10);
    void gap();
    /// Names the cells of the row drawn last for programs that drive the window.
    void see_cells();

  private:
    float cell_width(u32 count) const;

    std::string group_, last_;
    Slice shown_;
    ImVec2 at_{0, 0};
    float width_, names_, height_, widest_ = 0;
};

/// Digits of a whole number.
int digits(u32 number);

}  // namespace nearfield::ui
