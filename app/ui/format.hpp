#pragma once
#include "sim/world.hpp"

#include <string>
#include <vector>

namespace nearfield::ui {

/// 30000 as "30,000".
std::string grouped(double whole);
/// Four significant digits, whole parts in full; no exponent from 0.001 up to 1e15.
std::string number(double value);
/// A value of a quantity with its unit, or by its name: `names` are those of its values 0, 1 ... "–" if it is not
/// known.
std::string reading(const Quantity& quantity, const std::vector<std::string>& names, double value, u64 step);
/// Three digits; keeps its width while it changes.
std::string short_number(double value);
/// Milliseconds with the digits that matter: "0.042", "3.21", "1,240".
std::string milliseconds(double ms);
/// The least round value that is not under `value`, for the top of a scale.
double round_up(double value);

}  // namespace nearfield::ui
