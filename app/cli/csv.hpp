#pragma once
#include "app/files.hpp"
#include <glm/glm.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// Cells as a line of a CSV file, without the line break.
std::string csv_line(const std::vector<std::string>& cells);

struct PointTable {
    int dimensions = 0;  ///< 0: an empty file does not say
    std::vector<glm::dvec3> points;
};

/// Reads points from a CSV file: two or three columns of numbers, or a header that names x, y (and z) among others.
/// Empty lines and lines that begin with # are skipped. Anything else throws UsageError as "file:line: reason".
PointTable read_points(const std::filesystem::path& path, std::optional<int> dimensions);

}  // namespace nearfield
