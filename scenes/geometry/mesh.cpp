#include "scenes/geometry/mesh.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace nearfield::geometry {
namespace {

std::string shown(glm::dvec3 p) { return fmt::format("({:.4g}, {:.4g}, {:.4g})", p.x, p.y, p.z); }

/// The normal, with twice the triangle's area as length.
glm::dvec3 normal_of(const Mesh& mesh, std::size_t t) {
    const auto a = mesh.corner(t, 0);
    return glm::cross(mesh.corner(t, 1) - a, mesh.corner(t, 2) - a);
}

[[noreturn]] void fail(const Mesh& mesh, std::size_t triangle, const std::string& what) {
    const int line = triangle < mesh.lines.size() ? mesh.lines[triangle] : 0;
    throw UsageError(line ? fmt::format("{}:{}: {}", mesh.name, line, what) : mesh.name + ": " + what);
}

void check_corners(const Mesh& mesh) {
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (int k = 0; k < 3; ++k) {
            const auto p = mesh.corner(t, k);
            if (!(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)))
                fail(mesh, t, "a corner at " + shown(p) + "; give finite coordinates, and a scale that keeps them so");
        }
}

void check_areas(const Mesh& mesh) {
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        double longest = 0;
        for (int k = 0; k < 3; ++k)
            longest = std::max(longest, glm::length(mesh.corner(t, (k + 1) % 3) - mesh.corner(t, k)));
        if (!(glm::length(normal_of(mesh, t)) > 1e-10 * longest * longest))
            fail(
                mesh, t,
                fmt::format(
                    "the triangle {} {} {} has no area; take it out, in a modelling program by merging doubled corners",
                    shown(mesh.corner(t, 0)), shown(mesh.corner(t, 1)), shown(mesh.corner(t, 2))));
    }
}

struct Edge {
    int there = 0, back = 0;  ///< triangles that traverse the edge from its lower to its higher corner, and in reverse
    std::size_t triangle = 0;
};

void check_edges(const Mesh& mesh) {
    std::map<std::pair<u32, u32>, Edge> edges;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k) {
            const u32 a = mesh.triangles[t][k], b = mesh.triangles[t][(k + 1) % 3];
            Edge& edge = edges[std::minmax(a, b)];
            ++(a < b ? edge.there : edge.back);
            edge.triangle = t;
        }
    for (const auto& [ends, edge] : edges) {
        const std::string place = shown(mesh.vertices[ends.first]) + " - " + shown(mesh.vertices[ends.second]);
        const int uses = edge.there + edge.back;
        if (uses == 1)
            fail(mesh, edge.triangle,
                 "open: the edge " + place +
                     " belongs to one triangle only; close the hole, so that it has an inside and an outside");
        if (uses > 2)
            fail(mesh, edge.triangle,
                 fmt::format("the edge {} is shared by {} triangles; take doubled faces out, or move solids that touch "
                             "there apart",
                             place, uses));
        if (edge.there != 1)
            fail(mesh, edge.triangle,
                 "inverted: the triangles at the edge " + place +
                     " have opposite orientations; make the normals consistent");
    }
}

}  // namespace

Bounds bounds_of(const Mesh& mesh) {
    Bounds box;
    for (const auto& p : mesh.vertices) box.hold(p);
    return box;
}

double area_of(const Mesh& mesh) {
    double twice = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) twice += glm::length(normal_of(mesh, t));
    return twice / 2;
}

double volume_of(const Mesh& mesh) {
    if (mesh.vertices.empty()) return 0;
    const glm::dvec3 origin = mesh.vertices[0];
    double six = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        six += glm::dot(mesh.corner(t, 0) - origin, normal_of(mesh, t));
    return six / 6;
}

void weld(Mesh& mesh) {
    const auto& at = mesh.vertices;
    std::vector<u32> order(at.size()), becomes(at.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](u32 a, u32 b) {
        return std::tie(at[a].x, at[a].y, at[a].z, a) < std::tie(at[b].x, at[b].y, at[b].z, b);
    });
    for (std::size_t i = 0; i < order.size(); ++i)
        becomes[order[i]] = i > 0 && at[order[i]] == at[order[i - 1]] ? becomes[order[i - 1]] : order[i];
    std::vector<glm::dvec3> kept;
    std::vector<u32> place(at.size());
    for (u32 v = 0; v < at.size(); ++v)
        if (becomes[v] == v) {
            place[v] = u32(kept.size());
            kept.push_back(at[v]);
        }
    for (auto& triangle : mesh.triangles)
        for (auto& corner : triangle) corner = place[becomes[corner]];
    mesh.vertices = std::move(kept);
}

void transform(Mesh& mesh, double scale, glm::dvec3 translate) {
    for (auto& p : mesh.vertices) p = p * scale + translate;
}

void check(const Mesh& mesh) {
    if (mesh.triangles.empty()) throw UsageError(mesh.name + ": no faces; give a closed surface with lines 'f'");
    check_corners(mesh);
    check_areas(mesh);
    check_edges(mesh);
    const double volume = volume_of(mesh);
    if (!(volume > 0))
        throw UsageError(fmt::format("{}: inverted: the faces look inwards (volume {:.3g} m³); flip the normals",
                                     mesh.name, volume));
}

Mesh inset(const Mesh& mesh, double depth) {
    std::vector<glm::dmat3> planes(mesh.vertices.size(), glm::dmat3(0));
    std::vector<glm::dvec3> pull(mesh.vertices.size(), glm::dvec3(0));
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const glm::dvec3 n = glm::normalize(normal_of(mesh, t));
        for (int k = 0; k < 3; ++k) {
            const auto v = mesh.triangles[t][std::size_t(k)];
            const auto to = mesh.corner(t, (k + 1) % 3) - mesh.corner(t, k),
                       from = mesh.corner(t, (k + 2) % 3) - mesh.corner(t, k);
            const double angle = std::acos(std::clamp(glm::dot(glm::normalize(to), glm::normalize(from)), -1., 1.));
            planes[v] += angle * glm::outerProduct(n, n);
            pull[v] += angle * n;
        }
    }
    // Corners move as their planes require, not along the mitre, and by a limited distance at spikes.
    constexpr double stiffness = 1e-3, furthest = 3;
    Mesh moved = mesh;
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        glm::dvec3 by = depth * (glm::inverse(planes[v] + glm::dmat3(stiffness)) * pull[v]);
        const double length = glm::length(by);
        if (length > furthest * depth) by *= furthest * depth / length;
        moved.vertices[v] -= by;
    }
    if (!(volume_of(moved) > 0))
        throw UsageError(fmt::format("{}: thinner than {:.4g} m; make it thicker or the spacing of particles smaller",
                                     mesh.name, 2 * depth));
    return moved;
}

}  // namespace nearfield::geometry
