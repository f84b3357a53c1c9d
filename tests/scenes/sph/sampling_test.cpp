// Boundary particles and fluid lattices: gaps, distances and numbers against brute force and closed forms.
#include "libs/geometry/obj.hpp"
#include "scenes/sph/geometry/fill.hpp"
#include "scenes/sph/geometry/mesh_sampling.hpp"
#include "scenes/sph/geometry/sampling.hpp"

#include "shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::sph {
namespace sampling_test {

using geometry::globe;

constexpr double pi = 3.14159265358979323846;

template <int D> double nearest(const std::vector<dvec<D>>& samples, dvec<D> p) {
    double least = INFINITY;
    for (const auto& s : samples) least = std::min(least, glm::length(s - p));
    return least;
}

template <int D> double least_distance(const std::vector<dvec<D>>& samples) {
    double least = INFINITY;
    for (std::size_t i = 0; i < samples.size(); ++i)
        for (std::size_t j = i + 1; j < samples.size(); ++j)
            least = std::min(least, glm::length(samples[i] - samples[j]));
    return least;
}

/// The maximum distance from the mesh to the samples, over random points by area and all corners.
double widest_gap(const Mesh& mesh, const std::vector<glm::dvec3>& samples, int draws) {
    std::mt19937 random(3);
    std::vector<double> areas;
    double gap = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        areas.push_back(
            glm::length(glm::cross(mesh.corner(t, 1) - mesh.corner(t, 0), mesh.corner(t, 2) - mesh.corner(t, 0))));
        for (int k = 0; k < 3; ++k) gap = std::max(gap, nearest(samples, mesh.corner(t, k)));
    }
    std::discrete_distribution<std::size_t> triangle(areas.begin(), areas.end());
    std::uniform_real_distribution<double> unit(0, 1);
    for (int i = 0; i < draws; ++i) {
        const auto t = triangle(random);
        double u = unit(random), v = unit(random);
        if (u + v > 1) {
            u = 1 - u;
            v = 1 - v;
        }
        gap = std::max(gap, nearest(samples, mesh.corner(t, 0) + u * (mesh.corner(t, 1) - mesh.corner(t, 0)) +
                                                 v * (mesh.corner(t, 2) - mesh.corner(t, 0))));
    }
    return gap;
}

Mesh box_mesh(glm::dvec3 size) {
    Mesh mesh{.name = "box"};
    for (int bits = 0; bits < 8; ++bits) mesh.vertices.push_back(size * glm::dvec3(bits & 1, bits >> 1 & 1, bits >> 2));
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    check(mesh);
    return mesh;
}

TEST(BoxSamples, CoverEveryFaceOnce) {
    for (const glm::dvec3 size : {glm::dvec3(1, 0.5, 0.25), glm::dvec3(0.33, 0.71, 0.19), glm::dvec3(0.05, 0.4, 0.03)})
        for (const double s : {0.05, 0.0701}) {
            const Box box{{0, 0, 0}, size};
            const auto samples = sample_box<3>(box, s);
            EXPECT_EQ(samples.size(), box_samples<3>(box, s));
            EXPECT_EQ(samples.size(), most_samples<3>(box, s));
            EXPECT_LE(widest_gap(box_mesh(size), samples, 2000), 0.7072 * s);
            EXPECT_GE(least_distance(samples), 0.4 * s);
            for (const auto& p : samples)
                EXPECT_TRUE(glm::any(glm::lessThan(glm::min(glm::abs(p), glm::abs(p - size)), glm::dvec3(1e-12))));
        }
}

TEST(BoxSamples, NumberIsThatOfALatticesSurface) {
    EXPECT_EQ((box_samples<3>({{0, 0, 0}, {1, 2, 3}}, 0.1)), 11u * 21 * 31 - 9 * 19 * 29);
    EXPECT_EQ((box_samples<2>({{0, 0, 0}, {1, 2, 0}}, 0.1)), 60u);
    EXPECT_EQ((sample_box<2>({{0, 0, 0}, {1, 2, 0}}, 0.1)).size(), 60u);
}

TEST(BoxSamples, OpenSidesHaveNoneButTheirEdges) {
    const Box box{{0, 0, 0}, {1, 2, 3}};
    const Sides top = 1 << 3;
    EXPECT_EQ(box_samples<3>(box, 0.1) - box_samples<3>(box, 0.1, top), 9u * 29);
    const auto samples = sample_box<3>(box, 0.1, top);
    EXPECT_EQ(samples.size(), box_samples<3>(box, 0.1, top));
    EXPECT_EQ(std::count_if(samples.begin(), samples.end(), [](glm::dvec3 p) { return p.y > 2 - 1e-9; }),
              2 * 11 + 2 * 29);
    EXPECT_EQ(box_samples<2>(box, 0.1, 0b1111), 0u);
}

TEST(BoxSamples, AreHalfASpacingBehindTheWall) {
    const auto samples = sample_box<2>(grown({{0, 0, 0}, {1, 0.5, 0}}, 0.025), 0.05);
    for (const auto& p : samples)
        EXPECT_TRUE(std::abs(std::max({-p.x, p.x - 1, -p.y, p.y - 0.5}) - 0.025) < 1e-12) << p.x << " " << p.y;
}

