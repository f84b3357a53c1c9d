// Exact signs and triangles of buildings: known counts on small lattices, random and degenerate triangles, and
// independence of order and rotation.
#include "libs/building/meet/moller.hpp"

#include "triangle_cases.hpp"

#include <gtest/gtest.h>

#include <random>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::building {
namespace building_geometry_test {

bool met(const Corners& t, const Corners& u) {
    SignCount count;
    return meet(t, u, count);
}

Point turned(const Point& p) { return {-p.y, p.x, p.z}; }
Point rolled(const Point& p) { return {p.y, p.z, p.x}; }
template <class F> Corners mapped(const Corners& t, const F& f) { return {f(t.p), f(t.q), f(t.r)}; }

/// Number of a pair's variants that meet, and of all variants: 6 x 6 orders of corners and four rotations.
std::pair<int, int> ways_that_meet(Corners t, Corners u) {
    int yes = 0, all = 0;
    for (int turn = 0; turn < 6; ++turn) {
        t = turn % 2 ? mapped(t, turned) : mapped(t, rolled);
        u = turn % 2 ? mapped(u, turned) : mapped(u, rolled);
        const Point ts[3]{t.p, t.q, t.r}, us[3]{u.p, u.q, u.r};
        constexpr int orders[6][3]{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
        for (const auto& a : orders)
            for (const auto& b : orders) {
                const Corners v{ts[a[0]], ts[a[1]], ts[a[2]]}, w{us[b[0]], us[b[1]], us[b[2]]};
                yes += met(v, w) + met(w, v);
                all += 2;
            }
    }
    return {yes, all};
}

void expect_in_every_order(const Corners& t, const Corners& u, bool meeting, const char* what) {
    const auto [yes, all] = ways_that_meet(t, u);
    EXPECT_EQ(yes, meeting ? all : 0) << what << ", of " << all;
}

TEST(BuildingSigns, IntegersDecideWhatTheFilterLeaves) {
    SignCount count;
    const i32 far = 2147483647, near = -far;
    // corners so far apart that the determinant has 99 bits, and one step off the plane
    const Point a{near, near, near}, b{far, near + 1, far - 5}, c{near + 3, far, far};
    const Point mid{i32((i64(a.x) + b.x) / 2), i32((i64(a.y) + b.y) / 2), 0};
    EXPECT_EQ(orient3d(a, b, c, a, count), 0);
    EXPECT_EQ(orient3d(a, b, c, {near, near, near + 1}, count), 1);
    EXPECT_EQ(orient3d(a, b, c, {near + 1, near, near + 1}, count),
              -orient3d(a, c, b, {near + 1, near, near + 1}, count));
    EXPECT_EQ(orient3d(a, b, c, mid, count), -orient3d(b, a, c, mid, count));
    EXPECT_EQ(count.all, 6u);
    // neighbours in Fibonacci's sequence: products of 19 digits that differ by 1
    count = {};
    const Point origin{0, 0, 0}, up{0, 0, 1}, d{433'494'437, 701'408'733, 0}, e{701'408'733, 1'134'903'170, 0};
    EXPECT_EQ(orient3d(origin, e, up, d, count), 1);
    EXPECT_EQ(orient3d(origin, up, e, d, count), -1);
    EXPECT_EQ(orient3d(origin, d, up, e, count), -1);
    EXPECT_EQ(orient3d(origin, d, up, d, count), 0);
    EXPECT_EQ(count.undecided, 4u);
    EXPECT_EQ(orient3d(origin, {3, 0, 0}, {0, 5, 0}, {7, 7, 0}, count), 0) << "of products that are 0";
    EXPECT_EQ(count.undecided, 4u);
}

/// Points of the plane x + y + z = 0, kilometres apart: in double precision most of them seem to lie beside it.
TEST(BuildingSigns, APlaneAskew) {
    std::mt19937 random(2);
    std::uniform_int_distribution<i32> any(-1'000'000'000, 1'000'000'000);
    const auto on = [&] {
        const i32 x = any(random), y = any(random);
        return Point{x, y, -x - y};
    };
    SignCount count;
    for (int i = 0; i < 1000; ++i) {
        const Point a = on(), b = on(), c = on(), d = on();
        const int up = normal_signs(a, b, c).z;
        ASSERT_EQ(orient3d(a, b, c, d, count), 0) << i;
        ASSERT_EQ(orient3d(a, b, c, {d.x, d.y, d.z + 1}, count), up) << i;
        ASSERT_EQ(orient3d(a, b, c, {d.x - 1, d.y, d.z}, count), -up) << i;
    }
    EXPECT_GE(count.undecided, 1000u);
}

TEST(BuildingTriangles, EveryPairInTheUnitCube) {
    const auto all = lattice_triangles(2);
    ASSERT_EQ(all.size(), 56u);
    int meeting = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const auto [yes, ways] = ways_that_meet(all[i], all[j]);
            ASSERT_TRUE(yes == 0 || yes == ways) << i << ' ' << j;
            meeting += yes > 0;
        }
    EXPECT_EQ(meeting, 1368);
}

/// 4,134,250 pairs, among them every way in which triangles touch.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST(BuildingTriangles, EveryPairOnThreePointsEachWay) {
    const auto all = lattice_triangles(3);
    ASSERT_EQ(all.size(), 2876u);
    SignCount count;
    u32 meeting = 0, crossing = 0;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : meeting, crossing) firstprivate(count)
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            meeting += meet(all[i], all[j], count);
            crossing += cross(all[i], all[j], count);
        }
    EXPECT_EQ(meeting, 2'380'248u);
    EXPECT_EQ(crossing, 600'048u);
}

