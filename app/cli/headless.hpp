#pragma once
#include "app/cli/options.hpp"

#include <filesystem>
#include <optional>

namespace nearfield {

/// A run without window: nothing here touches a window library.
struct HeadlessRun {
    Subject subject;
    u64 steps = 200;
    std::optional<std::filesystem::path> record, screenshot;
    int width = 1280, height = 800;
    bool force = false;
    std::optional<glm::vec3> point;  ///< where the mouse would act
    std::optional<glm::vec3> drop;   ///< where something falls in at the start
};

/// Runs, prints a summary and returns the exit code. Outputs are checked before the first step.
int run_headless(const HeadlessRun& run);

}  // namespace nearfield
