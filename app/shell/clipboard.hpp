#pragma once
#include <string>
#include <utility>

struct GLFWwindow;

namespace nearfield {

/// The clipboard for Dear ImGui. GLFW's own call waits for ever on X11 if the program that owns the clipboard does not
/// answer; here it gets half a second, and as long again for every further part of a large text.
class Clipboard {
  public:
    explicit Clipboard(GLFWwindow* window) : window_(window) {}
    /// Makes ImGui's present context use it; to be called after the GLFW backend was set up.
    void install();
    /// Why the last text did not come, once; empty: it came.
    std::string take_problem() { return std::exchange(problem_, {}); }

  private:
    const char* get();
    void set(const char* text);

    GLFWwindow* window_;
    unsigned long own_ = 0;  ///< X11: GLFW's window that owns the clipboard once this program has copied
    std::string text_, problem_;
};

}  // namespace nearfield
