#pragma once
#include <functional>
#include <string>

namespace nearfield {

/// Handles a broken connection to the X server. Calls `finish`, which must not use the display or OpenGL, prints its
/// result and exits with 1. The handler never returns: Xlib calls it from any function and would end the program
/// afterwards. Refused requests are reported once and do not end the program. A cause is another program's window that
/// closes before the server answers.
class DisplayLoss {
  public:
    /// Call after creating the window, since GLFW sets its own handlers meanwhile.
    explicit DisplayLoss(std::function<std::string()> finish);
    ~DisplayLoss();
    DisplayLoss(const DisplayLoss&) = delete;
};

}  // namespace nearfield
