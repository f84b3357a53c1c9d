// nearfield relate: the reported pairs, their order, and the files.
#include "base/error.hpp"
#include "libs/building/queries/distance.hpp"
#include "libs/building/readers/ifc_process.hpp"
#include "libs/building/readers/made_models.hpp"
#include "libs/building/readers/models.hpp"
#include "libs/building/relate/bcf.hpp"
#include "libs/building/relate/pairs.hpp"
#include "libs/building/relate/zip.hpp"

#include "program.hpp"
#include "refusal.hpp"

#include <map>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace relate_test {

building::Part solid(const std::string& type, const std::string& name, glm::dvec3 lo, glm::dvec3 hi) {
    building::Part part{.id = name, .type = type, .name = name, .storey = "Ground floor"};
    part.surfaces.push_back(building::box_mesh(lo, hi));
    return part;
}

/// A wall with a pipe inside it, a slab that touches it, and a room with the pipe's end.
building::Building some_building() {
    return {.name = "some",
            .parts = {solid("IfcWall", "Wall", {0, 0, 0}, {4, 0.3, 2.5}),
                      solid("IfcPipeSegment", "Pipe", {1, 0.1, 0.5}, {1.1, 0.2, 2}),
                      solid("IfcSlab", "Slab", {0, 0, -0.2}, {4, 4, 0}),
                      solid("IfcSpace", "Room", {0, 0.3, 0}, {4, 4, 2.5}),
                      solid("IfcPipeFitting", "Bend", {2, 0.2, 1}, {2.1, 0.5, 1.1})}};
}

Question of(const std::vector<std::string>& relations, const std::string& distance = "") {
    Question question;
    for (const auto& name : relations) question.relations.push_back(read_relation(name, distance));
    return question;
}

using Lines = std::vector<std::string>;

Lines told(const Question& question, const building::Building& building = some_building()) {
    Lines lines;
    for (const auto& pair : answer(building, question).pairs)
        lines.push_back(building.parts[pair.a].name + " " + pair.relation + " " + building.parts[pair.b].name);
    return lines;
}

TEST(Relate, PairsAreToldInTheOrderThatIsAskedFor) {
    EXPECT_EQ(told(of({"contains"})), Lines{"Wall contains Pipe"});
    EXPECT_EQ(told(of({"inside"})), Lines{"Pipe inside Wall"});
    EXPECT_EQ(told(of({"touch"})), (Lines{"Wall touch Slab", "Wall touch Room", "Slab touch Room"}));
    EXPECT_EQ(told(of({"overlap"})), (Lines{"Wall overlap Bend", "Room overlap Bend"}));
    EXPECT_EQ(told(of({"contains", "inside"})).size(), 1u) << "each pair once";
    EXPECT_EQ(told(of({"disjoint"})).size(), 4u) << "boxes that are apart too";
}

TEST(Relate, SidesChooseAndTurnPairs) {
    const auto between = [](Question question, const char* a, const char* b) {
        question.between = read_sides("--between", {a, b});
        return told(question);
    };
    EXPECT_EQ(between({.relations = all_relations()}, "type=IfcPipe*", "type=ifcwall,IfcSlab"),
              (Lines{"Pipe inside Wall", "Bend overlap Wall"}));
    EXPECT_EQ(between(of({"contains"}), "name=Pipe", "*"), Lines{}) << "the pipe contains nothing";
    Question without_rooms = of({"overlap"}), searched = of({"overlap"});
    without_rooms.ignore = read_sides("--ignore", {"*", "type=IfcSpace"});
    searched.search = 3;
    EXPECT_EQ(told(without_rooms), Lines{"Wall overlap Bend"});
    EXPECT_EQ(told(searched), Lines{"Wall overlap Bend"}) << "nothing within what is searched with";
}

