// Tanks: accepted content of files, refusals with their position, and tanks as particles.
#include "document_refusals.hpp"
#include "refusal.hpp"
#include "scenes/sph/tank_drawing.hpp"
#include "scenes/sph/tank_fill.hpp"
#include "scenes/sph/tank_reader.hpp"
#include "temporary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::sph {
namespace tank_test {

constexpr double pi = 3.14159265358979323846;

constexpr auto said_by = nearfield::refusal<UsageError>;

/// A tank of 2 m by 1 m with two blocks and a solid; `instead` replaces `what`.
std::string tank_with(const std::string& what = "", const std::string& instead = "") {
    std::string text = R"({
  "title": "tank", "dimensions": 2,
  "container": [[0, 0], [2, 1]],
  "fluids": [
    {"name": "left", "box": [[0, 0], [0.4, 0.8]]},
    {"name": "right", "box": [[1.6, 0], [2, 0.8]], "velocity": [-1, 0]}
  ],
  "solids": [
    {"name": "step", "box": [[0.9, 0], [1.1, 0.2]]}
  ],
  "probes": [{"name": "P", "at": [1, 0.2], "normal": [0, 2]}]
})";
    if (!what.empty()) text.replace(text.find(what), what.size(), instead);
    return text;
}

std::string refusal(const std::string& text) {
    return said_by([&] { read_tank(text, "t.json"); });
}

TEST(Tank, EveryKeyIsRead) {
    const Tank t = read_tank(R"({
  "title": "all keys", "note": "n", "dimensions": 3, "spacing": 0.1, "duration": 3, "gravity": [1, -2, 3],
  "container": [[3, 2, 1], [0, 0, 0]], "open": ["top", "front"],
  "solids": [{"box": [[0.2, 0.2, 0.2], [0.4, 0.4, 0.4]], "gone": 0.5},
             {"name": "ball", "ball": {"centre": [2, 1, 0.5], "radius": 0.2}, "motion": {"stroke": [0.1, 0, 0],
                 "period": 2, "from": 1, "until": 6}},
             {"name": "cup", "mesh": {"file": "glass.obj", "scale": 2, "translate": [1, 0.1, 0.5]},
                 "motion": {"velocity": [0, 0.5, 0]}}],
  "fluids": [{"name": "w", "ball": {"centre": [2, 1.5, 0.5], "radius": 0.1}, "velocity": [0, -3, 0]}],
  "faucets": [{"at": [1, 1.9, 0.5], "direction": [0, -3, 4], "radius": 0.1, "rate": 0.02, "from": 1, "until": 2},
      {"at": [1, 1.9, 0.5], "direction": [1, 0, 0], "radius": 0.1, "speed": 2}],
  "drains": [{"name": "d", "box": [[2.9, 0, 0], [3, 0.1, 1]]}],
  "probes": [{"name": "P1", "at": [3, 0.5, 0.5], "normal": [-2, 0, 0]}],
  "gauges": [{"name": "H1", "at": [1, 0, 0.5]}]
})",
                             "all.json");
    EXPECT_EQ(t.title, "all keys");
    EXPECT_EQ(t.dimensions, 3);
    EXPECT_EQ(t.spacing, 0.1);
    EXPECT_EQ(t.gravity, glm::dvec3(1, -2, 3));
    EXPECT_EQ(t.container.hi, glm::dvec3(3, 2, 1));
    EXPECT_EQ(t.open, Sides(1 << 3 | 1 << 5));
    EXPECT_EQ(t.solids[0].name, "solid 1");
    EXPECT_EQ(t.solids[0].gone, 0.5);
    EXPECT_EQ(std::get<Ball>(t.solids[1].shape).radius, 0.2);
    EXPECT_EQ(t.solids[1].motion.until, 6);
    EXPECT_NEAR(bounds_of(t.solids[2].shape).hi.y, 0.1 + 0.32, 1e-9);
    EXPECT_EQ(t.solids[2].motion.velocity.y, 0.5);
    EXPECT_EQ(t.fluids[0].velocity.y, -3);
    EXPECT_NEAR(t.faucets[0].direction.z, 0.8, 1e-12);
    EXPECT_EQ(t.faucets[0].rate, 0.02);
    EXPECT_NEAR(t.faucets[1].rate, 2 * pi * 0.01, 1e-9);
    EXPECT_EQ(t.drains[0].box.lo.x, 2.9);
    EXPECT_EQ(t.probes[0].normal, glm::dvec3(-1, 0, 0));
    EXPECT_EQ(t.gauges[0].at.z, 0.5);
    const Tank flat =
        read_tank(tank_with("\"box\": [[0.9, 0], [1.1, 0.2]]", "\"wall\": [[1, 0], [1.2, 0.3], [1.2, 0.5]]"), "t");
    EXPECT_EQ(std::get<Polyline>(flat.solids[0].shape).points.size(), 3u);
    const Tank clockwise =
        read_tank(tank_with("\"box\": [[0.9, 0], [1.1, 0.2]]", "\"polygon\": [[1, 0.3], [1.2, 0], [0.8, 0]]"), "t");
    EXPECT_GT(area_of(std::get<Polygon>(clockwise.solids[0].shape).corners), 0);
}

