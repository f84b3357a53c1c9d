#include "picture/filter.hpp"

#include "base/error.hpp"
#include "base/read_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace nearfield {
namespace {

constexpr const char* form = "write ATTRIBUTE:VALUES, as speed:0.1..0.9, neighbours:..3,8.. or type:0,2..4";

float read_end(const std::string& item, const std::string& end, float open) {
    double value = open;
    if (!end.empty() && !read_number(end, value))
        throw UsageError(fmt::format("show: '{}' is neither a value nor a span of values; {}", item, form));
    return float(value);
}

ValueSpan read_span(const std::string& item) {
    const auto dots = item.find("..");
    const std::string from = item.substr(0, dots), to = dots == std::string::npos ? from : item.substr(dots + 2);
    if (from.empty() && to.empty()) read_end(item, item + ".", 0);
    const ValueSpan span{read_end(item, from, -INFINITY), read_end(item, to, INFINITY)};
    if (!(span.lo <= span.hi))
        throw UsageError(fmt::format("show: '{}' ends before it begins; write {}..{}", item, to, from));
    return span;
}

void add(ShownValues& values, ValueSpan span) {
    if (values.count == ShownValues::most)
        throw UsageError(fmt::format("show: more than {} spans of values; let some of them meet", ShownValues::most));
    values.spans[values.count++] = span;
}

std::string text_of(ValueSpan span) {
    if (span.lo == span.hi) return fmt::format("{}", span.lo);
    return (std::isinf(span.lo) ? "" : fmt::format("{}", span.lo)) + ".." +
           (std::isinf(span.hi) ? "" : fmt::format("{}", span.hi));
}

std::string readable(ValueSpan span) {
    if (span.lo == span.hi) return fmt::format("{:.4g}", span.lo);
    if (std::isinf(span.lo)) return fmt::format("up to {:.4g}", span.hi);
    if (std::isinf(span.hi)) return fmt::format("from {:.4g}", span.lo);
    return fmt::format("{:.4g} to {:.4g}", span.lo, span.hi);
}

}  // namespace

Filter read_filter(const std::string& text) {
    std::string plain;
    for (const char c : text)
        if (c != ' ' && c != '\t') plain += c;
    if (plain.empty()) return {};
    const auto colon = plain.find(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == plain.size())
        throw UsageError(fmt::format("show: '{}' does not say which values of which attribute; {}", text, form));
    Filter filter{plain.substr(0, colon), {}};
    std::istringstream items(plain.substr(colon + 1));
    for (std::string item; std::getline(items, item, ',');) add(filter.values, read_span(item));
    return filter;
}

std::string text(const Filter& filter) {
    std::string text;
    for (u32 s = 0; s < filter.values.count; ++s)
        text += (s ? "," : filter.attribute + ":") + text_of(filter.values.spans[s]);
    return text;
}

std::vector<bool> classes_in(const ShownValues& values, std::size_t classes) {
    std::vector<bool> shown(classes);
    for (std::size_t k = 0; k < classes; ++k) shown[k] = !values.hides(float(k));
    return shown;
}

ShownValues values_of_classes(const std::vector<bool>& shown) {
    ShownValues values;
    for (auto from = std::find(shown.begin(), shown.end(), true); from != shown.end();) {
        const auto to = std::find(from, shown.end(), false);
        if (from == shown.begin() && to == shown.end()) return {};
        add(values, {float(from - shown.begin()), float(to - shown.begin() - 1)});
        from = std::find(to, shown.end(), true);
    }
    return values;
}

std::string words(const ShownValues& values, std::size_t classes) {
    if (classes) {
        const auto shown = classes_in(values, classes);
        return fmt::format("{} of {} shown", std::count(shown.begin(), shown.end(), true), classes);
    }
    std::string all;
    for (u32 s = 0; s < values.count; ++s) all += (s ? ", " : "") + readable(values.spans[s]);
    return all + " shown";
}

}  // namespace nearfield
