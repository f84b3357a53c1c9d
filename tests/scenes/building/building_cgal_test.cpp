// Compares triangles of buildings with CGAL's exact predicates, and distances with CGAL's (libcgal-dev; skipped without
// it).
#include <gtest/gtest.h>

#if __has_include(<CGAL/Exact_predicates_inexact_constructions_kernel.h>)
#include "backends.hpp"
#include "triangle_cases.hpp"

#include "libs/building/queries/distance.hpp"

#define CGAL_DISABLE_GMP 1  // otherwise it must be linked
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/intersections.h>
#include <CGAL/squared_distance_3.h>

#include <algorithm>
#include <random>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::building {
namespace building_cgal_test {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

Kernel::Point_3 theirs(const Point& p) { return {double(p.x), double(p.y), double(p.z)}; }
Kernel::Triangle_3 theirs(const Corners& t) { return {theirs(t.p), theirs(t.q), theirs(t.r)}; }

struct Tally {
    int pairs = 0, meeting = 0, different = 0;

    void compare(const Corners& t, const Corners& u, SignCount& count) {
        const bool ours = meet(t, u, count);
        ++pairs;
        meeting += ours;
        different += ours != CGAL::do_intersect(theirs(t), theirs(u));
    }
};

TEST(BuildingBesideCgal, AllPairsOfTrianglesOnASmallLattice) {
    const auto all = lattice_triangles(3);
    constexpr std::size_t stride = sanitized ? 11 : 1;
    Tally tally;
    SignCount count;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i % stride; j < i; j += stride) tally.compare(all[i], all[j], count);
    EXPECT_EQ(tally.different, 0) << "of " << tally.pairs;
    if (!sanitized) { EXPECT_EQ(tally.meeting, 2'380'248) << "of " << tally.pairs; }
}

/// Triangles of three sizes; some are flattened to a plane, or share a corner or edge, so that signs are zero or nearly
/// so.
TEST(BuildingBesideCgal, RandomTriangles) {
    std::mt19937 random(7);
    for (const double half : {1., 0.1, 1e-4}) {
        std::uniform_real_distribution<double> centre(-half, half), off(-1.5 * half, 1.5 * half);
        Tally tally;
        SignCount count;
        for (int i = 0; i < enough(100'000); ++i) {
            const auto near = [&](glm::dvec3 c) {
                return snapped(c + glm::dvec3(off(random), off(random), i % 5 == 0 ? 0 : off(random)));
            };
            const glm::dvec3 c{centre(random), centre(random), i % 5 == 0 ? 0 : centre(random)};
            const Corners t{near(c), near(c), near(c)};
            Corners u{near(-c), near(-c), near(-c)};
            if (i % 5 == 1) u.q = t.p;
            if (i % 5 == 2) {
                u.q = t.q;
                u.r = t.r;
            }
            if (i % 5 == 3)
                u.r = {i32((i64(t.p.x) + t.q.x) / 2), i32((i64(t.p.y) + t.q.y) / 2), i32((i64(t.p.z) + t.q.z) / 2)};
            if (normal_signs(t.p, t.q, t.r).none() || normal_signs(u.p, u.q, u.r).none()) continue;
            tally.compare(t, u, count);
        }
        EXPECT_EQ(tally.different, 0) << "of " << tally.pairs << " about " << half;
        EXPECT_GT(tally.meeting, tally.pairs / 4);
        EXPECT_LT(tally.meeting, tally.pairs);
        EXPECT_GT(count.undecided, 0u);
    }
}

/// Calls f with CGAL's primitive for the span of the corners: a triangle, a segment or a point.
template <class F> bool as_theirs(const Corners& t, const F& f) {
    if (!normal_signs(t.p, t.q, t.r).none()) return f(theirs(t));
    const detail::Segment s = detail::segment_of(t);
    if (s.a == s.b) return f(theirs(s.a));
    return f(Kernel::Segment_3(theirs(s.a), theirs(s.b)));
}
struct TheyMeet {
    bool operator()(const Kernel::Point_3& p, const Kernel::Point_3& q) const { return p == q; }
    template <class T> bool operator()(const T& t, const Kernel::Point_3& p) const { return t.has_on(p); }
    template <class T> bool operator()(const Kernel::Point_3& p, const T& t) const { return t.has_on(p); }
    template <class T, class U> bool operator()(const T& t, const U& u) const { return CGAL::do_intersect(t, u); }
};

TEST(BuildingBesideCgal, DegenerateTriangles) {
    for (const auto& list : {touching_triangles(), flat_triangles()})
        for (const auto& c : list) {
            const bool met = as_theirs(
                c.t, [&](const auto& t) { return as_theirs(c.u, [&](const auto& u) { return TheyMeet{}(t, u); }); });
            EXPECT_EQ(met, c.meet) << c.what;
        }
}

/// CGAL 5.5 has no distance between triangles: takes the minimum over corners and faces, and over edges.
double their_distance(const Corners& t, const Corners& u) {
    const auto a = theirs(t), b = theirs(u);
    if (CGAL::do_intersect(a, b)) return 0;
    double least = INFINITY;
    for (int i = 0; i < 3; ++i) {
        least = std::min({least, CGAL::squared_distance(a.vertex(i), b), CGAL::squared_distance(b.vertex(i), a)});
        for (int j = 0; j < 3; ++j)
            least = std::min(least, CGAL::squared_distance(Kernel::Segment_3(a.vertex(i), a.vertex(i + 1)),
                                                           Kernel::Segment_3(b.vertex(j), b.vertex(j + 1))));
    }
    return std::sqrt(least) * lattice_step;
}

TEST(BuildingBesideCgal, Distances) {
    std::mt19937 random(9);
    std::uniform_real_distribution<double> any(-1, 1);
    for (int i = 0; i < enough(20'000); ++i) {
        const glm::dvec3 to = 2. * glm::dvec3(any(random), any(random), any(random));
        const auto corner = [&](glm::dvec3 c) {
            const glm::dvec3 off(any(random), any(random), any(random));
            return snapped(c + (i % 4 ? off : glm::round(off)));  // one in four with parallel edges and faces
        };
        const Corners t{corner({}), corner({}), corner({})}, u{corner(to), corner(to), corner(to)};
        if (normal_signs(t.p, t.q, t.r).none() || normal_signs(u.p, u.q, u.r).none()) continue;
        const Span span = nearest(t, u);
        ASSERT_NEAR(span.length, their_distance(t, u), 1e-9) << i;
        ASSERT_NEAR(glm::distance(span.at_a, span.at_b), span.length, 1e-9) << i;
    }
}

}  // namespace building_cgal_test
}  // namespace nearfield::building
#else
TEST(BuildingBesideCgal, Triangles) { GTEST_SKIP() << "libcgal-dev is not installed"; }
#endif
