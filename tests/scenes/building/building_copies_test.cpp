// Copies of parts: mitres; welded, oriented, open and thin shells; refusals.
#include "boxes_of_parts.hpp"
#include "refusal.hpp"
#include "shapes.hpp"

#include "libs/building/surfaces/shells.hpp"
#include "libs/building/surfaces/surfaces.hpp"
#include "libs/geometry/offset.hpp"

#include <gtest/gtest.h>

namespace nearfield::building {
namespace building_copies_test {

using geometry::Mesh;

Mesh cube(double lo = 0, double hi = 1) { return box_mesh(glm::dvec3(lo), glm::dvec3(hi)); }

Mesh offset(Mesh mesh, double by) {
    const auto moves = geometry::mitres(mesh);
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) mesh.vertices[v] += by * moves[v];
    return mesh;
}

/// Triangles without shared corners, some with reversed orientation.
Mesh soup_of(const Mesh& mesh, bool turned = false) {
    Mesh soup;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const u32 first = u32(soup.vertices.size());
        for (int k = 0; k < 3; ++k) soup.vertices.push_back(mesh.corner(t, k));
        soup.triangles.push_back({first, first + 1, first + 2});
        if (turned && t % 3 == 0) std::swap(soup.triangles.back()[1], soup.triangles.back()[2]);
    }
    return soup;
}

Surfaces copies(const std::vector<Mesh>& surfaces, double tolerance = 1e-3) {
    return surfaces_of({.name = "b", .parts = {{.surfaces = surfaces}}}, tolerance);
}

TEST(BuildingOffset, FacesOfACubeMoveByTheTolerance) {
    for (const double t : {0.05, 1e-3, -0.05, -1e-3})
        EXPECT_NEAR(volume_of(offset(cube(), t)), std::pow(1 + 2 * t, 3), 1e-9) << t;
}

TEST(BuildingOffset, EveryPlaneOfASharpSolidMovesAlike) {
    const Mesh wedge{.vertices = {{0, 0, 0}, {4, 0, 0}, {2, 3, 0}, {2, 1, 3}},
                     .triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
    const Mesh moved = offset(wedge, 0.01);
    for (std::size_t t = 0; t < 4; ++t) {
        const auto a = wedge.corner(t, 0);
        const auto n = glm::normalize(glm::cross(wedge.corner(t, 1) - a, wedge.corner(t, 2) - a));
        for (int k = 0; k < 3; ++k) EXPECT_NEAR(glm::dot(n, moved.corner(t, k) - a), 0.01, 1e-12) << t << ' ' << k;
    }
}

TEST(BuildingOffset, ASpikeMovesFourTimesAtMost) {
    const Mesh spike{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.3, 0.3, 40}},
                     .triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
    const auto moves = geometry::mitres(spike);
    EXPECT_NEAR(glm::length(moves[3]), 4, 1e-12);
    const auto ball = geometry::mitres(geometry::globe(2, 12));
    for (const auto& move : ball) EXPECT_NEAR(glm::length(move), 1, 0.05);
}

TEST(BuildingCopies, OuterAndInnerLieOnBothSides) {
    const Surfaces s = copies({cube()}, 0.01);
    ASSERT_EQ(s.triangles.size(), 12u);
    ASSERT_EQ(s.corners[0].size(), 8u);
    for (std::size_t v = 0; v < 8; ++v)
        for (int a = 0; a < 3; ++a) {
            const auto at = [&](Copy c) { return (metres(s.corners[std::size_t(c)][v]) + s.origin)[a]; };
            const double side = at(Copy::own) > 0.5 ? 1 : -1;
            EXPECT_NEAR(at(Copy::outer), at(Copy::own) + 0.01 * side, lattice_step);
            EXPECT_NEAR(at(Copy::inner), at(Copy::own) - 0.01 * side, lattice_step);
        }
    EXPECT_FALSE(s.soundness[0].open());
    EXPECT_NEAR(s.soundness[0].volume, 1, 1e-12);
    const Share &t = s.parts[0].triangles, &h = s.parts[0].shells;
    EXPECT_EQ(t.open, 12u);
    EXPECT_EQ(t.end, 12u);
    EXPECT_EQ(h.open, 1u);
    EXPECT_EQ(h.end, 1u);
}