TEST(Relate, DistancesAreTold) {
    EXPECT_EQ(told(of({"farther-than"}, "0.45")),
              (Lines{"Pipe farther-than Slab", "Pipe farther-than Bend", "Slab farther-than Bend"}))
        << "0.5, 0.9 and 1 m";
    EXPECT_EQ(told(of({"closer-than"}, "0.45")).size(), 7u);
    EXPECT_EQ(told(of({"closer-than"}, "0.55")).size(), 8u);
    const auto building = some_building();
    const auto found = answer(building, of({"farther-than"}, "0.45"));
    EXPECT_NEAR(found.pairs.at(0).distance, 0.5, 1e-5);
    EXPECT_NEAR(found.pairs.at(0).place.z, 0.25, 1e-5) << "in the middle between them";
}

/// Depth along the axes: the least side of the boxes' intersection.
TEST(Relate, DepthsAreTold) {
    const auto building = some_building();
    std::map<std::string, double> depths;
    for (const auto& pair : answer(building, {.relations = all_relations()}).pairs)
        depths[building.parts[pair.a].name + " " + building.parts[pair.b].name] = pair.depth;
    EXPECT_EQ(depths.at("Wall Slab"), 0) << "they touch";
    for (const char* pair : {"Wall Pipe", "Wall Bend", "Room Bend"}) EXPECT_NEAR(depths.at(pair), 0.1, 0.002) << pair;
    const auto apart = answer(building, of({"farther-than"}, "0.45"));
    EXPECT_EQ(apart.pairs.at(0).depth, 0);
}

TEST(Relate, GroupsAreChosen) {
    auto building = some_building();
    building.parts[1].groups = {"Cold water", "Supply"};
    building.parts[4].groups = {"Supply"};
    const auto told_without = [&](const char* a, const char* b) {
        Question question = of({"overlap", "contains"});
        question.ignore = read_sides("--ignore", {a, b});
        Lines lines;
        for (const auto& pair : answer(building, question).pairs) lines.push_back(building.parts[pair.b].name);
        return lines;
    };
    EXPECT_EQ(told_without("group=cold*", "*"), (Lines{"Bend", "Bend"}));
    EXPECT_EQ(told_without("group=Supply", "type=IfcWall"), Lines{"Bend"}) << "that with the room";
    EXPECT_THROW(told_without("group=Heating", "*"), UsageError);
}

TEST(Relate, DirectionsAreTold) {
    EXPECT_EQ(told(of({"above-halfspace-strict"})),
              (Lines{"Wall above-halfspace-strict Slab", "Pipe above-halfspace-strict Slab",
                     "Room above-halfspace-strict Slab", "Bend above-halfspace-strict Slab"}));
}

/// Random solids, the last of which are queries: preselection by boxes gives the same as all pairs.
TEST(Relate, PreselectionLosesNothing) {
    const auto soup = building::load_building("soup", {.count = 70});
    const u32 n = u32(soup.parts.size());
    for (const bool searched : {false, true}) {
        const std::optional<std::size_t> search = searched ? std::optional<std::size_t>(60) : std::nullopt;
        const auto asked = [&](u32 a, u32 b) { return a != b && (!search || (a < *search) != (b < *search)); };
        const auto found = [&](const std::string& relation, const std::string& distance) {
            Question question = of({relation}, distance);
            question.search = search;
            std::set<std::pair<u32, u32>> pairs;
            for (const auto& pair : answer(soup, question).pairs) pairs.insert({pair.a, pair.b});
            return pairs;
        };
        const auto surfaces = building::surfaces_of(soup, 0.001);
        const building::Distances distances(surfaces);
        const building::Directions directions(surfaces, soup.north);
        std::set<std::pair<u32, u32>> closer, farther, above, east;
        for (u32 a = 0; a < n; ++a)
            for (u32 b = 0; b < n; ++b) {
                if (!asked(a, b)) continue;
                if (a < b) (distances.closer(a, b, 0.4) ? closer : farther).insert({a, b});
                if (directions.holds(a, b, building::Direction::above, building::View::projection,
                                     building::Strictness::relaxed))
                    above.insert({a, b});
                if (directions.holds(a, b, building::Direction::east, building::View::halfspace,
                                     building::Strictness::strict))
                    east.insert({a, b});
            }
        EXPECT_EQ(found("closer-than", "0.4"), closer);
        EXPECT_EQ(found("farther-than", "0.4"), farther);
        EXPECT_EQ(found("above-relaxed", ""), above);
        EXPECT_EQ(found("east-halfspace-strict", ""), east);
        for (const auto& some : {closer, farther, above, east}) EXPECT_GT(some.size(), 10u);
    }
}

