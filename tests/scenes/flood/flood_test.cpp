// Shallow water: fluxes of faces, updates of cells, sites, rasters, and runs on every backend.
#include "backends.hpp"
#include "elements.hpp"
#include "program.hpp"
#include "refusal.hpp"

#include "cells/raster.hpp"
#include "cells/sweep.hpp"
#include "scenes/flood/checks.hpp"
#include "scenes/flood/site/described.hpp"
#include "scenes/flood/site/exact.hpp"
#include "scenes/flood/site/sites.hpp"
#include "scenes/flood/water/shallow_water.hpp"

#include <cmath>
#include <filesystem>
#include <random>
#include <set>
#include <sstream>

namespace nearfield {
namespace flood_test {

using namespace flood;
using Values = std::vector<std::pair<std::string, std::string>>;

TEST(FloodFace, SwappedSidesGiveTheOppositeFlowToTheLastBit) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> depth(-0.3f, 2), speed(-4, 4), step(-1, 1);
    for (int i = 0; i < 10000; ++i) {
        const FaceSide a{std::max(0.f, depth(random)), speed(random), speed(random)};
        const FaceSide b{std::max(0.f, depth(random)), speed(random), speed(random)};
        const float rise = i % 3 ? step(random) : 0;
        const FaceFlux there = flux_through(a, b, rise);
        const FaceFlux back = flux_through({b.depth, -b.along, -b.across}, {a.depth, -a.along, -a.across}, -rise);
        ASSERT_EQ(there.mass, -back.mass) << i;
        ASSERT_EQ(there.across, back.across) << i;
        ASSERT_TRUE(std::isfinite(there.along)) << i;
    }
}

/// Rusanov's flux as published, F = (F_L + F_R) / 2 - (U_R - U_L) s / 2; in either flux the momentum along the face is
/// carried by the water.
TEST(FloodFace, RusanovTakesTheGreaterSpeedOnBothSides) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> depth(0.05, 3), speed(-4, 4);
    bool differs = false;
    for (int n = 0; n < 500; ++n) {
        const double a = depth(random), b = depth(random), u = speed(random), w = speed(random);
        const double s = std::max(std::abs(u) + std::sqrt(9.81 * a), std::abs(w) + std::sqrt(9.81 * b));
        const FaceSide left{float(a), float(u), 2}, right{float(b), float(w), 3};
        const FaceFlux flux = flux_through<Flux::rusanov>(left, right, 0),
                       back =
                           flux_through<Flux::rusanov>({right.depth, -right.along, 3}, {left.depth, -left.along, 2}, 0);
        const double mass = 0.5 * (a * u + b * w) - 0.5 * s * (b - a);
        const double along = 0.5 * (a * u * u + 4.905 * a * a + b * w * w + 4.905 * b * b) - 0.5 * s * (b * w - a * u);
        EXPECT_NEAR(flux.mass, mass, 2e-5 * (1 + std::abs(mass)));
        EXPECT_NEAR(flux.along + 4.905 * a * a, along, 1e-4 * (1 + std::abs(along)));
        EXPECT_NEAR(flux.across, flux.mass * (flux.mass > 0 ? 2 : 3), 1e-5 * (1 + std::abs(flux.across)));
        EXPECT_EQ(flux.mass, -back.mass);
        differs |= std::abs(flux_through(left, right, 0).mass - flux.mass) > 0.01;
    }
    EXPECT_TRUE(differs) << "from HLLC";
    EXPECT_EQ(flux_through<Flux::rusanov>({1, 0, 0}, {0.5f, 0, 0}, 0.5f).mass, 0) << "water at one level";
}

TEST(FloodFace, WaterAtOneLevelDoesNotFlow) {
    for (const float rise : {-0.75f, -0.25f, 0.f, 0.5f, 3.f}) {
        const FaceFlux flux = flux_through({1, 0, 0}, {std::max(0.f, 1 - rise), 0, 0}, rise);
        EXPECT_EQ(flux.mass, 0) << rise;
        EXPECT_EQ(flux.along, 0) << rise;
    }
}

/// A single wave from -c to 2 c: the HLL flux of still water onto dry ground is 2/3 c h.
TEST(FloodFace, ADamThatBreaks) {
    const float c = std::sqrt(gravity);
    EXPECT_NEAR(flux_through({1, 0, 0}, {0, 0, 0}, 0).mass, 2 / 3. * c, 1e-5 * c);
    EXPECT_EQ(flux_through({1, 0, 0}, {0, 0, 0}, 1.5f).mass, 0) << "a step higher than the water";
    const FaceFlux fast = flux_through({0.5f, 5, 1}, {0.4f, 5, 2}, 0);
    EXPECT_FLOAT_EQ(fast.mass, 2.5f) << "faster than waves: from the left alone";
    EXPECT_FLOAT_EQ(fast.across, 2.5f);
}

