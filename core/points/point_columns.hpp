#pragma once
#include "points/points.hpp"

namespace nearfield {

/// The coordinate columns, in the order x, y (and z).
struct PointColumns {
    std::vector<std::size_t> at;
    std::vector<std::string> names;
    bool degrees = false;
};

/// Finds the columns that `choice` names. Upper and lower case are equal; a text that is no name is a column number
/// from 1 on. Throws UsageError, which begins with `where`, for a missing column.
PointColumns asked_columns(const std::vector<std::string>& names, const PointChoice& choice, const std::string& where);

/// Finds the columns called x and y (and z), in any case, with or without a unit in brackets. Otherwise finds longitude
/// and latitude (lon, lat), or easting and northing. None if all are missing. Throws UsageError, which begins with
/// `where`, for a name of two columns, and for a missing third column if three dimensions are required.
std::optional<PointColumns> named_columns(const std::vector<std::string>& names, std::optional<int> dimensions,
                                          const std::string& where);

/// True for the head of a column that counts or names its rows: empty, id, index, name and the like.
bool names_rows(const std::string& name);

}  // namespace nearfield
