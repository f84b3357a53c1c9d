#pragma once
#include <glm/glm.hpp>

#include <string>
#include <vector>

namespace nearfield {

/// Places, and velocities if known, of the actors of a new state, by id.
struct StartPositions {
    std::vector<glm::vec3> positions, velocities;
};

/// Reads a table of points, an XYZ or a PLY file with a row per actor; none without a name. Velocities are the columns
/// vx, vy (and vz), if the file has them and the scene has velocities. Throws UsageError for another file and for
/// another number of rows than `actors`.
StartPositions read_start(const std::string& file, int dimensions, unsigned actors, bool has_velocities);

}  // namespace nearfield
