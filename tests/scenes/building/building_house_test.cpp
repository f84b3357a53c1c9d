// The house of Debian's package assimp-testmodels, a file of KIT: relations of its parts at several tolerances,
// perturbed, and compared with the file's own. Skipped without the package or a reader of IFC.
#include "backends.hpp"

#include "base/error.hpp"
#include "libs/building/queries/relate.hpp"
#include "libs/building/readers/models.hpp"

#include <filesystem>
#include <map>
#include <random>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::building {
namespace building_house_test {

using Tally = std::map<std::string, int>;

class BuildingHouse : public testing::Test {
  protected:
    void SetUp() override {
        const char* const file = "/usr/share/assimp/models/IFC/AC14-FZK-Haus.ifc";
        if (!std::filesystem::exists(file)) GTEST_SKIP() << "assimp-testmodels is not installed";
        static const Building read = [&] {
            try {
                return load_building(file);
            } catch (const Error& problem) { return Building{.notes = {problem.what()}}; }
        }();
        if (read.parts.empty()) GTEST_SKIP() << read.notes[0];
        whole = read;
    }
    Building without_spaces() const {
        Building building = whole;
        std::erase_if(building.parts, [](const Part& part) { return part.type == "IfcSpace"; });
        return building;
    }
    static Tally tally(const std::vector<Predicate>& predicates) {
        Tally tally;
        for (const Predicate p : predicates) ++tally[name(p)];
        return tally;
    }
    static Tally tally_of(const Building& building, double tolerance, const NarrowSettings& settings = {}) {
        const Surfaces surfaces = surfaces_of(building, tolerance);
        return tally(relate(surfaces, candidates_of(surfaces), settings));
    }
    Building whole;
};

const Tally expected{{"disjoint", 59}, {"touch", 233}, {"covered-by", 42}, {"overlap", 107}};

TEST_F(BuildingHouse, PartsLieToEachOtherAsElsewhere) {
    const Building building = without_spaces();
    ASSERT_EQ(building.parts.size(), 110u);
    const Surfaces surfaces = surfaces_of(building, 1e-3);
    EXPECT_EQ(std::count_if(surfaces.soundness.begin(), surfaces.soundness.end(),
                            [](const Soundness& s) { return s.open_shells == 0; }),
              96);
    const auto candidates = candidates_of(surfaces);
    EXPECT_EQ(candidates.size(), 441u);
    NarrowCounts counts;
    const auto predicates = relate(surfaces, candidates, {}, &counts);
    EXPECT_EQ(tally(predicates), expected);
    EXPECT_LT(counts.undecided, counts.signs / 1000);
    Tally by_type;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (predicates[i] != Predicate::overlap && predicates[i] != Predicate::covered_by) continue;
        const auto& [a, b] = std::minmax(building.parts[candidates[i].a].type, building.parts[candidates[i].b].type);
        ++by_type[std::string(name(predicates[i])) + " " + a + " " + b];
    }
    EXPECT_EQ(by_type, (Tally{{"covered-by IfcBeam IfcSlab", 42},
                              {"overlap IfcBeam IfcBeam", 84},
                              {"overlap IfcBeam IfcSlab", 4},
                              {"overlap IfcBeam IfcWallStandardCase", 11},
                              {"overlap IfcRailing IfcStair", 1},
                              {"overlap IfcSlab IfcStair", 1},
                              {"overlap IfcSlab IfcWallStandardCase", 4},
                              {"overlap IfcWallStandardCase IfcWindow", 2}}));
}

TEST_F(BuildingHouse, NoToleranceOrShakeChangesThem) {
    Building building = without_spaces();
    EXPECT_EQ(tally_of(building, 1e-4), expected);
    EXPECT_EQ(tally_of(building, 5e-3),
              (Tally{{"disjoint", 59}, {"touch", 239}, {"covered-by", 42}, {"overlap", 107}}));
    EXPECT_EQ(tally_of(whole, 1e-3), (Tally{{"disjoint", 65}, {"touch", 322}, {"covered-by", 70}, {"overlap", 113}}));
    std::mt19937 random(1);
    std::uniform_real_distribution<double> by(-3e-4, 3e-4);
    for (int shake = 0; shake < enough(3); ++shake) {
        Building shaken = building;
        for (auto& part : shaken.parts) {
            const glm::dvec3 move{by(random), by(random), by(random)};
            for (auto& surface : part.surfaces) geometry::transform(surface, 1, move);
        }
        EXPECT_EQ(tally_of(shaken, 1e-3), expected) << shake;
    }
}

TEST_F(BuildingHouse, FewerCopiesTellLess) {
    const Building building = without_spaces();
    EXPECT_EQ(tally_of(building, 1e-3, {.copies = Copies::two}),
              (Tally{{"disjoint", 59}, {"touch", 233}, {"overlap", 149}}));
    EXPECT_EQ(tally_of(building, 1e-3, {.copies = Copies::four}),
              (Tally{{"disjoint", 59}, {"touch", 275}, {"overlap", 107}}));
    EXPECT_EQ(tally_of(building, 1e-3, {.narrow = Narrow::trees}), expected);
}

TEST_F(BuildingHouse, WhatTheFileStates) {
    std::vector<BoxPair> pairs;
    for (const auto& stated : whole.stated) pairs.push_back({stated.a, stated.b});
    const auto predicates = relate(surfaces_of(whole, 1e-3), pairs);
    std::map<Stated, Tally> tallies;
    for (std::size_t i = 0; i < pairs.size(); ++i) ++tallies[whole.stated[i].what][name(predicates[i])];
    EXPECT_EQ(tallies[Stated::connects], (Tally{{"touch", 16}}));
    EXPECT_EQ(tallies[Stated::fills], (Tally{{"touch", 14}, {"overlap", 2}}));
    EXPECT_EQ(tallies[Stated::bounds], (Tally{{"touch", 68}, {"overlap", 2}, {"disjoint", 14}}));
}

}  // namespace building_house_test
}  // namespace nearfield::building