using document::Refused;

constexpr const char* step =
    "\"solids\": [\n    {\"name\": \"step\", \"box\": [[0.9, 0], [1.1, 0.2]]}\n  ]";  ///< all solids of tank_with

class TankRefusal : public testing::TestWithParam<Refused> {};

TEST_P(TankRefusal, NamesThePlaceTheValueAndTheWayOut) {
    const Refused& r = GetParam();
    const std::string text = tank_with(r.what, r.instead);
    document::expect_refusal(r, "t.json", text, refusal(text));
}

INSTANTIATE_TEST_SUITE_P(
    Reader, TankRefusal,
    testing::Values(
        Refused{"\"title\"", "\"titel\"", "{", "\"titel\"", {"no key 'titel'", "'title'"}},
        Refused{"\"dimensions\": 2", "\"dimensions\": 4", "dimensions", "4", {"dimensions", "4", "at most 3"}},
        Refused{", \"dimensions\": 2", "", "{", "{", {"'dimensions' is missing"}},
        Refused{"[2, 1]]", "[2, 1, 3]]", "container", "[2", {"3 numbers", "[x, y]"}},
        Refused{"[2, 1]]", "[2, 0]]", "container", "[[", {"no size along y"}},
        Refused{"[2, 1]]", "[2, 1], [3, 3]]", "container", "[[", {"3 points", "two corners"}},
        Refused{"\"container\": [[0, 0], [2, 1]]",
                "\"container\": [[0, 0], [2, 1]], \"open\": [\"topp\"]",
                "open",
                "\"topp\"",
                {"no side 'topp'", "'top'"}},
        Refused{"\"container\": [[0, 0], [2, 1]]",
                "\"container\": [[0, 0], [2, 1]], \"open\": [\"front\"]",
                "open",
                "\"front\"",
                {"no side 'front'", "left"}},
        Refused{"\"box\": [[0.9, 0], [1.1, 0.2]]",
                "\"motion\": {\"velocity\": [1, 0]}",
                "solids",
                "{",
                {"step", "0 shapes", "'polygon' or 'wall'"}},
        Refused{"\"box\": [[0.9, 0], [1.1, 0.2]]",
                "\"box\": [[0.9, 0], [1.1, 0.2]], \"ball\": {\"centre\": [1, 1], \"radius\": 0.1}",
                "solids",
                "{",
                {"step", "2 shapes"}},
        Refused{
            "\"box\": [[0.9, 0], [1.1, 0.2]]", "\"mesh\": \"glass.obj\"", "solids", "{", {"0 shapes", "'box', 'ball'"}},
        Refused{"\"box\": [[0.9, 0], [1.1, 0.2]]",
                "\"ball\": {\"centre\": [1, 0.5], \"radius\": 0}",
                "radius",
                "0}",
                {"radius", "above 0"}},
        Refused{"\"box\": [[0.9, 0], [1.1, 0.2]]",
                "\"polygon\": [[0.9, 0], [1.1, 0], [0.9, 0.2], [1.1, 0.2]]",
                "solids",
                "{",
                {"step", "crosses itself"}},
        Refused{"\"box\": [[0.9, 0], [1.1, 0.2]]",
                "\"polygon\": [[0.9, 0], [1.1, 0], [1.3, 0]]",
                "solids",
                "{",
                {"step", "one line"}},
        Refused{"\"box\": [[0.9, 0], [1.1, 0.2]]",
                "\"polygon\": [[0.9, 0], [1.1, 0], [1.1, 0.2], [1, 0], [0.9, 0.2]]",
                "solids",
                "{",
                {"step", "crosses itself between (0.9, 0) and (1, 0)"}},
        Refused{"\"box\": [[0.9, 0], [1.1, 0.2]]",
                "\"polygon\": [[0.9, 0], [1.1, 0], [1, 0.2], [0.9, 0]]",
                "solids",
                "{",
                {"step", "(0.9, 0) occurs twice in a row"}},
        Refused{"\"box\": [[1.6, 0], [2, 0.8]]",
                "\"polygon\": [[1.6, 0], [2, 0], [1.6, 0.8], [2, 0.8]]",
                "[0.4",
                "{",
                {"right", "crosses itself"}},
        Refused{"\"box\": [[0.9, 0], [1.1, 0.2]]", "\"wall\": [[1, 0], [1, 0]]", "wall", "[[", {"twice in a row"}},
        Refused{
            "[1.1, 0.2]]", "[1.1, 0.2]], \"motion\": {\"stroke\": [1, 0]}", "motion", "{", {"'stroke' and 'period'"}},
        Refused{"[1.1, 0.2]]", "[1.1, 0.2]], \"motion\": {\"velocity\": [0, 0]}", "motion", "{", {"does not move"}},
        Refused{"[1.1, 0.2]]",
                "[1.1, 0.2]], \"motion\": {\"velocity\": [1, 0], \"from\": 2, \"until\": 1}",
                "motion",
                "{",
                {"ends at 1 s", "start at 2 s"}},
        Refused{"[[0.9, 0], [1.1, 0.2]]", "[[2.9, 0], [3.1, 0.2]]", "solids", "{", {"step", "outside the container"}},
        Refused{
            "[[0.9, 0], [1.1, 0.2]]", "[[0.9, -0.3], [1.1, -0.1]]", "solids", "{", {"step", "outside the container"}},
        Refused{
            "[0.4, 0.8]", "[0.4, 1.8]", "fluids", "{", {"left", "y = 1.8", "container (0, 0) - (2, 1)", "move it in"}},
        Refused{"[0.4, 0.8]", "[0.4, 1.001]", "fluids", "{", {"left", "y = 1.001"}},
        Refused{"[[0, 0], [0.4, 0.8]]", "[[-0.1, 0], [0.4, 0.8]]", "fluids", "{", {"left", "x = -0.1"}},
        Refused{"[0, 2]}", "[0, 0]}", "normal", "[0, 0]}", {"normal", "direction"}},
        Refused{"[1, 0.2],", "[1, 1.2],", "probes", "{", {"P", "y = 1.2"}},
        Refused{"\"probes\"",
                "\"gauges\": [{\"name\": \"H\", \"at\": [2.5, 0]}], \"probes\"",
                "gauges",
                "{",
                {"H", "x = 2.5"}},
        Refused{"\"probes\"",
                "\"drains\": [{\"name\": \"d\", \"box\": [[2.1, 0], [2.2, 0.1]]}], \"probes\"",
                "drains",
                "{",
                {"d", "outside the container"}},
        Refused{"\"probes\"",
                "\"faucets\": [{\"at\": [1, 1.1], \"direction\": [0, -1], \"radius\": 0.1, \"speed\": 1}], \"probes\"",
                "faucets",
                "{",
                {"faucet 1", "y = 1.1"}},
        Refused{"\"probes\"",
                "\"faucets\": [{\"at\": [1, 0.9], \"direction\": [0, -1], \"radius\": 0.1}], \"probes\"",
                "faucets",
                "{",
                {"faucet 1", "'rate' or 'speed'"}},
        Refused{"\"probes\"", "\"periodic\": true, \"probes\"", "solids", "{", {"step", "periodic"}},
        Refused{step,
                "\"periodic\": true, \"faucets\": [{\"at\": [1, 0.9], \"direction\": [0, -1], \"radius\": 0.1, "
                "\"speed\": 1}]",
                "faucets",
                "{",
                {"faucet 1", "periodic"}},
        Refused{step, "\"periodic\": true, \"open\": [\"top\"]", "container", "[[", {"no walls", "'open'"}}));

