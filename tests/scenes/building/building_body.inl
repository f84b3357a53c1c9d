// Relations of parts on one backend; building_cpu.cpp and building_cuda.cu define it, TestedExec.
#include "backends.hpp"
#include "boxes_of_parts.hpp"
#include "on_exec.hpp"
#include "triangle_cases.hpp"

#include "base/mix.hpp"
#include "libs/building/meet/narrow_phase.hpp"
#include "libs/building/surfaces/surfaces_on.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace nearfield::building {

/// For one triangle and all earlier ones in a list: the number of meeting ones, their hash, and how signs were found.
struct RowOfPairs {
    u32 meeting = 0;
    u64 which = 0;
    SignCount signs;
    bool operator==(const RowOfPairs& o) const {
        return meeting == o.meeting && which == o.which && signs.all == o.signs.all &&
               signs.undecided == o.signs.undecided;
    }
};
struct MeetThoseBefore {
    const Corners* t;
    u32 apart;  ///< step between sampled triangles
    RowOfPairs* row;
    NF_HD void operator()(u32 i) const {
        RowOfPairs own;
        for (u32 j = i % apart; j < i; j += apart) {
            const bool met = meet(t[i], t[j], own.signs);
            own.meeting += met;
            own.which = mix(own.which + met);
            own.which = mix(own.which + u64(cross(t[i], t[j], own.signs)));
        }
        row[i] = own;
    }
};

namespace {

using geometry::Mesh;

class BuildingRelations : public OnExec<TestedExec> {
  protected:
    std::vector<Predicate> relate(const Building& building, const std::vector<BoxPair>& pairs, double tolerance,
                                  const NarrowSettings& settings = {}) {
        StageTimer<TestedExec> timer;
        NarrowPhase<TestedExec> narrow;
        SurfacesOn<TestedExec> surfaces;
        Array<TestedExec, BoxPair> candidates;
        surfaces.upload(*exec, surfaces_of(building, tolerance));
        candidates.upload(*exec, pairs);
        narrow.configure(settings);
        narrow.relate(*exec, timer, surfaces.view(), candidates.data(), u32(pairs.size()));
        counts = narrow.counts(*exec);
        launches = narrow.launches();
        return narrow.predicates().download(*exec);
    }
    NarrowCounts counts{};
    u32 launches = 0;
};

std::vector<BoxPair> all_pairs(std::size_t parts) {
    std::vector<BoxPair> pairs;
    for (u32 a = 0; a < parts; ++a)
        for (u32 b = a + 1; b < parts; ++b) pairs.push_back({a, b});
    return pairs;
}

struct Partner {
    const char* what;
    Part part;
    Predicate expected;  ///< for the unit cube and the partner
};

/// A cube with a hollow from lo to hi, as two shells of one surface.
Mesh hollow_cube(glm::dvec3 lo, glm::dvec3 hi, glm::dvec3 hollow_lo, glm::dvec3 hollow_hi) {
    Mesh mesh = box_mesh(lo, hi), inner = box_mesh(hollow_lo, hollow_hi);
    const u32 first = u32(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), inner.vertices.begin(), inner.vertices.end());
    for (const auto& [a, b, c] : inner.triangles) mesh.triangles.push_back({first + a, first + c, first + b});
    return mesh;
}

