#include "scenes/pedestrians/observations.hpp"

#include <fmt/format.h>

namespace nearfield::pedestrians {

double lane_index(const std::vector<u32>& count) {
    double kept = 0, all = 0;
    for (std::size_t b = 0; b + 1 < count.size(); b += 2) {
        const double right = count[b], left = count[b + 1], n = right + left;
        if (n < 2) continue;
        kept += (right - left) * (right - left) / n - 1, all += n - 1;
    }
    return all > 0 ? kept / all : 0;
}

std::vector<Field::Class> level_classes(const LevelTable& table) {
    const auto& upto = table.limits.upto;
    std::vector<Field::Class> classes;
    for (int l = 0; l < 6; ++l) {
        const std::string range = l < 5 ? fmt::format("to {:.2f}", upto[l]) : fmt::format("over {:.2f}", upto[4]);
        classes.push_back({fmt::format("{}  {}{}", level_letter(l), range, l == 0 ? " per m²" : ""), level_colour(l)});
    }
    return classes;
}

}  // namespace nearfield::pedestrians
