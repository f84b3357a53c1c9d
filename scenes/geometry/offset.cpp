#include "scenes/geometry/offset.hpp"

#include <algorithm>

namespace nearfield::geometry {
namespace {

constexpr double furthest = 4;
constexpr double same = 1 - 1e-6;     ///< cosine between normals that count as equal
constexpr double thinnest = 1e-5;     ///< height of a triangle, m, below which its normal is noise
constexpr double independent = 1e-6;  ///< smallest significant eigenvalue, relative to the largest

/// Unit normal; 0 for a triangle that is too thin.
glm::dvec3 unit_normal(const Mesh& mesh, std::size_t t) {
    const auto a = mesh.corner(t, 0), b = mesh.corner(t, 1), c = mesh.corner(t, 2);
    const glm::dvec3 n = glm::cross(b - a, c - a);
    const double length = glm::length(n),
                 longest = std::max({glm::length(b - a), glm::length(c - b), glm::length(a - c)});
    return length > thinnest * longest ? n / length : glm::dvec3(0);
}

struct Eigen {
    glm::dvec3 value;
    glm::dmat3 vector;  ///< in columns
};

/// Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi rotations.
Eigen eigen_of(glm::dmat3 m) {
    glm::dmat3 v(1);
    for (int sweep = 0; sweep < 12; ++sweep)
        for (int p = 0; p < 2; ++p)
            for (int q = p + 1; q < 3; ++q) {
                if (std::abs(m[p][q]) < 1e-300) continue;
                const double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
                const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
                const double c = 1 / std::sqrt(t * t + 1), s = t * c;
                glm::dmat3 turn(1);
                turn[p][p] = c;
                turn[q][q] = c;
                turn[q][p] = s;
                turn[p][q] = -s;
                m = glm::transpose(turn) * m * turn;
                v = v * turn;
            }
    return {{m[0][0], m[1][1], m[2][2]}, v};
}

glm::dvec3 mitre(const std::vector<glm::dvec3>& normals) {
    glm::dmat3 m(0);
    glm::dvec3 pull(0);
    for (const auto& n : normals) {
        m += glm::outerProduct(n, n);
        pull += n;
    }
    const Eigen e = eigen_of(m);
    const double largest = std::max({e.value.x, e.value.y, e.value.z});
    glm::dvec3 d(0);
    for (int k = 0; k < 3; ++k)
        if (e.value[k] > independent * largest) d += e.vector[k] * (glm::dot(e.vector[k], pull) / e.value[k]);
    const double length = glm::length(d);
    return length > furthest ? d * (furthest / length) : d;
}

}  // namespace

std::vector<glm::dvec3> mitres(const Mesh& mesh) {
    std::vector<std::vector<glm::dvec3>> normals(mesh.vertices.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const glm::dvec3 n = unit_normal(mesh, t);
        if (n == glm::dvec3(0)) continue;
        for (const u32 v : mesh.triangles[t]) {
            const auto is_same = [&](glm::dvec3 other) { return glm::dot(n, other) > same; };
            if (std::none_of(normals[v].begin(), normals[v].end(), is_same)) normals[v].push_back(n);
        }
    }
    std::vector<glm::dvec3> moves;
    for (const auto& own : normals) moves.push_back(own.empty() ? glm::dvec3(0) : mitre(own));
    return moves;
}

}  // namespace nearfield::geometry
