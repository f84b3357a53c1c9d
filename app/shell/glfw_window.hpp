#pragma once
#include "app/ui/focus.hpp"

#include <glm/glm.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

struct GLFWwindow;

namespace nearfield {

/// A window with an OpenGL 3.3 core context, current on this thread. Only one may exist at a time.
class GlfwWindow {
  public:
    /// Throws Error without a display or OpenGL 3.3. A size of 0 is derived from the screen.
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
    float text_scale() const;        ///< requested by the monitor, limited by its size
    bool software_gl() const { return software_; }
    glm::ivec2 restored_size() const;  ///< size outside full screen

    void toggle_fullscreen();
    /// Processes events; waits up to `seconds` for the first.
    void poll(double seconds = 0);
    void swap();
    /// Returns true if the display has discarded the window's content since the last call.
    bool take_damage() { return std::exchange(damaged_, false); }

    /// Takes over key events, to be passed on to ImGui by forward_keys(). Call after setting up Dear ImGui.
    void listen_to_keys();
    /// Forwards key events to ImGui, once per frame. A key pressed and released within a frame is released in the next.
    /// ImGui before 1.87 polls key states and would miss the key otherwise.
    void forward_keys();
    /// Returns the keys pressed since the last call.
    std::vector<ui::KeyPress> take_keys() { return std::exchange(keys_, {}); }
    /// Returns paths of files and folders dropped onto the window since the last call.
    std::vector<std::string> take_dropped() { return std::exchange(dropped_, {}); }
    /// True if the key that types this letter in the user's layout is down, without Ctrl or Alt.
    bool holds(char letter) const;
    bool holds_enter() const;
    /// Time since the last input, s.
    double idle_seconds() const;

  private:
    void install_callbacks();
    void on_key(int key, int scancode, int action, int mods);
    void on_character(unsigned character);

    GLFWwindow* window_ = nullptr;
    bool software_ = false, damaged_ = false;
    float most_scale_ = 1;  ///< scale at which the smallest layout fits the screen
    glm::ivec2 windowed_at_{0}, windowed_size_{0};
    struct KeyEvent {
        int key, scancode, action, mods;
    };
    std::vector<KeyEvent> to_forward_;
    std::vector<ui::KeyPress> keys_;
    std::vector<std::string> dropped_;
    std::map<int, char> held_;  ///< letter by key code, for keys that are down
    char typed_by_place_ = 0;   ///< letter of the key awaiting its character, without Latin layout
    int mods_ = 0;
    bool repeating_ = false;
    double last_input_ = 0;
};

}  // namespace nearfield