std::vector<Partner> partners() {
    const auto box = [](glm::dvec3 lo, glm::dvec3 hi) { return part_of(box_mesh(lo, hi)); };
    const auto hollow = [](double lo, double hi) {
        return part_of(hollow_cube(glm::dvec3(-2), glm::dvec3(3), glm::dvec3(lo), glm::dvec3(hi)));
    };
    return {{"apart", box({2, 0, 0}, {3, 1, 1}), Predicate::disjoint},
            {"a face", box({1, 0, 0}, {2, 1, 1}), Predicate::touch},
            {"part of a face", box({1, .25, .25}, {2, .75, .75}), Predicate::touch},
            {"an edge", box({1, 1, 0}, {2, 2, 1}), Predicate::touch},
            {"a corner", box({1, 1, 1}, {2, 2, 2}), Predicate::touch},
            {"the same", box({0, 0, 0}, {1, 1, 1}), Predicate::equals},
            {"half as large in the middle", box(glm::dvec3(.25), glm::dvec3(.75)), Predicate::contains},
            {"around", box(glm::dvec3(-1), glm::dvec3(2)), Predicate::inside},
            {"half as large in a corner", box(glm::dvec3(0), glm::dvec3(.5)), Predicate::covers},
            {"half as large on a face", box({.25, .25, 0}, {.75, .75, .5}), Predicate::covers},
            {"twice as large", box({0, 0, 0}, {2, 2, 2}), Predicate::covered_by},
            {"over a corner", box(glm::dvec3(.5), glm::dvec3(1.5)), Predicate::overlap},
            {"a bar through", box({.25, .25, -1}, {.75, .75, 2}), Predicate::overlap},
            {"half beside", box({.5, 0, 0}, {1.5, 1, 1}), Predicate::overlap},
            {"in a hollow", hollow(-1, 2), Predicate::disjoint},
            {"on a hollow's wall", hollow(0, 2), Predicate::touch}};
}

Part shaken(Part part, std::mt19937& random, double most) {
    std::uniform_real_distribution<double> by(-most, most);
    const glm::dvec3 move{by(random), by(random), by(random)};
    for (auto& surface : part.surfaces) geometry::transform(surface, 1, move);
    return part;
}

/// A tolerance of a millimetre absorbs perturbations of half of it.
TEST_F(BuildingRelations, ACubeAndSixteenPartnersBearShaking) {
    std::mt19937 random(11);
    Building building;
    std::vector<BoxPair> pairs;
    std::vector<Predicate> expected;
    std::vector<std::string> what;
    const auto all = partners();
    for (int shake = 0; shake < enough(40); ++shake)
        for (const auto& partner : all) {
            const u32 a = u32(building.parts.size());
            building.parts.push_back(shaken(part_of(box_mesh(glm::dvec3(0), glm::dvec3(1))), random, 5e-4));
            building.parts.push_back(shaken(partner.part, random, 5e-4));
            pairs.push_back({a, a + 1});
            pairs.push_back({a + 1, a});
            expected.push_back(partner.expected);
            expected.push_back(inverse(partner.expected));
            what.push_back(partner.what);
            what.push_back(std::string(partner.what) + ", swapped");
        }
    const auto got = relate(building, pairs, 1e-3);
    for (std::size_t i = 0; i < got.size(); ++i)
        ASSERT_EQ(name(got[i]), std::string(name(expected[i]))) << what[i] << ", pair " << i;
}

Part both(const Mesh& a, const Mesh& b) { return {.surfaces = {a, b}}; }

/// A square in the plane x = at, open.
Mesh sheet(double at, double lo, double hi) {
    return {.vertices = {{at, lo, lo}, {at, hi, lo}, {at, hi, hi}, {at, lo, hi}}, .triangles = {{0, 1, 2}, {0, 2, 3}}};
}
Mesh sheet_across(double at, double lo, double hi) {
    Mesh mesh = sheet(at, lo, hi);
    for (auto& p : mesh.vertices) p = {p.y, p.z, p.x};
    return mesh;
}

