#pragma once
#include <string>
#include <vector>

namespace nearfield::ui {

/// A message over the picture.
struct Toast {
    std::string text;
    bool error = false;
    double until = 0;  ///< errors stay until dismissed
};

/// What the user was told lately. tell() adds to it.
struct Messages {
    std::vector<Toast> toasts;
    std::string last;  ///< for the status line
    double until = 0;  ///< of the last one

    void add(const std::string& text, bool error);
    /// Returns whether there was an error to dismiss.
    bool dismiss_error();
};

}  // namespace nearfield::ui
