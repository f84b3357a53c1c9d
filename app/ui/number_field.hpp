#pragma once
#include <cmath>
#include <optional>
#include <string>

// Controls that take a number: by a slider, which Ctrl+click turns into a text field, or typed alone. What is typed is
// read by typed_number.hpp once the field is left; what is refused is told in a message and changes nothing.
namespace nearfield::ui {

struct Session;

/// Greater than any parameter, whose setting says by name what is out of range.
constexpr double most_typed = 1e18;

struct SliderRange {
    double lo, hi;
    bool logarithmic = false, integer = false;
    double least = NAN, most = NAN;  ///< of what may be typed; NaN: lo and hi
};

/// Controls are seen as `name`.
/// A slider as a filled bar with a small handle, zero marked. `format` is for double, or for long long if the range is
/// one of integers. Returns true if the value changed; `typed` then says whether it was typed.
bool slider(Session& s, const std::string& name, double& value, const SliderRange& range, const char* format,
            bool* typed = nullptr);
/// The same; `left` becomes what was typed once the text field is left, and is not read.
bool slider(const char* id, double& value, const SliderRange& range, const char* format,
            std::optional<std::string>& left);

/// A text field of the width set. `format` is for double. Returns true if another value was typed.
bool number_field(Session& s, const std::string& name, double& value, const char* format, double least = -HUGE_VAL,
                  double most = HUGE_VAL, bool integer = false);

}  // namespace nearfield::ui
