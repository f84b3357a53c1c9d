#pragma once
#include "base/platform.hpp"

#include <string_view>
#include <vector>

namespace nearfield {

/// How long one step took: as a whole, and stage by stage (empty while stage timing is off).
struct StepTimes {
    struct Stage {
        std::string_view name;  ///< always a string literal
        double ms;
    };
    u64 step = 0;
    double total_ms = 0;
    std::vector<Stage> stages;
};

/// Whether a stage is part of building the grid, or of the rest of the step.
inline bool is_construction(std::string_view stage) {
    for (const char* name : {"histogram", "scan", "place", "bin", "sort", "boundaries", "reorder"})
        if (stage == name) return true;
    return false;
}

}  // namespace nearfield
