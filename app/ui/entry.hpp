#pragma once
#include "app/ui/match.hpp"

#include <functional>
#include <string>

namespace nearfield::ui {

struct Session;

/// An item in the finder's list.
struct Entry {
    std::string kind, name, detail;
    std::function<void(Session&)> act;
    bool ends_run = false;
    Match match = {};
    std::string about = {};  ///< description below the list while the item is selected

    std::string title() const { return kind.empty() ? name : kind + ": " + name; }
};

}  // namespace nearfield::ui
