#include "scenes/geometry/triangulate.hpp"

#include <algorithm>
#include <numeric>

namespace nearfield::geometry {
namespace {

using Flat = std::vector<glm::dvec2>;

double cross(glm::dvec2 a, glm::dvec2 b) { return a.x * b.y - a.y * b.x; }

/// The polygon projected along its normal (Newell's), counter-clockwise; empty if it has no normal.
Flat flattened(const std::vector<glm::dvec3>& corners) {
    glm::dvec3 normal(0);
    for (std::size_t i = 0; i < corners.size(); ++i)
        normal += glm::cross(corners[i] - corners[0], corners[(i + 1) % corners.size()] - corners[0]);
    if (!(glm::length(normal) > 0)) return {};
    normal = glm::normalize(normal);
    const glm::dvec3 across = std::abs(normal.x) < 0.6 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
    const glm::dvec3 u = glm::normalize(glm::cross(across, normal)), v = glm::cross(normal, u);
    Flat flat;
    for (const auto& p : corners) flat.push_back({glm::dot(p - corners[0], u), glm::dot(p - corners[0], v)});
    return flat;
}

bool within(glm::dvec2 p, glm::dvec2 a, glm::dvec2 b, glm::dvec2 c) {
    return cross(b - a, p - a) >= 0 && cross(c - b, p - b) >= 0 && cross(a - c, p - c) >= 0;
}

/// Quality of an ear: area over the square of the longest side; 0 if the corner is not an ear.
double quality(const Flat& at, const std::vector<std::size_t>& left, std::size_t i) {
    const std::size_t n = left.size();
    const auto a = at[left[(i + n - 1) % n]], b = at[left[i]], c = at[left[(i + 1) % n]];
    const double area = cross(b - a, c - b);
    const double longest = std::max({glm::dot(b - a, b - a), glm::dot(c - b, c - b), glm::dot(a - c, a - c)});
    if (!(area > 1e-12 * longest)) return 0;
    for (const std::size_t other : left)
        if (at[other] != a && at[other] != b && at[other] != c && within(at[other], a, b, c)) return 0;
    return area / longest;
}

}  // namespace

std::vector<std::array<std::size_t, 3>> triangulate(const std::vector<glm::dvec3>& corners) {
    const std::size_t n = corners.size();
    std::vector<std::array<std::size_t, 3>> triangles;
    if (n == 3) return {{0, 1, 2}};  // the caller checks its area
    const Flat at = flattened(corners);
    std::vector<std::size_t> left(at.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    while (left.size() >= 3) {
        std::size_t best = 0;
        double most = 0;
        for (std::size_t i = 0; i < left.size(); ++i)
            if (const double q = quality(at, left, i); q > most) {
                most = q;
                best = i;
            }
        if (most == 0) return {};
        triangles.push_back({left[(best + left.size() - 1) % left.size()], left[best], left[(best + 1) % left.size()]});
        left.erase(left.begin() + long(best));
    }
    return triangles;
}

}  // namespace nearfield::geometry
