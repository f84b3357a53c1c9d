#pragma once
#include "app/ui/focus.hpp"

#include <glm/glm.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

struct GLFWwindow;

namespace nearfield {

/// A window with an OpenGL 3.3 core context, current on this thread. One at a time.
class GlfwWindow {
  public:
    /// Throws Error if there is no display or no OpenGL 3.3. For a size of 0 the screen decides.
    GlfwWindow(int width, int height);
    ~GlfwWindow();
    GlfwWindow(const GlfwWindow&) = delete;
    GlfwWindow& operator=(const GlfwWindow&) = delete;

    GLFWwindow* handle() const { return window_; }
    bool should_close() const;
    bool hidden() const;             ///< minimised or without area
    glm::ivec2 size() const;         ///< in window units
    glm::ivec2 framebuffer() const;  ///< in pixels
    float density() const;           ///< pixels per window unit
    float
    text_scale() const;  ///< factor on text sizes in window units that the monitor asks for, as far as its room allows
    bool software_gl() const { return software_; }
    glm::ivec2 restored_size() const;  ///< size outside full screen

    void toggle_fullscreen();
    /// Takes events; waits up to `seconds` for the first.
    void poll(double seconds = 0);
    void swap();
    /// Whether the display has lost what the window showed since the last call.
    bool take_damage() { return std::exchange(damaged_, false); }

    /// Call this after Dear ImGui is set up: from then on keys come here, and from here to ImGui.
    void listen_to_keys();
    /// Passes the keys to ImGui, once per frame. If a key was pressed and released since the last frame, its release
    /// waits for the next: ImGui before 1.87 sees states, not events, and would miss the key.
    void forward_keys();
    /// Keys pressed since the last call.
    std::vector<ui::KeyPress> take_keys() { return std::exchange(keys_, {}); }
    /// Paths of files and folders dropped onto the window since the last call.
    std::vector<std::string> take_dropped() { return std::exchange(dropped_, {}); }
    /// Whether the key that types this letter in the user's layout is down, without Ctrl or Alt.
    bool holds(char letter) const;
    bool holds_enter() const;
    /// Seconds since the last input.
    double idle_seconds() const;

  private:
    void install_callbacks();
    void on_key(int key, int scancode, int action, int mods);
    void on_character(unsigned character);

    GLFWwindow* window_ = nullptr;
    bool software_ = false, damaged_ = false;
    float most_scale_ = 1;  ///< at which the least layout still fits the screen
    glm::ivec2 windowed_at_{0}, windowed_size_{0};
    struct KeyEvent {
        int key, scancode, action, mods;
    };
    std::vector<KeyEvent> to_forward_;
    std::vector<ui::KeyPress> keys_;
    std::vector<std::string> dropped_;
    std::map<int, char> held_;  ///< letters of keys that are down
    char typed_by_place_ = 0;   ///< of the key whose character comes next, in a layout without Latin letters
    int mods_ = 0;
    bool repeating_ = false;
    double last_input_ = 0;
};

}  // namespace nearfield
