#pragma once
#include "base/platform.hpp"

#include <chrono>
#include <optional>
#include <string_view>
#include <vector>

namespace nearfield {

/// A timed part of a step. `construction`: part of building the search structure.
struct Stage {
    std::string_view name;  ///< always a string literal
    bool construction = false;

    constexpr Stage(const char* name, bool construction = false) : name(name), construction(construction) {}
    constexpr Stage(std::string_view name, bool construction = false) : name(name), construction(construction) {}
};

/// Duration of a step: total, and per stage (empty while stage timing is off).
struct StepTimes {
    struct Stage {
        std::string_view name;  ///< always a string literal
        double ms;
        bool construction = false;  ///< as in nearfield::Stage
    };
    u64 step = 0;
    double total_ms = 0;
    std::vector<Stage> stages;
    /// When the host began the step; on a GPU, when it enqueued it.
    std::optional<std::chrono::steady_clock::time_point> began = {};
};

}  // namespace nearfield
