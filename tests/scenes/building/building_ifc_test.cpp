// IFC: content that is read, and messages for broken files. There is no reader without libifcplusplus-dev.
#include "libs/building/readers/carried_buildings.hpp"
#include "libs/building/readers/ifc_process.hpp"
#include "libs/building/readers/models.hpp"
#include "libs/building/readers/step_text.hpp"
#include "libs/building/readers/stream.hpp"
#include "refusal.hpp"
#include "sim/scene.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::building {
namespace building_ifc_test {

using glm::dvec3;

TEST(StepText, KnowsItsSchemas) {
    const auto refusal = [](const std::string& text) {
        return nearfield::refusal<UsageError>([&] { check_step(text, "m.ifc"); });
    };
    const auto head = [](const std::string& schema) {
        return "ISO-10303-21;\nHEADER;FILE_SCHEMA(('" + schema + "'));";
    };
    for (const char* schema : {"IFC2X3", "IFC2x3_TC1", "IFC4", "IFC4_ADD2"}) EXPECT_EQ(refusal(head(schema)), "");
    EXPECT_NE(refusal(head("IFC4X3_ADD2")).find("the schema IFC4X3_ADD2 is not read; export the model as IFC4"),
              std::string::npos);
    EXPECT_NE(refusal(head("AP214")).find("AP214"), std::string::npos);
    EXPECT_NE(refusal("ISO-10303-21;\n").find("no FILE_SCHEMA"), std::string::npos);
    EXPECT_NE(refusal("").find("empty"), std::string::npos);
    EXPECT_NE(refusal(std::string("PK\3\4\0\0", 6)).find("no IFC file"), std::string::npos);
}

TEST(StepText, TakesThePiecesOfCurvesOnly) {
    std::string text = "#1=IFCLABEL('IFCINDEXEDPOLYCURVE(#3,(IFCLINEINDEX((1,2))))');\n"
                       "#20 = IFCINDEXEDPOLYCURVE(#3,(IFCLINEINDEX((1,2,3)),IFCARCINDEX( (3, 4,5) )),.F.);\n"
                       "/* #7=IFCINDEXEDPOLYCURVE(#3,(IFCLINEINDEX((1,2))),.F.); */\n"
                       "#21=IFCINDEXEDPOLYCURVE(#3,$,.F.);";
    const std::string before = text;
    const auto pieces = take_curve_pieces(text);
    ASSERT_EQ(pieces.size(), 1u);
    const auto& [first, second] = std::tie(pieces.at(20).at(0), pieces.at(20).at(1));
    EXPECT_FALSE(first.arc);
    EXPECT_EQ(first.points, (std::vector<int>{1, 2, 3}));
    EXPECT_TRUE(second.arc);
    EXPECT_EQ(second.points, (std::vector<int>{3, 4, 5}));
    EXPECT_EQ(text.size(), before.size());
    EXPECT_EQ(text.substr(0, text.find("#20")), before.substr(0, before.find("#20")));
    EXPECT_NE(text.find("#20 = IFCINDEXEDPOLYCURVE(#3,$"), std::string::npos);
}

TEST(StepText, ArcsLieOnTheirCircle) {
    const std::vector<dvec3> points{{3, 0, 1}, {0, 3, 1}, {-3, 0, 1}, {0, 0, 1}};
    const auto corners = corners_of(points, {{.arc = true, .points = {1, 2, 3}}, {.points = {3, 4, 1}}});
    ASSERT_EQ(corners.size(), 10u) << "half a circle in 7 chords, then two lines";
    for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(glm::length(corners[i] - dvec3(0, 0, 1)), 3, 1e-12) << i;
    EXPECT_GT(corners[3].y, 0) << "through the middle point";
    EXPECT_EQ(corners_of(points, {}), points);
    EXPECT_THROW(corners_of(points, {{.points = {1, 5}}}), Error);
    const auto flat = corners_of({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{.arc = true, .points = {1, 2, 3}}});
    EXPECT_EQ(flat.size(), 3u) << "three points on a line are no arc";
}

Building some_building() {
    Building building{.name = "two, \"quoted\"", .storeys = {"low", "high"}};
    Part part{.id = "0K2", .type = "IfcWall", .name = "Außenwand\n2", .storey = "low", .groups = {"a", "b"}};
    part.surfaces.push_back(
        {.name = "m", .vertices = {dvec3(0), dvec3(1, 0, 0), dvec3(0, 1, 1)}, .triangles = {{0, 1, 2}}});
    building.parts = {part, {.id = "second"}};
    building.stated = {{Stated::fills, 0, 1}};
    building.north = {1, 0};
    building.notes = {"a note"};
    return building;
}

TEST(BuildingBytes, ComeBackAsTheyWent) {
    const std::string bytes = to_bytes(some_building());
    EXPECT_EQ(to_bytes(from_bytes(bytes)), bytes);
    const auto building = from_bytes(bytes);
    EXPECT_EQ(building.parts.at(0).name, "Außenwand\n2");
    EXPECT_EQ(building.parts.at(0).groups, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(building.parts.at(0).surfaces.at(0).vertices.at(2), dvec3(0, 1, 1));
    EXPECT_EQ(building.stated.at(0).b, 1u);
    EXPECT_EQ(building.north, glm::dvec2(1, 0));
}

TEST(BuildingBytes, LeadNowhereBeyondTheBuilding) {
    const auto refused = [](const auto& spoil) {
        Building building = some_building();
        spoil(building);
        return nearfield::refusal([&] { from_bytes(to_bytes(building)); });
    };
    EXPECT_EQ(refused([](Building&) {}), "");
    EXPECT_NE(refused([](Building& b) { b.parts[0].surfaces[0].triangles[0][1] = 3; }), "");
    EXPECT_NE(refused([](Building& b) { b.stated[0].b = 2; }), "");
    EXPECT_NE(refused([](Building& b) { b.stated[0].what = Stated(3); }), "");
    EXPECT_NE(refused([](Building& b) { b.north.x = NAN; }), "");
}

TEST(BuildingBytes, AreRefusedIncomplete) {
    const std::string bytes = to_bytes(some_building());
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_THROW(from_bytes(bytes.substr(0, size)), Error) << size;
    EXPECT_THROW(from_bytes(bytes + "x"), Error);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string broken = bytes;
        broken[at] = '\x7f';
        try {
            from_bytes(broken);
        } catch (const Error&) {}  // no other exception, and no trust in stated sizes
    }
}

/// Tests that need the reader.
class Ifc : public testing::Test {
  protected:
    void SetUp() override {
        if (!ifc_is_read()) GTEST_SKIP() << "this build does not read IFC";
    }
};

/// A wall of 4 x 0.3 x 2.5 m, in millimetres, with an opening of 1 x 2 m, a window in it, and a storey.
struct Wall {
    std::string curve = "IFCPOLYLINE((#40,#41,#42,#43,#40))", unit = "IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)",
                name = "'Wall'", schema = "IFC4", extra, depth = "2500.", above = "$", id = "'1hqIFTRjfV6AWq_bMtnZwI'";
};

std::string text_of(const Wall& wall) {
    return fmt::format(R"(ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');
FILE_NAME('m.ifc','2026-01-01T00:00:00',(''),(''),'','','');
FILE_SCHEMA(('{schema}'));
ENDSEC;
DATA;
#1=IFCCARTESIANPOINT((0.,0.,0.));
#2=IFCAXIS2PLACEMENT3D(#1,$,$);
#3=IFCDIRECTION((1.,1.));
#4=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#2,#3);
#5={unit};
#6=IFCUNITASSIGNMENT((#5));
#7=IFCPROJECT('0YvctVUKr0kugbFTf53O9L',$,'Project',$,$,$,$,(#4),#6);
#8=IFCBUILDINGSTOREY('2hQBAVPOr5VxhS3Jl0O47h',$,'Upper',$,$,#10,$,$,.ELEMENT.,3000.);
#9=IFCBUILDINGSTOREY('2hQBAVPOr5VxhS3Jl0O47i',$,'Lower',$,$,#10,$,$,.ELEMENT.,0.);
#10=IFCLOCALPLACEMENT({above},#2);
#40=IFCCARTESIANPOINT((0.,0.));
#41=IFCCARTESIANPOINT((4000.,0.));
#42=IFCCARTESIANPOINT((4000.,300.));
#43=IFCCARTESIANPOINT((0.,300.));
#44={curve};
#45=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#44);
#46=IFCDIRECTION((0.,0.,1.));
#47=IFCEXTRUDEDAREASOLID(#45,#2,#46,{depth});
#48=IFCSHAPEREPRESENTATION(#4,'Body','SweptSolid',(#47));
#49=IFCPRODUCTDEFINITIONSHAPE($,$,(#48));
#50=IFCWALL({id},$,{name},$,$,#10,#49,$,$);
#60=IFCCARTESIANPOINT((1500.,150.));
#61=IFCAXIS2PLACEMENT2D(#60,$);
#62=IFCRECTANGLEPROFILEDEF(.AREA.,$,#61,1000.,400.);
#63=IFCEXTRUDEDAREASOLID(#62,#2,#46,2000.);
#64=IFCSHAPEREPRESENTATION(#4,'Body','SweptSolid',(#63));
#65=IFCPRODUCTDEFINITIONSHAPE($,$,(#64));
#66=IFCOPENINGELEMENT('1hqIFTRjfV6AWq_bMtnZw2',$,'Hole',$,$,#10,#65,$,$);
#67=IFCRELVOIDSELEMENT('1hqIFTRjfV6AWq_bMtnZw3',$,$,$,#50,#66);
#70=IFCRECTANGLEPROFILEDEF(.AREA.,$,#61,1000.,100.);
#71=IFCEXTRUDEDAREASOLID(#70,#2,#46,2000.);
#72=IFCSHAPEREPRESENTATION(#4,'Body','SweptSolid',(#71));
#73=IFCPRODUCTDEFINITIONSHAPE($,$,(#72));
#74=IFCWINDOW('1hqIFTRjfV6AWq_bMtnZw4',$,'Window',$,$,#10,#73,$,2000.,1000.,$,$,$);
#75=IFCRELFILLSELEMENT('1hqIFTRjfV6AWq_bMtnZw5',$,$,$,#66,#74);
#80=IFCRELCONTAINEDINSPATIALSTRUCTURE('1hqIFTRjfV6AWq_bMtnZw6',$,$,$,(#50,#74),#8);
{extra}
ENDSEC;
END-ISO-10303-21;
)",
                       fmt::arg("schema", wall.schema), fmt::arg("unit", wall.unit), fmt::arg("curve", wall.curve),
                       fmt::arg("name", wall.name), fmt::arg("extra", wall.extra), fmt::arg("depth", wall.depth),
                       fmt::arg("above", wall.above), fmt::arg("id", wall.id));
}

