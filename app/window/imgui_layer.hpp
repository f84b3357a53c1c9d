#pragma once
#include <imgui.h>

namespace nearfield {

class GlfwWindow;

/// Dear ImGui on a window, with the program's fonts and colours.
class ImGuiLayer {
  public:
    explicit ImGuiLayer(GlfwWindow& window);
    ~ImGuiLayer();
    ImGuiLayer(const ImGuiLayer&) = delete;
    ImGuiLayer& operator=(const ImGuiLayer&) = delete;

    /// Begins a frame; `preference` is the user's own factor on text size.
    void begin(float preference);
    /// Draws into the back buffer.
    void end();

  private:
    GlfwWindow& window_;
    float scale_ = 0, density_ = 0;
};

}  // namespace nearfield
