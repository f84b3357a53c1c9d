#pragma once
#include <imgui.h>
#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <string>

namespace nearfield::ui {

/// Tells programs that drive the window where its controls are: if NEARFIELD_UI_LAYOUT names a file, the rectangle of
/// every visible named control (window pixels: x, y, width, height) is written there, at most five times a second. The
/// number of frames drawn so far is in a file beside it, FILE.frames.
class LayoutProbe {
  public:
    LayoutProbe();
    bool on() const { return !path_.empty(); }

    /// Notes the control drawn last.
    void item(const std::string& id);
    void area(const std::string& id, ImVec2 lo, ImVec2 hi);

    /// Ends a frame; `status` is called only when it is time to write.
    void flush(const std::function<nlohmann::json()>& status);

  private:
    using Clock = std::chrono::steady_clock;
    std::string path_;
    std::map<std::string, ImVec4> widgets_;
    std::string written_;
    unsigned long frames_ = 0;
    Clock::time_point next_{};
};

}  // namespace nearfield::ui