Building read(const Wall& wall) { return read_ifc(text_of(wall), "m.ifc", {}); }

std::string refusal(const std::string& text, const Reading& reading = {}) {
    return nearfield::refusal<UsageError>([&] { read_ifc(text, "m.ifc", reading); });
}

/// True if every edge is used once in each direction, and the inside is enclosed. Some triangles that the library cuts
/// have no area.
bool is_closed(const geometry::Mesh& mesh) {
    std::set<std::pair<u32, u32>> edges;
    for (const auto& triangle : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k)
            if (!edges.insert({triangle[k], triangle[(k + 1) % 3]}).second) return false;
    return geometry::volume_of(mesh) > 0 && std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
               return edges.count({edge.second, edge.first});
           });
}

double volume_of(const Part& part) {
    double volume = 0;
    for (const auto& mesh : part.surfaces) volume += geometry::volume_of(mesh);
    return volume;
}

bool notes_hold(const Building& building, const std::string& what) {
    return std::any_of(building.notes.begin(), building.notes.end(),
                       [&](const auto& note) { return note.find(what) != std::string::npos; });
}

TEST_F(Ifc, AWallHasItsOpeningStoreyAndRelations) {
    const auto building = read({});
    ASSERT_EQ(building.parts.size(), 2u);
    const auto& wall = building.parts[0];
    EXPECT_EQ(wall.type, "IfcWall");
    EXPECT_EQ(wall.name, "Wall");
    EXPECT_EQ(wall.id, "1hqIFTRjfV6AWq_bMtnZwI");
    EXPECT_EQ(wall.storey, "Upper");
    EXPECT_NEAR(volume_of(wall), 4 * 0.3 * 2.5 - 1 * 0.3 * 2, 1e-9) << "in metres, with the hole cut";
    for (const auto& mesh : wall.surfaces) EXPECT_NO_THROW(check(mesh));
    EXPECT_EQ(building.storeys, (std::vector<std::string>{"Lower", "Upper"}));
    ASSERT_EQ(building.stated.size(), 1u);
    EXPECT_EQ(building.stated[0].what, Stated::fills);
    EXPECT_EQ(building.parts[building.stated[0].a].name, "Window");
    EXPECT_NEAR(building.north.x, std::sqrt(0.5), 1e-12);
    EXPECT_TRUE(building.notes.empty()) << building.notes.at(0);
}

