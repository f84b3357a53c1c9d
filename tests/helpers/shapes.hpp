#pragma once
// Meshes for tests.
#include "libs/geometry/mesh.hpp"

namespace nearfield::geometry {

/// A ball around the origin with this number of rings, each of twice as many pieces.
inline Mesh globe(double radius, int rings) {
    constexpr double pi = 3.14159265358979323846;
    Mesh mesh{.name = "globe"};
    const int round = 2 * rings;
    mesh.vertices = {{0, -radius, 0}, {0, radius, 0}};
    for (int j = 1; j < rings; ++j)
        for (int i = 0; i < round; ++i) {
            const double up = pi * j / rings - pi / 2, angle = 2 * pi * i / round;
            mesh.vertices.push_back(
                radius * glm::dvec3(std::cos(up) * std::sin(angle), std::sin(up), std::cos(up) * std::cos(angle)));
        }
    const auto at = [&](int i, int j) { return u32(j == 0 ? 0 : j == rings ? 1 : 2 + (j - 1) * round + i % round); };
    for (int j = 0; j < rings; ++j)
        for (int i = 0; i < round; ++i) {
            if (j + 1 < rings) mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
            if (j > 0) mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
        }
    return mesh;
}

}  // namespace nearfield::geometry
