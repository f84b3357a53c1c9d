#include "app/study/measure.hpp"

#include "base/error.hpp"
#include "base/one_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

[[noreturn]] void refuse(const std::string& text, const std::string& reason) {
    throw UsageError(fmt::format("'{}': {}", text.substr(0, 80), reason));
}

bool is_name(const std::string& text) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !text.empty() && letter(text[0]) &&
           std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

/// Position of the first occurrence as a whole word. npos if there is none.
std::size_t find_word(const std::string& text, const std::string& word) {
    const auto parts = [&](std::size_t at) {
        return at >= text.size() || std::string(" \t\r\n()").find(text[at]) != std::string::npos;
    };
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
        if ((at == 0 || parts(at - 1)) && parts(at + word.size())) return at;
    return std::string::npos;
}

/// Splits `left`, "name [s]": returns "s" and leaves "name".
std::string take_unit(const std::string& text, std::string& left) {
    const auto open = left.find('[');
    if (open == std::string::npos) return "";
    if (left.back() != ']') refuse(text, "the unit is not closed; write it as name [unit] = ...");
    const std::string unit = trimmed(left.substr(open + 1, left.size() - open - 2));
    left = trimmed(left.substr(0, open));
    return unit;
}

}  // namespace

Measure read_measure(const std::string& text, const std::vector<std::string>& names) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || text.compare(equals, 2, "==") == 0)
        refuse(text, "a measure is written as name = how formula, such as most = max pressure");
    std::string name = trimmed(text.substr(0, equals));
    const std::string unit = take_unit(text, name), right = trimmed(text.substr(equals + 1));
    if (!is_name(name))
        refuse(text,
               fmt::format("'{}' is no name; begin with a letter, then letters, digits and _", name.substr(0, 40)));
    const auto end = right.find_first_of(" \t\r\n(");
    const std::string how = right.substr(0, end);
    const auto found = std::find(Measure::hows.begin(), Measure::hows.end(), how);
    if (found == Measure::hows.end())
        refuse(text, fmt::format("'{}' says not how to measure; expected final, first, mean, min or max after =",
                                 how.substr(0, 40)));
    const std::string rest = end == std::string::npos ? "" : right.substr(end);
    const auto when = find_word(rest, "when");
    Measure measure{.text = text,
                    .name = name,
                    .unit = unit,
                    .how = Measure::How(found - Measure::hows.begin()),
                    .formula = Expression::number(trimmed(rest.substr(0, when)), names)};
    if (when != std::string::npos) measure.when = Expression::condition(trimmed(rest.substr(when + 4)), names);
    return measure;
}

std::string label_of(const Measure& measure) {
    std::string label = measure.name;
    std::replace(label.begin(), label.end(), '_', ' ');
    return measure.unit.empty() ? label : fmt::format("{} ({})", label, measure.unit);
}

void Gatherer::take(const std::vector<double>& values) {
    if (measure_->how == Measure::How::first && count_ > 0) return;
    if (measure_->when && !measure_->when->holds(values)) return;
    const double value = measure_->formula.value(values);
    if (std::isnan(value)) return;
    ++count_;
    switch (measure_->how) {
    case Measure::How::final:
    case Measure::How::first: kept_ = value; break;
    case Measure::How::mean: kept_ += value; break;
    case Measure::How::min: kept_ = count_ == 1 ? value : std::min(kept_, value); break;
    case Measure::How::max: kept_ = count_ == 1 ? value : std::max(kept_, value); break;
    }
}

double Gatherer::result() const {
    if (count_ == 0) return NAN;
    return measure_->how == Measure::How::mean ? kept_ / double(count_) : kept_;
}

}  // namespace nearfield