TEST_F(Ifc, PartsStandWhereTheirPlacementsPutThem) {
    // Rotated by 90 degrees and moved by 10 m, in a storey at a height of 3 m.
    const std::string above = "#30=IFCCARTESIANPOINT((0.,0.,3000.));\n#31=IFCAXIS2PLACEMENT3D(#30,$,$);\n"
                              "#32=IFCLOCALPLACEMENT($,#31);\n#33=IFCCARTESIANPOINT((10000.,0.,0.));\n"
                              "#34=IFCDIRECTION((0.,1.,0.));\n#35=IFCAXIS2PLACEMENT3D(#33,#46,#34);\n"
                              "#36=IFCLOCALPLACEMENT(#32,#35);\n";
    const auto box = geometry::bounds_of(read({.extra = above, .above = "#36"}).parts.at(0).surfaces.at(0));
    EXPECT_LT(glm::length(box.lo - dvec3(9.7, 0, 3)), 1e-9);
    EXPECT_LT(glm::length(box.hi - dvec3(10, 4, 5.5)), 1e-9);
}

TEST_F(Ifc, CurvesWithIndicesAreFollowed) {
    const std::string list = "#90=IFCCARTESIANPOINTLIST2D(((0.,0.),(4000.,0.),(4000.,300.),(2000.,500.),(0.,300.)));\n";
    const auto straight = read({.curve = "IFCINDEXEDPOLYCURVE(#90,(IFCLINEINDEX((1,2,3,5,1))),.F.)", .extra = list});
    EXPECT_NEAR(volume_of(straight.parts.at(0)), 4 * 0.3 * 2.5 - 1 * 0.3 * 2, 1e-9);
    const auto round =
        read({.curve = "IFCINDEXEDPOLYCURVE(#90,(IFCLINEINDEX((1,2,3)),IFCARCINDEX((3,4,5)),IFCLINEINDEX((5,1))),.F.)",
              .extra = list});
    const double radius = 10.1, half = std::asin(2 / radius),
                 segment = radius * radius * (half - std::sin(2 * half) / 2);
    const double hole = 1 * 0.35 * 2, chords = 1 - 1. / 36;  // hexagonal segments reduce the area by about 1/36
    EXPECT_NEAR(volume_of(round.parts.at(0)), 4 * 0.3 * 2.5 + chords * 2.5 * segment - hole, 2e-3);
}

