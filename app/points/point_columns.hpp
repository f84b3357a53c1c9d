#pragma once
#include "app/points/points.hpp"

namespace nearfield {

/// The columns that hold the coordinates, in the order x, y (and z).
struct PointColumns {
    std::vector<std::size_t> at;
    std::vector<std::string> names;
    bool degrees = false;
};

/// The columns that `choice` asks for among those with these names. A name counts in any case; a text that is no name
/// is a number from 1 on. Throws UsageError, which begins with `where`, for a missing column.
PointColumns asked_columns(const std::vector<std::string>& names, const PointChoice& choice, const std::string& where);

/// The columns called x and y (and z), in any case and with a unit in brackets or without; else those called longitude
/// and latitude (lon, lat), or easting and northing. Empty if there are none. Throws UsageError, which begins with
/// `where`, for a name that two columns have, and if a third dimension is asked for and not there.
std::optional<PointColumns> named_columns(const std::vector<std::string>& names, std::optional<int> dimensions,
                                          const std::string& where);

/// Whether a column of this name counts or names its rows: no name, id, index, name and the like.
bool names_rows(const std::string& name);

}  // namespace nearfield