/// Force of a wall on water that runs into it: h u (u + |u| + c).
TEST(FloodFace, AWallMirrorsTheWater) {
    const FaceFlux flux = flux_through({1, 2, 3}, {1, -2, 3}, 0);
    EXPECT_EQ(flux.mass, 0);
    EXPECT_NEAR(flux.along, 2 * (2 + 2 + std::sqrt(gravity)), 1e-5);
}

TEST(FloodCell, SlopesAreLimited) {
    EXPECT_EQ(half_slope(1, 1), 0.5f) << "a straight line";
    EXPECT_EQ(half_slope(1, -1), 0) << "a peak";
    EXPECT_EQ(half_slope(0, 5), 0);
    EXPECT_EQ(half_slope(1, 4), 0.75f) << "1.5 times the smaller difference, halved";
    EXPECT_EQ(half_slope(-4, -1), -0.75f);
    EXPECT_EQ(half_slope(1, 4, true), 0) << "beside a shore";
    EXPECT_EQ(half_slope(NAN, INFINITY, true), 0) << "between walls, whose beds are infinite";
}

TEST(FloodCell, FrictionBalancesASlope) {
    EXPECT_NEAR(inverse_cube_root(8.f), 0.5, 1e-6);
    for (const float x : {1e-6f, 3e-4f, 0.7f, 1.f, 55.f, 3e4f})
        EXPECT_NEAR(inverse_cube_root(x) * std::cbrt(double(x)), 1, 5e-7) << x;
    // Steady flow on a slope S is u = h^(2/3) sqrt(S) / n, for any step
    const float h = 0.2f, slope = 0.01f, n = 0.03f, u = std::pow(h, 2 / 3.f) * std::sqrt(slope) / n;
    for (const float step : {0.01f, 1.f, 100.f}) {
        const float pushed = h * u + step * gravity * h * slope;
        EXPECT_NEAR(pushed * friction(h, pushed, 0, n, step), h * u, 1e-5 * h * u) << step;
    }
}

template <CellShape shape> void faces_lead_back() {
    using Faces = CellFaces<shape>;
    const CellLattice lattice{.shape = shape, .columns = 7, .rows = 6};
    for (u32 r = 1; r < 5; ++r)
        for (u32 c = 1; c < 6; ++c) {
            const u32 cell = r * 7 + c;
            std::set<u32> around;
            for (int k = 0; k < Faces::count; ++k) {
                const u32 other = cell + u32(Faces::step_to(k, int(r & 1), 7));
                around.insert(other);
                const int back = (k + Faces::axes) % Faces::count;
                EXPECT_EQ(other + u32(Faces::step_to(back, int(other / 7 & 1), 7)), cell) << k;
                const glm::vec2 way(lattice.middle(other) - lattice.middle(cell));
                const float sign = k < Faces::axes ? 1 : -1;
                EXPECT_NEAR(way.x, sign * Faces::normal_x(k % Faces::axes), 1e-5);
                EXPECT_NEAR(way.y, sign * Faces::normal_y(k % Faces::axes), 1e-5);
            }
            EXPECT_EQ(around.size(), std::size_t(Faces::count));
        }
}
TEST(CellFaces, LeadToTheNextCellsAndBack) {
    faces_lead_back<CellShape::hexagon>();
    faces_lead_back<CellShape::square>();
}

/// A sweep that records the cells of its last pass.
struct NoteCells {
    using Number = float;
    static constexpr int passes = 2, slots = 1, border = 2;
    template <int pass> static constexpr int margin = 1 - pass;
    float* done;
    template <int pass> NF_INLINE float run(float*, const SweepRow& row, int column) const {
        if constexpr (pass == 1) done[row.cell(column)] += 1;
        return 1;
    }
};

TEST(CellSweep, DoesEveryCellOnceButForTheEdges) {
    constexpr int columns = 300, rows = 40;
    const Tiling tiling{columns, rows};
    std::vector<float> done(columns * rows), awake(tiling.count());
    Cpu cpu;
    sweep(cpu, tiling, nullptr, awake.data(), NoteCells{done.data()});
    for (int i = 0; i < columns * rows; ++i)
        ASSERT_EQ(done[std::size_t(i)], is_inside(u32(i), columns, rows) ? 1 : 0) << i;
}

TEST(FloodSites, AreLaidOutOnBinaryFractions) {
    for (const auto& described : builtin_sites(12)) {
        const Site site = lay_out(described, CellShape::hexagon, described.strip ? 40 : 60);
        double water = 0;
        for (u32 i = 0; i < site.lattice.cells(); ++i) {
            ASSERT_TRUE(site.depth[i] >= 0 && std::isfinite(site.depth[i])) << described.key;
            if (std::isfinite(site.bed[i])) ASSERT_EQ(site.bed[i], std::round(site.bed[i] * 0x1p20) / 0x1p20);
            water += site.depth[i];
        }
        EXPECT_TRUE(water > 0 || described.rain > 0 || !described.sources.empty() ||
                    described.west.kind == Edge::Kind::discharge)
            << described.key << " stays dry";
    }
}

