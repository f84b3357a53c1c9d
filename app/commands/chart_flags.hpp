#pragma once
// Flags for the form of a chart, and for a script that draws its table.
#include "app/chart.hpp"
#include "app/terminal/command_line.hpp"

#include <string>

namespace nearfield {

struct ChartFlags {
    std::string chart, size, letters, script;
    bool untitled = false;

    /// `shows`: what --chart shows.
    void add(CLI::App& command, const char* shows);
    /// Throws UsageError for a bad value, and for a form without a chart.
    ChartForm form() const;
};

}  // namespace nearfield
