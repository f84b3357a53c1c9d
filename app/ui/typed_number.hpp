#pragma once
#include <optional>
#include <string>

namespace nearfield::ui {

/// Normalises a typed or pasted number to a decimal point: "0,7" becomes "0.7". None if the text is no number. Throws
/// UsageError with a suggestion if a comma is ambiguous ("1,234") or digits are grouped ("1.234,5"). `integer`: a whole
/// number is expected.
std::optional<std::string> plain_number(const std::string& typed, bool integer = false);

/// Returns the value of a typed number, always finite.
std::optional<double> typed_number(const std::string& typed, bool integer = false);

/// Range of values that may be typed.
struct TypedRange {
    double lo, hi;
    bool integer = false;
};
/// Parses a typed number. Throws UsageError with the text and the permitted values if it is invalid or out of range.
double number_in(const TypedRange& range, const std::string& typed);

}  // namespace nearfield::ui