TEST(Tank, TheSameNameTwiceIsRefused) {
    const std::string said = refusal(tank_with("\"right\"", "\"left\""));
    EXPECT_NE(said.find("another fluid is called 'left', in line 5"), std::string::npos) << said;
    const std::string fluid = R"("box": [[0, 0], [0.4, 0.8]])";
    const std::vector<std::pair<std::string, std::string>> kinds{
        {"solid", fluid},
        {"faucet", R"("at": [1, 0.9], "direction": [0, -1], "radius": 0.1, "speed": 1)"},
        {"drain", fluid},
        {"probe", R"("at": [2, 0.5], "normal": [-1, 0])"},
        {"gauge", R"("at": [1, 0])"}};
    for (const auto& [kind, is] : kinds) {
        const std::string text = R"({"dimensions": 2, "container": [[0, 0], [2, 1]], "fluids": [{)" + fluid + "}], \"" +
                                 kind + "s\": [\n{\"name\": \"a\", " + is + "},\n{\"name\": \"a\", " + is + "}]}";
        EXPECT_EQ(refusal(text).find("t.json:3:1: another " + kind + " is called 'a', in line 2"), 0u) << refusal(text);
    }
}

TEST(Tank, WhatOnlyLooksWrongIsTaken) {
    EXPECT_EQ(refusal(tank_with("[2, 0.8]]", "[2.0000001, 0.8]]")), "") << "rounded";
    EXPECT_EQ(refusal(tank_with("[1.1, 0.2]]", "[1.1, 0.2]], \"motion\": {\"velocity\": [1, 0]}")), "");
    EXPECT_EQ(refusal(tank_with("\"box\": [[0.9, 0], [1.1, 0.2]]",
                                "\"box\": [[2.5, 0], [2.7, 0.2]], \"motion\": {\"velocity\": [-1, 0]}")),
              "")
        << "it comes in";
    const auto outline = [](const std::string& corners) {
        return refusal(tank_with("\"box\": [[0.9, 0], [1.1, 0.2]]", "\"polygon\": [" + corners + "]"));
    };
    EXPECT_EQ(outline("[0.7, 0], [1.3, 0], [1.3, 0.2], [1.1, 0.2], [1.1, 0.1], [0.9, 0.1], [0.9, 0.2], [0.7, 0.2]"), "")
        << "two edges on one line, apart";
    EXPECT_EQ(outline("[0.8, 0], [1.2, 0.2], [0.8, 0.4], [0.9, 0.2]"), "")
        << "each edge is on the line of the one across";
    EXPECT_EQ(outline("[0.8, 0.4], [0.9, 0.2], [0.8, 0], [1.2, 0.2]"), "");
}

