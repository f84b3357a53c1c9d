#pragma once
// All output of the program. It may contain foreign text, which passes through foreign_text.hpp here.
#include "base/foreign_text.hpp"
#include "base/one_line.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <concepts>
#include <cstdio>
#include <string_view>
#include <system_error>

namespace nearfield {

/// Writes to the standard error. Ignores a failure, because it could not be reported anywhere.
inline void write_error(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

/// Prints one line (one_line.hpp) to the standard error.
template <class... T> void say(fmt::format_string<T...> format, T&&... values) {
    write_error(one_line(fmt::format(format, std::forward<T>(values)...)) + "\n");
}

/// Writes to the standard output. Throws std::system_error on failure.
inline void write_output(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        throw std::system_error(errno, std::generic_category(), "cannot write to the standard output");
}

/// A value in printable form: for a text, terminal_text().
template <class T> decltype(auto) printed(const T& value) {
    if constexpr (std::convertible_to<const T&, std::string_view>)
        return terminal_text(std::string(std::string_view(value)));
    else return value;
}

/// Prints to the standard output.
template <class... T> void print(fmt::format_string<T...> format, T&&... values) {
    const auto write = [&](const auto&... safe) {
        write_output(fmt::vformat(fmt::string_view(format), fmt::make_format_args(safe...)));
    };
    write(printed(values)...);
}

/// Prints a text of several lines to the standard output, each line through terminal_text().
inline void print_lines(std::string_view text) {
    for (std::size_t from = 0; from < text.size();) {
        const auto end = std::min(text.find('\n', from), text.size());
        write_output(terminal_text(std::string(text.substr(from, end - from))) + "\n");
        from = end + 1;
    }
}

}  // namespace nearfield