/// 6,859 cubes half a metre apart have 23.5 million pairs, too many to list one by one.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST(Relate, MorePartsThanPairsCanBeListed) {
    const int side = 19;
    const auto cubes = building::load_building("grid", {.count = side, .gap = 0.5});
    EXPECT_EQ(answer(cubes, of({"closer-than"}, "0.55")).pairs.size(), 3u * side * side * (side - 1));
    Question above = of({"above-strict"});
    above.between = read_sides("--between", {"storey=layer 3", "storey=layer 1,layer 2"});
    EXPECT_EQ(answer(cubes, above).pairs.size(), 2u * side * side);
    EXPECT_NE(refusal<UsageError>([&] { answer(cubes, of({"farther-than"}, "0.55")); }).find("--between"),
              std::string::npos);
}

TEST(Relate, PatternsFit) {
    EXPECT_TRUE(fits("IfcPipeSegment", "ifcpipe*"));
    EXPECT_TRUE(fits("Wall, left", "*ll*ft"));
    EXPECT_TRUE(fits("aab", "*ab"));
    EXPECT_FALSE(fits("IfcPipeSegment", "IfcPipe"));
    EXPECT_FALSE(fits("ab", "a*b*c"));
    EXPECT_TRUE(fits("", "*"));
}

/// libs/building/MODELS.md lists them.
TEST(Relate, TheHouseClashesWhereItShould) {
    if (!building::ifc_is_read()) GTEST_SKIP() << "this build does not read IFC";
    const auto house = building::load_building("house");
    Question question = of({"overlap", "equals", "inside"});
    question.ignore = read_sides("--ignore", {"*", "type=IfcSpace"});
    const Lines lines = told(question, house);
    EXPECT_EQ(
        std::set<std::string>(lines.begin(), lines.end()),
        (std::set<std::string>{"Slab, upper overlap Waste pipe, upper", "Wall back, ground overlap Window, living",
                               "Partition, gallery overlap Ridge purlin", "Partition, gallery overlap Wardrobe",
                               "Partition, bath overlap Waste pipe, upper", "Duct overlap Steel beam",
                               "Radiator bedroom equals Radiator bedroom, again",
                               "Water pipe in the wall inside Partition, living"}));
}

TEST(Relate, SidesThatAreNoneAreRefused) {
    const auto ask = [](const std::vector<std::string>& sides) {
        return refusal<UsageError>([&] {
            Question question = of({"touch"});
            question.between = read_sides("--between", sides);
            told(question);
        });
    };
    EXPECT_NE(
        ask({"type=IfcWal", "*"}).find("--between type=IfcWal: no part has type 'IfcWal'. Did you mean 'IfcWall'?"),
        std::string::npos);
    EXPECT_NE(ask({"*", "storey=Roof"}).find("no part has storey 'Roof'"), std::string::npos);
    EXPECT_NE(ask({"tpye=IfcWall", "*"}).find("Did you mean 'type'?"), std::string::npos);
    EXPECT_NE(ask({"IfcWall", "*"}).find("give type="), std::string::npos);
    EXPECT_NE(ask({"*", "*", "*"}).find("3 values"), std::string::npos);
    EXPECT_EQ(ask({"*", "*"}), "");
}

TEST(Zip, HoldsFilesAsTheyAre) {
    EXPECT_EQ(crc32("123456789"), 0xcbf43926u);  // the check value of CRC-32/ISO-HDLC
    std::ostringstream out;
    write_zip(out, {{"a.txt", "hello"}, {"b/c.txt", ""}});
    const std::string bytes = out.str();
    EXPECT_EQ(bytes.substr(0, 4), "PK\3\4");
    EXPECT_EQ(bytes.substr(30, 10), "a.txthello");
    EXPECT_EQ(bytes.size(), 30u + 10 + 30 + 7 + 46 + 5 + 46 + 7 + 22);
}

