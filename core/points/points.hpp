#pragma once
#include <glm/glm.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nearfield {

/// Points from a file.
struct PointTable {
    int dimensions = 0;  ///< 0 for an empty file
    std::vector<glm::dvec3> points;
    std::vector<std::string> columns;           ///< names of the coordinate columns in the file, or "column 2"
    bool degrees = false;                       ///< true if the columns are longitude and latitude
    std::vector<std::string> all_columns = {};  ///< names of all columns; empty if they have no names
};

/// The user's choices for a file of points.
struct PointChoice {
    std::optional<int> dimensions;
    std::vector<std::string> columns = {};  ///< 2 or 3 names, or numbers from 1 on; empty: by header
};

/// Reads points from a table (read_point_table), an XYZ file of atoms, or a PLY file (read_ply). The content decides
/// the format. Throws UsageError as "file:line: reason" for any other file.
PointTable read_points(const std::filesystem::path& path, const PointChoice& choice);
/// The same for the text of the file `name`.
PointTable parse_points(const std::string& name, std::string_view text, const PointChoice& choice);

}  // namespace nearfield
