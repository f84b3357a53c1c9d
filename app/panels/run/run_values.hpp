#pragma once
// What a run goes by beside its parameters: where it runs, how fast, and which steps are drawn.
#include "app/ui/session.hpp"

namespace nearfield::ui {

struct RunValue {
    const char *key, *label;
    std::string (*now)(const Status& status);
    /// Throws UsageError, which says what may be typed.
    void (*set)(Session& session, const std::string& text);
};
const std::vector<RunValue>& run_values();

}  // namespace nearfield::ui
