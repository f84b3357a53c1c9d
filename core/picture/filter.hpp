#pragma once
// Which elements of a picture are shown: those whose value of one attribute lies in one of some spans. As a text:
// "speed:0.1..0.9", "neighbours:..3,8..", "type:0,2..4"; the numbers of classes count from 0.
#include "base/platform.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace nearfield {

/// Values from lo to hi, both among them.
struct ValueSpan {
    float lo = -INFINITY, hi = INFINITY;
    bool operator==(const ValueSpan&) const = default;
};

/// The values that are shown, in a form that kernels and shaders take as it is.
struct ShownValues {
    static constexpr u32 most = 32;
    ValueSpan spans[most];
    u32 count = 0;  ///< of the spans; 0: everything is shown

    bool all() const { return count == 0; }
    /// An element without a value is not hidden.
    NF_HD bool hides(float value) const {
        bool outside = count > 0 && value == value;
        for (u32 s = 0; s < count; ++s) outside = outside && !(value >= spans[s].lo && value <= spans[s].hi);
        return outside;
    }
    bool operator==(const ShownValues&) const = default;
};

/// The values of one attribute that are shown.
struct Filter {
    std::string attribute;  ///< its key
    ShownValues values;
    bool operator==(const Filter&) const = default;
};

/// An empty text shows everything. Throws UsageError that names what is wrong in the text.
Filter read_filter(const std::string& text);
std::string text(const Filter& filter);

/// Which of the classes 0, 1 ... are shown.
std::vector<bool> classes_in(const ShownValues& values, std::size_t classes);
/// The inverse; everything if all classes are shown. Throws UsageError if there are too many gaps between them.
ShownValues values_of_classes(const std::vector<bool>& shown);

/// "3 of 5 shown" of classes; of numbers (`classes`: 0) "0.1 to 0.9 shown".
std::string words(const ShownValues& values, std::size_t classes);

}  // namespace nearfield
