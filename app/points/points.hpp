#pragma once
#include <glm/glm.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// Points from a file.
struct PointTable {
    int dimensions = 0;  ///< 0: an empty file does not say
    std::vector<glm::dvec3> points;
    std::vector<std::string> columns;  ///< of the coordinates, as the file names them, or "column 2"
    bool degrees = false;              ///< the columns are a longitude and a latitude
};

/// What the user says about a file of points.
struct PointChoice {
    std::optional<int> dimensions;
    std::vector<std::string> columns = {};  ///< 2 or 3 names, or numbers from 1 on; empty: by the names in the header
};

/// Reads points from a table (read_point_table), an XYZ file of atoms, or a PLY file (read_ply). The content decides
/// which. Throws UsageError as "file:line: reason" for anything else.
PointTable read_points(const std::filesystem::path& path, const PointChoice& choice);

}  // namespace nearfield
