#pragma once
#include "sim/simulation.hpp"

#include <optional>
#include <string>

namespace nearfield::ui {

/// Text on the continuous check of neighbours against brute force.
struct WatchWords {
    bool good;
    std::string mark;  ///< short text with a sign: "✓ 12,345 checked, 0.22 %"
    std::string line;  ///< full sentence
    std::string help;
};
/// None in a scene without a search.
std::optional<WatchWords> watch_words(const Status& status);

}  // namespace nearfield::ui
