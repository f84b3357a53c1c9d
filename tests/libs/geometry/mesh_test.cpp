// Meshes: accepted content of OBJ files, refusals with their position, and insets.
#include "libs/geometry/obj.hpp"
#include "libs/geometry/triangulate.hpp"

#include "refusal.hpp"
#include "shapes.hpp"

#include <gtest/gtest.h>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::geometry {
namespace mesh_test {

Mesh checked(const std::string& text) {
    Mesh mesh = read_obj(text, "m.obj");
    check(mesh);
    return mesh;
}

/// The unit cube: corners in lines 2 to 9, faces in lines 10 to 15; `instead` replaces `what`.
std::string cube_text(const std::string& what = "", const std::string& instead = "") {
    std::string text = "# cube\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                       "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    if (!what.empty()) text.replace(text.find(what), what.size(), instead);
    return text;
}

TEST(Obj, ReadsACube) {
    const Mesh mesh = checked(cube_text());
    EXPECT_EQ(mesh.vertices.size(), 8u);
    EXPECT_EQ(mesh.triangles.size(), 12u);
    EXPECT_NEAR(volume_of(mesh), 1, 1e-12);
    EXPECT_NEAR(area_of(mesh), 6, 1e-12);
    EXPECT_EQ(bounds_of(mesh).hi, glm::dvec3(1));
}

TEST(Obj, TakesEveryFormOfFacesLinesAndOtherStatements) {
    const std::string forms = "mtllib a.mtl\r\no cube\r\nv 0 0 0 1.0\r\nv +1 0 0\r\nv 1e0 1 0\r\nv 0 1 -0\r\nv 0 0 "
                              "1\r\nv 1 0 1\r\nv 1 1 1\r\nv 0 1 1\r\n"
                              "vt 0 0\r\nvn 0 0 1\r\ns off\r\nusemtl x\r\n\r\n"
                              "f 4/1 3/1 2/1 1/1  # below\r\nf -4 -3 -2 -1\r\nf 1//1 2//1 6//1 5//1\r\n\tf "
                              "2/1/1\t3/1/1 7/1/1 6/1/1\r\nf 3 4 \\\r\n8 7\r\nf 4 1 5 8";
    const Mesh mesh = checked(forms);
    EXPECT_EQ(mesh.triangles.size(), 12u);
    EXPECT_NEAR(volume_of(mesh), 1, 1e-12);
}

TEST(Mesh, WeldingJoinsCornersAtOnePlaceAndKeepsTheirOrder) {
    const Mesh cube = checked(cube_text());
    Mesh soup;
    for (std::size_t t = 0; t < cube.triangles.size(); ++t) {
        const auto first = u32(soup.vertices.size());
        for (int k = 0; k < 3; ++k) soup.vertices.push_back(cube.corner(t, k));
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    weld(soup);
    EXPECT_EQ(soup.vertices.size(), 8u);
    EXPECT_EQ(soup.vertices[0], cube.corner(0, 0));
    EXPECT_NO_THROW(check(soup));
    EXPECT_NEAR(volume_of(soup), 1, 1e-12);
}

TEST(Obj, CornersAtOnePlaceAreOne) {
    std::string soup;
    const Mesh cube = checked(cube_text());
    for (std::size_t t = 0; t < cube.triangles.size(); ++t)
        for (int k = 0; k < 3; ++k)
            soup += "v " + std::to_string(cube.corner(t, k).x) + " " + std::to_string(cube.corner(t, k).y) + " " +
                    std::to_string(cube.corner(t, k).z) + "\n";
    for (std::size_t t = 0; t < 12; ++t)
        soup +=
            "f " + std::to_string(3 * t + 1) + " " + std::to_string(3 * t + 2) + " " + std::to_string(3 * t + 3) + "\n";
    EXPECT_EQ(checked(soup).vertices.size(), 8u);
}

struct Refused {
    const char *what, *instead;
    const char* place;
    std::vector<const char*> words;
};
class MeshRefusal : public testing::TestWithParam<Refused> {};

TEST_P(MeshRefusal, NamesThePlaceTheValueAndTheWayOut) {
    const Refused& r = GetParam();
    const std::string said = refusal<UsageError>([&] { checked(cube_text(r.what, r.instead)); });
    ASSERT_NE(said, "") << r.instead;
    EXPECT_EQ(said.find(std::string("m.obj:") + r.place), 0u) << said;
    for (const char* word : r.words) EXPECT_NE(said.find(word), std::string::npos) << said;
}

INSTANTIATE_TEST_SUITE_P(
    Obj, MeshRefusal,
    testing::Values(Refused{"v 1 0 0", "v 1 O 0", "3: ", {"'O'", "number"}},
                    Refused{"v 1 0 0", "v 1 0", "3: ", {"2 numbers", "v x y z"}},
                    Refused{"v 1 0 0", "v nan 0 0", "3: ", {"'nan'", "finite"}},
                    Refused{"v 1 0 0", "v 1e400 0 0", "3: ", {"'1e400'"}},
                    Refused{"f 5 6 7 8", "f 5 6", "11: ", {"2 corners", "at least 3"}},
                    Refused{"f 5 6 7 8", "f 5 6 7 9", "11: ", {"no corner 9", "8 corners precede"}},
                    Refused{"f 5 6 7 8", "f 5 6 7 0", "11: ", {"no corner 0"}},
                    Refused{"f 5 6 7 8", "f 5 6 7 -9", "11: ", {"no corner -9"}},
                    Refused{"f 5 6 7 8", "f 5 6 7 x/1", "11: ", {"'x/1'", "whole number"}},
                    Refused{"f 5 6 7 8", "f 5 6 6 5", "11: ", {"4 corners", "no area"}},
                    Refused{"f 5 6 7 8", "f 5 6 6\nf 5 6 7 8", "11: ", {"no area", "take it out"}},
                    Refused{"f 5 6 7 8", "# no lid", "", {"open", "one triangle only", "close the hole"}},
                    Refused{"f 5 6 7 8", "f 8 7 6 5", "", {"inverted", "opposite orientations", "consistent"}},
                    Refused{"f 5 6 7 8", "f 5 6 7 8\nf 5 6 7 8", "", {"is shared by 3 triangles", "doubled faces"}},
                    Refused{"f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8",
                            "f 1 2 3 4\nf 8 7 6 5\nf 5 6 2 1\nf 6 7 3 2\nf 7 8 4 3\nf 8 5 1 4",
                            " ",
                            {"inverted", "inwards", "flip"}},
                    Refused{
                        "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n", "", " ", {"no faces"}}));

TEST(Obj, EnormousMeshesAreRefusedBeforeTheyAreRead) {
    const auto said = refusal<UsageError>([] { read_obj(cube_text(), "m.obj", 9); });
    EXPECT_EQ(said.find("m.obj:14: more than 9 triangles; simplify"), 0u) << said;
    EXPECT_NO_THROW(read_obj(cube_text(), "m.obj", 12));
}

TEST(Mesh, ScaledOutOfTheNumbersIsRefused) {
    Mesh mesh = read_obj(cube_text(), "m.obj");
    transform(mesh, 1e308, glm::dvec3(1e308));
    EXPECT_THROW(check(mesh), UsageError);
}

TEST(Mesh, TransformScalesThenMoves) {
    Mesh mesh = checked(cube_text());
    transform(mesh, 2, {10, 20, 30});
    EXPECT_EQ(bounds_of(mesh).lo, glm::dvec3(10, 20, 30));
    EXPECT_EQ(bounds_of(mesh).hi, glm::dvec3(12, 22, 32));
    EXPECT_NEAR(volume_of(mesh), 8, 1e-12);
}

TEST(Mesh, InsetOfABoxIsTheSmallerBox) {
    const Mesh small = inset(checked(cube_text()), 0.1);
    EXPECT_NEAR(volume_of(small), 0.512, 2e-3);
    EXPECT_NEAR(bounds_of(small).lo.x, 0.1, 1e-3);
    EXPECT_NEAR(bounds_of(small).hi.z, 0.9, 1e-3);
    EXPECT_NEAR(area_of(inset(globe(1, 24), 0.2)), area_of(globe(0.8, 24)), 0.02);
}

TEST(Mesh, ThinnerThanTheInsetIsRefused) {
    Mesh plate = checked(cube_text());
    for (auto& p : plate.vertices) p.y *= 0.05;
    EXPECT_NO_THROW(inset(plate, 0.02));
    const auto said = refusal<UsageError>([&] { inset(plate, 0.03); });
    EXPECT_NE(said.find("thinner than 0.06 m"), std::string::npos) << said;
}

double area(const std::vector<glm::dvec3>& corners, const std::vector<std::array<std::size_t, 3>>& triangles) {
    double sum = 0;
    for (const auto& t : triangles)
        sum += glm::cross(corners[t[1]] - corners[t[0]], corners[t[2]] - corners[t[0]]).z / 2;
    return sum;
}

TEST(Triangulation, FollowsHollowAndStraightOutlines) {
    const std::vector<glm::dvec3> comb{{0, 0, 0}, {5, 0, 0}, {5, 3, 0}, {4, 3, 0}, {4, 1, 0}, {3, 1, 0},
                                       {3, 3, 0}, {2, 3, 0}, {2, 1, 0}, {1, 1, 0}, {1, 3, 0}, {0, 3, 0}};
    const auto cut = triangulate(comb);
    EXPECT_EQ(cut.size(), comb.size() - 2);
    EXPECT_NEAR(area(comb, cut), 11, 1e-12);
    for (const auto& t : cut) EXPECT_GT(area(comb, {t}), 1e-6);
    const std::vector<glm::dvec3> straight{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}};
    EXPECT_NEAR(area(straight, triangulate(straight)), 2, 1e-12);
    EXPECT_TRUE(triangulate({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}).empty());  // self-intersecting
}

}  // namespace mesh_test
}  // namespace nearfield::geometry