TEST_F(BuildingRelations, PartsOfSeveralShellsAndOpenOnes) {
    const auto cube = [](double lo, double hi) { return box_mesh(glm::dvec3(lo), glm::dvec3(hi)); };
    const Part large = part_of(cube(0, 4));
    const Part thin = part_of(box_mesh({1, 1, 1}, {3, 3, 1.001}));
    Mesh crossing = cube(0, 2), other = cube(1, 3);  // one surface that passes through itself
    for (const auto& [a, b, c] : other.triangles) crossing.triangles.push_back({a + 8, b + 8, c + 8});
    crossing.vertices.insert(crossing.vertices.end(), other.vertices.begin(), other.vertices.end());
    const Part crossed = part_of(crossing);
    struct Case {
        const char* what;
        Part a, b;
        Predicate expected;
    };
    const std::vector<Case> cases{
        {"one solid in, one out", both(cube(1, 2), cube(5, 6)), large, Predicate::overlap},
        {"both in", both(cube(1, 1.5), cube(2, 3)), large, Predicate::inside},
        {"both out", both(cube(-2, -1), cube(5, 6)), large, Predicate::disjoint},
        {"in the wall of a hollow that it holds", part_of(cube(1, 3)),
         part_of(hollow_cube(glm::dvec3(0), glm::dvec3(4), glm::dvec3(1.5), glm::dvec3(2.5))), Predicate::overlap},
        {"inside out, it is turned", part_of(hollow_cube(glm::dvec3(9), glm::dvec3(9), glm::dvec3(1), glm::dvec3(2))),
         large, Predicate::inside},
        {"a sheet within", large, part_of(sheet(2, 1, 3)), Predicate::contains},
        {"a sheet through", large, part_of(sheet(2, -1, 5)), Predicate::overlap},
        {"a sheet on a face", large, part_of(sheet(0, 1, 3)), Predicate::touch},
        {"a sheet that ends at a face", large, part_of(sheet(2, 4, 5)), Predicate::touch},
        {"a sheet outside", large, part_of(sheet(5, 1, 3)), Predicate::disjoint},
        {"two sheets that cross", part_of(sheet(2, 1, 3)), part_of(sheet_across(2, 1, 3)), Predicate::touch},
        {"two sheets in one place", part_of(sheet(2, 1, 3)), part_of(sheet(2, 1, 3)), Predicate::touch},
        {"thinner than two tolerances, within", large, thin, Predicate::contains},
        {"two such that cross", thin, part_of(sheet(2, 0, 3)), Predicate::touch},
        {"in both of two solids that cross", part_of(cube(1.2, 1.8)), crossed, Predicate::inside},
        {"in one of them", part_of(cube(0.2, 0.8)), crossed, Predicate::inside},
        {"across the wall of one, within the other", part_of(cube(0.5, 1.5)), crossed, Predicate::overlap},
        {"beside both", part_of(box_mesh({2.2, 2.2, 0.2}, {2.8, 2.8, 0.8})), crossed, Predicate::disjoint},
        {"around both", part_of(cube(-1, 5)), crossed, Predicate::contains},
        {"between two sheets", part_of(sheet(2, 1, 3)), both(sheet(1, 0, 4), sheet(3, 0, 4)), Predicate::disjoint},
    };
    Building building;
    std::vector<BoxPair> pairs;
    for (const auto& c : cases) {
        const u32 a = u32(building.parts.size());
        building.parts.push_back(c.a);
        building.parts.push_back(c.b);
        pairs.push_back({a, a + 1});
        pairs.push_back({a + 1, a});
    }
    const auto got = relate(building, pairs, 1e-3);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        EXPECT_EQ(name(got[2 * i]), std::string(name(cases[i].expected))) << cases[i].what;
        EXPECT_EQ(got[2 * i + 1], inverse(cases[i].expected)) << cases[i].what << ", swapped";
    }
}

/// Boxes with integer corners, whose relation follows from their intervals.
TEST_F(BuildingRelations, BoxesLieAsTheirIntervalsDo) {
    for (const auto& [most, room] : {std::pair{4, 10}, std::pair{10, 19}}) {
        auto boxes = whole_boxes(120, most, room, 5);
        boxes.back() = boxes.front();  // equals
        const Building building = building_of(boxes);
        const auto pairs = all_pairs(boxes.size());
        const auto got = relate(building, pairs, 1e-3);
        std::map<std::string, int> seen;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const Predicate expected = relation_of(boxes[pairs[i].a], boxes[pairs[i].b]);
            ASSERT_EQ(name(got[i]), std::string(name(expected))) << pairs[i].a << ' ' << pairs[i].b;
            ++seen[name(expected)];
        }
        if (most == 10) { EXPECT_EQ(seen.size(), 8u); }
    }
}

