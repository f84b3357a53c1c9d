#pragma once
#include <imgui.h>

#include <string>
#include <vector>

namespace nearfield::ui {

/// The section or control that the user asked to see.
struct Revealed {
    std::string what;                   ///< key of a parameter, or title of a section
    double at = -10;                    ///< when, on ImGui's clock
    std::vector<std::string> sections;  ///< titles of those that the columns show

    void show(const std::string& key_or_title);
    /// True for the moment in which the column scrolls to it.
    bool is_fresh() const;
    /// Scrolls to the control drawn last, which began at `lo`, if that of `key` was asked for, and marks it for a
    /// moment.
    void mark(const std::string& key, ImVec2 lo);
};

}  // namespace nearfield::ui
