#pragma once
#include <optional>
#include <string>

namespace nearfield::ui {

/// A number as people type or paste it, rewritten with a decimal point: "0,7" becomes "0.7". None if it is no number.
/// Throws UsageError, which says what to write, where a comma could also group digits ("1,234") and where digits are
/// grouped ("1.234,5"). `integer`: a whole number is asked for.
std::optional<std::string> plain_number(const std::string& typed, bool integer = false);

/// The same as a value, always finite.
std::optional<double> typed_number(const std::string& typed, bool integer = false);

/// A whole number or not, and the values that may be typed.
struct TypedRange {
    double lo, hi;
    bool integer = false;
};
/// The number typed. Throws UsageError, which names the text and says what to type, if it is none or out of range.
double number_in(const TypedRange& range, const std::string& typed);

}  // namespace nearfield::ui