class RelateFiles : public ProgramTest {};

TEST_F(RelateFiles, ABcfArchiveIsReadByOthers) {
    auto building = some_building();
    for (auto& part : building.parts) {
        if (part.name == "Bend") part.name = "B\xf6gen";  // Latin-1
        for (auto& surface : part.surfaces)
            for (auto& corner : surface.vertices) corner.x += 2.6e6;
    }
    const auto found = answer(building, of({"overlap"}));
    std::ofstream file(folder / "clashes.bcf", std::ios::binary);
    write_bcf(file, building, found, "models/some <1>.ifc");
    file.close();
    const std::string look =
        "import sys, zipfile, xml.etree.ElementTree as tree\n"
        "z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None\n"
        "assert tree.fromstring(z.read('bcf.version')).get('VersionId') == '2.1'\n"
        "titles = []\n"
        "for name in z.namelist():\n"
        "    if not name.endswith('markup.bcf'): continue\n"
        "    topic = tree.fromstring(z.read(name)).find('Topic'); titles.append(topic.find('Title').text)\n"
        "    assert topic.get('Guid') == name.split('/')[0] and len(topic.get('Guid')) == 36\n"
        "    view = tree.fromstring(z.read(name.replace('markup.bcf', 'viewpoint.bcfv')))\n"
        "    assert len(view.find('Components/Selection')) == 2\n"
        "    at, to = (float(view.find('PerspectiveCamera/Camera' + e + '/X').text) for e in ('ViewPoint', "
        "'Direction'))\n"
        "    assert 2.6e6 + 1.99 < at + 4 * to < 2.6e6 + 2.11\n"
        "print('\\n'.join(titles))\n";
    write("look.py", look);
    ASSERT_EQ(std::system(("python3 '" + (folder / "look.py").string() + "' '" + (folder / "clashes.bcf").string() +
                           "' > '" + (folder / "titles").string() + "'")
                              .c_str()),
              0);
    EXPECT_EQ(read("titles"),
              "overlap: IfcWall Wall – IfcPipeFitting B\\xf6gen\noverlap: IfcSpace Room – IfcPipeFitting B\\xf6gen\n");
}

TEST_F(RelateFiles, ATableHasARowPerPair) {
    const auto outcome = run("relate predicates --all --out pairs.csv --bcf pairs.bcf");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("16 parts (0 open)"), std::string::npos) << outcome.err;
    const auto lines = lines_of(read("pairs.csv"));
    ASSERT_EQ(lines.size(), 8u) << "seven pairs are not disjoint";
    EXPECT_EQ(lines[0], "id_a,type_a,name_a,storey_a,id_b,type_b,name_b,storey_b,relation,distance,depth,x,y,z,open");
    EXPECT_EQ(lines[1].substr(0, 72), "touch A,Solid,touch A,,touch B,Solid,touch B,,touch,0.0000,0.0000,5.000,");
    const auto overlap = lines[2].find(",overlap,0.0000,");
    ASSERT_NE(overlap, std::string::npos) << lines[2];
    EXPECT_NEAR(std::stod(lines[2].substr(overlap + 16)), 0.5, 0.005) << "half of a cube";
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::string relation = lines[i].substr(0, lines[i].find(' '));
        EXPECT_NE(lines[i].find(relation == "coveredBy" ? ",covered-by," : "," + relation + ","), std::string::npos)
            << lines[i];
    }
    EXPECT_EQ(read("pairs.bcf").substr(0, 4), "PK\3\4");
}

