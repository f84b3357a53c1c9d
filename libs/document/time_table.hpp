#pragma once
// CSV files of what changes over time: "time,flow", "time,level" or "time,file".
#include "base/vec.hpp"

#include <string>
#include <vector>

namespace nearfield::document {

/// Rows of a time in s and what it brings. Times rise.
struct TimeTable {
    std::string quantity;  ///< head of the second column, in lower case
    std::vector<double> times;
    std::vector<std::string> values;
    std::vector<std::string> places;  ///< "file:line:column" of each value
};

/// Reads a head "time,QUANTITY" with one of `quantities`, then a row per time. Empty lines and those that begin with #
/// are skipped. Throws UsageError "name:line:column: what is wrong; remedy".
TimeTable read_time_table(const std::string& text, const std::string& name, const std::vector<std::string>& quantities);

/// A hydrograph: m³/s that flow in, or a level in m, over s.
struct Hydrograph {
    bool is_level = false;
    std::vector<glm::dvec2> points;
};

/// Reads a table of flows or levels. Flows are not negative.
Hydrograph read_hydrograph(const std::string& text, const std::string& name);
Hydrograph load_hydrograph(const std::string& file);

}  // namespace nearfield::document