TEST(SphereSamples, AreEven) {
    const double s = 0.1;
    for (const double radius : {0.05, 0.08, 0.1, 0.2, 0.5, 1.3}) {
        const auto samples = sample<3>(Ball{{1, 2, 3}, radius}, s);
        EXPECT_EQ(double(samples.size()), (most_samples<3>(Ball{{1, 2, 3}, radius}, s)));
        double gap = 0;
        std::mt19937 random(1);
        std::normal_distribution<double> normal;
        for (int i = 0; i < 3000; ++i)
            gap = std::max(gap, nearest(samples, glm::dvec3(1, 2, 3) +
                                                     radius * glm::normalize(glm::dvec3(normal(random), normal(random),
                                                                                        normal(random)))));
        EXPECT_LE(gap, 0.75 * s) << radius << ", " << samples.size() << " samples";
        EXPECT_GE(least_distance(samples), 0.4 * s) << radius;
    }
    EXPECT_EQ((sample<3>(Ball{{0, 0, 0}, 0.02}, s)).size(), 1u);
}

TEST(FlatSamples, CoverCirclesPolygonsAndWalls) {
    const double s = 0.1;
    for (const double radius : {0.04, 0.1, 0.77}) {
        const auto samples = sample<2>(Ball{{1, 2, 0}, radius}, s);
        EXPECT_EQ(double(samples.size()), (most_samples<2>(Ball{{1, 2, 0}, radius}, s)));
        for (double t = 0; t < 2 * pi; t += 0.01)
            EXPECT_LE(nearest(samples, glm::dvec2(1, 2) + radius * glm::dvec2(std::cos(t), std::sin(t))), 0.75 * s);
        EXPECT_GE(least_distance(samples), 0.4 * s);
    }
    const Polygon ramp{{{0, 0}, {2, 0}, {2, 1}}};
    const auto samples = sample<2>(ramp, s);
    EXPECT_EQ(double(samples.size()), (most_samples<2>(ramp, s)));
    for (int k = 0; k < 3; ++k)
        for (double t = 0; t <= 1; t += 1e-3)
            EXPECT_LE(nearest(samples, glm::mix(ramp.corners[std::size_t(k)], ramp.corners[std::size_t(k + 1) % 3], t)),
                      0.501 * s);
    EXPECT_GE(least_distance(samples), 0.4 * s);
    for (const auto& p : sample<2>(ramp, s, 0.05)) {
        const double off = std::min({p.y, 2 - p.x, (glm::dot(p, glm::normalize(glm::dvec2(1, -2))))});
        EXPECT_NEAR(off, 0.05, 1e-9);
    }
    EXPECT_EQ((sample<2>(Polyline{{{0, 0}, {1, 0}, {1, 1}}}, s)).size(), 21u);
    EXPECT_EQ((sample<2>(Polyline{{{0, 0}, {1, 0}, {1, 1}, {0, 0}}}, s)).size(), 35u);  // 10 + 10 + 15; corners count
                                                                                        // once
}

struct Sampled {
    const char* name;
    Mesh mesh;
    double spacing;
};
std::vector<Sampled> sampled_meshes() {
    Mesh needle = box_mesh({1, 0.01, 0.02}), squeezed = globe(0.5, 40);
    for (auto& p : squeezed.vertices) p *= glm::dvec3(1, 0.2, 0.6);
    return {{"box", box_mesh({1, 0.7, 0.3}), 0.083},
            {"coarse ball", globe(0.5, 5), 0.07},
            {"fine ball", globe(0.5, 60), 0.1},
            {"needle", needle, 0.03},
            {"lens", squeezed, 0.05},
            {"crumb", box_mesh(glm::dvec3(0.01)), 0.1}};
}

TEST(MeshSamples, LeaveNoGapAndKeepApart) {
    for (const auto& [name, mesh, s] : sampled_meshes()) {
        const auto samples = sample_mesh(mesh, s);
        EXPECT_LE(widest_gap(mesh, samples, 4000), 0.75 * s) << name;
        if (samples.size() > 1) EXPECT_GE(least_distance(samples), 0.679 * s) << name;
        EXPECT_LE(double(samples.size()), most_mesh_samples(mesh, s)) << name;
        EXPECT_LE(double(samples.size()), 1.6 * area_of(mesh) / (s * s) + 12) << name;
    }
}

TEST(Inside, AgreesWithAnalyticBalls) {
    const Mesh mesh = globe(0.5, 64);
    const Lattice<3> lattice{glm::dvec3(-0.6), 0.05, ivec<3>(25)};
    const auto in = inside(mesh, lattice);
    lattice.each([&](ivec<3> node) {
        const double r = glm::length(lattice.at(node));
        if (std::abs(r - 0.5) > 0.002) EXPECT_EQ(in[lattice.index(node)], r < 0.5) << r;
    });
}