TEST(FloodSites, RefuseWhatCannotBeDivided) {
    Params params;
    params.site = "vally";
    const auto said = refusal<UsageError>([&] { flood::prepare(params, 1); });
    EXPECT_NE(said.find("'vally'"), std::string::npos) << said;
    EXPECT_NE(said.find("'valley'"), std::string::npos) << said;
    params.site = "ritter";
    params.columns = 3;
    EXPECT_THROW(flood::prepare(params, 1), UsageError);
    params.site = "valley";
    params.columns = 100000;
    EXPECT_THROW(flood::prepare(params, 1), UsageError) << "more than 2^31 cells";
    SiteDescription d{.key = "rock", .size = {10, 10}, .columns = 10};
    d.bed = [](glm::dvec2) { return INFINITY; };
    EXPECT_THROW(lay_out(d, CellShape::square, 0), UsageError) << "all wall";
}

TEST(FloodExact, KnownNumbers) {
    const exact::Stoker stoker(1, 0.1);
    EXPECT_NEAR(stoker.middle_depth, 0.396175, 1e-6);
    EXPECT_NEAR(stoker.middle_velocity, 2.32135, 1e-5);
    EXPECT_NEAR(stoker.shock_speed, 3.10513, 1e-5);
    EXPECT_NEAR(exact::ritter(0.005, 0, 6).depth, 0.0022222, 1e-7);
    EXPECT_NEAR(exact::ritter(0.005, 1, 6).velocity.x, 0.258759, 1e-6);
    EXPECT_NEAR(exact::Bowl::radial_period(), 2.24285, 1e-5);
    EXPECT_NEAR(exact::Bowl::radial({0, 0}, 0.25 * exact::Bowl::radial_period()).depth, 0.097561, 1e-6);
    EXPECT_NEAR(exact::Bowl::planar_period(), 4.485701, 1e-6);
}

TEST(FloodRaster, IsReadInAllItsForms) {
    const Raster a =
        read_raster("ncols 3\nnrows 2\nxllcorner 10\nyllcorner 20\ncellsize 5\n1 2 3\n4 -9999 6\n", "a.asc");
    EXPECT_EQ(a.columns, 3);
    EXPECT_EQ(a.at(0, 1), 1) << "the first row is the northernmost";
    EXPECT_TRUE(std::isnan(a.at(1, 0)));
    const Raster b =
        read_raster("NCOLS 3 NROWS 1\r\nXLLCENTER 12.5 YLLCENTER 22.5 dx 5 dy 5 NoData_Value 7\r\n7 8 9", "b.asc");
    EXPECT_EQ(b.corner.x, 10);
    EXPECT_TRUE(std::isnan(b.at(0, 0)));
    EXPECT_FLOAT_EQ(b.between({10, 2}), 8.5f);
    EXPECT_EQ(b.between({1000, 0}), 9) << "beyond the last middle";
    std::stringstream out;
    write_raster(out, a);
    const Raster again = read_raster(out.str(), "again");
    EXPECT_EQ(again.corner, a.corner);
    EXPECT_EQ(again.at(2, 0), 6);
    EXPECT_TRUE(std::isnan(again.at(1, 0)));
}

TEST(FloodRaster, SaysWhatIsWrongAndWhere) {
    const std::string head = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n";
    const std::vector<std::pair<std::string, std::string>> bad{
        {head + "1 2\n3\n", "r.asc:8:1: the file ends before value 2 of row 2"},
        {head + "1 2\n3 x\n", "r.asc:7:3: value 2 of row 2 is 'x', not a number"},
        {head + "1 2\n3 4 5\n", "r.asc:7:5: more than 2 x 2 values"},
        {head + "1 2\n3 1e99\n", "below 1e9"},
        {"ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\n1 2 3 4", "r.asc:4:11: the header lacks 'cellsize'"},
        {"ncols 0\nnrows 2\n", "r.asc:1:7: ncols is 0; it must be a whole number"},
        {"ncols 2 ncols 2", "r.asc:1:9: ncols is there twice"},
        {"nclos 2", "r.asc:1:1: the header has no key 'nclos'. Did you mean 'ncols'?"},
        {"ncols 2 nrows 2 xllcorner 0 yllcorner 0 dx 1 dy 2 1 2 3 4",
         "r.asc:1:49: dx is 1 and dy is 2; only square cells"},
        {"ncols 100000 nrows 100000 xllcorner 0 yllcorner 0 cellsize 1\n1",
         "r.asc:1:20: 100000 x 100000 values are too many"},
        {"ncols 10000 nrows 10000 xllcorner 0 yllcorner 0 cellsize 1\n1", "too short for 10000 x 10000"}};
    for (const auto& [text, expected] : bad) {
        const auto said = refusal<UsageError>([&, text = text] { read_raster(text, "r.asc"); });
        EXPECT_NE(said.find(expected), std::string::npos) << text << ": " << said;
    }
    EXPECT_THROW(load_raster("/nowhere/r.asc"), UsageError);
    EXPECT_THROW(load_raster("/"), UsageError);
}

