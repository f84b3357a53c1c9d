#include "scenes/building/made_models.hpp"

#include "base/random.hpp"

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>

namespace nearfield::building {
namespace {

Part part_of(std::string name, std::string type, geometry::Mesh mesh) {
    mesh.name = name;
    Part part{.id = name, .type = std::move(type), .name = name};
    part.surfaces.push_back(std::move(mesh));
    return part;
}

geometry::Mesh tetrahedron(double side) {
    const double h = side / std::sqrt(8);  // half the edge of the enclosing cube
    return {.vertices = {{h, h, h}, {h, -h, -h}, {-h, h, -h}, {-h, -h, h}},
            .triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}};
}

/// A uniformly distributed rotation (Shoemake 1992), from three numbers uniform in [0, 1).
glm::dmat3 any_rotation(glm::dvec3 u) {
    const double tau = 2 * std::acos(-1), r1 = std::sqrt(1 - u.x), r2 = std::sqrt(u.x);
    return glm::mat3_cast(glm::dquat(r2 * std::cos(tau * u.z), r1 * std::sin(tau * u.y), r1 * std::cos(tau * u.y),
                                     r2 * std::sin(tau * u.z)));
}

geometry::Bounds bounds_of(const Building& building) {
    geometry::Bounds bounds;
    for (const auto& part : building.parts)
        for (const auto& mesh : part.surfaces)
            for (const auto& p : mesh.vertices) bounds.hold(p);
    return bounds;
}

void append_copy(Building& town, const Building& house, glm::dvec3 by, const std::string& mark) {
    const auto first = u32(town.parts.size());
    for (Part part : house.parts) {
        part.id += mark;
        part.name += mark;
        for (auto& mesh : part.surfaces) geometry::transform(mesh, 1, by);
        town.parts.push_back(std::move(part));
    }
    for (const auto& [what, a, b] : house.stated) town.stated.push_back({what, first + a, first + b});
}

}  // namespace

geometry::Mesh box_mesh(glm::dvec3 lo, glm::dvec3 hi) {
    geometry::Mesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.vertices.push_back({i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z});
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return mesh;
}

Building make_predicates() {
    struct Pair {
        const char* name;
        glm::dvec3 a_lo, a_hi, b_lo, b_hi;
    };
    const glm::dvec3 o(0), one(1), middle(0.3), far(0.7), half(0.5);
    const Pair pairs[] = {
        {"disjoint", o, one, {1.5, 0, 0}, {2.5, 1, 1}},
        {"touch", o, one, {1, 0, 0}, {2, 1, 1}},
        {"overlap", o, one, half, half + one},
        {"equals", o, one, o, one},
        {"contains", o, one, middle, far},
        {"inside", middle, far, o, one},
        {"covers", o, one, o, half},
        {"coveredBy", o, half, o, one},
    };
    Building building{.name = "predicates"};
    int at = 0;
    for (const auto& [name, a_lo, a_hi, b_lo, b_hi] : pairs) {
        const glm::dvec3 place(4 * (at % 4), 4 * (at / 4), 0);
        building.parts.push_back(part_of(std::string(name) + " A", "Solid", box_mesh(place + a_lo, place + a_hi)));
        building.parts.push_back(part_of(std::string(name) + " B", "Solid", box_mesh(place + b_lo, place + b_hi)));
        ++at;
    }
    return building;
}

Building make_grid(int per_axis, double gap) {
    Building building{.name = "grid"};
    for (int z = 0; z < per_axis; ++z) {
        building.storeys.push_back(fmt::format("layer {}", z + 1));
        for (int y = 0; y < per_axis; ++y)
            for (int x = 0; x < per_axis; ++x) {
                const glm::dvec3 lo = (1 + gap) * glm::dvec3(x, y, z);
                Part cube = part_of(fmt::format("cube {} {} {}", x + 1, y + 1, z + 1), "Cube", box_mesh(lo, lo + 1.));
                cube.storey = building.storeys.back();
                building.parts.push_back(std::move(cube));
            }
    }
    return building;
}

Building make_soup(int count, unsigned seed) {
    const Random random{seed};
    const double side = std::cbrt(count);
    Building building{.name = "soup"};
    for (int i = 0; i < count; ++i) {
        const auto place = glm::dvec3(random.uniform<3>(u32(3 * i))) * side;
        const auto turn = any_rotation(random.uniform<3>(u32(3 * i + 1)));
        const auto sides = 0.5 + glm::dvec3(random.uniform<3>(u32(3 * i + 2)));
        const bool box = i % 2 == 0;
        auto mesh = box ? box_mesh(-0.5 * sides, 0.5 * sides) : tetrahedron(sides.x);
        for (auto& p : mesh.vertices) p = place + turn * p;
        building.parts.push_back(part_of(fmt::format("{} {}", box ? "box" : "tetrahedron", i + 1),
                                         box ? "Box" : "Tetrahedron", std::move(mesh)));
    }
    return building;
}

Building make_town(const Building& house, int count) {
    const auto [lo, hi] = bounds_of(house);
    const glm::dvec2 plot = glm::dvec2(hi) - glm::dvec2(lo) + 4.;
    const int columns = int(std::ceil(std::sqrt(double(count))));
    Building town{.name = fmt::format("town of {} × {}", count, house.name),
                  .storeys = house.storeys,
                  .north = house.north,
                  .notes = house.notes};
    town.parts.reserve(house.parts.size() * std::size_t(count));
    for (int i = 0; i < count; ++i)
        append_copy(town, house, {plot.x * (i % columns), plot.y * (i / columns), 0}, fmt::format(" #{}", i + 1));
    return town;
}

}  // namespace nearfield::building
