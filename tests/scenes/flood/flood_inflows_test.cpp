// Position and amount of inflows and drains.
#include "backends.hpp"
#include "refusal.hpp"

#include "libs/plans/plan_choice.hpp"
#include "scenes/flood/site/sites.hpp"
#include "scenes/flood/water/inflow_cells.hpp"
#include "sim/run.hpp"
#include "temporary.hpp"

#include <map>

namespace nearfield::flood {
namespace flood_inflows_test {

using Outline = std::vector<glm::dvec2>;

/// A room of 20 m by 10 m with a source, in cells of 0.25 m.
SiteDescription room(const Outline& outline) {
    SiteDescription d{.key = "room", .size = {20, 10}, .columns = 80};
    d.sources = {{"main", outline, {{0, 1}, {1000, 1}}}};
    return d;
}

double away_from(glm::dvec2 a, glm::dvec2 b, glm::dvec2 p) {
    return distance(p, a + (b - a) * glm::clamp(dot(p - a, b - a) / dot(b - a, b - a), 0., 1.));
}

class FloodInflow : public testing::TestWithParam<CellShape> {
  protected:
    std::vector<glm::dvec2> places(const SiteDescription& d) {
        site = lay_out(d, GetParam(), 0);
        std::vector<glm::dvec2> places;
        for (const u32 cell : site.inflows.at(0).cells) places.push_back(site.middle(cell));
        return places;
    }
    Site site;
};

/// A line takes the cells that it crosses at any angle, neither a rectangle nor a single cell.
TEST_P(FloodInflow, ALineTakesTheCellsAlongIt) {
    const std::pair<glm::dvec2, glm::dvec2> lines[] = {{{2, 1}, {9, 8}},        {{9, 8}, {2, 1}}, {{3, 2.5}, {13, 2.5}},
                                                       {{3, 2.58}, {13, 2.58}}, {{5, 1}, {5, 9}}, {{2, 7}, {17, 4}}};
    for (const auto& [a, b] : lines) {
        const auto cells = places(room({a, b}));
        const double length = distance(a, b), spacing = site.lattice.spacing;
        for (const glm::dvec2 p : cells) EXPECT_LE(away_from(a, b, p), 0.71 * spacing) << p.x << ", " << p.y;
        EXPECT_GE(double(cells.size()), 0.9 * length / spacing);
        EXPECT_LE(double(cells.size()), 2.2 * length / spacing + 2);
        const int parts = 100;
        for (int k = 0; k < parts; ++k) {
            const glm::dvec2 at = glm::mix(a, b, (k + 0.5) / parts);
            double nearest = INFINITY;
            for (const glm::dvec2 p : cells) nearest = std::min(nearest, distance(p, at));
            EXPECT_LE(nearest, 0.71 * spacing) << "no gap at " << at.x << ", " << at.y;
        }
    }
}

TEST_P(FloodInflow, AnAreaOfAnyFormIsFilled) {
    const Outline corner{{2, 2}, {12, 2}, {12, 3}, {3, 3}, {3, 9}, {2, 9}};  // an L, 16 m² of 70
    const auto cells = places(room(corner));
    for (const glm::dvec2 p : cells) EXPECT_FALSE(p.x > 3.01 && p.y > 3.01) << p.x << ", " << p.y;
    EXPECT_NEAR(double(cells.size()) * site.cell_area(), 16, 2) << "and the cells along its edges";
}

/// Areas that hold no cell centre take the cells that their edges cross; points take their own cell.
TEST_P(FloodInflow, SmallOnesTakeTheCellsThatTheyComeTo) {
    for (const glm::dvec2 at : {glm::dvec2(4.1, 4.1), glm::dvec2(4.24, 4.13), glm::dvec2(7.3, 2.99)}) {
        const auto small = places(room({at, at + glm::dvec2(0.01, 0), at + glm::dvec2(0, 0.01)}));
        EXPECT_GE(small.size(), 1u);
        EXPECT_LE(small.size(), 3u);
        for (const glm::dvec2 p : small) EXPECT_LE(distance(p, at), 0.2);
        EXPECT_EQ(places(room({at, at})).size(), 1u);
    }
    EXPECT_GE(places(room({{3, 4}, {8, 4}, {8, 4.02}, {3, 4.02}})).size(), 20u) << "a strip";
}

/// A line close to a parallel wall feeds its own side only.
TEST_P(FloodInflow, WaterStaysOnItsSideOfAWall) {
    const glm::dvec2 a(3, 2), b(14, 7), way = normalize(b - a), left(-way.y, way.x);
    for (const double beside : {0.02, 0.06, 0.15, -0.02, -0.06, -0.15}) {
        SiteDescription d = room({a + left * beside, b + left * beside});
        d.walls = {{.points = {a - 20. * way, b + 20. * way}}};
        places(d);
        std::map<u32, glm::dvec2> inside;
        for (u32 i = 0; i < site.cuts.changed; ++i)
            inside[site.cuts.cells[i].cell] = glm::dvec2(site.cuts.cells[i].inside * site.lattice.spacing);
        EXPECT_GE(site.inflows[0].cells.size(), 20u) << beside;
        for (const u32 cell : site.inflows[0].cells)
            EXPECT_GT(dot(site.middle(cell) + inside[cell] - a, left) * beside, 0) << beside;
    }
}

TEST_P(FloodInflow, WithoutGroundIsRefused) {
    for (const bool is_line : {false, true}) {
        SiteDescription d = room(is_line ? Outline{{1, 1}, {4, 2}} : rectangle({1, 1}, {4, 2}));
        d.bed = [](glm::dvec2 p) { return p.x < 5 ? INFINITY : 0.; };
        d.sources[0].place = "plan.json:3:7: 'main'";
        const auto said = refusal<UsageError>([&] { places(d); });
        EXPECT_TRUE(said.starts_with("plan.json:3:7: 'main' lies on no ground")) << said;
        EXPECT_NE(said.find("Move it"), std::string::npos) << said;
        d.sources[0].outline = is_line ? Outline{{1, 1}, {8, 2}} : rectangle({1, 1}, {8, 2});
        for (const glm::dvec2 p : places(d)) EXPECT_GE(p.x, 5) << "the part that has some";
    }
}

TEST_P(FloodInflow, PoolsWithoutGroundAreRefused) {
    SiteDescription d = room(rectangle({6, 1}, {9, 2}));
    d.bed = [](glm::dvec2 p) { return p.x < 5 ? INFINITY : 2.; };
    const auto said = [&](const Outline& outline, double level) {
        d.pools = {{outline, level, "plan.json:4:8: 'pool'"}};
        return refusal<UsageError>([&] { lay_out(d, GetParam(), 0); });
    };
    EXPECT_TRUE(said(rectangle({1, 1}, {4, 2}), NAN).starts_with("plan.json:4:8: 'pool' lies on no ground"));
    const std::string small = said(rectangle({7, 1}, {7.01, 1.01}), NAN);
    EXPECT_NE(small.find("more columns where it or its room is narrower than a cell, 0.25 m"), std::string::npos)
        << small << ": no middle of a cell is in it";
    const std::string low = said(rectangle({6, 1}, {9, 2}), 1.5);
    EXPECT_NE(low.find("has its level at 1.5 m, and the ground there is at 2 m or higher; raise it"), std::string::npos)
        << low;
    EXPECT_EQ(said(rectangle({1, 1}, {9, 2}), 2.5), "") << "a part has ground";
    EXPECT_EQ(said({{4, 1}, {9, 1}, {9, 9}, {4, 9}, {4, 8}, {8, 8}, {8, 2}, {4, 2}}, NAN), "")
        << "the middle of a U is not in it";
}

/// A hydrograph along an edge needs a cell there that is no wall.
TEST_P(FloodInflow, EdgesWithoutGroundAreRefused) {
    SiteDescription d = room(rectangle({6, 1}, {9, 2}));
    d.west = {.kind = Edge::Kind::discharge, .curve = {{0, 1}, {9, 1}}, .place = "hydrographs: west=q.csv: the edge"};
    d.bed = [](glm::dvec2 p) { return p.x < 1 && p.y < 8 ? INFINITY : 0.; };
    EXPECT_NO_THROW(lay_out(d, GetParam(), 0)) << "open above";
    d.bed = [](glm::dvec2 p) { return p.x < 1 ? INFINITY : 0.; };
    const std::string said = refusal<UsageError>([&] { lay_out(d, GetParam(), 0); });
    EXPECT_TRUE(said.starts_with("hydrographs: west=q.csv: the edge lies on no ground")) << said;
}

TEST(FloodComplex, HasRoomForTenThousandPeople) {
    EXPECT_EQ(plans::chosen_plan("flood/complex", 0, 0, 1).population(), 600);
    EXPECT_EQ(plans::chosen_plan("flood/complex", 10000, 0, 1).population(), 10000);
}

INSTANTIATE_TEST_SUITE_P(Shapes, FloodInflow, testing::Values(CellShape::hexagon, CellShape::square),
                         [](const auto& info) { return info.param == CellShape::hexagon ? "hexagons" : "squares"; });

class FloodInflowModel : public OnBackend {};

/// Inflow along a diagonal of one room and over an L in the other, and a drain on a line.
TEST_P(FloodInflowModel, AsMuchFlowsInAsIsSaid) {
    const TemporaryFolder folder;
    const auto volume_after = [&](const std::string& water, double seconds, double* beyond) {
        const auto file = folder.write("rooms.json", R"({"bounds": [[0, 0], [13, 7]],
  "walls": [{"polygon": [[0.5, 0.5], [12.5, 6.5]]}, [[6.5, 0.5], [6.5, 6.5]]],
  "exits": [{"door": [[12.5, 3], [12.5, 4]]}],
  "spawns": [{"area": [[9, 2], [11, 4]], "count": 1}], "water": {)" +
                                                         water + "}}");
        Settings settings = find_scene("flood").defaults();
        settings.set("site", file.string());
        settings.set("shown_from", "0");
        nearfield::Run run(find_scene("flood"), settings, GetParam());
        while (run.world().time() < seconds) run.advance(10);
        const double time = run.world().time(), flowed = run.metric("flowed_in");
        EXPECT_NEAR(run.metric("volume") / flowed, 1, 1e-5);
        Params params;
        params.site = file.string();
        const Site site = prepare(params, 1).site;
        const auto depth = run.world().elements()->values(0);
        *beyond = 0;
        for (u32 i = 0; i < site.lattice.cells(); ++i)
            if (site.middle(i).x > 6.7 && !std::isnan(depth[i])) *beyond += double(depth[i]);
        return flowed / time;
    };
    double beyond = 0;
    EXPECT_NEAR(volume_after(R"("inflows": [{"line": [[1, 1], [6, 6]], "flow": 0.4}])", 2, &beyond), 0.4, 1e-4);
    EXPECT_EQ(beyond, 0);
    EXPECT_NEAR(volume_after(R"("inflows": [{"line": [[1, 2], [6, 2]], "flow": 0.4}])", 2, &beyond), 0.4, 1e-4);
    EXPECT_EQ(beyond, 0);
    const std::string l = R"({"area": [[1, 1], [12, 1], [12, 2], [2, 2], [2, 6], [1, 6]], "flow": 0.3})";
    EXPECT_NEAR(volume_after("\"inflows\": [" + l + "]", 2, &beyond), 0.3, 1e-4);
    EXPECT_GT(beyond, 0) << "an area on both sides of a wall";
    const double drained = volume_after(
        "\"inflows\": [" + l + R"(], "drains": [{"line": [[1, 1.5], [6, 1.5]], "capacity": 0.1}])", 3, &beyond);
    EXPECT_LT(drained, 0.28) << "the drain takes water";
    EXPECT_GT(drained, 0.2 - 1e-4) << "no more than its capacity";
    std::string drain = l;
    drain.replace(drain.find("flow"), 4, "capacity");
    drain.replace(drain.find("0.3"), 3, "0.1");
    EXPECT_NEAR(volume_after("\"inflows\": [" + l + "], \"drains\": [" + drain + "]", 2, &beyond), 0.2, 1e-4)
        << "a drain and an inflow in the same cells";
}

NF_ON_BACKENDS(FloodInflowModel);

}  // namespace flood_inflows_test
}  // namespace nearfield::flood