/// Checks the relation of A and C against those of A, B and B, C, as copies in each other.
TEST_F(BuildingRelations, RelationsComposeAsTheyMust) {
    auto boxes = whole_boxes(70, 10, 12, 5);
    boxes.back() = boxes.front();  // equals
    const u32 n = u32(boxes.size());
    std::vector<BoxPair> pairs;
    for (u32 a = 0; a < n; ++a)
        for (u32 b = 0; b < n; ++b) pairs.push_back({a, b});
    const auto got = relate(building_of(boxes), pairs, 1e-3);
    const auto at = [&](u32 a, u32 b) { return got[a * n + b]; };
    int applied = 0;
    std::set<Predicate> seen;
    for (u32 a = 0; a < n; ++a)
        for (u32 b = 0; b < n; ++b) {
            if (a == b) continue;
            seen.insert(at(a, b));
            ASSERT_EQ(at(b, a), inverse(at(a, b)));
            for (u32 c = 0; c < n; ++c) {
                if (c == a || c == b) continue;
                const auto allowed = composed(at(a, b), at(b, c));
                if (allowed.empty()) continue;
                ++applied;
                ASSERT_NE(std::find(allowed.begin(), allowed.end(), at(a, c)), allowed.end())
                    << name(at(a, b)) << " then " << name(at(b, c)) << " gives " << name(at(a, c));
            }
        }
    EXPECT_GT(applied, 20);
    EXPECT_EQ(seen.size(), 8u) << "every predicate takes part";
}

/// Every narrow phase and every mode of copies gives the same answers.
TEST_F(BuildingRelations, NoSettingChangesAnswers) {
    std::mt19937 random(3);
    const Building building = turned_boxes(32, random);
    const auto pairs = all_pairs(building.parts.size());
    const auto relations = relate(building, pairs, 1e-3);
    std::map<Predicate, int> seen;
    for (const auto p : relations) ++seen[p];
    EXPECT_GT(seen[Predicate::overlap], 20);
    EXPECT_GT(seen[Predicate::disjoint], 20);
    for (const auto copies : {Copies::relations, Copies::four, Copies::two, Copies::one}) {
        const auto expected = relate(building, pairs, 1e-3, {.copies = copies});
        const u64 tests = counts.tests;
        for (const auto narrow : {Narrow::fragments, Narrow::trees})
            for (const u32 fragment : {1u, 7u, 32u, 1024u}) {
                if (narrow == Narrow::trees && (!NarrowPhase<TestedExec>::has_trees || fragment != 32)) continue;
                EXPECT_EQ(relate(building, pairs, 1e-3, {.narrow = narrow, .copies = copies, .fragment = fragment}),
                          expected)
                    << int(copies) << ' ' << int(narrow) << ' ' << fragment;
                EXPECT_GT(counts.tests, tests / 4);
            }
        for (std::size_t i = 0; i < pairs.size(); ++i)
            if (copies != Copies::relations && copies != Copies::one && relations[i] == Predicate::overlap) {
                EXPECT_EQ(expected[i], Predicate::overlap) << i;
            }
    }
    EXPECT_EQ(relate(building, pairs, 1e-3, {.test = TriangleTest::moller}), relations) << "none is degenerate here";
    EXPECT_EQ(counts.undecided, 0u);
    EXPECT_EQ(relate(building, pairs, 1e-3, {.counted = false}), relations);
    EXPECT_EQ(counts.tests, 0u);
    EXPECT_TRUE(relate(building, {}, 1e-3).empty());
}

TEST_F(BuildingRelations, ALaunchBudgetChangesNoAnswer) {
    std::mt19937 random(3);
    const Building building = turned_boxes(32, random);
    const auto pairs = all_pairs(building.parts.size());
    const auto expected = relate(building, pairs, 1e-3);
    EXPECT_EQ(launches, 0u);
    for (const auto narrow : {Narrow::clipped, Narrow::fragments}) {
        std::vector<u32> cut;
        for (const double budget : {1e-6, 0.05, 1000.}) {
            EXPECT_EQ(relate(building, pairs, 1e-3, {.narrow = narrow, .launch_budget = budget}), expected) << budget;
            cut.push_back(launches);
        }
        if (TestedExec::backend == Backend::cpu) {
            EXPECT_EQ(cut, std::vector<u32>(3, 0)) << "loops are not cut";
            continue;
        }
        EXPECT_GT(cut[2], 4u);
        EXPECT_GT(cut[0], 2 * cut[2]);
    }
}

