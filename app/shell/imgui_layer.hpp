#pragma once
#include "app/shell/clipboard.hpp"
#include "base/platform.hpp"

#include <imgui.h>

#include <vector>

namespace nearfield {

class GlfwWindow;

/// Dear ImGui in a window, with the program's fonts and colours.
class ImGuiLayer {
  public:
    explicit ImGuiLayer(GlfwWindow& window);
    ~ImGuiLayer();
    ImGuiLayer(const ImGuiLayer&) = delete;
    ImGuiLayer& operator=(const ImGuiLayer&) = delete;

    /// Begins a frame. `preference`: the user's factor on text size. `by_keyboard`: sends all keys to the controls;
    /// keys with Ctrl, such as Ctrl+Tab, always go there.
    void begin(float preference, bool light, bool by_keyboard);
    /// A picture in the window: an OpenGL texture with rows from the bottom; 0: none. `version` identifies its content.
    struct Placed {
        unsigned picture;
        u64 version;
        ImVec2 lo, hi;
    };
    /// Draws into the back buffer, over the pictures. Returns false without drawing if nothing has changed and `always`
    /// is false.
    bool end(const std::vector<Placed>& pictures, bool always);
    Clipboard& clipboard() { return clipboard_; }

  private:
    bool looks_different(const std::vector<Placed>& pictures);
    void copy_picture(unsigned picture, ImVec2 lo, ImVec2 hi) const;

    GlfwWindow& window_;
    Clipboard clipboard_;
    unsigned reader_ = 0;  ///< framebuffer from which pictures are copied
    float scale_ = 0, density_ = 0;
    std::vector<char> shown_, next_;  ///< drawing inputs of the frame on screen, and of the next
};

}  // namespace nearfield
