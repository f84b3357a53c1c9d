// Distances, depths and directions between parts, compared with closed forms, brute force and rays.
#include "backends.hpp"
#include "boxes_of_parts.hpp"

#include "libs/building/queries/depth.hpp"
#include "libs/building/queries/direction.hpp"
#include "libs/building/queries/distance.hpp"
#include "libs/building/queries/relate.hpp"

#include <algorithm>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::building {
namespace building_operators_test {

TEST(BuildingDistance, OfBoxesByTheirIntervals) {
    const auto boxes = whole_boxes(60, 10, 19, 3);
    const Surfaces surfaces = surfaces_of(building_of(boxes), 1e-3);
    const Distances distances(surfaces);
    int zero = 0;
    for (u32 i = 0; i < boxes.size(); ++i)
        for (u32 j = 0; j < boxes.size(); ++j) {
            if (i == j) continue;
            const auto &a = boxes[i], &b = boxes[j];
            glm::dvec3 gap, reach;
            for (int k = 0; k < 3; ++k) {
                gap[k] = std::max({0, b.lo[k] - a.hi[k], a.lo[k] - b.hi[k]});
                reach[k] = std::max(b.hi[k] - a.lo[k], a.hi[k] - b.lo[k]);
            }
            const Span near = distances.nearest(i, j), far = distances.furthest(i, j);
            ASSERT_NEAR(near.length, glm::length(gap), 1e-9) << i << ' ' << j;
            ASSERT_NEAR(glm::distance(near.at_a, near.at_b), near.length, 1e-9) << i << ' ' << j;
            ASSERT_NEAR(far.length, glm::length(reach), 1e-9) << i << ' ' << j;
            for (int k = 0; k < 3; ++k) {
                ASSERT_TRUE(near.at_a[k] > a.lo[k] - 1e-9 && near.at_a[k] < a.hi[k] + 1e-9) << i << ' ' << j;
                ASSERT_TRUE(near.at_b[k] > b.lo[k] - 1e-9 && near.at_b[k] < b.hi[k] + 1e-9) << i << ' ' << j;
            }
            ASSERT_EQ(distances.closer(i, j, 2.5), near.length < 2.5) << i << ' ' << j;
            ASSERT_EQ(distances.closer(i, j, 1e-6), near.length == 0) << i << ' ' << j;
            zero += near.length == 0;
        }
    EXPECT_GT(zero, 100);
}

TEST(BuildingRelate, AWrongAnswerIsFound) {
    std::mt19937 random(8);
    const Surfaces surfaces = surfaces_of(turned_boxes(30, random), 1e-3);
    const auto pairs = candidates_of(surfaces);
    auto predicates = relate(surfaces, pairs);
    const u32 all = u32(pairs.size());
    EXPECT_TRUE(misjudged(surfaces, pairs, predicates, Copies::relations, all).empty());
    predicates[7] = predicates[7] == Predicate::touch ? Predicate::overlap : Predicate::touch;
    EXPECT_EQ(misjudged(surfaces, pairs, predicates, Copies::relations, all), std::vector<u32>{pairs[7].a});
    EXPECT_EQ(misjudged(surfaces, pairs, predicates, Copies::relations, 4 * all), std::vector<u32>{pairs[7].a});
    EXPECT_TRUE(misjudged(surfaces, {}, {}, Copies::relations, 10).empty());
}

/// Brute-force candidates: grown boxes against each other, and parts against query parts.
TEST(BuildingRelate, CandidatesAreThoseOfAllPairs) {
    std::mt19937 random(9);
    const Surfaces surfaces = surfaces_of(turned_boxes(40, random), 1e-3);
    const auto apart = [&](u32 a, u32 b) {
        double gap = -1;
        for (int k = 0; k < 3; ++k)
            gap = std::max({gap, double(surfaces.parts[a].box.lo[k]) - surfaces.parts[b].box.hi[k],
                            double(surfaces.parts[b].box.lo[k]) - surfaces.parts[a].box.hi[k]});
        return gap * lattice_step;
    };
    for (const double distance : {0., 0.3, 1e9}) {
        std::vector<BoxPair> every, searched;
        for (u32 a = 0; a < 40; ++a)
            for (u32 b = a + 1; b < 40; ++b) {
                if (apart(a, b) > distance) continue;
                every.push_back({a, b});
                if (a < 33 && b >= 33) searched.push_back({a, b});
            }
        EXPECT_EQ(candidates_of(surfaces, distance), every) << distance;
        EXPECT_EQ(candidates_of(surfaces, distance, 33), searched) << distance;
        EXPECT_GT(searched.size(), 10u);
    }
}

TEST(BuildingDistance, TreesMissNothing) {
    std::mt19937 random(4);
    const Surfaces surfaces = surfaces_of(turned_boxes(30, random), 1e-3);
    const SurfacesView view = view_of(surfaces);
    const Distances distances(surfaces);
    const auto triangles = [&](u32 part) {
        std::vector<Corners> all;
        for (u32 t = surfaces.parts[part].triangles.closed; t < surfaces.parts[part].triangles.back; ++t)
            all.push_back(corners_of(view, Copy::own, t));
        return all;
    };
    for (u32 i = 0; i < 30; ++i)
        for (u32 j = 0; j < i; ++j) {
            double near = INFINITY;
            for (const auto& t : triangles(i))
                for (const auto& u : triangles(j)) near = std::min(near, nearest(t, u).length);
            const double found = distances.nearest(i, j).length;
            if (found > 0) { ASSERT_NEAR(found, near, 1e-12) << i << ' ' << j; }
            if (near == 0) { ASSERT_EQ(found, 0) << i << ' ' << j; }
        }
}

TEST(BuildingDepth, OfBoxesByTheirIntervals) {
    const auto boxes = whole_boxes(14, 10, 14, 2);
    const Building building = building_of(boxes);
    int deep = 0;
    for (u32 i = 0; i < boxes.size(); ++i)
        for (u32 j = 0; j < i; ++j) {
            int least = 100;
            for (int k = 0; k < 3; ++k)
                least = std::min(least,
                                 std::min(boxes[i].hi[k], boxes[j].hi[k]) - std::max(boxes[i].lo[k], boxes[j].lo[k]));
            const double depth = depth_of(building.parts[i], building.parts[j], 1e-3);
            ASSERT_NEAR(depth, std::max(least, 0), 0.01 * std::max(least, 0)) << i << ' ' << j;
            deep += depth > 0;
        }
    EXPECT_GT(deep, 20);
}

TEST(BuildingDepth, ThinPanesDoNotHideAFrame) {
    const Part window{.surfaces = {box_mesh({0, 0, 0}, {1, 0.004, 1}), box_mesh({-0.1, -0.1, 0}, {0, 0.1, 1})}};
    EXPECT_NEAR(depth_of(window, part_of(box_mesh({-1, -1, 0}, {-0.05, 1, 1})), 1e-3), 0.05, 5e-4);
    EXPECT_EQ(depth_of(window, part_of(box_mesh({-1, -1, 0}, {-0.1, 1, 1})), 1e-3), 0);
}

/// Axes of a direction: its own with its sign, and the two others.
struct Axes {
    int up, sign, others[2];
};
Axes axes_of(Direction direction) {
    switch (direction) {
    case Direction::above: return {2, 1, {0, 1}};
    case Direction::below: return {2, -1, {0, 1}};
    case Direction::north: return {1, 1, {0, 2}};
    case Direction::south: return {1, -1, {0, 2}};
    case Direction::east: return {0, 1, {1, 2}};
    default: return {0, -1, {1, 2}};
    }
}
constexpr Direction directions[]{Direction::above, Direction::below, Direction::north,
                                 Direction::south, Direction::east,  Direction::west};

bool lies(const WholeBox& a, const WholeBox& b, Direction direction, View view, Strictness strictness) {
    const Axes axes = axes_of(direction);
    const auto low = [&](const WholeBox& x) { return axes.sign > 0 ? x.lo[axes.up] : -x.hi[axes.up]; };
    const auto high = [&](const WholeBox& x) { return axes.sign > 0 ? x.hi[axes.up] : -x.lo[axes.up]; };
    const bool strict = strictness == Strictness::strict;
    if (view == View::halfspace) return strict ? low(a) >= high(b) : high(a) > high(b);
    bool overlap = true, within = true;
    for (const int k : axes.others) {
        overlap = overlap && a.lo[k] < b.hi[k] && b.lo[k] < a.hi[k];
        within = within && b.lo[k] <= a.lo[k] && a.hi[k] <= b.hi[k];
    }
    return strict ? within && low(a) >= low(b) : overlap && high(a) > low(b);
}

TEST(BuildingDirection, OfBoxesByTheirIntervals) {
    const auto boxes = whole_boxes(enough(40), 10, 19, 8);
    const Surfaces surfaces = surfaces_of(building_of(boxes), 1e-3);
    const Directions all(surfaces, {0, 1});
    int holding[2][2]{};
    for (u32 i = 0; i < boxes.size(); ++i)
        for (u32 j = 0; j < boxes.size(); ++j)
            for (const auto direction : directions)
                for (const auto view : {View::projection, View::halfspace})
                    for (const auto strictness : {Strictness::relaxed, Strictness::strict}) {
                        if (i == j) continue;
                        const bool expected = lies(boxes[i], boxes[j], direction, view, strictness);
                        ASSERT_EQ(all.holds(i, j, direction, view, strictness), expected)
                            << i << ' ' << name(direction) << ' ' << j << ' ' << int(view) << ' ' << int(strictness);
                        holding[int(view)][int(strictness)] += expected;
                    }
    for (const auto& of : holding)
        for (const int times : of) EXPECT_GT(times, 0);
}

/// Heights where a vertical line through p crosses a part's copy.
std::vector<double> heights(const Surfaces& s, u32 part, Copy copy, glm::dvec2 p) {
    std::vector<double> found;
    for (u32 t = s.parts[part].triangles.closed; t < s.parts[part].triangles.back; ++t) {
        const Corners c = corners_of(view_of(s), copy, t);
        const glm::dvec3 a = metres(c.p) + s.origin, b = metres(c.q) + s.origin, d = metres(c.r) + s.origin;
        const auto turn = [](glm::dvec2 u, glm::dvec2 v, glm::dvec2 w) {
            return (v.x - u.x) * (w.y - u.y) - (v.y - u.y) * (w.x - u.x);
        };
        const double area = turn(a, b, d), u = turn(b, d, p) / area, v = turn(d, a, p) / area, w = 1 - u - v;
        if (u > 0 && v > 0 && w > 0) found.push_back(u * a.z + v * b.z + w * d.z);
    }
    std::sort(found.begin(), found.end());
    return found;
}

struct Seen {
    bool some = false, each = true;  ///< over the rays that cross a's inner copy: they meet b further on
};
/// With `rays` per side of a's box.
Seen look(const Surfaces& s, u32 a, u32 b, int rays) {
    Seen seen;
    const Box& box = s.parts[a].box;
    for (int i = 0; i < rays * rays; ++i) {
        const auto at = [&](int axis, double share) {
            return s.origin[axis] + (box.lo[axis] + share * box.side(axis)) * lattice_step;
        };
        const glm::dvec2 p{at(0, (i % rays + 0.49) / rays), at(1, (i / rays + 0.51) / rays)};
        const auto over = heights(s, a, Copy::inner, p), under = heights(s, b, Copy::own, p);
        if (over.empty()) continue;
        seen.some = seen.some || (!under.empty() && over.back() > under.front());
        seen.each = seen.each && !under.empty() && over.front() > under.front();
    }
    return seen;
}

/// Pairs of turned boxes: rays confirm the predicates in both directions.
TEST(BuildingDirection, AsRaysSee) {
    std::mt19937 random(6);
    const u32 n = 16;
    const Surfaces surfaces = surfaces_of(turned_boxes(n, random), 1e-3);
    const Directions all(surfaces, {0, 1});
    int relaxed = 0, strict = 0, refuted = 0;
    for (u32 a = 0; a < n; ++a)
        for (u32 b = 0; b < n; ++b) {
            if (a == b) continue;
            const Seen seen = look(surfaces, a, b, 20);
            const auto point = all.point_above(a, b, Direction::above);
            const bool is_strict = all.holds(a, b, Direction::above, View::projection, Strictness::strict);
            EXPECT_TRUE(!seen.some || point) << a << ' ' << b;
            EXPECT_TRUE(!is_strict || seen.each) << a << ' ' << b;
            EXPECT_TRUE(is_strict || !seen.each || !look(surfaces, a, b, 300).each) << a << ' ' << b;
            relaxed += bool(point);
            strict += is_strict;
            refuted += seen.some && !seen.each;
            if (!point) continue;
            const auto over = heights(surfaces, a, Copy::inner, *point),
                       under = heights(surfaces, b, Copy::own, *point);
            ASSERT_FALSE(over.empty() || under.empty());
            EXPECT_TRUE(std::any_of(over.begin(), over.end(), [&](double z) { return std::abs(z - point->z) < 1e-6; }));
            EXPECT_GT(point->z, under.front());
        }
    EXPECT_GT(relaxed, 10);
    EXPECT_GT(refuted, 10);
    EXPECT_GT(strict, 0);
}

TEST(BuildingDirection, NorthMayBeTurned) {
    const std::vector<WholeBox> boxes{{{0, 0, 0}, {1, 1, 1}}, {{5, 0, 0}, {6, 1, 1}}};
    const Surfaces surfaces = surfaces_of(building_of(boxes), 1e-3);
    const auto is = [&](const Directions& all, Direction direction) {
        return all.holds(1, 0, direction, View::projection, Strictness::strict) &&
               all.holds(1, 0, direction, View::halfspace, Strictness::strict);
    };
    EXPECT_TRUE(is(Directions(surfaces, {0, 1}), Direction::east));
    EXPECT_TRUE(is(Directions(surfaces, {1, 0}), Direction::north));
    EXPECT_TRUE(is(Directions(surfaces, {-1, 0}), Direction::south));
    EXPECT_TRUE(is(Directions(surfaces, {0, -1}), Direction::west));
    EXPECT_FALSE(is(Directions(surfaces, {0, 1}), Direction::north));
}

TEST(BuildingDirection, ASpeckWithoutTrianglesLiesNowhere) {
    auto building = building_of({{{0, 0, 0}, {1, 1, 1}}, {{5, 0, 3}, {6, 1, 4}}});
    for (auto& corner : building.parts[1].surfaces[0].vertices) corner = {5 + 1e-8 * corner.x, 0, 3 + 1e-8 * corner.z};
    const Surfaces surfaces = surfaces_of(building, 1e-3);
    const Directions all(surfaces, {0, 1});
    for (const auto strictness : {Strictness::relaxed, Strictness::strict})
        for (const auto direction : {Direction::above, Direction::below, Direction::east, Direction::west}) {
            EXPECT_FALSE(all.holds(0, 1, direction, View::halfspace, strictness));
            EXPECT_FALSE(all.holds(1, 0, direction, View::halfspace, strictness));
            all.each(
                direction, View::halfspace, strictness, [](u32, u32) { return true; },
                [](u32 a, u32 b) { ADD_FAILURE() << a << ' ' << b; });
        }
}

}  // namespace building_operators_test
}  // namespace nearfield::building
