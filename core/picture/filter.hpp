#pragma once
// A filter for the elements of a picture: one attribute and the intervals of its values that are shown. As text:
// "speed:0.1..0.9", "neighbours:..3,8.." or "type:0,2..4"; classes are numbered from 0.
#include "base/platform.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace nearfield {

/// A closed interval of values.
struct ValueSpan {
    float lo = -INFINITY, hi = INFINITY;
    bool operator==(const ValueSpan&) const = default;
};

/// The shown values, in a layout that kernels and shaders read directly.
struct ShownValues {
    static constexpr u32 most = 32;
    ValueSpan spans[most];
    u32 count = 0;  ///< number of spans; 0 shows everything

    bool all() const { return count == 0; }
    /// True if the element is hidden. Elements without a value (NaN) are shown.
    NF_HD bool hides(float value) const {
        bool outside = count > 0 && value == value;
        for (u32 s = 0; s < count; ++s) outside = outside && !(value >= spans[s].lo && value <= spans[s].hi);
        return outside;
    }
    bool operator==(const ShownValues&) const = default;
};

/// The values of one attribute that are shown.
struct Filter {
    std::string attribute;  ///< key of the attribute
    ShownValues values;
    bool operator==(const Filter&) const = default;
};

/// Parses a filter; an empty text shows everything. Throws UsageError that quotes the faulty part.
Filter read_filter(const std::string& text);
std::string text(const Filter& filter);

/// For each class, true if it is shown.
std::vector<bool> classes_in(const ShownValues& values, std::size_t classes);
/// The inverse of classes_in(); shows everything if all classes are shown. Throws UsageError if there are too many
/// gaps.
ShownValues values_of_classes(const std::vector<bool>& shown);

/// "3 of 5 shown" for classes; "0.1 to 0.9 shown" for numbers (`classes` is 0).
std::string words(const ShownValues& values, std::size_t classes);

}  // namespace nearfield