class FloodProgram : public ProgramTest {};

TEST_F(FloodProgram, WritesGridsAndReadsThem) {
    const auto run =
        this->run("run --headless --backend cpu --scene flood --set site=lake --set cells=squares --steps 5 "
                  "--grid depth=d.asc --grid level=l.asc");
    ASSERT_EQ(run.code, 0) << run.err;
    const Raster depth = load_raster((folder / "d.asc").string()), level = load_raster((folder / "l.asc").string());
    EXPECT_EQ(depth.columns, 100);
    EXPECT_EQ(depth.rows, 60);
    EXPECT_EQ(depth.cell, 1);
    double wet = 0;
    for (std::size_t i = 0; i < depth.values.size(); ++i)
        if (!std::isnan(depth.values[i])) {
            ++wet;
            EXPECT_NEAR(level.values[i], 1.75, 1e-5);
        }
    Params params;
    params.site = "lake";
    params.cells = CellShape::square;
    const Site site = flood::prepare(params, 12).site;  // its water is at rest
    for (int row = 0; row < depth.rows; ++row)
        for (int column = 0; column < depth.columns; ++column) {
            const u32 cell = (u32(row) + margin) * site.lattice.columns + u32(column) + margin;
            const float there = depth.at(column, row);
            ASSERT_NEAR(std::isnan(there) ? 0 : there, site.depth[cell], 0.001) << column << ", " << row;
        }
    EXPECT_GT(wet, 1000);
    EXPECT_LT(wet, 5900) << "islands are dry";

    write("hill.asc", "ncols 3\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 10\n0 0 0\n0 5 0\n0 0 -9999\n");
    const auto hill =
        this->run("run --headless --backend cpu --scene flood --set site=hill.asc --set columns=30 --set rain=1000 "
                  "--steps 200 --grid deepest=m.asc");
    ASSERT_EQ(hill.code, 0) << hill.err;
    EXPECT_EQ(load_raster((folder / "m.asc").string()).columns, 30);

    expect_complaint("run --headless --scene flood --steps 0 --grid dept=x.asc", 2, {"'dept'", "'depth'"});
    expect_complaint("run --headless --scene flood --steps 0 --grid depth", 2, {"ATTRIBUTE=FILE"});
    expect_complaint("run --headless --scene circles --steps 0 --grid neighbours=x.asc", 2, {"'circles'", "no cells"});
    expect_complaint("run --headless --scene flood --steps 0 --grid depth=d.asc", 1, {"d.asc", "--force"});
    expect_complaint("run --headless --scene flood --steps 0 --grid depth=n.asc --grid level=./n.asc", 2, {"n.asc"});
    expect_complaint("run --headless --scene flood --set site=none.asc --steps 0", 2, {"none.asc"});
    expect_complaint("run --scene flood --grid depth=n.asc", 2, {"--headless"});
    EXPECT_FALSE(std::filesystem::exists(folder / "n.asc"));
}

// takes long
class FloodModel : public OnBackend {
  protected:
    static Settings settings(Values values) {
        values.insert(values.begin(), {"shown_from", "0"});
        return settings_of(find_scene("flood"), values);
    }
    static Site site_of(const std::string& name, const std::string& cells, int columns = 0) {
        Params params;
        params.site = name;
        params.columns = columns;
        params.cells = cells == "squares" ? CellShape::square : CellShape::hexagon;
        return flood::prepare(params, 12).site;
    }
    std::unique_ptr<World> world(const Values& values, Backend backend) {
        return make_world(find_scene("flood"), settings(values), backend);
    }
    std::unique_ptr<World> world(const Values& values) { return world(values, GetParam()); }
    static double metric(World& world, const std::string& key) {
        return world.metrics().at(index_by_key(find_scene("flood").metrics, key).value());
    }
    static std::vector<float> field(World& world, const std::string& key) {
        return values_of(world, find_scene("flood"), key);
    }
};

TEST_P(FloodModel, ALakeStaysAtRestToTheLastBit) {
    for (const char* site : {"lake", "walled-lake", "storeys-at-rest"})
        for (const char* cells : {"hexagons", "squares"})
            for (const char* order : {"first", "second"}) {
                auto w = world({{"site", site}, {"cells", cells}, {"order", order}});
                const auto before = field(*w, "depth");
                run(*w, 50);
                EXPECT_EQ(metric(*w, "fastest"), 0) << site << ", " << cells << ", " << order;
                EXPECT_EQ(differing(before, field(*w, "depth")), 0u) << site << ", " << cells << ", " << order;
            }
}