TEST_F(Ifc, FeetAndUnknownUnits) {
    const std::string foot = "#91=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);\n#92=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n"
                             "#93=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),#92);\n";
    const auto feet = read({.unit = "IFCCONVERSIONBASEDUNIT(#91,.LENGTHUNIT.,'FOOT',#93)", .extra = foot});
    EXPECT_NEAR(geometry::bounds_of(feet.parts.at(0).surfaces.at(0)).hi.x, 4000 * 0.3048, 1e-6);
    const auto unknown = read({.unit = "IFCSIUNIT(*,.MASSUNIT.,.KILO.,.GRAM.)"});
    EXPECT_TRUE(notes_hold(unknown, "no unit of length"));
    EXPECT_NEAR(geometry::bounds_of(unknown.parts.at(0).surfaces.at(0)).hi.x, 4000, 1e-6);
}

TEST_F(Ifc, NamesAreTakenAsTheyAre) {
    const auto building = read({.name = R"('It''s "A, B"; \X2\00DF\X0\ C:\\\X\0Ax')"});
    EXPECT_EQ(building.parts.at(0).name, "It's \"A, B\"; ß C:\\\nx");
}

TEST_F(Ifc, NotesCountAndNameWhatIsNotThere) {
    const auto building = read({.extra = "#95=IFCSLAB('1hqIFTRjfV6AWq_bMtnZw7',$,'Slab',$,$,#10,$,$,$);\n"
                                         "#96=IFCSHAPEREPRESENTATION(#4,'Body','SweptSolid',());\n"
                                         "#97=IFCPRODUCTDEFINITIONSHAPE($,$,(#96));\n"
                                         "#98=IFCSLAB('1hqIFTRjfV6AWq_bMtnZwI',$,'Empty',$,$,#10,#97,$,$);\n"
                                         "#99=IFCSLAB('1hqIFTRjfV6AWq_bMtnZwI',$,'Twin',$,$,#10,#73,$,$);\n"});
    EXPECT_TRUE(notes_hold(building, "1 products have no shape: IfcSlab 'Slab' (1hqIFTRjfV6AWq_bMtnZw7)"));
    EXPECT_TRUE(notes_hold(building, "1 products have a shape that could not be read: IfcSlab 'Empty'"));
    EXPECT_TRUE(notes_hold(building, "1 parts have a GlobalId that another has too: IfcSlab 'Twin'"));
}

