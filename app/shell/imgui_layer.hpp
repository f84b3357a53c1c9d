#pragma once
#include "app/shell/clipboard.hpp"
#include "base/platform.hpp"

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
    /// A picture in the window: an OpenGL texture with rows from the bottom; 0: none. Its content is told apart by
    /// `version`.
    struct Placed {
        unsigned picture;
        u64 version;
        ImVec2 lo, hi;
    };
    /// Draws into the back buffer, over these pictures. Returns false if the window would look as it does already and
    /// `always` is false: then nothing is drawn.
    bool end(const std::vector<Placed>& pictures, bool always);
    Clipboard& clipboard() { return clipboard_; }

  private:
    bool looks_different(const std::vector<Placed>& pictures);
    void copy_picture(unsigned picture, ImVec2 lo, ImVec2 hi) const;

    GlfwWindow& window_;
    Clipboard clipboard_;
    unsigned reader_ = 0;  ///< framebuffer to copy the picture from
    float scale_ = 0, density_ = 0;
    std::vector<char> shown_, next_;  ///< all that is drawn from: of the window as it is shown, and room for the next
};

}  // namespace nearfield