/// A dam breaks between walls at an angle to the cells: as fast as without walls, and without loss.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(FloodModel, WaterFlowsAlongWallsThatCutCells) {
    const exact::Stoker right(1, 0.1);
    const glm::dvec2 way(std::cos(M_PI / 12), std::sin(M_PI / 12)), from(0.3 + 0.15 * way.y, 0.45);
    const auto velocity = [&](World& w, const char* cells) {
        const Site site = site_of("channel-15", cells);
        const auto depth = field(w, "depth"), u = field(w, "velocity_x"), v = field(w, "velocity_y");
        double flow = 0, deep = 0;
        for (u32 i = 0; i < site.lattice.cells(); ++i) {
            const double along = dot(site.middle(i) - from, way);
            if (along < 3.4 || along > 3.8 || std::isnan(depth[i])) continue;
            flow += (u[i] * way.x + v[i] * way.y) * depth[i];
            deep += depth[i];
        }
        return flow / deep / right.middle_velocity;
    };
    for (const auto& [cells, order] : Values{{"hexagons", "first"}, {"hexagons", "second"}, {"squares", "second"}}) {
        auto w = world({{"site", "channel-15"}, {"cells", cells}, {"order", order}});
        const double before = metric(*w, "volume");
        EXPECT_NEAR(before, 6 * 0.3 * 0.55, 0.002) << "the area of the channel, not of whole cells";
        while (w->time() < 0.35) run(*w, 10);
        EXPECT_NEAR(metric(*w, "volume"), before, 2e-7 * before) << cells << ", " << order;
        EXPECT_NEAR(velocity(*w, cells.c_str()), 1, 0.01) << cells << ", " << order;
    }
    auto whole = world({{"site", "channel-15"}, {"walls", "whole"}});
    while (whole->time() < 0.35) run(*whole, 10);
    EXPECT_LT(velocity(*whole, "hexagons"), 0.95) << "walls of whole cells brake";
}

// not in tsan: nothing new for threads
TEST_P(FloodModel, RainOnCutCellsAddsUp) {
    auto w = world({{"site", "channel-45"}, {"rain", "1000"}});
    run(*w, 100);
    EXPECT_LT(std::abs(metric(*w, "balance")), 1e-7 * metric(*w, "volume"));
}

TEST_P(FloodModel, ADamBreaksAsStokerSays) {
    for (const char* cells : {"hexagons", "squares"}) {
        auto w = world({{"site", "stoker"}, {"columns", "100"}, {"cells", cells}});
        while (w->time() < 1) run(*w, 1);
        const exact::Stoker right(1, 0.1);
        const Site site = site_of("stoker", cells, 100);
        const auto depth = field(*w, "depth");
        double off = 0, count = 0;
        for (u32 i = 0; i < site.lattice.cells(); ++i) {
            const glm::dvec2 p = site.middle(i);
            if (std::isnan(depth[i]) || p.x < 0 || p.x > 10) continue;
            off += std::abs(depth[i] - right.at(p.x - 5, w->time()).depth);
            ++count;
        }
        EXPECT_LT(off / count, 0.0045) << cells;
        EXPECT_NEAR(metric(*w, "fastest"), right.middle_velocity, 0.05) << cells;
    }
}

/// All axes of the lattice are equivalent, at either order.
// not in tsan: nothing new for threads
TEST_P(FloodModel, TurnedBy60DegreesWaterFlowsAsBefore) {
    std::size_t seen = 0;
    for (const auto& check : flood_checks())
        if (check.id.starts_with("turned")) {
            ++seen;
            for (const auto& finding : check.run({GetParam(), true, 1}))
                EXPECT_TRUE(finding.met) << check.id << ": " << finding.what << " = " << finding.value;
        }
    EXPECT_EQ(seen, 2u);
}

/// Rusanov's flux gives the same dam break, smeared more.
// not in tsan: nothing new for threads
TEST_P(FloodModel, RusanovBreaksTheDamToo) {
    const exact::Stoker right(1, 0.1);
    for (const char* order : {"first", "second"}) {
        std::map<std::string, double> off;
        for (const char* flux : {"HLLC", "Rusanov"}) {
            auto w = world({{"site", "stoker"}, {"columns", "200"}, {"order", order}, {"flux", flux}});
            while (w->time() < 1) run(*w, 1);
            const auto depth = field(*w, "depth");
            for (int c = 0; c < 200; ++c)  // of the bottom row, whose first cell is half a cell from the edge
                off[flux] += std::abs(double(depth[std::size_t(2 * 204 + c + 2)]) -
                                      right.at((c + 0.5) / 20 - 5, w->time()).depth);
        }
        EXPECT_GT(off["Rusanov"], 1.02 * off["HLLC"]) << order;
        EXPECT_LT(off["Rusanov"], 2.5 * off["HLLC"]) << order;
    }
    for (const char* site : {"lake", "walled-lake"}) {
        auto w = world({{"site", site}, {"flux", "Rusanov"}});
        run(*w, 30);
        EXPECT_EQ(metric(*w, "fastest"), 0) << site;
    }
}

