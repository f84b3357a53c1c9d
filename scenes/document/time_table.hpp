#pragma once
// CSV files of values over time: "time,flow", "time,level" or "time,file".
#include "base/vec.hpp"

#include <string>
#include <vector>

namespace nearfield::document {

/// Rows of a time in s and a value, sorted by time.
struct TimeTable {
    std::string quantity;  ///< head of the second column, in lower case
    std::vector<double> times;
    std::vector<std::string> values;
    std::vector<std::string> places;  ///< "file:line:column" of each value
};

/// Reads a head "time,QUANTITY" with one of `quantities`, then a row per time. Skips empty lines and lines that begin
/// with #. Throws UsageError "name:line:column: what is wrong; remedy".
TimeTable read_time_table(const std::string& text, const std::string& name, const std::vector<std::string>& quantities);

/// A hydrograph: discharge in m³/s, or level in m, over time in s.
struct Hydrograph {
    bool is_level = false;
    std::vector<glm::dvec2> points;
};

/// Reads a table of flows or levels. Flows must not be negative.
Hydrograph read_hydrograph(const std::string& text, const std::string& name);
Hydrograph load_hydrograph(const std::string& file);

}  // namespace nearfield::document