/// A frame of four bars and a pane, which share faces.
Part window_of(double deep) {
    const auto solid = [](glm::dvec3 lo, glm::dvec3 hi) { return box_mesh(lo, hi); };
    return {.surfaces = {solid({0, 0, 0}, {1, deep, .1}), solid({0, 0, .9}, {1, deep, 1}),
                         solid({0, 0, .1}, {.1, deep, .9}), solid({.9, 0, .1}, {1, deep, .9}),
                         solid({.1, .04, .1}, {.9, .06, .9})}};
}

TEST_F(BuildingRelations, SolidsThatTouchAreKnownAgain) {
    std::mt19937 random(4);
    const int copies = 12;
    Building building;
    for (int c = 0; c < copies; ++c) building.parts.push_back(shaken(window_of(0.1), random, 5e-4));
    for (const auto p : relate(building, all_pairs(building.parts.size()), 1e-3)) ASSERT_EQ(p, Predicate::equals);
    Part apart = window_of(0.1), deeper = window_of(0.15), fewer = window_of(0.1);
    for (auto& surface : apart.surfaces) geometry::transform(surface, 1, {0.003, 0, 0});
    fewer.surfaces.pop_back();
    for (const Part& other : {apart, deeper, fewer}) {
        const Building two{.parts = {window_of(0.1), other}};
        EXPECT_NE(relate(two, {{0, 1}}, 1e-3)[0], Predicate::equals);
    }
}

/// Compares the host's and the backend's results for every triangle and all earlier ones.
class TrianglesOnBackend : public BuildingRelations {
  protected:
    void expect_the_same(const std::vector<Corners>& all, u32 apart) {
        std::vector<RowOfPairs> here(all.size());
        for (u32 i = 0; i < all.size(); ++i) MeetThoseBefore{all.data(), apart, here.data()}(i);
        Array<TestedExec, Corners> there;
        Array<TestedExec, RowOfPairs> rows;
        there.upload(*exec, all);
        rows.resize(all.size(), "rows of pairs");
        for_each(*exec, u32(all.size()), MeetThoseBefore{there.data(), apart, rows.data()});
        const auto got = rows.download(*exec);
        meeting = undecided = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            ASSERT_TRUE(got[i] == here[i])
                << "triangle " << i << ": " << got[i].meeting << " meet, not " << here[i].meeting
                << "; undecided signs " << got[i].signs.undecided << ", not " << here[i].signs.undecided;
            meeting += got[i].meeting;
            undecided += got[i].signs.undecided;
        }
    }
    u64 meeting = 0, undecided = 0;
};

TEST_F(TrianglesOnBackend, LatticePairsAsOnTheHost) {
    expect_the_same(lattice_triangles(3), sanitized ? 11 : 1);
    if (!sanitized) { EXPECT_EQ(meeting, 2'380'248u); }
    EXPECT_GT(undecided, 0u);
}

TEST_F(TrianglesOnBackend, DegenerateOnesAsOnTheHost) {
    std::vector<Corners> all;
    for (const auto& list : {touching_triangles(), flat_triangles()})
        for (const auto& c : list) {
            all.push_back(c.t);
            all.push_back(c.u);
            expect_the_same({c.t, c.u}, 1);
            EXPECT_EQ(meeting, u64(c.meet)) << c.what;
        }
    expect_the_same(all, 1);
    EXPECT_GT(undecided, 0u);
}

/// Corners within a few steps of a slanted plane, kilometres wide: the filter fails, exact integers decide.
TEST_F(TrianglesOnBackend, NearlyCoplanarOnesAsOnTheHost) {
    std::mt19937 random(21);
    std::uniform_int_distribution<i32> any(-700'000'000, 700'000'000), off(-1, 1);
    const auto corner = [&] {
        const i32 x = any(random), y = any(random);
        return Point{x, y, -x - y + off(random)};
    };
    std::vector<Corners> all;
    for (int i = 0; i < 600; ++i) all.push_back({corner(), corner(), corner()});
    expect_the_same(all, sanitized ? 5 : 1);
    EXPECT_GT(meeting, 0u);
    EXPECT_GT(undecided, all.size());
}

}  // namespace
}  // namespace nearfield::building
