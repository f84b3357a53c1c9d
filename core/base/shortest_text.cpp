#include "base/shortest_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace nearfield {

std::string shortest_text(double value) {
    if (value == std::floor(value) && std::abs(value) < 1e15) return fmt::format("{:.0f}", value);
    const auto single = float(value);
    return double(single) == value ? fmt::format("{}", single) : fmt::format("{}", value);
}

}  // namespace nearfield
