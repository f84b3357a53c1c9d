#pragma once
#include <imgui.h>

namespace nearfield::ui {

struct Rect {
    ImVec2 lo{0, 0}, hi{0, 0};
    ImVec2 size() const { return {hi.x - lo.x, hi.y - lo.y}; }
    bool empty() const { return hi.x <= lo.x || hi.y <= lo.y; }
};

}  // namespace nearfield::ui