TEST_F(Ifc, ATruncatedFileIsReadAsFarAsItGoes) {
    const std::string text = text_of({});
    const auto building = read_ifc(text.substr(0, text.find("#70=")), "m.ifc", {});
    ASSERT_EQ(building.parts.size(), 1u);
    EXPECT_TRUE(notes_hold(building, "the file ends in the middle"));
}

TEST_F(Ifc, WhatBreaksTheReaderIsAnswered) {
    const std::string itself =
        "#96=IFCREPRESENTATIONMAP(#2,#97);\n#97=IFCSHAPEREPRESENTATION(#4,'Body','MappedRepresentation',(#98));\n"
        "#98=IFCMAPPEDITEM(#96,$);\n#99=IFCPRODUCTDEFINITIONSHAPE($,$,(#97));\n"
        "#100=IFCSLAB('1hqIFTRjfV6AWq_bMtnZw7',$,'Slab',$,$,#10,#99,$,$);\n";
    EXPECT_NE(refusal(text_of({.extra = itself})).find("m.ifc: the file breaks the reader"), std::string::npos);
}

TEST_F(Ifc, WhatIsNotFiniteIsLeftOutAndNamed) {
    for (const char* depth : {"1.E308", "NaN", "-INF", "''"}) {
        const auto building = read({.depth = depth});
        ASSERT_EQ(building.parts.size(), 1u) << depth;
        EXPECT_EQ(building.parts[0].name, "Window") << depth;
        EXPECT_TRUE(notes_hold(building, "1 products have a shape that could not be read: IfcWall 'Wall'")) << depth;
    }
}

TEST_F(Ifc, PlacementsInACircleEnd) {
    const std::string circle = "#97=IFCLOCALPLACEMENT(#98,#2);\n#98=IFCLOCALPLACEMENT(#97,#2);\n";
    EXPECT_EQ(read({.extra = circle, .above = "#97"}).parts.size(), 2u);
}

const std::string& house() { return carried_buildings().at(0).text; }