TEST(Tank, ReferencesAreThoseThatAreKnown) {
    const std::string with = "\"references\": [\"koshizuka-oka\", \"martin-moyce-2\"], \"probes\"";
    EXPECT_EQ(read_tank(tank_with("\"probes\"", with), "t.json").references,
              (std::vector<std::string>{"koshizuka-oka", "martin-moyce-2"}));
    const std::string said = refusal(tank_with("\"probes\"", "\"references\": [\"martin-moyce-3\"], \"probes\""));
    EXPECT_NE(said.find("t.json:11:"), std::string::npos) << said;
    EXPECT_NE(said.find("no reference 'martin-moyce-3'. Did you mean 'martin-moyce-2'"), std::string::npos) << said;
    EXPECT_NE(refusal(
                  R"({"dimensions": 2, "container": [[0, 0], [1, 1]], "references": ["koshizuka-oka"],
                "faucets": [{"at": [0.5, 0.5], "direction": [0, -1], "radius": 0.1, "speed": 1}]})")
                  .find("but there is no fluid"),
              std::string::npos);
}

TEST(Tank, WithoutFluidIsRefused) {
    const std::string said = refusal(R"({"dimensions": 2, "container": [[0, 0], [1, 1]]})");
    EXPECT_NE(said.find("no fluid"), std::string::npos) << said;
}

TEST(Tank, MeshesComeFromTheTanksFolderAndTheirErrorsKeepTheirPlace) {
    const TemporaryFolder folder;
    const auto said = [&](const std::string& text) {
        return said_by([&] { load_tank(folder.write("t.json", text).string()); });
    };
    folder.write("meshes/open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const std::string text =
        R"({"dimensions": 3, "container": [[0, 0, 0], [1, 1, 1]], "fluids": [{"box": [[0, 0, 0], [1, 1, 1]]}],
 "solids": [{"mesh": "meshes/open.obj"}]})";
    const std::string leaky = said(text);
    EXPECT_NE(leaky.find("t.json:2:22: solid 1, mesh: "), std::string::npos) << leaky;
    EXPECT_NE(leaky.find("open.obj:4: open: the edge"), std::string::npos) << leaky;
    EXPECT_NE(said(std::string(text).replace(text.find("meshes/"), 7, "nowhere/")).find("no mesh and no file"),
              std::string::npos);
    folder.write("meshes/open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1e7\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    const std::string vast = said(text);
    EXPECT_NE(vast.find("a corner at (0, 0, 1e+07); coordinates lie within 10000 m"), std::string::npos) << vast;
    EXPECT_NE(said_by([] { load_tank("wave-tnak"); }).find("Did you mean 'wave-tank'?"), std::string::npos);
}

TEST(Motion, StrokesReturnAndBeginAtRest) {
    const Motion m{.stroke = {0.3, 0, 0}, .period = 2, .from = 1, .until = 5.5};
    EXPECT_EQ(m.offset(0.5).x, 0);
    EXPECT_NEAR(m.offset(2).x, 0.3, 1e-12);
    EXPECT_NEAR(m.offset(3).x, 0, 1e-12);
    EXPECT_NEAR(m.offset(9).x, m.offset(5.5).x, 1e-12);
    EXPECT_EQ(m.velocity_at(1).x, 0);
    EXPECT_EQ(m.velocity_at(0.5).x, 0);
    EXPECT_EQ(m.velocity_at(6).x, 0);
    const Motion gate{.velocity = {0, 2, 0}, .from = 0.5, .until = 1};
    EXPECT_NEAR(gate.offset(0.75).y, 0.5, 1e-12);
    EXPECT_NEAR(gate.offset(3).y, 1, 1e-12);
    EXPECT_EQ(gate.velocity_at(0.25).y, 0);
    EXPECT_EQ(gate.velocity_at(0.75).y, 2);
    EXPECT_EQ(gate.velocity_at(1).y, 0) << "it has arrived";
    for (double t = 1.1; t < 5; t += 0.3)
        EXPECT_NEAR(m.velocity_at(t).x, (m.offset(t + 1e-6).x - m.offset(t - 1e-6).x) / 2e-6, 1e-6);
}

constexpr double no_limit = 1e9;

template <int D> std::vector<dvec<D>> wide(const std::vector<Packed<D>>& packed) {
    std::vector<dvec<D>> list;
    for (const auto& p : packed) list.push_back(dvec<D>(unpack<D>(p)));
    return list;
}

/// Minimum distance from the first list to the second by brute force, without a particle's distance to itself.
template <int D> double nearest(const std::vector<dvec<D>>& a, const std::vector<dvec<D>>& b) {
    double least = INFINITY;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j)
            if (&a != &b || i != j) least = std::min(least, glm::dot(a[i] - b[j], a[i] - b[j]));
    return std::sqrt(least);
}

