#include "app/ui/typed_number.hpp"

#include "base/error.hpp"
#include "base/one_line.hpp"
#include "base/read_number.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace nearfield::ui {
namespace {

/// Trims the text, and replaces every kind of space by ' ' and the typographic minus sign by '-'.
std::string tidy(std::string text) {
    constexpr std::pair<std::string_view, char> kinds[] = {{"\u2212", '-'}, {"\u00A0", ' '},  {"\u2009", ' '},
                                                           {"\u202F", ' '}, {"\u2019", '\''}, {"\t", ' '}};
    for (const auto& [kind, plain] : kinds)
        for (auto at = text.find(kind); at != std::string::npos; at = text.find(kind))
            text.replace(at, kind.size(), 1, plain);
    const auto first = text.find_first_not_of(' ');
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

bool is_number(const std::string& text) {
    double value = 0;
    return read_number(text, value) && std::isfinite(value);
}

/// Splits digits at separators, which are returned too. Empty if the text contains other characters.
std::vector<std::string> parts_of(const std::string& digits, std::string& separators) {
    std::vector<std::string> parts(1);
    for (const char c : digits)
        if (c >= '0' && c <= '9') parts.back() += c;
        else if (std::string_view(".,' ").find(c) != std::string_view::npos) separators += c, parts.emplace_back();
        else return {};
    return parts;
}

/// Removes digit grouping: "1.234,5" becomes "1234.5". Empty if the groups do not have three digits.
std::string ungrouped(std::vector<std::string> parts, const std::string& separators) {
    const char last = separators.back();
    const bool has_fraction = (last == '.' || last == ',') && separators.find(last) + 1 == separators.size();
    const std::string fraction = has_fraction && separators.size() > 1 ? "." + parts.back() : "";
    const std::string groups = fraction.empty() ? separators : separators.substr(0, separators.size() - 1);
    if (!fraction.empty()) parts.pop_back();
    if (groups.find_first_not_of(groups[0]) != std::string::npos || parts[0].empty() || parts[0].size() > 3) return "";
    std::string whole = parts[0];
    for (std::size_t k = 1; k < parts.size(); ++k) {
        if (parts[k].size() != 3) return "";
        whole += parts[k];
    }
    return whole + fraction;
}

}  // namespace

std::optional<std::string> plain_number(const std::string& typed, bool integer) {
    const std::string text = tidy(typed);
    if (is_number(text)) return text[0] == '+' ? text.substr(1) : text;
    const std::size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+');
    const std::string before = text.substr(0, text[0] == '-'), rest = text.substr(sign),
                      digits = rest.substr(0, rest.find_first_of("eE")), after = rest.substr(digits.size());
    std::string separators;
    const auto parts = parts_of(digits, separators);
    if (parts.size() < 2 || !is_number("1" + after)) return {};
    const auto written = [&](const std::string& number) { return before + number + after; };
    if (separators == ",") {
        const auto &whole = parts[0], &fraction = parts[1];
        if (fraction.empty()) return {};
        if (whole.empty() || whole[0] == '0' || whole.size() > 3 || fraction.size() != 3)
            return written((whole.empty() ? "0" : whole) + "." + fraction);
        const std::string number = written(whole + "." + fraction), grouped = written(whole + fraction);
        if (integer) throw UsageError(fmt::format("{}: write {}", text, grouped));
        throw UsageError(fmt::format("{} has two readings: write {} or {}", text, number, grouped));
    }
    if (const std::string number = ungrouped(parts, separators); !number.empty())
        throw UsageError(fmt::format("{}: write {}", text, written(number)));
    return {};
}

std::optional<double> typed_number(const std::string& typed, bool integer) {
    const auto plain = plain_number(typed, integer);
    return plain ? std::optional(number_from(*plain)) : std::nullopt;
}

double number_in(const TypedRange& range, const std::string& typed) {
    const auto value = typed_number(typed, range.integer);
    const std::string text = one_line(tidy(typed));
    if (!value)
        throw UsageError(fmt::format("'{}' is not a number; type one such as {}", text, range.integer ? "7" : "0.7"));
    if (range.integer && *value != std::floor(*value))
        throw UsageError(fmt::format("{} is not a whole number; type one", text));
    if (*value < range.lo || *value > range.hi)
        throw UsageError(
            fmt::format("{} is out of range; type a number from {:.10g} to {:.10g}", text, range.lo, range.hi));
    return *value;
}

}  // namespace nearfield::ui
