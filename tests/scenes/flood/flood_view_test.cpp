// A flood's pictures: the same cells in 2D and 3D.
#include "backends.hpp"
#include "elements.hpp"

#include "scenes/flood/picture/buildings.hpp"
#include "scenes/flood/site/described.hpp"
#include "scenes/flood/site/levels.hpp"
#include "scenes/flood/site/plan_site.hpp"
#include "scenes/flood/water/doors.hpp"
#include "scenes/flood/water/hazard.hpp"
#include "scenes/flood/water/shallow_water.hpp"
#include "sim/run.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace nearfield {
namespace flood_view_test {

using namespace flood;
using Values = std::vector<std::pair<std::string, std::string>>;

Settings view_of(const std::string& site, const Values& values) {
    Settings settings = settings_of(find_scene("flood"), values);
    settings.set("site", site);
    return settings;
}

const CellLayer& layer(const Picture& picture, const std::string& name) {
    const auto found =
        std::find_if(picture.cells.begin(), picture.cells.end(), [&](const CellLayer& l) { return l.name == name; });
    if (found == picture.cells.end()) throw Error("no layer " + name);
    return *found;
}

TEST(FloodBuildings, StandOnTheirGroundAndCloseTheirSides) {
    SiteDescription d{.key = "house", .title = "A house on a slope", .size = {20, 20}, .columns = 20};
    d.bed = [](glm::dvec2 p) {
        return p.x > 8 && p.x < 12 && p.y > 8 && p.y < 12 ? INFINITY : 2 + std::floor(p.x) / 16;
    };
    for (const CellShape shape : {CellShape::square, CellShape::hexagon}) {
        const Site site = lay_out(d, shape, 20);
        const Buildings house = build_up(site, nullptr, {}, 3);
        const auto walls = std::count_if(house.foot.begin(), house.foot.end(), [](float f) { return f == f; });
        EXPECT_EQ(house.roofs.corners->size(), std::size_t(walls) * (shape == CellShape::square ? 6 : 12));
        if (shape == CellShape::square) EXPECT_EQ(house.walls.corners->size(), 4u * 4 * 6) << "the outline alone";
        float low = INFINITY, top = -INFINITY;
        for (const auto& p : *house.walls.corners) {
            low = std::min(low, p.y);
            top = std::max(top, p.y);
            EXPECT_TRUE(p.x > 7 && p.x < 13 && p.z < -7 && p.z > -13) << "north is -z";
        }
        for (const float foot : house.foot)
            if (foot == foot) EXPECT_FLOAT_EQ(3 * foot, low) << "exaggerated";
        for (const auto& p : *house.roofs.corners) EXPECT_FLOAT_EQ(p.y, top);
        EXPECT_GT(top - low, 3 * 1.5f);
        for (const u32 cell : *house.roofs.cells) EXPECT_TRUE(is_wall(site.bed[cell]));
    }
    d.bed = [](glm::dvec2 p) { return p.x < 4 ? 0. : INFINITY; };
    EXPECT_LT(build_up(lay_out(d, CellShape::square, 100), nullptr, {}, 1).roofs.cells->size(), 2u * 100 * 20)
        << "a wall is roofed near its ground only";
}

TEST(FloodHazard, RatingAndClassesAreThoseOfTheirTables) {
    EXPECT_FLOAT_EQ(hazard_rating(Debris::none, 1, 1.5f), 2);
    EXPECT_FLOAT_EQ(hazard_rating(Debris::town, 0.2f, 1), 0.3f) << "shallow water carries none";
    EXPECT_FLOAT_EQ(hazard_rating(Debris::town, 0.5f, 1), 1.75f);
    EXPECT_FLOAT_EQ(hazard_rating(Debris::woodland, 0.5f, 1), 1.25f);
    EXPECT_FLOAT_EQ(hazard_rating(Debris::pasture, 0.5f, 1), 0.75f);
    EXPECT_FLOAT_EQ(hazard_rating(Debris::pasture, 0.5f, 2.5f), 2) << "fast water carries some";
    const float rating[] = {0.74f, 0.75f, 1.25f, 2};
    for (int k = 0; k < 4; ++k) EXPECT_EQ(defra_class(rating[k]), k);
    struct Case {
        float depth, speed;
        int is;
    };
    for (const Case& c : {Case{0.3f, 1, 1},
                          {0.15f, 2, 1},
                          {0.5f, 1.2f, 2},
                          {0.3f, 1.1f, 2},
                          {1.2f, 0.5f, 3},
                          {0.6f, 0.9f, 3},
                          {2, 0.5f, 4},
                          {1.3f, 0.1f, 4},
                          {4, 1, 5},
                          {1, 2.1f, 5},
                          {0.1f, 3.9f, 5},
                          {4.1f, 0, 6},
                          {0.1f, 4.1f, 6},
                          {2, 2.1f, 6}})
        EXPECT_EQ(aidr_class(c.depth, c.speed) + 1, c.is) << c.depth << " m, " << c.speed << " m/s";
    EXPECT_EQ(hazard_classes(Rating::defra).size(), 4u);
    EXPECT_EQ(hazard_classes(Rating::aidr).size(), 6u);
}

TEST(FloodLevels, LieOverEachOtherAndAreSideBySideOnTheLattice) {
    const plans::Plan plan = site_plan("house", 0);
    const Site site = lay_out(description_of(plan), CellShape::square, 0);
    ASSERT_GT(plan.storeys.size(), 1u);
    const auto levels = levels_of(site, &plan, 4, 1);
    ASSERT_EQ(levels.size(), plan.storeys.size() + plan.stairs.size());
    for (std::size_t k = 0; k < plan.storeys.size(); ++k) {
        const glm::vec2 corner = levels[k].lo + levels[k].shift;
        EXPECT_LT(glm::distance(corner, levels[0].lo + levels[0].shift + plan.storeys[k].lo - plan.storeys[k].offset -
                                            (plan.storeys[0].lo - plan.storeys[0].offset)),
                  1e-4f);
        EXPECT_FLOAT_EQ(levels[k].lift, 4 * float(k)) << "pulled apart";
        EXPECT_EQ(levels[k].shown, k == 0) << "cut away";
    }
    const auto parts = parts_of(site, levels_of(site, &plan, 0, 0), 2, 0, 0.3f);
    EXPECT_EQ(parts.size(), levels.size());
    for (std::size_t k = 0; k < parts.size(); ++k)
        for (std::size_t other = 0; other < k; ++other)
            EXPECT_TRUE(parts[k].column >= parts[other].column + parts[other].columns ||
                        parts[other].column >= parts[k].column + parts[k].columns ||
                        parts[k].row >= parts[other].row + parts[other].rows ||
                        parts[other].row >= parts[k].row + parts[k].rows)
                << k << " and " << other << " share cells";
    const LevelsView view{levels.data(), u32(levels.size())};
    EXPECT_EQ(view.at(0.5f * (levels[0].lo + levels[0].hi)), &levels[0]);
    EXPECT_EQ(view.at(0.5f * (levels[1].lo + levels[1].hi)), nullptr) << "cut away";
    EXPECT_EQ(levels_of(site, nullptr, 4, 1).size(), 1u) << "without a plan all is one";
}

class FloodView : public OnBackend {
  protected:
    std::unique_ptr<World> world_of(const std::string& site, const Values& values) {
        return make_world(find_scene("flood"), view_of(site, values), GetParam());
    }
};

TEST_P(FloodView, SurfacesAreGroundAndWaterAndMeetAtTheShore) {
    for (const char* cells : {"hexagons", "squares"}) {
        const auto world = world_of("lake", {{"cells", cells}, {"view", "3D"}, {"exaggeration", "4"}});
        Picture picture;
        world->draw(picture, 0, true);
        EXPECT_EQ(picture.dimensions, 3);
        EXPECT_FLOAT_EQ(picture.hi.x, 100);
        EXPECT_LT(picture.lo.z, -59);
        const CellLayer &ground = layer(picture, "ground"), &water = layer(picture, "water");
        const auto depth = world->elements()->values(0);
        const auto sites = builtin_sites(12);
        const auto lake = std::find_if(sites.begin(), sites.end(), [](const auto& d) { return d.key == "lake"; });
        const Site site = lay_out(*lake, ground.lattice.shape, 100);
        ASSERT_EQ(site.bed.size(), depth.size());
        int shores = 0, wet = 0;
        for (u32 c = 0; c < u32(depth.size()); ++c) {
            if (!is_inside(c, site.lattice.columns, site.lattice.rows)) continue;
            const float bed = ground.relief.height.at<float>(c), surface = water.relief.height.at<float>(c);
            ASSERT_FLOAT_EQ(bed, 4 * site.bed[c]);
            if (depth[c] > 0) {
                ASSERT_NEAR(surface, 4 * (site.bed[c] + depth[c]), 1e-4f);
                ++wet;
            } else if (surface == surface) {
                ASSERT_LE(surface, bed) << "below the ground, which cuts it";
                ++shores;
            }
        }
        EXPECT_GT(wet, 1000);
        EXPECT_GT(shores, 50);
    }
}

TEST_P(FloodView, CellsArePickedAsInThePlane) {
    const auto flat = world_of("valley", {{"columns", "120"}}),
               deep = world_of("valley", {{"columns", "120"}, {"view", "3D"}});
    Picture picture;
    flat->draw(picture, 0, true);
    const CellLattice lattice = layer(picture, "ground").lattice;
    deep->draw(picture, 0, true);
    const auto sites = builtin_sites(12);
    const auto valley = std::find_if(sites.begin(), sites.end(), [](const auto& d) { return d.key == "valley"; });
    const auto on_house = [&](glm::dvec2 p) {
        return std::any_of(valley->walls.begin(), valley->walls.end(),
                           [&](const CellWall& house) { return p == glm::clamp(p, house.points[0], house.points[2]); });
    };
    int picked = 0;
    for (u32 c = 5 * lattice.columns + 7; c < lattice.cells() - 4 * lattice.columns; c += 611) {
        const u32 column = c % lattice.columns;
        if (column < 2 || column + 2 >= lattice.columns) continue;
        const glm::vec3 at = lattice.middle(c);
        if (on_house(glm::dvec2(at))) continue;  // the roof shows the value at the house's centre
        EXPECT_EQ(flat->elements()->pick({at.x, at.y, 1}, {0, 0, -1}, 0), std::optional(c));
        EXPECT_EQ(deep->elements()->pick({at.x, 5000, -at.y}, {0, -1, 0}, 0), std::optional(c));
        ++picked;
    }
    EXPECT_GT(picked, 0);
    EXPECT_FALSE(deep->elements()->pick({-50, 5000, -50}, {0, -1, 0}, 0));
}

TEST_P(FloodView, HazardIsShownInClassesWithTheirNames) {
    const Values values{{"columns", "100"}, {"draw", "map"}, {"colour", "hazard"}, {"rating", "H1-H6"}};
    const auto world = world_of("coast", values);
    for (int step = 0; step < 50; ++step) world->step();
    world->finish();
    Picture picture;
    world->draw(picture, 5, true);
    const CellLayer& water = layer(picture, "water");
    ASSERT_EQ(water.classes.size(), 6u);
    EXPECT_EQ(water.classes[3].label.substr(0, 3), "H4:");
    const auto depth = world->elements()->values(0), speed = world->elements()->values(2);
    std::array<int, 6> seen{};
    for (u32 c = 0; c < u32(depth.size()); ++c) {
        const std::uint8_t kind = water.kind.at<std::uint8_t>(c);
        if (std::isnan(depth[c])) {
            ASSERT_EQ(kind, no_class);
            continue;
        }
        ASSERT_EQ(kind, aidr_class(depth[c], speed[c])) << depth[c] << " m, " << speed[c] << " m/s";
        ++seen[kind];
    }
    EXPECT_GT(seen[5], 1000) << "the sea";
    EXPECT_GT(std::count_if(seen.begin(), seen.end(), [](int n) { return n > 0; }), 2);
    world->draw(picture, 0, true);
    EXPECT_TRUE(layer(picture, "water").classes.empty()) << "another value";
}

/// The maximum class per cell is kept, written as a map and shown.
TEST_P(FloodView, TheGreatestClassIsKeptAndShown) {
    const auto world = world_of("coast", {{"columns", "100"}, {"draw", "map"}, {"shown_from", "0.01"}});
    std::vector<float> most(world->elements()->count(), NAN);
    const auto look = [&] {
        const auto depth = world->elements()->values(0), speed = world->elements()->values(2);
        for (std::size_t c = 0; c < most.size(); ++c)
            if (!std::isnan(depth[c])) most[c] = std::fmax(most[c], float(aidr_class(depth[c], speed[c]) + 1));
    };
    look();
    for (int step = 0; step < 300; ++step) {
        world->step();
        world->finish();
        look();
    }
    Picture picture;
    world->draw(picture, 9, true);
    const CellLayer& water = layer(picture, "water");
    ASSERT_EQ(water.classes.size(), 6u);
    EXPECT_EQ(water.title, "Greatest hazard (AIDR)");
    const auto kept = world->elements()->values(9), depth = world->elements()->values(0),
               speed = world->elements()->values(2);
    int gone = 0, differing = 0;
    for (u32 c = 0; c < u32(most.size()); ++c) {
        const std::uint8_t kind = water.kind.at<std::uint8_t>(c);
        if (std::isnan(most[c])) {
            EXPECT_TRUE(kind == no_class && std::isnan(kept[c])) << c;
            continue;
        }
        EXPECT_EQ(kind + 1, int(kept[c])) << c;
        differing += kept[c] != most[c];
        gone += std::isnan(depth[c]) || aidr_class(depth[c], speed[c]) + 1 < int(kept[c]);
    }
    EXPECT_LE(differing, 2) << "roundings at the borders of classes";
    EXPECT_GT(gone, 50) << "it was greater once";
}

/// Sources and drains are drawn around their position, with the current flow.
TEST_P(FloodView, SourcesAreDrawn) {
    nearfield::Run run(find_scene("flood"), view_of("lake", {{"brush", "5"}, {"rate", "0.01"}}), GetParam());
    const auto lines = [&](const char* name) -> std::vector<glm::vec2> {
        Picture picture;
        run.world().draw(picture, 0, true);
        std::vector<glm::vec2> ends;
        for (const auto& layer : picture.lines)
            for (u32 i = 0; layer.name == name && i < 2 * layer.count; ++i)
                ends.emplace_back(layer.ends.at<glm::vec3>(i));
        return ends;
    };
    const auto label = [&]() -> std::string {
        Picture picture;
        run.world().draw(picture, 0, true);
        for (const auto& layer : picture.labels)
            if (layer.name == "inflows" && layer.labels->size() == 1) return layer.labels->front().text;
        return "";
    };
    EXPECT_TRUE(lines("sources").empty());
    run.apply(parse_command("tool source 50 30 0"));
    const auto ring = lines("sources");
    EXPECT_GE(ring.size(), 24u);
    for (const auto p : ring) EXPECT_NEAR(distance(p, glm::vec2(50, 30)), 5, 0.05);
    EXPECT_EQ(label(), "spring: 0.785 m³/s");
    run.apply(parse_command("set inflow=2"));
    EXPECT_EQ(label(), "spring: 1.57 m³/s");
    run.apply(parse_command("tool source 50 30 0"));
    EXPECT_TRUE(lines("sources").empty()) << "shut off";
}

TEST_P(FloodView, ArrowsPointWhereTheWaterFlows) {
    for (const char* view : {"2D", "3D"}) {
        const Values values{{"columns", "100"}, {"arrows", "on"}, {"arrow_speed", "4"}, {"view", view}};
        const auto world = world_of("coast", values);
        Picture picture;
        world->draw(picture, 0, true);
        ASSERT_EQ(picture.lines.size(), *view == '2' ? 2u : 1u) << "walls are lines in 2D";
        const LineLayer& arrows = picture.lines[0];
        ASSERT_EQ(arrows.name, "arrows");
        ASSERT_EQ(arrows.count % 3, 0u);
        const auto u = world->elements()->values(6), v = world->elements()->values(7);
        int drawn = 0, dry = 0;
        for (u32 a = 0; a < arrows.count; a += 3) {
            const u32 cell = arrows.ids.at<u32>(a);
            const glm::vec3 way = arrows.ends.at<glm::vec3>(2 * a + 1) - arrows.ends.at<glm::vec3>(2 * a);
            const glm::vec2 flat = *view == '2' ? glm::vec2(way) : glm::vec2(way.x, -way.z);
            if (arrows.strength.at<float>(a) == 0) {
                dry += std::isnan(u[cell]);
                continue;
            }
            const glm::vec2 velocity(u[cell], v[cell]);
            const float apart = 1200 / 64.f, wanted = std::min(glm::length(velocity) / 4, 2.5f) * apart;
            ASSERT_NEAR(glm::length(flat), wanted, 1e-3f * wanted);
            ASSERT_NEAR(glm::dot(flat, velocity), glm::length(flat) * glm::length(velocity), 1e-3f * wanted * wanted);
            ++drawn;
        }
        EXPECT_GT(drawn, 100) << view;
        EXPECT_GT(dry, 100) << view;
    }
}

/// Figures stand on the floor of their people, and picking one gives the cell below.
TEST_P(FloodView, PeopleStandOnTheirFloors) {
    const auto world = world_of("house", {{"people", "30"}, {"view", "3D"}, {"exaggeration", "1"}, {"apart", "5"}});
    for (int step = 0; step < 3; ++step) world->step();
    world->finish();
    Picture picture;
    world->draw(picture, 0, true);
    const plans::Plan plan = site_plan("house", 30);
    ASSERT_FALSE(picture.points.empty());
    const PointLayer& dry = picture.points[0];
    int seen = 0;
    for (u32 i = 3; i < dry.count; i += 4) {  // heads
        const float* head = &dry.position.at<float>(i);
        if (head[0] == nowhere) continue;
        ++seen;
        bool on_floor = false;
        for (std::size_t k = 0; k < plan.storeys.size(); ++k)
            on_floor |=
                std::abs(head[1] - (plan.storeys[k].level - plan.storeys[0].level + 5 * float(k) + 1.6f)) < 0.2f;
        EXPECT_TRUE(on_floor) << head[1];
    }
    EXPECT_GT(seen, 10);
}

/// Switching views and drawing leave the flood unchanged.
TEST_P(FloodView, LookingChangesNothing) {
    const auto run = [&](bool look) {
        const Values values{{"columns", "100"}};
        const auto world = world_of("coast", values);
        for (int step = 0; step < 60; ++step) {
            world->step();
            if (look && step % 20 == 10) {
                Settings settings = view_of("coast", values);
                settings.set("view", std::string(step == 30 ? "2D" : "3D"));
                settings.set("draw", std::string("map"));
                world->configure(settings);
                Picture picture;
                world->draw(picture, 4, true);
            }
        }
        world->finish();
        return world->elements()->values(1);
    };
    EXPECT_EQ(differing(run(true), run(false)), 0u);
}

NF_ON_BACKENDS(FloodView);

/// A source on the upper storey of a plan: a rectangle over that floor, with four posts down to it.
TEST(FloodFences, StandOnTheirStorey) {
    const plans::Plan plan = site_plan("flood/stairs", 0);
    const Site site = lay_out(description_of(plan), CellShape::hexagon, 0);
    const auto lines = inflow_lines(site, false);
    const auto levels = levels_of(site, &plan, 4, 0);
    const auto fences = flood::fences(site, lines, {levels, 2, 1.5f});
    ASSERT_EQ(fences.lines.size(), lines.lines.size() + 4);
    ASSERT_EQ(fences.cells.size(), fences.lines.size());
    std::size_t posts = 0;
    for (const Segment& line : fences.lines) {
        EXPECT_NEAR(line.to.y, 4 + 2 * (3 + 1.5f), 1e-3) << "pulled apart by 4 m, heights doubled";
        posts += std::abs(line.from.y - (4 + 2 * 3)) < 1e-3f;
        const glm::vec2 corner = plan.storeys[0].offset;
        EXPECT_NEAR(line.to.x, corner.x + 19, 1.25) << "over its place on the ground floor";
        EXPECT_NEAR(-line.to.z, corner.y + 10, 1.25);
    }
    EXPECT_EQ(posts, 4u);
    const auto labels = raised(site, inflow_labels(site, 0, 1), {levels, 2, 1.5f});
    ASSERT_EQ(labels.size(), 1u);
    EXPECT_EQ(labels[0].text, "tank: 1.5 m³/s");
    const auto below = levels_of(site, &plan, 4, 1);
    EXPECT_TRUE(flood::fences(site, lines, {below, 2, 1.5f}).lines.empty()) << "cut away";
}

}  // namespace flood_view_test
}  // namespace nearfield