TEST(Filled, BlocksWallsAndSolidsStandWhereTheyShould) {
    const double d = 0.05;
    const auto made = fill_tank<2>(read_tank(tank_with(), "t"), d, no_limit);
    ASSERT_EQ(made.position.size(), 2u * 8 * 16);
    EXPECT_EQ(made.room, made.position.size());
    const auto fluid = wide<2>(made.position), wall = wide<2>(made.boundary);
    EXPECT_NEAR(nearest(fluid, fluid), d, 1e-6);
    EXPECT_NEAR(nearest(fluid, wall), d, 1e-6);  // one layer half a spacing behind the wall
    for (std::size_t i = 0; i < fluid.size(); ++i) {
        EXPECT_EQ(made.fluid[i], fluid[i].x < 1 ? 0u : 1u);
        EXPECT_EQ(unpack<2>(made.velocity[i]).x, fluid[i].x < 1 ? 0 : -1);
    }
    u64 solids = 0;
    for (std::size_t i = 0; i < wall.size(); ++i) {
        EXPECT_TRUE(made.box.contains(vec<2>(wall[i])));
        const bool in_step = wall[i].x > 0.92 && wall[i].x < 1.08 && wall[i].y > 0.02 && wall[i].y < 0.18;
        EXPECT_EQ(made.solid[i], in_step ? 1u : 0u);
        solids += in_step;
    }
    EXPECT_EQ(wall.size() - solids, 2u * (41 + 21));
    EXPECT_EQ(solids, 12u);
}

/// Static parts outside of the container would only enlarge the grid; moving parts may enter.
TEST(Filled, SolidsThatStandAreCutOffAtTheContainer) {
    const double d = 0.05;
    const std::string low = tank_with("[[0.9, 0], [1.1, 0.2]]", "[[0.9, -0.4], [1.1, 0.2]]"),
                      rises = std::string(low).replace(low.find("[1.1, 0.2]]"), 11,
                                                       "[1.1, 0.2]], \"motion\": {\"velocity\": [0, 1]}");
    const auto solid = [&](const std::string& text) {
        const auto made = fill_tank<2>(read_tank(text, "t"), d, no_limit);
        int within = 0, outside = 0;
        for (std::size_t i = 0; i < made.boundary.size(); ++i)
            if (made.solid[i] == 1) ++(made.box.contains(unpack<2>(made.boundary[i])) ? within : outside);
        return std::pair(within, outside);
    };
    EXPECT_EQ(solid(low), std::pair(4 + 2 * 4, 0));  // the top, and both sides down to the floor's own particles
    EXPECT_EQ(solid(rises), std::pair(4 + 2 * 4, 2 * 7 + 2));
}

TEST(Filled, NumbersAreKnownBefore) {
    const Tank tank = read_tank(tank_with(), "t");
    for (const double d : {0.1, 0.05, 0.02}) {
        const auto expected = expected_population(tank, d);
        const auto made = fill_tank<2>(tank, d, no_limit);
        EXPECT_NEAR(double(made.position.size()), expected.fluid, 1e-6 * expected.fluid);
        EXPECT_EQ(double(made.boundary.size()), expected.boundary);
    }
    for (const double n : {100., 1000., 12345.}) {
        const auto made = fill_tank<2>(tank, spacing_for(tank, n), no_limit);
        EXPECT_NEAR(double(made.position.size()), n, 0.1 * n) << n;
        EXPECT_NEAR(std::remainder(0.4, made.spacing), 0, 1e-9);
    }
}

TEST(Filled, TooManyParticlesAreRefusedBeforeTheyAreMade) {
    const Tank tank = read_tank(tank_with(), "t.json");
    const std::string said = said_by([&] { fill_tank<2>(tank, 1e-6, 1e6); });
    EXPECT_NE(said.find("t.json: 6.4e+11 particles"), std::string::npos) << said;
    EXPECT_NE(said.find("at most 1e+06 can be, use a spacing above 0.0008 m"), std::string::npos) << said;
    const Tank sliver = read_tank(
        R"({"dimensions": 2, "container": [[0, 0], [1, 1]], "open": ["left", "right", "bottom", "top"],
            "fluids": [{"polygon": [[0, 0], [1, 1], [0.9999, 1]]}]})",
        "t.json");
    EXPECT_NE(said_by([&] { fill_tank<2>(sliver, 1e-4, 7000); }).find("fluid 1: spans 1e+08 places"), std::string::npos)
        << said_by([&] { fill_tank<2>(sliver, 1e-4, 7000); });
    EXPECT_NE(said_by([&] { fill_tank<2>(tank, 0, 1e6); }).find("spacing of 0"), std::string::npos);
    EXPECT_NE(
        said_by([&] { fill_tank<2>(tank, std::numeric_limits<double>::quiet_NaN(), 1e6); }).find("spacing of nan"),
        std::string::npos);
    EXPECT_NE(said_by([&] { fill_tank<3>(tank, 0.1, 1e6); }).find("has 2 dimensions"), std::string::npos);
    EXPECT_NE(said_by([&] {
                  fill_tank<2>(tank, 0.5, 1e6);
              }).find("t.json:5:5: left: no particle of a spacing of 0.5 m fits in"),
              std::string::npos);
}

