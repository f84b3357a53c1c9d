#pragma once
#include "sim/simulation.hpp"

#include <optional>
#include <string>

namespace nearfield::ui {

/// What to say of the frames whose neighbours are checked against brute force.
struct WatchWords {
    bool good;
    std::string mark;  ///< short, with a sign beside the colour: "✓ 12,345 checked, 0.22 %"
    std::string line;  ///< a sentence
    std::string help;
};
/// None where nothing is to be checked: in a scene without a search.
std::optional<WatchWords> watch_words(const Status& status);

}  // namespace nearfield::ui