TEST_F(RelateFiles, GreatestDistancesAndSurfacesAreTold) {
    write("some.obj", "o sheet\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n"
                      "o needle\nv 0 0 5\nv 1 0 5\nv 2 0 5\nf 5 6 7\nv 0 0 6\nv 1 0 6\nv 0 1 6\nf 8 9 10\n");
    const auto outcome = run("relate some.obj --predicate disjoint --greatest --out far.csv --bcf far.bcf");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("2 parts (2 open)"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("1 triangles without area"), std::string::npos) << outcome.err;
    const auto lines = lines_of(read("far.csv"));
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].substr(lines[0].rfind(',')), ",greatest");
    EXPECT_NE(lines[1].find(",disjoint,5.0000,"), std::string::npos) << lines[1];
    EXPECT_NEAR(std::stod(lines[1].substr(lines[1].rfind(',') + 1)), std::sqrt(38.), 1e-3) << "(0, 1, 0) to (1, 0, 6)";
    EXPECT_NE(lines[1].find(",both,"), std::string::npos) << lines[1];
    const std::string topics = read("far.bcf");
    EXPECT_NE(topics.find("</Title><Labels>open surface</Labels><CreationDate>"), std::string::npos);
    EXPECT_NE(topics.find("<Description>The surfaces of Object sheet and Object needle are open"), std::string::npos);
}

/// The reader lies beside the program; a copy of the program elsewhere has none.
TEST_F(RelateFiles, WithoutTheReaderIfcIsRefusedAndTheRestWorks) {
    EXPECT_EQ(shell("cp \"$nearfield\" copy && ./copy relate house --all --out a.csv 2> said"), 2);
    EXPECT_NE(read("said").find("nearfield-read-ifc is missing in"), std::string::npos);
    EXPECT_EQ(shell("./copy doctor > health"), 0);
    EXPECT_NE(read("health").find("IFC                nearfield-read-ifc is missing"), std::string::npos)
        << read("health");
    EXPECT_EQ(shell("./copy relate predicates --all --out a.csv"), 0);
}

TEST_F(RelateFiles, MistakesAreNamed) {
    expect_complaint("relate predicates --predicate tuoch --out a.csv", 2,
                     {"--predicate tuoch", "Did you mean 'touch'?"});
    expect_complaint("relate predicates --out a.csv", 2, {"--predicate is missing"});
    expect_complaint("relate predicates --all", 2, {"no output: give --out"});
    expect_complaint("relate predicates --predicate closer-than --out a.csv", 2, {"needs --distance"});
    expect_complaint("relate predicates --predicate closer-than --distance 0 --out a.csv", 2, {"--distance", "'0'"});
    expect_complaint("relate predicates --all --distance 1 --out a.csv", 2, {"--distance says nothing"});
    expect_complaint("relate predicates --all --predicate touch --out a.csv", 2, {"--all and --predicate"});
    expect_complaint("relate --all --out a.csv", 2, {"MODEL is missing"});
    expect_complaint("relate predicates --all --tolerance -1 --out a.csv", 2, {"--tolerance", "-1"});
    expect_complaint("relate predicates --all --tolerance 1000 --out a.csv", 2, {"1000 m is more than"});
    expect_complaint("relate predicates --all --between type=Solid type=Wall --out a.csv", 2,
                     {"no part has type 'Wall'"});
    expect_complaint("relate predicates --all --ignore group=Heating '*' --out a.csv", 2,
                     {"--ignore group=Heating", "no part has a group 'Heating'"});
    expect_complaint("relate prediactes --all --out a.csv", 2,
                     {"no model and no file 'prediactes'", "Did you mean 'predicates'?"});
    expect_complaint("relate model.dwg --all --out a.csv", 2, {"no model and no file 'model.dwg'"});
    write("some.dwg", "AC1027");
    write("empty.ifc", "");
    write("none.obj", "v 0 0 0\n");
    write("there.csv", "x");
    expect_complaint("relate some.dwg --all --out a.csv", 2, {"some.dwg", "'.dwg' are not read", ".ifc"});
    expect_complaint("relate empty.ifc --all --out a.csv", 2, {"empty.ifc: the file is empty"});
    expect_complaint("relate none.obj --all --out a.csv", 2, {"none.obj: no part has a surface"});
    expect_complaint("relate predicates --all --out there.csv", 1, {"there.csv exists"});
}

}  // namespace relate_test
}  // namespace nearfield
