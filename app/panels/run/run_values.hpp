#pragma once
// Run values that are not parameters: device, pace and drawing interval.
#include "app/ui/session.hpp"

namespace nearfield::ui {

struct RunValue {
    const char *key, *label;
    std::string (*now)(const Status& status);
    /// Throws UsageError that lists the permitted values.
    void (*set)(Session& session, const std::string& text);
};
const std::vector<RunValue>& run_values();

}  // namespace nearfield::ui