Corners random_triangle(std::mt19937& random, double half, bool about_a_centre) {
    std::uniform_real_distribution<double> unit(0, 1), off(-half, half);
    const glm::dvec3 centre{unit(random), unit(random), unit(random)};
    const auto corner = [&] {
        if (!about_a_centre) return snapped({unit(random), unit(random), unit(random)});
        return snapped(centre + glm::dvec3(off(random), off(random), off(random)));
    };
    return {corner(), corner(), corner()};
}

/// Fractions of random pairs that meet, as computed with CGAL and with integer separating axes: 27.94 % in a cube,
/// 0.102 % of small ones.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST(BuildingTriangles, AsManyRandomPairsMeetAsElsewhere) {
    std::mt19937 random(1);
    const auto share = [&](double half, bool about, int pairs) {
        int meeting = 0;
        for (int i = 0; i < pairs; ++i)
            meeting += met(random_triangle(random, half, about), random_triangle(random, half, about));
        return 100. * meeting / pairs;
    };
    EXPECT_NEAR(share(0, false, 1'000'000), 27.94, 0.15);
    EXPECT_NEAR(share(0.1, true, 1'000'000), 0.102, 0.012);
}

/// Triangles of a metre at random positions are decided alike. With corners at whole metres, rounding hides only some
/// contacts in a point with thirds as coordinates.
TEST(BuildingTriangles, MollersTestMissesOnlyWhatTouches) {
    std::mt19937 random(5);
    int wrong = 0, wrong_in_float = 0, meeting = 0;
    for (int i = 0; i < 50'000; ++i) {
        const Corners t = random_triangle(random, 0, false), u = random_triangle(random, 0, false);
        const bool exact = met(t, u);
        meeting += exact;
        wrong += moller_meet<double>(t, u) != exact;
        wrong_in_float += moller_meet<float>(t, u) != exact;
    }
    EXPECT_EQ(wrong, 0) << "of " << meeting;
    EXPECT_LT(wrong_in_float, 10);
    const auto all = lattice_triangles(3);
    const auto large = [](const Point& p) { return Point{p.x << 20, p.y << 20, p.z << 20}; };
    SignCount count;
    int missed = 0;
    for (std::size_t i = 0; i < all.size(); i += 5)
        for (std::size_t j = 0; j < all.size(); j += 7) {
            const Corners &t = all[i], &u = all[j];
            if (moller_meet<double>(mapped(t, large), mapped(u, large)) == meet(t, u, count)) continue;
            ASSERT_TRUE(met(t, u)) << i << ' ' << j;
            ASSERT_FALSE(cross(t, u, count)) << i << ' ' << j;
            ASSERT_NE(orient3d(t.p, t.q, t.r, u.p, count) | orient3d(t.p, t.q, t.r, u.q, count), 0) << "coplanar";
            ++missed;
        }
    EXPECT_GT(missed, 0);
    EXPECT_LT(missed, 3000);
    const Corners outer = mapped({{0, 0, 0}, {8, 0, 0}, {0, 8, 0}}, large),
                  nested = mapped({{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}, large);
    EXPECT_TRUE(moller_meet<double>(outer, nested) && moller_meet<double>(nested, outer));
}

TEST(BuildingTriangles, DegenerateOnesInEveryOrder) {
    for (const auto& c : touching_triangles()) expect_in_every_order(c.t, c.u, c.meet, c.what);
}

TEST(BuildingTriangles, WithoutAreaTheyAreSegmentsAndPoints) {
    for (const auto& c : flat_triangles()) expect_in_every_order(c.t, c.u, c.meet, c.what);
}

}  // namespace building_geometry_test
}  // namespace nearfield::building
