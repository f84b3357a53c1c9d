#pragma once
#include "base/one_line.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace nearfield {

/// Writes to the standard error. That it fails is ignored: there is nowhere left to say so.
inline void write_error(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

/// Prints one line (one_line.hpp) on the standard error.
template <class... T> void say(fmt::format_string<T...> format, T&&... values) {
    write_error(one_line(fmt::format(format, std::forward<T>(values)...)) + "\n");
}

}  // namespace nearfield
