#pragma once
#include "sim/world.hpp"

#include <string>
#include <vector>

namespace nearfield::ui {

/// Formats 30000 as "30,000".
std::string grouped(double whole);
/// Formats four significant digits, or all digits of the whole part. Uses no exponent from 0.001 to 1e15.
std::string number(double value);
/// Formats a quantity with its unit, or as a name: `names` lists the names of the values 0, 1 ... "–" if the value is
/// unknown.
std::string reading(const Quantity& quantity, const std::vector<std::string>& names, double value, u64 step);
/// Formats three significant digits at constant width.
std::string short_number(double value);
/// Formats milliseconds with their significant digits: "0.042", "3.21", "1,240".
std::string milliseconds(double ms);
/// Returns the smallest round number not below `value`, for the top of a scale.
double round_up(double value);

}  // namespace nearfield::ui
