#pragma once
#include <cmath>
#include <optional>
#include <string>

// Controls for numbers: a slider, which Ctrl+click turns into a text field, or a text field alone. typed_number.hpp
// parses the text when the field loses focus. Invalid text shows a message and changes nothing.
namespace nearfield::ui {

struct Session;

/// Greater than any parameter's limit, so that the setting itself reports values out of range.
constexpr double most_typed = 1e18;

struct SliderRange {
    double lo, hi;
    bool logarithmic = false, integer = false;
    double least = NAN, most = NAN;  ///< limits of typed values; NaN: lo and hi
};

/// A slider drawn as a filled bar with a small handle and a mark at zero. `name`: the control's name for see().
/// `format` is for double, or for long long if the range is integer. Returns true if the value changed; `typed` then
/// tells if it was typed.
bool slider(Session& s, const std::string& name, double& value, const SliderRange& range, const char* format,
            bool* typed = nullptr);
/// A slider that does not parse typed text. `left`: the text when the field loses focus, otherwise none.
bool slider(const char* id, double& value, const SliderRange& range, const char* format,
            std::optional<std::string>& left);

/// A text field with the preset item width. `format` is for double. Returns true if a different value was typed.
bool number_field(Session& s, const std::string& name, double& value, const char* format, double least = -HUGE_VAL,
                  double most = HUGE_VAL, bool integer = false);

}  // namespace nearfield::ui
