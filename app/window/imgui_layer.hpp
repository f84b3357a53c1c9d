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

    /// Begins a frame; `preference` is the user's factor on text size.
    void begin(float preference);
    /// Draws into the back buffer, over `picture` (an OpenGL texture, rows from the bottom) at the given place.
    void end(unsigned picture, ImVec2 lo, ImVec2 hi);

  private:
    void copy_picture(unsigned picture, ImVec2 lo, ImVec2 hi) const;

    GlfwWindow& window_;
    unsigned reader_ = 0;  ///< framebuffer to copy the picture from
    float scale_ = 0, density_ = 0;
};

}  // namespace nearfield
