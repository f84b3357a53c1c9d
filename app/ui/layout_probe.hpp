#pragma once
#include <imgui.h>
#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <map>
#include <string>

namespace nearfield::ui {

/// Tells programs that drive the window where its controls are: if NEARFIELD_UI_LAYOUT names a file, every frame leaves
/// there its number, whether input waits for the next (newer Dear ImGui takes in a letter or two per frame), the
/// rectangle of every visible named control (window pixels: x, y, width, height) and the status.
class LayoutProbe {
  public:
    LayoutProbe();
    bool on() const { return !path_.empty(); }

    /// Notes the control drawn last.
    void item(const std::string& id);
    void area(const std::string& id, ImVec2 lo, ImVec2 hi);

    /// Ends a frame; `status` is called only if there is a file.
    void flush(const std::function<nlohmann::json()>& status);

  private:
    std::string path_;
    std::map<std::string, ImVec4> widgets_;
    unsigned long frame_ = 0;
};

}  // namespace nearfield::ui
