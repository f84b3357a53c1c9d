#include "sim/start_positions.hpp"

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "points/points.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nearfield {
namespace {

std::vector<glm::vec3> rounded(const PointTable& table) {
    std::vector<glm::vec3> all;
    all.reserve(table.points.size());
    for (const auto& p : table.points) all.emplace_back(p);
    return all;
}

bool names_all(const PointTable& table, const std::vector<std::string>& columns) {
    return std::all_of(columns.begin(), columns.end(), [&](const auto& column) {
        return std::find(table.all_columns.begin(), table.all_columns.end(), column) != table.all_columns.end();
    });
}

}  // namespace

StartPositions read_start(const std::string& file, int dimensions, unsigned actors, bool has_velocities) {
    if (file.empty()) return {};
    const std::string text = read_chosen(file, "a table of points", Most::data);
    const auto table = parse_points(file, text, {.dimensions = dimensions});
    if (table.points.size() != actors)
        throw UsageError(fmt::format("positions={}: the file has {} rows for {} actors; set actors={}", file,
                                     table.points.size(), actors, table.points.size()));
    StartPositions start{.positions = rounded(table), .velocities = {}};
    std::vector<std::string> velocity{"vx", "vy", "vz"};
    velocity.resize(std::size_t(dimensions));
    if (has_velocities && names_all(table, velocity))
        start.velocities = rounded(parse_points(file, text, {.dimensions = {}, .columns = velocity}));
    return start;
}

}  // namespace nearfield