TEST(Filled, ThinFluidIsNotFilledWithMoreThanWasAskedFor) {
    const Tank tank = read_tank(R"({"dimensions": 2, "container": [[0, 0], [1, 1]],
        "fluids": [{"name": "film", "box": [[0, 0], [0.001, 1]]}]})",
                                "t.json");
    const std::string said = said_by([&] { spacing_for(tank, 10); });
    for (const char* part : {"actors", "10 particles", "'film'", "0.001 m", "1000"})
        EXPECT_NE(said.find(part), std::string::npos) << said;
    EXPECT_NEAR(spacing_for(tank, 1000), 0.001, 1e-9);
}

TEST(Filled, BoundariesOfAnySizeAreCounted) {
    EXPECT_NEAR(double(box_samples<3>({{0, 0, 0}, {1e9, 1e9, 1e9}}, 1)), 6e18, 1e15) << "above 2^64 on the way";
    EXPECT_EQ(box_samples<3>({{0, 0, 0}, {100, 100, 100}}, 1), 60002u);
}

std::string filling_refused(const std::string& text, double d = 0.05) {
    const Tank tank = read_tank(text, "t.json");
    return said_by(
        [&] { tank.dimensions == 2 ? (void)fill_tank<2>(tank, d, no_limit) : (void)fill_tank<3>(tank, d, no_limit); });
}

TEST(Filled, OverlapsAreNamed) {
    std::string said = filling_refused(tank_with("[[1.6, 0], [2, 0.8]]", "[[0.3, 0.3], [2, 0.8]]"));
    EXPECT_NE(said.find("t.json:6:5: right: overlaps 'left' at (0.3"), std::string::npos) << said;
    said = filling_refused(tank_with("[[1.6, 0], [2, 0.8]]", "[[1, 0.01], [2, 0.8]]"));
    EXPECT_NE(said.find("t.json:6:5: right: lies in the solid 'step' at (1.0"), std::string::npos) << said;
    said = filling_refused(tank_with("\"box\": [[0.9, 0], [1.1, 0.2]]", "\"wall\": [[0.22, 0], [0.22, 0.5]]"));
    EXPECT_NE(said.find("t.json:5:5: left: too near to 'step' at (0.225, 0.025); leave half a spacing, 0.025 m"),
              std::string::npos)
        << said;
    EXPECT_EQ(filling_refused(tank_with("[[1.6, 0], [2, 0.8]]", "[[0.4, 0.3], [2, 0.8]]")), "");  // blocks may touch
    EXPECT_EQ(filling_refused(tank_with("[[1.6, 0], [2, 0.8]]", "[[1.1, 0], [2, 0.8]]")), "");
}

TEST(Filled, BlocksWhoseSidesAreNoWholeSpacingsFitToo) {
    for (const double d : {0.031, 0.047, 0.0713}) {
        const auto made = fill_tank<2>(read_tank(tank_with(), "t"), d, no_limit);
        const auto fluid = wide<2>(made.position), wall = wide<2>(made.boundary);
        EXPECT_GE(nearest(fluid, wall), 0.99 * d) << d;
        EXPECT_NEAR(std::max_element(fluid.begin(), fluid.end(), [](auto a, auto b) { return a.x < b.x; })->x,
                    2 - d / 2, 1e-6);  // the right block stands at its wall
    }
}

TEST(Filled, PeriodicTanksHaveNoWalls) {
    const std::string text =
        R"({"dimensions": 2, "periodic": true, "container": [[0, 0], [1, 1]],
            "fluids": [{"name": "all", "box": [[0, 0], [1, 1]]}]})";
    const auto made = fill_tank<2>(read_tank(text, "t"), 0.1, no_limit);
    EXPECT_EQ(made.position.size(), 100u);
    EXPECT_TRUE(made.boundary.empty() && made.box.wrapped);
}

TEST(Filled, FluidInAMeshOrABallKeepsOut) {
    const std::string text = R"({"dimensions": 3, "container": [[0, 0, 0], [0.3, 0.3, 0.3]],
 "solids": [{"name": "glass", "mesh": {"file": "glass.obj", "translate": [0.15, 0, 0.15]}}],
 "fluids": [{"name": "w", "box": [[0.14, 0.05, 0.14], [0.16, 0.1, 0.16]]}]})";
    EXPECT_EQ(filling_refused(text, 0.004), "");
    const std::string in_wall = std::string(text).replace(text.find("[0.14, 0.05, 0.14]"), 18, "[0.10, 0.05, 0.14]");
    EXPECT_NE(filling_refused(in_wall, 0.004).find("w: lies in the solid 'glass' at"), std::string::npos)
        << filling_refused(in_wall, 0.004);
    EXPECT_NE(filling_refused(text, 0.02).find("t.json:2:13: glass: glass.obj: thinner than 0.02 m"), std::string::npos)
        << filling_refused(text, 0.02);
}

