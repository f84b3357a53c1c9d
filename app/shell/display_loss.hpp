#pragma once
#include <functional>
#include <string>

namespace nearfield {

/// While it lives, the program ends well when the connection to the X server breaks: it calls `finish`, which must make
/// no call to the display or OpenGL, says what that returns and exits with 1. Xlib calls the handler from any of its
/// functions and ends the program when it returns, so nothing returns from it. Also keeps the program alive when the
/// server refuses a request: the window of another program may be gone by the time it is answered.
class DisplayLoss {
  public:
    /// After the window was made: GLFW sets handlers of its own meanwhile.
    explicit DisplayLoss(std::function<std::string()> finish);
    ~DisplayLoss();
    DisplayLoss(const DisplayLoss&) = delete;
};

}  // namespace nearfield