/// The maximum hazard is kept after a wave has passed.
TEST_P(FloodModel, TheGreatestHazardIsKept) {
    auto w = world({{"site", "coast"}, {"columns", "120"}, {"shown_from", "0.01"}, {"debris", "town"}});
    std::vector<float> most(w->elements()->count(), 0.f);
    for (int s = 0; s < 60; ++s) {
        const auto now = field(*w, "hazard");
        for (std::size_t i = 0; i < most.size(); ++i)
            if (now[i] > most[i]) most[i] = now[i];
        run(*w, 1);
    }
    const auto now = field(*w, "hazard"), worst = field(*w, "worst");
    std::size_t gone = 0;
    for (std::size_t i = 0; i < most.size(); ++i) {
        if (now[i] > most[i]) most[i] = now[i];
        if (most[i] > 0) ASSERT_NEAR(worst[i], most[i], 1e-4f * most[i]) << i;
        gone += most[i] > 0 && !(now[i] > 0.9f * most[i]);
    }
    EXPECT_GT(gone, 100u) << "the hazard was greater once";
}

/// The bore of Stoker's dam break is reflected by the wall: the water between both is at rest, with the depth of the
/// jump conditions, u = (h2 - h1) sqrt(g (h1 + h2) / (2 h1 h2)).
TEST_P(FloodModel, AWallTurnsABoreBack) {
    const exact::Stoker bore(1, 0.1);
    const double h1 = bore.middle_depth;
    double lo = h1, hi = 5;
    for (int i = 0; i < 60; ++i) {
        const double h2 = (lo + hi) / 2;
        ((h2 - h1) * std::sqrt(9.81 * (h1 + h2) / (2 * h1 * h2)) < bore.middle_velocity ? lo : hi) = h2;
    }
    for (const char* cells : {"hexagons", "squares"}) {
        auto w = world({{"site", "stoker"}, {"columns", "100"}, {"cells", cells}, {"lines", "9.7 0.02 9.7 0.32"}});
        while (w->time() < 2) run(*w, 1);
        w->metrics();
        const auto at_wall = w->gauges()->readings().at(0).values;
        EXPECT_NEAR(at_wall[1], lo, 0.0075 * lo) << cells;
        EXPECT_NEAR(at_wall[0], 0, 0.05 * 0.3 * h1 * bore.middle_velocity) << cells;
    }
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(FloodModel, WaterAddsUp) {
    for (const char* order : {"first", "second"}) {
        auto w = world({{"site", "plain"}, {"columns", "60"}, {"order", order}, {"rain", "100"}});
        run(*w, 500);
        const double volume = metric(*w, "volume");
        EXPECT_GT(volume, 1000);
        EXPECT_LT(std::abs(metric(*w, "balance")), 1e-6 * volume) << order;
    }
    auto periodic = world({{"site", "vortex"}, {"columns", "20"}, {"rain", "1000"}});
    run(*periodic, 60);
    EXPECT_LT(std::abs(metric(*periodic, "balance")), 1e-6 * metric(*periodic, "volume")) << "no rain on the margin";
    auto w = world({{"site", "thacker-planar"}, {"columns", "60"}});
    const double before = metric(*w, "volume");
    EXPECT_NEAR(before, 0.157080, 0.0005);
    run(*w, 400);
    EXPECT_NEAR(metric(*w, "volume"), before, 1e-7 * before);
}

/// Cells along the lattice's edges, which lack neighbours, do not count.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(FloodModel, TheTimeStepFollowsTheWater) {
    for (const char* cells : {"hexagons", "squares"})
        for (const char* order : {"first", "second"}) {
            auto w = world({{"site", "vortex"}, {"columns", "300"}, {"order", order}, {"cells", cells}});
            run(*w, 100);
            const double fastest = metric(*w, "fastest") + std::sqrt(9.81 * metric(*w, "deepest"));
            const double spacing = 10. / 300;
            EXPECT_GE(metric(*w, "time_step"), 0.25 * spacing / fastest) << cells << ", " << order;
            EXPECT_LE(metric(*w, "time_step"), 0.3 * spacing / fastest) << cells << ", " << order;
        }
}

TEST_P(FloodModel, TilesThatSleepAreLeftAlone) {
    auto w = world({{"site", "plain"}, {"columns", "300"}, {"cells", "squares"}});
    run(*w, 40);
    const auto depth = field(*w, "depth");
    double wet = 0;
    for (const float d : depth) wet += d > 0;
    EXPECT_GT(wet, 20);
    EXPECT_LT(wet, 0.02 * double(depth.size()));
    auto everywhere = world({{"site", "plain"}, {"columns", "300"}, {"cells", "squares"}, {"rain", "0.001"}});
    run(*everywhere, 40);  // rain too light to matter, but no tile sleeps
    EXPECT_EQ(metric(*everywhere, "volume"), metric(*w, "volume"));
}

