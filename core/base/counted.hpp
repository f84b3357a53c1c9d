#pragma once
#include <fmt/format.h>

#include <string_view>

namespace nearfield {

/// "1 step", "3 steps".
template <class Count> std::string counted(Count count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace nearfield