TEST(Inside, IsRightOnMeshesWithRoundCoordinates) {
    const Mesh mesh = box_mesh(glm::dvec3(1));
    const Lattice<3> through{glm::dvec3(-0.5), 0.25, ivec<3>(9)};  // rays through corners, edges and diagonals
    const auto in = inside(mesh, through);
    through.each([&](ivec<3> node) {
        const auto p = through.at(node);
        if (glm::all(glm::greaterThan(glm::abs(glm::abs(p - 0.5) - 0.5), glm::dvec3(1e-6))))
            EXPECT_EQ(in[through.index(node)], glm::all(glm::lessThan(glm::abs(p - 0.5), glm::dvec3(0.5))));
    });
}

TEST(Inside, HollowSpaceIsOutside) {
    Mesh shell = globe(0.5, 32), hole = globe(0.4, 32);
    for (auto t : hole.triangles)
        shell.triangles.push_back(
            {t[0] + u32(shell.vertices.size()), t[2] + u32(shell.vertices.size()), t[1] + u32(shell.vertices.size())});
    shell.vertices.insert(shell.vertices.end(), hole.vertices.begin(), hole.vertices.end());
    const Lattice<3> lattice{glm::dvec3(-0.6), 0.05, ivec<3>(25)};
    const auto in = inside(shell, lattice);
    lattice.each([&](ivec<3> node) {
        const double r = glm::length(lattice.at(node));
        if (std::abs(r - 0.5) > 0.006 && std::abs(r - 0.4) > 0.006)
            EXPECT_EQ(in[lattice.index(node)], r < 0.5 && r > 0.4) << r;
    });
}

TEST(Fill, BlocksHoldExactlyWhatFits) {
    const auto block = fill<3>(Box{{0.1, 0, 0}, {0.3, 0.5, 1}}, 0.02);
    EXPECT_EQ(block.count, 10u * 25 * 50);
    u64 n = 0;
    double nearest_wall = INFINITY;
    block.each([&](glm::dvec3 p) {
        ++n;
        nearest_wall = std::min({nearest_wall, p.x - 0.1, 0.3 - p.x, p.y, 0.5 - p.y, p.z, 1 - p.z});
    });
    EXPECT_EQ(n, block.count);
    EXPECT_NEAR(nearest_wall, 0.01, 1e-12);
    EXPECT_EQ((fill<2>(Box{{0, 0, 0}, {0.05715, 0.1143, 0}}, 0.05715 / 7).count), 7u * 14);
}

TEST(Fill, WhatIsLeftOfABlockGoesWhereTheAnchorSays) {
    for (const double anchor : {0., 0.5, 1.}) {
        const auto block = fill<2>(Box{{0, 0, 0}, {1, 1, 0}}, 0.3, dvec<2>(anchor));
        EXPECT_EQ(block.count, 9u);
        EXPECT_NEAR(block.lattice.first.x, 0.15 + 0.1 * anchor, 1e-12);
    }
}

TEST(Fill, BallsAndMeshesHoldTheirVolume) {
    const auto ball = fill<3>(Ball{{1, 1, 1}, 0.5}, 0.03);
    EXPECT_NEAR(double(ball.count) * 0.027e-3, pi / 6, 0.01 * pi / 6);
    EXPECT_NEAR(double(ball.count), (expected_count<3>(Ball{{1, 1, 1}, 0.5}, 0.03)), 0.01 * double(ball.count));
    ball.each([](glm::dvec3 p) { EXPECT_LT(glm::length(p - 1.), 0.5); });
    EXPECT_NEAR(double(fill<2>(Ball{{0, 0, 0}, 1}, 0.02).count) * 4e-4, pi, 0.01 * pi);
    const Shape mesh = std::make_shared<const Mesh>(globe(0.5, 48));
    const auto filled = fill<3>(mesh, 0.03);
    EXPECT_NEAR(double(filled.count) * 0.027e-3, pi / 6, 0.015 * pi / 6);
    EXPECT_NEAR(double(fill<2>(Polygon{{{0, 0}, {2, 0}, {2, 1}}}, 0.02).count) * 4e-4, 1, 0.02);
}

TEST(Fill, OverlapIsThatOfBruteForce) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> at(0, 0.6);
    int met = 0;
    for (int i = 0; i < 200; ++i) {
        const auto a = fill<2>(Box{{0.3, 0.3, 0}, {0.62, 0.5, 0}}, 0.05);
        const auto b = i % 2 ? fill<2>(Ball{{at(random), at(random), 0}, 0.13}, 0.05)
                             : fill<2>(Box{{0, at(random), 0}, {at(random) + 0.05, 1, 0}}, 0.05);
        bool expected = false;
        a.each([&](glm::dvec2 p) { b.each([&](glm::dvec2 q) { expected |= glm::length(p - q) < 0.025; }); });
        const auto found = overlap<2>(a, b, 0.025);
        EXPECT_EQ(found.has_value(), expected) << i;
        if (found) EXPECT_LT(glm::length(found->first - found->second), 0.025);
        met += expected;
    }
    EXPECT_GT(met, 20);
    EXPECT_LT(met, 180);
}

}  // namespace sampling_test
}  // namespace nearfield::sph
