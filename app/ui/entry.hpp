#pragma once
#include "app/ui/match.hpp"

#include <functional>
#include <string>

namespace nearfield::ui {

struct Session;

/// Something that the finder lists.
struct Entry {
    std::string kind, name, detail;
    std::function<void(Session&)> act;
    bool ends_run = false;
    Match match = {};
    std::string about = {};  ///< shown below the list while it is chosen

    std::string title() const { return kind.empty() ? name : kind + ": " + name; }
};

}  // namespace nearfield::ui
