#pragma once
#include <string>
#include <utility>

struct GLFWwindow;

namespace nearfield {

/// Clipboard for Dear ImGui with a timeout. On X11, GLFW's own call blocks forever if the clipboard's owner does not
/// answer. Here the owner has half a second, and another half for every part of a large text.
class Clipboard {
  public:
    explicit Clipboard(GLFWwindow* window) : window_(window) {}
    /// Installs the clipboard in ImGui's current context. Call after setting up the GLFW backend.
    void install();
    /// Returns and clears the error of the last paste; empty: success.
    std::string take_problem() { return std::exchange(problem_, {}); }

  private:
    const char* get();
    void set(const char* text);

    GLFWwindow* window_;
    unsigned long own_ = 0;  ///< X11: GLFW's window that owns the clipboard after a copy
    std::string text_, problem_;
};

}  // namespace nearfield
