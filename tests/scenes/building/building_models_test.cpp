// Models of buildings: generated models, accepted content of files, and refusals with their position.
#include "libs/building/readers/made_models.hpp"
#include "libs/building/readers/models.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::building {
namespace building_models_test {

std::set<std::string> names_of(const Building& building) {
    std::set<std::string> names;
    for (const auto& part : building.parts) names.insert(part.name);
    return names;
}

TEST(BuildingModels, MadeSolidsAreClosedAndNamedApart) {
    for (const auto& building : {make_predicates(), make_grid(3, 0), make_soup(50, 1), make_town(make_grid(2, 0), 5)}) {
        EXPECT_EQ(names_of(building).size(), building.parts.size()) << building.name;
        for (const auto& part : building.parts)
            for (const auto& mesh : part.surfaces) EXPECT_NO_THROW(geometry::check(mesh)) << part.name;
    }
}

TEST(BuildingModels, AGridIsAsWideAsItsCubesAndGaps) {
    const auto grid = make_grid(4, 0.25);
    ASSERT_EQ(grid.parts.size(), 64u);
    EXPECT_EQ(grid.storeys.size(), 4u);
    EXPECT_EQ(geometry::bounds_of(grid.parts.back().surfaces[0]).hi, glm::dvec3(4.75));
}

TEST(BuildingModels, ASoupFollowsItsSeed) {
    const auto corner = [](unsigned seed) { return make_soup(5, seed).parts[4].surfaces[0].vertices[0]; };
    EXPECT_EQ(corner(1), corner(1));
    EXPECT_NE(corner(1), corner(2));
}

TEST(BuildingModels, ATownRepeatsPartsAndWhatIsStatedOfThem) {
    auto house = make_grid(2, 0);
    house.stated = {{Stated::connects, 0, 1}};
    const auto town = make_town(house, 3);
    ASSERT_EQ(town.parts.size(), 24u);
    ASSERT_EQ(town.stated.size(), 3u);
    EXPECT_EQ(town.stated[2].a, 16u);
    EXPECT_EQ(town.stated[2].b, 17u);
    const auto first = geometry::bounds_of(town.parts[0].surfaces[0]),
               next = geometry::bounds_of(town.parts[8].surfaces[0]);
    EXPECT_EQ(next.lo - first.lo, glm::dvec3(6, 0, 0));
}

/// A tetrahedron whose first corner is number `first`.
std::string faces(int first) {
    std::string text;
    for (const auto& [a, b, c] : {std::array{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}})
        text += fmt::format("f {} {} {}\n", first + a, first + b, first + c);
    return text;
}
const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";

TEST(BuildingModels, AnObjPartPerObjectAndGroup) {
    const auto building =
        read_obj_building(corners + "o House\ng Wall, \"left\"  \n" + faces(1) + corners + "g Roof\n" + faces(5) +
                              "o Empty\no\tShed\n" + faces(-4) + "o House\ng Roof\n" + faces(1),
                          "m.obj");
    ASSERT_EQ(building.parts.size(), 3u);
    EXPECT_EQ(building.parts[0].name, "House/Wall, \"left\"");
    EXPECT_EQ(building.parts[1].name, "House/Roof");
    EXPECT_EQ(building.parts[2].name, "Shed");
    EXPECT_EQ(building.parts[0].surfaces[0].vertices.size(), 4u) << "only the corners that it uses";
    EXPECT_EQ(building.parts[1].surfaces[0].triangles.size(), 8u) << "named again, it goes on";
    EXPECT_NO_THROW(geometry::check(building.parts[2].surfaces[0]));
}

TEST(BuildingModels, AnObjWithoutNamesIsOnePart) {
    const auto building = read_obj_building(corners + faces(1), "shed.obj");
    ASSERT_EQ(building.parts.size(), 1u);
    EXPECT_EQ(building.name, "shed");
    EXPECT_EQ(building.parts[0].surfaces[0].triangles.size(), 4u);
}

}  // namespace building_models_test
}  // namespace nearfield::building