TEST(Filled, FaucetsMakeRoomAndMeetTheirRate) {
    const Tank tank = load_tank("faucet");
    const double d = 0.005;
    const auto made = fill_tank<3>(tank, d, no_limit);
    EXPECT_TRUE(made.position.empty());
    EXPECT_NEAR(made.room, 0.6 * pi * 0.0115 * 0.0115 * 5 / (d * d * d), 2);
    const auto layer = faucet_layer<3>(tank.faucets[0], d);
    EXPECT_NEAR(double(layer.position.size()) * d * d * d / layer.every, tank.faucets[0].rate, 1e-9);
    EXPECT_NEAR(double(layer.velocity.y) * layer.every, -d, 1e-7);
    std::vector<glm::dvec3> points;
    for (const auto& p : layer.position) {
        points.push_back(p);
        EXPECT_LE(glm::length(points.back() - tank.faucets[0].at), 0.01151);
    }
    EXPECT_NEAR(nearest(points, points), d, 1e-6);
    EXPECT_TRUE(std::is_sorted(layer.phase.begin(), layer.phase.end()));
    EXPECT_EQ(std::set<double>(layer.phase.begin(), layer.phase.end()), (std::set<double>{0, 0.25, 0.5, 0.75}));
    const auto line = faucet_layer<2>({.at = {1, 1, 0}, .direction = {0.6, -0.8, 0}, .radius = 0.1, .rate = 0.2}, 0.05);
    EXPECT_EQ(line.position.size(), 5u);
    EXPECT_NEAR(dot<2>(line.position[0] - line.position[4], line.velocity), 0, 1e-6);
    Tank endless = tank;
    endless.faucets[0].until = for_ever;
    EXPECT_NEAR(fill_tank<3>(endless, d, no_limit).room, 0.2 * 0.28 * 0.2 / (d * d * d), 1);  // the container is full
}