TEST_P(FloodModel, AResetBringsTheSameRun) {
    auto w = world({{"site", "coast"}, {"columns", "120"}});
    const auto start = field(*w, "depth");
    run(*w, 60);
    const auto first = field(*w, "level");
    w->reset();
    EXPECT_EQ(w->time(), 0);
    EXPECT_EQ(differing(start, field(*w, "depth")), 0u);
    run(*w, 60);
    EXPECT_EQ(differing(first, field(*w, "level")), 0u);
}

TEST_P(FloodModel, HandsPourTakeRaiseAndLower) {
    auto w = world({{"site", "lake"}, {"brush", "5"}, {"rate", "1"}});
    const auto stroke = [&](const std::string& tool, bool on) {
        w->tools()->use({tool, on ? std::vector<glm::vec3>{{50, 30, 0}} : std::vector<glm::vec3>{}});
    };
    const double before = metric(*w, "volume");
    stroke("pour", true);
    run(*w, 20);
    const double poured = metric(*w, "volume");
    EXPECT_GT(poured, before + 1);
    stroke("pour", false);
    run(*w, 20);
    EXPECT_NEAR(metric(*w, "volume"), poured, 1e-6 * poured) << "the hand is off";
    stroke("take", true);
    run(*w, 20);
    EXPECT_LT(metric(*w, "volume"), poured - 1);
    stroke("take", false);
    const double left = metric(*w, "volume");
    stroke("raise", true);
    run(*w, 20);
    stroke("raise", false);
    EXPECT_NEAR(metric(*w, "volume"), left, 1e-6 * left) << "ground moves no volume";
    EXPECT_GT(metric(*w, "fastest"), 0.01) << "but lifts the water, which runs off";
    w->reset();
    EXPECT_EQ(metric(*w, "volume"), before) << "a reset takes back what hands did";
    run(*w, 5);
    EXPECT_EQ(metric(*w, "fastest"), 0);
}

TEST_P(FloodModel, WaterThatWasTakenDoesNotComeBack) {
    Values values{{"site", "plain"}, {"columns", "300"}, {"cells", "squares"}, {"brush", "1000"}, {"rate", "10"}};
    auto w = world(values);
    run(*w, 40);
    values.push_back({"inflow", "0"});
    w->configure(settings(values));
    EXPECT_GT(metric(*w, "volume"), 0);
    w->tools()->use({"take", {{500, 1000, 0}}});
    run(*w, 1);
    w->tools()->use({"take", {}});
    EXPECT_EQ(metric(*w, "volume"), 0);
    run(*w, 3);
    EXPECT_EQ(metric(*w, "volume"), 0);
}

/// Rain is due in the step after it stops, too, when dry tiles still sleep.
TEST_P(FloodModel, RainThatStopsHasFallenEverywhere) {
    const Values site{{"site", "valley"}, {"inflow", "0"}};
    Values raining = site;
    raining.push_back({"rain", "900"});
    auto w = world(raining);
    run(*w, 1);
    w->configure(settings(site));
    const double before = metric(*w, "volume");
    run(*w, 3);
    EXPECT_GT(metric(*w, "rained"), 0);
    EXPECT_NEAR(metric(*w, "volume") - before, metric(*w, "rained"), 1e-3 * metric(*w, "rained"));
}

TEST_P(FloodModel, LinesMeasureWhatFlowsAcross) {
    auto w = world({{"site", "film"}, {"lines", "12 0.05 12 0.8; 12 0.8 12 0.05"}});
    while (w->time() < 25) run(*w, 20);
    w->metrics();
    const auto readings = w->gauges()->readings();
    ASSERT_EQ(readings.size(), 2u);
    EXPECT_NEAR(readings[0].values[0], 0.01 * 0.75, 0.0002) << "from its left, uphill, to its right";
    EXPECT_NEAR(readings[1].values[0], -0.01 * 0.75, 0.0002) << "the same line the other way round";
    EXPECT_NEAR(readings[0].values[1], 0.0091, 0.0005);
}

/// Supercritical inflow down a slope equals the hydrograph, for any number of cells along the edge.
TEST_P(FloodModel, AHydrographSaysWhatComesInAcrossAnEdge) {
    const TemporaryFolder folder;
    const auto hydrograph = folder.write("q.csv", "time,flow\n0,0.3\n100,0.3\n");
    const auto enters = [&](const char* edge, const char* bounds, const char* slope, const char* columns) {
        const std::string text = fmt::format(R"({{"bounds": [[0, 0], {}],
            "exits": [{{"area": [[1, 1], [2, 2]]}}], "spawns": [{{"area": [[1, 1], [2, 2]], "count": 1}}],
            "terrain": {{"slope": {}, "level": 1}}, "water": {{"manning": 0.01}}}})",
                                             bounds, slope);
        auto w = world({{"site", folder.write("slope.json", text).string()},
                        {"columns", columns},
                        {"hydrographs", fmt::format("{}={}", edge, hydrograph.string())}});
        while (w->time() < 3) run(*w, 10);
        EXPECT_NEAR(metric(*w, "volume"), 0.3 * w->time(), 0.003) << edge << ", " << columns;
    };
    for (const char* columns : {"40", "120"}) {
        enters("west", "[12, 3]", "[-0.05, 0]", columns);
        enters("east", "[12, 3]", "[0.05, 0]", columns);
    }
    enters("south", "[3, 12]", "[0, -0.05]", "30");
    enters("north", "[3, 12]", "[0, 0.05]", "30");
}

