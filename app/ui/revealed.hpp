#pragma once
#include <imgui.h>

#include <string>
#include <vector>

namespace nearfield::ui {

/// The section or control that the user asked to reveal.
struct Revealed {
    std::string what;                   ///< parameter key or section title
    double at = -10;                    ///< time of the request on ImGui's clock, s
    std::vector<std::string> sections;  ///< titles of the sections in the columns

    void show(const std::string& key_or_title);
    /// True while the column scrolls to the target.
    bool is_fresh() const;
    /// Scrolls to the control drawn last and highlights it briefly if `key` is the target. `lo`: corner of the control.
    void mark(const std::string& key, ImVec2 lo);
};

}  // namespace nearfield::ui