TEST(Filled, FaucetsOpenIntoTheContainer) {
    const auto with = [](const std::string& faucet) {
        return R"({"dimensions": 3, "container": [[0, 0, 0], [0.2, 0.3, 0.2]],
            "solids": [{"name": "glass", "mesh": {"file": "glass.obj", "translate": [0.1, 0, 0.1]}},
                {"name": "shelf", "box": [[0, 0.2, 0], [0.05, 0.22, 0.2]]}],
 "faucets": [{"name": "tap", )" +
               faucet + R"(, "speed": 1}]})";
    };
    const auto says = [&](const char* faucet, const std::string& problem) {
        const auto refusal = filling_refused(with(faucet), 0.005);
        EXPECT_NE(refusal.find(problem), std::string::npos) << faucet << ": " << refusal;
    };
    EXPECT_EQ(filling_refused(with(R"("at": [0.1, 0.3, 0.1], "direction": [0, -1, 0], "radius": 0.013)"), 0.005), "");
    says(R"("at": [0.1, 0.3, 0.1], "direction": [0, 1, 0], "radius": 0.013)",
         "tap: its opening extends outside the container at (");
    says(R"("at": [0.009, 0.28, 0.1], "direction": [0, -1, 0], "radius": 0.013)",
         "tap: its opening extends outside the container at (-0.001, 0.2775, 0.1)");
    says(R"("at": [0.1, 0.28, 0.1], "direction": [0, -1, 0], "radius": 1e4)",
         "tap: its opening extends outside the container at (");
    says(R"("at": [0.02, 0.21, 0.1], "direction": [0, -1, 0], "radius": 0.013)",
         "tap: its opening lies in the solid 'shelf' at (");
    says(R"("at": [0.1, 0.001, 0.1], "direction": [0, 1, 0], "radius": 0.001)",
         "tap: its opening lies in the solid 'glass' at (");  // in its foot
}

/// Every built-in tank can be filled at its own spacing.
TEST(Carried, TanksAreRight) {
    const auto keys = tank_keys();
    EXPECT_GE(keys.size(), 8u);
    for (const auto& key : keys) {
        const Tank tank = load_tank(key);
        EXPECT_FALSE(tank.title.empty() || tank.note.empty()) << key;
        ASSERT_GT(tank.spacing, 0) << key;
        const auto expected = expected_population(tank, tank.spacing);
        const auto check = [&](const auto& made) {
            EXPECT_NEAR(double(made.position.size()), expected.fluid, 0.02 * expected.fluid) << key;
            EXPECT_GT(made.boundary.size(), 0u) << key;
            EXPECT_LE(double(made.boundary.size()), expected.boundary) << key;
            EXPECT_EQ(made.solid.size(), made.boundary.size()) << key;
            EXPECT_EQ(made.fluid.size(), made.position.size()) << key;
            EXPECT_LE(made.room, 1e6) << key;
            for (const auto& p : made.position) ASSERT_TRUE(made.box.contains(unpack(p))) << key;
        };
        if (tank.dimensions == 2) check(fill_tank<2>(tank, tank.spacing, 1e7));
        else check(fill_tank<3>(tank, tank.spacing, 1e7));
        const auto drawing = drawing_of(tank);
        EXPECT_FALSE(drawing.lines.empty()) << key;
        EXPECT_EQ(drawing.triangles.empty(), tank.solids.empty()) << key;
    }
}

TEST(Carried, SphericTestTwoIsAsMeasured) {
    const Tank tank = load_tank("spheric-2");
    EXPECT_NEAR(expected_population(tank, 0.01).fluid, 1.228 * 1 * 0.55 / 1e-6, 1);
    ASSERT_EQ(tank.probes.size(), 8u);
    ASSERT_EQ(tank.gauges.size(), 4u);
    const auto& obstacle = std::get<Box>(tank.solids[0].shape);
    EXPECT_NEAR(obstacle.hi.x - obstacle.lo.x, 0.161, 1e-9);
    EXPECT_NEAR(obstacle.hi.z - obstacle.lo.z, 0.403, 1e-9);
    for (std::size_t i = 0; i < 8; ++i) {
        const auto& p = tank.probes[i];
        EXPECT_NEAR(i < 4 ? p.at.x - obstacle.lo.x : p.at.y - obstacle.hi.y, 0, 1e-9) << p.name;  // on the surface
        EXPECT_TRUE(p.at.z > obstacle.lo.z && p.at.z < obstacle.hi.z);
    }
    EXPECT_NEAR(tank.probes[0].at.y, 0.021, 1e-9);
    EXPECT_NEAR(tank.probes[2].at.y, 0.101, 1e-9);
}

TEST(Drawing, SolidsMoveAndGo) {
    const Tank tank =
        read_tank(R"({"dimensions": 2, "container": [[0, 0], [2, 1]], "fluids": [{"box": [[0, 0], [0.5, 0.5]]}],
 "solids": [{"box": [[1, 0.2], [1.2, 0.6]], "gone": 2},
      {"polygon": [[1.5, 0.1], [1.7, 0.1], [1.7, 0.3], [1.6, 0.2], [1.5, 0.3]], "motion": {"velocity": [0, 0.1]}}]})",
                  "t");
    const auto drawing = drawing_of(tank);
    const auto area = [](const std::vector<glm::vec3>& corners) {
        double sum = 0;
        for (std::size_t i = 0; i < corners.size(); i += 3)
            sum += glm::cross(corners[i + 1] - corners[i], corners[i + 2] - corners[i]).z / 2;
        return sum;
    };
    const auto start = solids_of(tank, drawing, 0), later = solids_of(tank, drawing, 3);
    EXPECT_NEAR(area(start.opaque), 0.2 * 0.4 + 0.2 * 0.2 - 0.01, 1e-6);
    EXPECT_NEAR(area(later.opaque), 0.2 * 0.2 - 0.01, 1e-6) << "the box is gone";
    EXPECT_EQ(start.edges.size(), 4u + 4u + 5u);
    EXPECT_EQ(later.edges.size(), 4u + 5u);
    float lowest = 1;
    for (const auto& c : later.opaque) lowest = std::min(lowest, c.y);
    EXPECT_NEAR(lowest, 0.4, 1e-6) << "the polygon has risen by 0.3 m";
}

TEST(Drawing, TrianglesLookOutwards) {
    const std::string text =
        R"({"dimensions": 3, "container": [[0, 0, 0], [2, 2, 2]], "fluids": [{"box": [[1.5, 1.5, 1.5], [2, 2, 2]]}],
 "solids": [{"box": [[0.1, 0.1, 0.1], [0.4, 0.6, 0.8]]}, {"ball": {"centre": [1, 1, 1], "radius": 0.3}},
     {"mesh": {"file": "glass.obj", "translate": [1.5, 0, 0.5]}}],
 "faucets": [{"at": [1, 1, 1], "direction": [1, -2, 0.5], "radius": 0.1, "speed": 1}]})";
    const Tank tank = read_tank(text, "t");
    double volume[4] = {};
    for (const auto& t : drawing_of(tank).triangles)
        volume[t.solid] +=
            glm::dot(glm::dvec3(t.corner[0]), glm::cross(glm::dvec3(t.corner[1]), glm::dvec3(t.corner[2]))) / 6;
    EXPECT_NEAR(volume[0], pi * (1.69 * 3 - 2.7) * 1e-3, 0.01 * 7e-3) << "the faucet's pipe";
    EXPECT_NEAR(volume[1], 0.3 * 0.5 * 0.7, 1e-6);
    EXPECT_NEAR(volume[2], 4. / 3 * pi * 0.027, 0.02 * 0.11);
    EXPECT_NEAR(volume[3], measure_of<3>(tank.solids[2].shape), 1e-6);
    EXPECT_EQ(drawing_of(tank).lines.size(), 12u);
}

}  // namespace tank_test
}  // namespace nearfield::sph