TEST_F(Ifc, ReadingEndsWhenAskedOrTooLong) {
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_THROW(read_ifc(house(), "house",
                          {.progress =
                               [](double done) {
                                   if (done > 0.1) throw Error("stopped");
                               }}),
                 Error);
    EXPECT_NE(refusal(house(), {.most_seconds = 0.001}).find("longer than 0.001 s"), std::string::npos);
    EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 5);
}

/// Like the window's setup of a scene: reading can be stopped, and reports its progress.
TEST_F(Ifc, ReadingIsAPartOfTheWorkThatWantsIt) {
    std::vector<double> told;
    bool unwanted = false;
    {
        const Stoppable work([&] { return unwanted; }, [&](double done) { told.push_back(done); });
        EXPECT_GT(load_building("house").parts.size(), 100u);
        ASSERT_FALSE(told.empty());
        EXPECT_GT(told.back(), 0.9);
        unwanted = true;
        EXPECT_THROW(load_building("house"), WorkStopped);
    }
    const Stoppable work([&] { return told.size() > 1; }, [&](double done) { told.push_back(done); });
    told.clear();
    EXPECT_THROW(make_world(find_scene("building"), find_scene("building").defaults(), Backend::cpu), WorkStopped);
    EXPECT_EQ(told.size(), 2u) << "in the middle of reading";
}

TEST_F(Ifc, ProgressRisesToTheEnd) {
    double last = 0;
    read_ifc(house(), "house", {.progress = [&](double done) {
                 EXPECT_GE(done, last);
                 last = done;
             }});
    EXPECT_GT(last, 0.9);
}

#ifndef NEARFIELD_SANITIZED
TEST_F(Ifc, MemoryIsLimited) { EXPECT_NE(refusal(house(), {.most_gigabytes = 0.02}), ""); }
#endif

TEST_F(Ifc, TheHouseIsWhole) {
    const auto building = read_ifc(house(), "house", {});
    EXPECT_EQ(building.parts.size(), 162u);
    EXPECT_EQ(building.storeys, (std::vector<std::string>{"Garden", "Ground floor", "Upper floor", "Roof"}));
    EXPECT_TRUE(building.notes.empty()) << building.notes.at(0);
    std::set<std::string> ids;
    for (const auto& part : building.parts) {
        EXPECT_TRUE(ids.insert(part.id).second) << part.name;
        for (const auto& mesh : part.surfaces) EXPECT_TRUE(is_closed(mesh)) << part.name;
        EXPECT_TRUE(!part.storey.empty() || part.type == "IfcSite") << part.name;
    }
    std::array<int, 3> stated{};
    for (const auto& relation : building.stated) ++stated[std::size_t(relation.what)];
    EXPECT_EQ(stated, (std::array{12, 20, 29}));
    std::map<std::string, int> in_group;
    for (const auto& part : building.parts)
        for (const auto& group : part.groups) ++in_group[group];
    EXPECT_EQ(in_group.size(), 5u);
    EXPECT_EQ(in_group["Waste water"], 2);
    EXPECT_EQ(in_group["Heating"], 3);
}

/// Counts of the FZK house.
TEST_F(Ifc, TheFzkHouseHasItsParts) {
    const std::filesystem::path file = "/usr/share/assimp/models/IFC/AC14-FZK-Haus.ifc";
    if (!exists(file)) GTEST_SKIP() << "assimp-testmodels is not installed";
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    const auto building = read_ifc(text.str(), file, {});
    std::size_t triangles = 0, spaces = 0;
    for (const auto& part : building.parts) {
        spaces += part.type == "IfcSpace";
        for (const auto& mesh : part.surfaces) triangles += part.type == "IfcSpace" ? 0 : mesh.triangles.size();
    }
    EXPECT_EQ(building.parts.size(), 117u);
    EXPECT_EQ(spaces, 7u);
    EXPECT_EQ(triangles, 36082u);
    std::array<int, 3> stated{};
    for (const auto& relation : building.stated) ++stated[std::size_t(relation.what)];
    EXPECT_EQ(stated, (std::array{16, 16, 84})) << "92 boundaries, 8 of them of elements without a shape";
}

}  // namespace building_ifc_test
}  // namespace nearfield::building
