#pragma once
#include <imgui.h>

#include <vector>

namespace nearfield {

class GlfwWindow;

/// Dear ImGui on a window, with the program's fonts and colours.
class ImGuiLayer {
  public:
    explicit ImGuiLayer(GlfwWindow& window);
    ~ImGuiLayer();
    ImGuiLayer(const ImGuiLayer&) = delete;
    ImGuiLayer& operator=(const ImGuiLayer&) = delete;

    /// Begins a frame; `preference` is the user's factor on text size. `by_keyboard`: keys go to the controls; Ctrl,
    /// and so Ctrl+Tab, always does.
    void begin(float preference, bool light, bool by_keyboard);
    /// A picture in the window: an OpenGL texture with rows from the bottom; 0: none.
    struct Placed {
        unsigned picture;
        ImVec2 lo, hi;
    };
    /// Draws into the back buffer, over these pictures.
    void end(const std::vector<Placed>& pictures);

  private:
    void copy_picture(unsigned picture, ImVec2 lo, ImVec2 hi) const;

    GlfwWindow& window_;
    unsigned reader_ = 0;  ///< framebuffer to copy the picture from
    float scale_ = 0, density_ = 0;
};

}  // namespace nearfield