TEST(BuildingCopies, LooseTrianglesAreWelded) {
    for (const bool turned : {false, true}) {
        const auto shells = shells_of({soup_of(cube(), turned)});
        ASSERT_EQ(shells.size(), 1u);
        EXPECT_TRUE(shells[0].closed);
        EXPECT_EQ(shells[0].mesh.vertices.size(), 8u);
        EXPECT_NEAR(std::abs(volume_of(shells[0].mesh)), 1, 1e-12);
    }
    // six open surfaces make a cube, and two cubes that share a face stay two
    std::vector<Mesh> faces;
    const Mesh whole = cube();
    for (std::size_t t = 0; t < 12; t += 2)
        faces.push_back({.vertices = whole.vertices, .triangles = {whole.triangles[t], whole.triangles[t + 1]}});
    EXPECT_FALSE(copies(faces).soundness[0].open());
    EXPECT_NEAR(copies(faces).soundness[0].volume, 1, 1e-12);
    const auto two = shells_of({cube(), box_mesh({1, 0, 0}, {2, 1, 1})});
    EXPECT_EQ(two.size(), 2u);
}

TEST(BuildingCopies, OpenOnesHaveTwoSidesAndNoInside) {
    Mesh open = cube();
    open.triangles.pop_back();
    const Surfaces s = copies({open, cube(3, 4)});
    EXPECT_EQ(s.soundness[0].open_shells, 1u);
    EXPECT_TRUE(s.soundness[0].open());
    EXPECT_NEAR(s.soundness[0].volume, 1, 1e-12) << "of the closed one";
    const Share& t = s.parts[0].triangles;
    EXPECT_EQ(t.open - t.closed, 12u);
    EXPECT_EQ(t.back - t.open, 11u);
    EXPECT_EQ(t.end - t.back, 11u);
    for (u32 i = t.open; i < t.end; ++i)
        for (const u32 v : s.triangles[i].corner) EXPECT_EQ(s.corners[1][v], s.corners[2][v]) << "inner is own";
}

TEST(BuildingCopies, InsideOutIsTurnedAndHollowsStay) {
    Mesh inside_out = cube();
    for (auto& t : inside_out.triangles) std::swap(t[1], t[2]);
    EXPECT_EQ(copies({inside_out}).soundness[0].flipped_shells, 1u);
    EXPECT_NEAR(copies({inside_out}).soundness[0].volume, 1, 1e-12);
    for (auto& p : inside_out.vertices) p = p * 0.5 + 0.25;
    const Soundness hollow = copies({cube(), inside_out}).soundness[0];
    EXPECT_EQ(hollow.flipped_shells, 0u);
    EXPECT_NEAR(hollow.volume, 0.875, 1e-12);
}

TEST(BuildingCopies, ThinOnesAreSaid) {
    const auto plate = [](double x, double y, double z) { return box_mesh({0, 0, 0}, {x, y, z}); };
    for (const auto& thin : {plate(1, 1, 1.9e-3), plate(1, 1.9e-3, 1.9e-3), plate(1.9e-3, 1.9e-3, 1.9e-3)}) {
        const Surfaces s = copies({thin, cube(3, 4)});
        EXPECT_EQ(s.soundness[0].thin_shells, 1u);
        EXPECT_EQ(s.parts[0].triangles.end, 24u);
    }
    EXPECT_EQ(copies({plate(1, 1, 2.1e-3)}).soundness[0].thin_shells, 0u);
    EXPECT_EQ(copies({geometry::globe(1, 10)}).soundness[0].thin_shells, 0u);
}

TEST(BuildingCopies, FarAwayNothingIsLost) {
    Mesh far = cube(), near = cube();
    geometry::transform(far, 1, {5'300'000, 0, 0});
    EXPECT_EQ(copies({far}).corners[0], copies({near}).corners[0]);
    Mesh sliver = cube();
    sliver.vertices.push_back({0.5, 0, 0});
    sliver.triangles.push_back({0, 1, 8});
    EXPECT_GE(copies({sliver}).soundness[0].flat_triangles, 1u);
}

TEST(BuildingCopies, BadInputIsOneLine) {
    const auto says = [](const std::vector<Mesh>& surfaces, double tolerance, const std::string& what) {
        const auto said = refusal<UsageError>([&] { copies(surfaces, tolerance); });
        EXPECT_NE(said.find(what), std::string::npos) << said;
    };
    Mesh nan = cube(), wide = cube();
    nan.vertices[3].y = NAN;
    wide.vertices[3].x = 1e300;
    says({cube()}, -1, "tolerance: -1 m; give at least");
    says({cube()}, 0, "tolerance: 0 m; give at least");
    says({cube()}, NAN, "tolerance: nan m; give at least");
    says({cube()}, 1.5, "tolerance: 1.5 m is more than the building's 1 m");
    says({nan}, 1e-3, "has a corner at (1, nan, 0)");
    says({wide}, 1e-3, "b: 1e+300 m wide, while 4092 m fit");
    says({}, 1e-3, "b: no part has a surface");
}

}  // namespace building_copies_test
}  // namespace nearfield::building