/// 0.3 m³/s of supercritical flow down a slope between walls 2 m apart: a plan's line measures as much as a drawn line.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(FloodModel, LinesOfAPlanMeasureWaterToo) {
    const TemporaryFolder folder;
    const auto hydrograph = folder.write("q.csv", "time,flow\n0,0.3\n100,0.3\n");
    const auto flume = folder.write("flume.json", R"({"bounds": [[0, 0], [12, 3]],
        "walls": [[[0, 0.5], [12, 0.5]], [[0, 2.5], [12, 2.5]]], "terrain": {"slope": [-0.05, 0], "level": 1},
        "exits": [{"area": [[10, 1], [11, 2]]}], "spawns": [{"area": [[8, 1], [9, 2]], "count": 1}],
        "lines": [{"name": "weir", "line": [[6, 0.5], [6, 2.5]]}], "water": {"manning": 0.01}})");
    auto w = world({{"site", flume.string()},
                    {"edges", "open"},
                    {"columns", "120"},
                    {"hydrographs", "west=" + hydrograph.string()},
                    {"lines", "6 2.5 6 0.5"}});
    while (w->time() < 12) run(*w, 100);
    w->metrics();
    const auto readings = w->gauges()->readings();
    ASSERT_EQ(readings.size(), 2u);
    EXPECT_EQ(readings[0].name, "weir");
    EXPECT_EQ(readings[0].key, "") << "the plan has it, no parameter";
    EXPECT_EQ(readings[1].name, "line 2");
    EXPECT_EQ(readings[1].item, 0u);
    const double wanted = 0.3 * 2 / (36 * std::sqrt(0.75) * 0.1);  // for the number of rows along the edge
    EXPECT_NEAR(readings[0].values[0], wanted, 0.004) << "the flow per metre times the width";
    EXPECT_NEAR(readings[1].values[0], -wanted, 0.004) << "from the other end";
}

TEST_P(FloodModel, LinesThatDoNotFitAreRefused) {
    for (const auto& [lines, expected] : std::vector<std::pair<std::string, std::string>>{
             {"5 5 5.1 5", "is 0.1 m long; it must be at least a cell long, 1 m"},
             {"5 5 500 5", "leaves the site, 100 x"},
             {"5 5 7", "5 5 7"}}) {
        const auto said = refusal<UsageError>([&, lines = lines] { world({{"site", "lake"}, {"lines", lines}}); });
        EXPECT_NE(said.find(expected), std::string::npos) << lines << ": " << said;
    }
}

TEST_P(FloodModel, BackendsAgree) {
    if (GetParam() == Backend::cpu) GTEST_SKIP() << "compares the other backend with the CPU";
    for (const char* site : {"valley", "coast", "thacker-planar"}) {
        auto there = world({{"site", site}, {"columns", "120"}}),
             here = world({{"site", site}, {"columns", "120"}}, Backend::cpu);
        run(*there, 50);
        run(*here, 50);
        const auto a = field(*there, "depth"), b = field(*here, "depth");
        double off = 0, all = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            if (!std::isnan(a[i]) && !std::isnan(b[i])) {
                off += std::abs(a[i] - b[i]);
                all += a[i];
            }
        EXPECT_LT(off, 1e-6 * all) << site;
    }
}

/// A GPU processes a tile by pairs of rows; the top tile has the remaining rows.
TEST_P(FloodModel, BackendsAgreeAtEveryHeight) {
    if (GetParam() == Backend::cpu) GTEST_SKIP() << "compares the other backend with the CPU";
    for (const char* cells : {"hexagons", "squares"})
        for (const char* order : {"first", "second"})
            for (int columns = 20; columns < 29; ++columns)
                for (const char* site : {"vortex", "thacker-planar"}) {
                    const Values setting{
                        {"site", site}, {"columns", std::to_string(columns)}, {"cells", cells}, {"order", order}};
                    auto there = world(setting), here = world(setting, Backend::cpu);
                    run(*there, 5);
                    run(*here, 5);
                    const auto wet = [](float depth) { return std::isnan(depth) ? 0 : depth; };
                    const auto a = field(*there, "depth"), b = field(*here, "depth");
                    float off = 0, most = 0;
                    for (std::size_t i = 0; i < a.size(); ++i) {
                        off = std::max(off, std::abs(wet(a[i]) - wet(b[i])));
                        most = std::max(most, wet(b[i]));
                    }
                    EXPECT_LT(off, 1e-6f * most) << site << " " << columns << " " << cells << " " << order;
                }
}

NF_ON_BACKENDS(FloodModel);

}  // namespace flood_test
}  // namespace nearfield
