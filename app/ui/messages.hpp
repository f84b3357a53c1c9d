#pragma once
#include <string>
#include <vector>

namespace nearfield::ui {

/// A message over the picture.
struct Toast {
    std::string text;
    bool error = false;
    double until = 0;  ///< end of display, s; errors stay until dismissed
};

/// Recent messages to the user, added by tell().
struct Messages {
    std::vector<Toast> toasts;
    std::string last;  ///< text in the status line
    double until = 0;  ///< end of display of `last`

    void add(const std::string& text, bool error);
    /// Returns true if an error was dismissed.
    bool dismiss_error();
};

}  // namespace nearfield::ui
