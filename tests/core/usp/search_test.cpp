// Neighbour sets against brute force in double precision: every sort, visit and bin ratio, in 2D and 3D, clamped and
// wrapped, over point sets designed to break grids.
#include "backends.hpp"

#include "refusal.hpp"
#include "usp/ask/find.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace nearfield {
namespace search_test {

constexpr float radius = 1.f;
const float ratios[] = {0.125f, 0.25f, 1.f / 3, 0.5f, 2.f / 3, 0.7f, 1.f, 1.5f, 2.5f};

struct Case {
    std::string name;
    glm::dvec3 lo, hi;
    std::vector<glm::dvec3> points;
};

double distance(const Case& c, int dims, bool wrapped, std::size_t i, std::size_t j) {
    double d2 = 0;
    for (int a = 0; a < dims; ++a) {
        double d = double(c.points[j][a]) - double(c.points[i][a]);
        const double side = double(c.hi[a]) - double(c.lo[a]);
        if (wrapped) d -= side * std::round(d / side);
        d2 += d * d;
    }
    return std::sqrt(d2);
}

struct ExpectedPair {
    u32 i, j;
    double distance;
    bool either;  ///< so near the radius that rounding decides
};

/// A case and its pairs by brute force, sorted.
struct Solved {
    const Case& c;
    int dims;
    bool wrapped;
    std::vector<ExpectedPair> pairs;
};

Solved brute_force(const Case& c, int dims, bool wrapped) {
    Solved solved{c, dims, wrapped, {}};
    for (u32 i = 0; i < c.points.size(); ++i)
        for (u32 j = i + 1; j < c.points.size(); ++j) {
            const double d = distance(c, dims, wrapped, i, j);
            const bool either = std::abs(d - radius) < 1e-6 * radius;
            if (d < radius || either) solved.pairs.push_back({i, j, d, either});
        }
    return solved;
}

class Points {
  public:
    explicit Points(int dims) : dims_(dims) {}
    glm::vec3 uniform(glm::vec3 lo, glm::vec3 hi) {
        glm::vec3 p(0);
        for (int a = 0; a < dims_; ++a) p[a] = std::uniform_real_distribution<float>(lo[a], hi[a])(random_);
        return p;
    }
    std::vector<glm::dvec3> many(int n, glm::vec3 lo, glm::vec3 hi) {
        std::vector<glm::dvec3> points;
        for (int i = 0; i < n; ++i) points.push_back(uniform(lo, hi));
        return points;
    }

  private:
    int dims_;
    std::mt19937 random_{7};
};

/// Actors exactly on the borders of bins of this ratio, and on the walls.
Case on_borders(int dims, float ratio) {
    const float lo = -2, hi = 2, w = ratio * radius;
    Case c{"borders", glm::dvec3(lo), glm::dvec3(hi), {}};
    std::vector<float> at{lo, hi};
    for (float x = lo; x <= hi; x += std::max(w, 0.5f)) at.push_back(x);
    for (float x : at)
        for (float y : at)
            for (float z : dims == 3 ? std::vector<float>{lo, 0.f, hi} : std::vector<float>{0.f})
                c.points.push_back({x, y, z});
    return c;
}

std::vector<Case> cases(int dims, float ratio) {
    Points make(dims);
    const glm::vec3 lo(0.f), hi(5.f);
    const int n = dims == 2 ? 250 : 350;
    std::vector<Case> all{{"uniform", lo, hi, make.many(n, lo, hi)}};
    Case clustered{"clustered", lo, hi, {}};
    for (int c = 0; c < 5; ++c) {
        const glm::vec3 centre = make.uniform(lo + 0.3f, hi - 0.3f);
        for (const auto& p : make.many(40, centre - 0.25f, centre + 0.25f)) clustered.points.push_back(p);
    }
    all.push_back(clustered);
    const float w = std::min(ratio, 1.f) * radius;
    all.push_back({"one bin", lo, hi, make.many(120, glm::vec3(0.01f * w), glm::vec3(0.95f * w))});
    all.push_back(on_borders(dims, ratio));
    Case coincident{"coincident", lo, hi, make.many(40, lo, hi)};
    for (int i = 0; i < 40; ++i) coincident.points.push_back(coincident.points[std::size_t(i / 2)]);
    all.push_back(coincident);
    const glm::vec3 far_lo(-103.7f, -2.1f, -51.f), far_hi(-98.2f, 4.2f, -48.9f);
    all.push_back({"oblong, negative origin", far_lo, far_hi, make.many(n, far_lo, far_hi)});
    const glm::vec3 narrow(2.f + 1e-3f, 3.1f, 2.4f);
    all.push_back({"narrow", lo, narrow, make.many(90, lo, narrow)});
    for (int few : {0, 1, 2})
        all.push_back({"N = " + std::to_string(few), lo, hi, make.many(few, lo, glm::vec3(0.5f))});
    return all;
}

class Search : public OnBackend {
  protected:
    void check(const Solved& solved, const SearchSettings& settings, GridKind grid = GridKind::full) {
        const Case& c = solved.c;
        auto found = find_neighbours({.dimensions = solved.dims,
                                      .points = {c.points.begin(), c.points.end()},
                                      .lo = c.lo,
                                      .hi = c.hi,
                                      .wrapped = solved.wrapped,
                                      .radius = radius,
                                      .search = settings,
                                      .grid = grid,
                                      .pairs = true},
                                     GetParam());
        const auto earlier = [](const auto& a, const auto& b) { return a.i != b.i ? a.i < b.i : a.j < b.j; };
        std::sort(found.pairs.begin(), found.pairs.end(), earlier);
        std::vector<u32> counted(c.points.size());
        auto expected = solved.pairs.begin();
        const auto end = solved.pairs.end();
        const auto missed = [](const ExpectedPair& p) {
            EXPECT_TRUE(p.either) << "missed: " << p.i << " " << p.j << " at " << p.distance;
        };
        for (const auto& pair : found.pairs) {
            for (; expected != end && earlier(*expected, pair); ++expected) missed(*expected);
            ASSERT_TRUE(expected != end && !earlier(pair, *expected))
                << "seen twice or no pair: " << pair.i << " " << pair.j << " at " << pair.distance;
            EXPECT_NEAR(pair.distance, expected++->distance, 2e-5);
            ++counted[pair.i];
            ++counted[pair.j];
        }
        std::for_each(expected, end, missed);
        EXPECT_EQ(found.count, counted) << "each pair counts once for both of its actors";
    }
};

// not in tsan: nothing new for threads
TEST_P(Search, FindsExactlyTheNeighboursThatBruteForceFinds) {
    Combinations combinations;
    for (int dims : {2, 3})
        for (float ratio : ratios)
            for (const auto& c : cases(dims, ratio))
                for (bool wrapped : {false, true}) {
                    const Solved solved = brute_force(c, dims, wrapped);
                    for (Sort sort : {Sort::counting, Sort::radix})
                        for (const auto& visit : visits) {
                            if (combinations.left_out()) continue;
                            SCOPED_TRACE(testing::Message() << c.name << ", " << dims << "D, ratio " << ratio
                                                            << (wrapped ? ", wrapped" : ", clamped") << ", sort "
                                                            << int(sort) << ", visit " << visit.name);
                            check(solved, {.bin_ratio = ratio, .visit = visit.visit, .sort = sort});
                            if (HasFailure()) return;
                        }
                }
}

// not in tsan: nothing new for threads
TEST_P(Search, SparseGridsFindTheSame) {
    Combinations combinations;
    for (int dims : {2, 3})
        for (float ratio : {0.25f, 0.7f, 1.5f})
            for (const auto& c : cases(dims, ratio))
                for (bool wrapped : {false, true}) {
                    const Solved solved = brute_force(c, dims, wrapped);
                    for (GridKind grid : {GridKind::sparse, GridKind::relative})
                        for (const auto& visit : visits) {
                            if (combinations.left_out()) continue;
                            SCOPED_TRACE(testing::Message() << c.name << ", " << dims << "D, ratio " << ratio
                                                            << (wrapped ? ", wrapped" : ", clamped") << ", visit "
                                                            << visit.name << ", grid " << int(grid));
                            check(solved, {.bin_ratio = ratio, .visit = visit.visit}, grid);
                            if (HasFailure()) return;
                        }
                }
}

// not in tsan: nothing new for threads
TEST_P(Search, FineBinsAndRowsTogetherChangeNothing) {
    Combinations combinations;
    for (int dims : {2, 3})
        for (float ratio : {0.125f, 0.5f, 0.7f, 2.5f})
            for (const auto& c : cases(dims, ratio))
                for (bool wrapped : {false, true}) {
                    const Solved solved = brute_force(c, dims, wrapped);
                    for (int fine : {1, 3, 16})
                        for (int together : {2, 3, 8, 25}) {
                            if (combinations.left_out()) continue;
                            SCOPED_TRACE(testing::Message() << c.name << ", " << dims << "D, ratio " << ratio
                                                            << (wrapped ? ", wrapped" : ", clamped") << ", fine "
                                                            << fine << ", together " << together);
                            check(solved, {.bin_ratio = ratio,
                                           .visit = visit_of<FusedVisit>,
                                           .fine = fine,
                                           .together = together});
                            if (HasFailure()) return;
                        }
                }
}

TEST_P(Search, DeterministicOrderFindsTheSame) {
    for (int dims : {2, 3})
        for (const auto& c : cases(dims, 0.5f))
            for (Sort sort : {Sort::counting, Sort::radix})
                check(brute_force(c, dims, true), {.bin_ratio = 0.5f, .sort = sort, .deterministic = true});
}

TEST_P(Search, NarrowBinsOnACurveFindTheSame) {
    for (float ratio : {0.1f, 0.09f, 0.02f})
        for (bool wrapped : {false, true})
            for (const auto& c : cases(2, ratio))
                check(brute_force(c, 2, wrapped), {.bin_ratio = ratio, .visit = visit_of<ZOrderVisit>});
}

/// A bin's number on the curve, bit by bit: the interleaved coordinates within its cube, below the cube's number.
template <int D> u32 number_on_curve(const Grid<D>& g, const ivec<D>& place) {
    u32 number = 0, cube = 0;
    for (int a = D - 1; a >= 0; --a) {
        cube = cube * u32((g.bins[a] - 1) / (1 << g.curve) + 1) + u32(place[a] / (1 << g.curve));
        for (int bit = 0; bit < g.curve; ++bit) number |= u32(place[a] >> bit & 1) << (D * bit + a);
    }
    return (cube << D * g.curve) + number;
}

template <int D> void expect_a_curve(const vec<D>& sides, int bits) {
    const auto g = Grid<D>::make({.lo = vec<D>(0.f), .hi = sides, .wrapped = false}, 1, 1,
                                 {.fine = 1, .numbering = numbering_of<ZOrderCurve>});
    EXPECT_EQ(g.curve, bits);
    EXPECT_LT(g.bin_count(), std::exp2(D) * g.possible_bins()) << "less than twice as many per axis";
    std::set<u32> numbers;
    for (int n = 0; n < int(g.possible_bins()); ++n) {
        const ivec<D> place = Grid<D>::make(g.box, 1, 1).place(u32(n));
        const u32 number = g.bin(vec<D>(place) + 0.5f);
        EXPECT_EQ(number, number_on_curve(g, place));
        EXPECT_EQ(g.place(number), place);
        EXPECT_LT(number, g.bin_count());
        EXPECT_TRUE(numbers.insert(number).second) << "two bins have number " << number;
    }
}

TEST(GridOnACurve, BinsAreNumberedInZOrderWithinCubes) {
    expect_a_curve<2>({16, 16}, 4);
    expect_a_curve<2>({13, 9}, 3);
    expect_a_curve<2>({100, 3}, 1);
    expect_a_curve<2>({7, 1}, 0);
    expect_a_curve<3>({8, 8, 8}, 3);
    expect_a_curve<3>({5, 12, 7}, 2);
    expect_a_curve<3>({6, 5, 1}, 0);
}

TEST_P(Search, LargeCoordinatesLoseNoNeighbour) {
    Points make(2);
    const glm::vec3 lo(99990.f, -50010.f, 0.f), hi(100000.f, -50000.f, 0.f);
    const Case c{"far", lo, hi, make.many(400, lo, hi)};
    const Solved solved = brute_force(c, 2, true);
    for (const auto& visit : visits) check(solved, {.bin_ratio = 0.3f, .visit = visit.visit});
}

/// Points at multiples of a step, walls included: most distances equal the radius up to rounding.
std::vector<glm::dvec3> on_a_lattice(int dims, int n, float step, int steps) {
    std::mt19937 random(u32(1000 * dims + steps));
    std::vector<glm::dvec3> points;
    for (int i = 0; i < n; ++i) {
        glm::vec3 p(0);
        for (int a = 0; a < dims; ++a) p[a] = float(random() % u32(steps + 1)) * step;
        points.push_back(p);
    }
    return points;
}

// not in tsan: nothing new for threads
TEST_P(Search, MapCoordinatesLoseNothing) {
    for (int dims : {2, 3}) {
        Case c{"map", {500000, 5400000, 100}, {500040, 5400035, 110}, {}};
        std::mt19937_64 random(11);
        for (int i = 0; i < enough(3000); ++i) {
            glm::dvec3 p(0);
            for (int a = 0; a < dims; ++a) p[a] = std::uniform_real_distribution(c.lo[a], c.hi[a])(random);
            c.points.push_back(p);
        }
        const Solved solved = brute_force(c, dims, false);
        for (const auto& visit : visits) {
            SCOPED_TRACE(testing::Message() << dims << "D, visit " << visit.name);
            check(solved, {.bin_ratio = 0.5f, .visit = visit.visit}, GridKind::relative);
        }
    }
}

TEST_P(Search, ClustersAMillionRadiiApart) {
    for (int dims : {2, 3}) {
        Points make(dims);
        Case c{"clusters", glm::dvec3(-10), glm::dvec3(1e7 + 10), {}};
        for (int i = 0; i < 600; ++i) {
            const glm::dvec3 centre(1e6 * (i % 11), 1e6 * (i * i % 11), dims == 3 ? 1e6 * (i % 3) : 0);
            c.points.push_back(centre + glm::dvec3(make.uniform(glm::vec3(-2), glm::vec3(2))));
        }
        for (bool wrapped : {false, true}) {
            const Solved solved = brute_force(c, dims, wrapped);
            for (Sort sort : {Sort::counting, Sort::radix})
                for (const auto& visit : visits) {
                    SCOPED_TRACE(testing::Message() << dims << "D, visit " << visit.name << ", sort " << int(sort));
                    check(solved, {.visit = visit.visit, .sort = sort}, GridKind::relative);
                }
        }
    }
}

/// Number of neighbours of some points by brute force.
std::vector<u32> counts_of(const FindRequest& request, std::size_t every) {
    std::vector<u32> counts;
    for (std::size_t i = 0; i < request.points.size(); i += every) {
        counts.push_back(0);
        for (std::size_t j = 0; j < request.points.size(); ++j) {
            const glm::dvec3 to = request.points[j] - request.points[i];
            counts.back() += j != i && glm::dot(to, to) < double(request.radius) * double(request.radius);
        }
    }
    return counts;
}

// not in tsan: nothing new for threads
TEST_P(Search, AHundredThousandPointsInClustersAMillionRadiiApart) {
    constexpr std::size_t every = 500;
    for (int dims : {2, 3}) {
        Points make(dims);
        FindRequest request{
            .dimensions = dims, .lo = glm::dvec3(-10), .hi = glm::dvec3(1e7 + 10), .grid = GridKind::relative};
        for (int i = 0; i < enough(100'000); ++i) {
            const glm::dvec3 centre(1e6 * (i % 11), 1e6 * (i * 7 % 11), dims == 3 ? 1e6 * (i % 3) : 0);
            request.points.push_back(centre + glm::dvec3(make.uniform(glm::vec3(-9), glm::vec3(9))));
        }
        const auto expected = counts_of(request, every);
        for (Sort sort : {Sort::counting, Sort::radix})
            for (const auto& visit : visits) {
                if (!visit.reads_bins) continue;  // 10^10 pairs
                SCOPED_TRACE(testing::Message() << dims << "D, visit " << visit.name << ", sort " << int(sort));
                request.search = {.visit = visit.visit, .sort = sort};
                const auto found = find_neighbours(request, GetParam());
                for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_EQ(found.count[k * every], expected[k]) << k;
            }
    }
}

/// Expects symmetric pairs, and the same pairs and distances from every visit.
void expect_one_relation(FindRequest request, Backend backend) {
    std::vector<Pair> first;
    for (const auto& visit : visits) {
        SCOPED_TRACE(testing::Message() << "visit " << visit.name);
        request.search.visit = visit.visit;
        const auto found = find_neighbours(request, backend);
        std::vector<u32> counted(request.points.size());
        for (const auto& pair : found.pairs) {
            ++counted[pair.i];
            ++counted[pair.j];
        }
        EXPECT_EQ(found.count, counted) << "as many as there are pairs";
        if (visit.visit == visits.front().visit) first = found.pairs;
        EXPECT_TRUE(std::equal(
            found.pairs.begin(), found.pairs.end(), first.begin(), first.end(),
            [](const Pair& a, const Pair& b) { return a.i == b.i && a.j == b.j && a.distance == b.distance; }))
            << "as with the visit " << visits[0].name;
    }
}

// not in tsan: nothing new for threads
TEST_P(Search, WhoSeesIsSeenAndEveryVisitSaysSo) {
    Combinations combinations;
    const struct {
        float step;
        int steps, reach;  ///< side and radius, in steps
    } lattices[] = {{0.1f, 35, 7}, {0.1f, 14, 7}, {0.3f, 10, 3}, {0.7f, 12, 2}, {1.1f, 9, 3}};
    for (int dims : {2, 3})
        for (const auto& l : lattices)
            for (float radius : {float(l.reach) * l.step, std::nextafter(float(l.reach) * l.step, 0.f)}) {
                FindRequest request{.dimensions = dims,
                                    .points = on_a_lattice(dims, dims == 2 ? 300 : 600, l.step, l.steps),
                                    .lo = glm::dvec3(0),
                                    .hi = glm::dvec3(float(l.steps) * l.step),
                                    .wrapped = true,
                                    .radius = radius,
                                    .search = {},
                                    .pairs = true};
                request.points.insert(request.points.end(), {{3.2f, 1, 0}, {0.4f, 1, 0}});
                for (auto& p : request.points) p = glm::min(p, request.hi);
                for (GridKind grid : {GridKind::full, GridKind::sparse, GridKind::relative}) {
                    if (combinations.left_out()) continue;
                    request.grid = grid;
                    SCOPED_TRACE(testing::Message() << dims << "D, " << l.steps << " steps of " << l.step << ", radius "
                                                    << radius << ", grid " << int(grid));
                    expect_one_relation(request, GetParam());
                }
            }
}

/// Expects the neighbours of double precision, including pairs at the radius and at half a wrapped side.
void expect_double_precision(const FindRequest& request, Backend backend) {
    std::vector<Pair> expected;
    std::vector<u32> count(request.points.size());
    double radius = request.radius;
    for (int a = 0; a < request.dimensions && request.wrapped; ++a)
        radius = std::min(radius, (request.hi[a] - request.lo[a]) / 2);
    for (u32 i = 0; i < request.points.size(); ++i)
        for (u32 j = i + 1; j < request.points.size(); ++j) {
            double d2 = 0;
            for (int a = 0; a < request.dimensions; ++a) {
                double d = std::abs(request.points[j][a] - request.points[i][a]);
                if (request.wrapped) d = std::min(d, request.hi[a] - request.lo[a] - d);
                d2 += d * d;
            }
            if (d2 < radius * radius) {
                expected.push_back({i, j, float(std::sqrt(d2))});
                ++count[i];
                ++count[j];
            }
        }
    const auto found = find_neighbours(request, backend);
    EXPECT_EQ(found.count, count);
    ASSERT_EQ(found.pairs.size(), expected.size());
    for (std::size_t p = 0; p < expected.size(); ++p) {
        const auto &is = found.pairs[p], &should = expected[p];
        ASSERT_TRUE(is.i == should.i && is.j == should.j && is.distance == should.distance)
            << is.i << ", " << is.j << " at " << is.distance << " for " << should.i << ", " << should.j << " at "
            << should.distance;
    }
}

TEST_P(Search, PairsAtTheRadiusAreDecidedInDoublePrecision) {
    Combinations combinations;
    for (int dims : {2, 3})
        for (bool wrapped : {false, true})
            for (double step : {0.1, 0.3, 1e-3, 1.0})
                for (const glm::dvec3& corner : {glm::dvec3(0), glm::dvec3(0.7, 1.1, 3.3), glm::dvec3(5e5, 5.4e6, 300)})
                    for (const auto& visit : visits) {
                        if (combinations.left_out()) continue;
                        FindRequest request{.dimensions = dims,
                                            .lo = corner,
                                            .hi = corner + 10 * step,
                                            .wrapped = wrapped,
                                            .radius = 3 * step,
                                            .search = {.visit = visit.visit},
                                            .grid = corner.x > 1 ? GridKind::relative : GridKind::chosen,
                                            .pairs = true};
                        std::mt19937 random(5);
                        for (int i = 0; i < 150; ++i) {
                            glm::dvec3 p = corner;
                            for (int a = 0; a < dims; ++a) p[a] += step * double(random() % 10);
                            request.points.push_back(glm::min(p, request.hi));
                        }
                        SCOPED_TRACE(testing::Message() << dims << "D" << (wrapped ? ", wrapped" : "") << ", step "
                                                        << step << ", at " << corner.x << ", visit " << visit.name);
                        ASSERT_NO_FATAL_FAILURE(expect_double_precision(request, GetParam()));
                    }
}

/// Points far nearer than the radius keep the digits of their distance.
TEST_P(Search, DistancesOfNearPairsKeepTheirDigits) {
    for (double apart : {1e-9, 1e-6, 1e-3})
        for (double place : {0.0, 5e5}) {
            FindRequest request{.dimensions = 2, .radius = 100, .grid = GridKind::relative, .pairs = true};
            for (int i = 0; i < 9; ++i) request.points.push_back({place + apart * i, place - apart * (i * i % 5), 0});
            request.lo = glm::dvec3(place - 200);
            request.hi = glm::dvec3(place + 200);
            SCOPED_TRACE(testing::Message() << apart << " apart at " << place);
            ASSERT_NO_FATAL_FAILURE(expect_double_precision(request, GetParam()));
        }
}

/// A side of two radii in decimal may be less in binary.
TEST_P(Search, AWrappedBoxMayBeTwoRadiiWide) {
    const struct {
        double lo, hi, radius;
    } boxes[] = {{0.7, 0.9, 0.1}, {0.1, 0.3, 0.1}, {-0.1, 0.1, 0.1}, {1.1, 1.7, 0.3}, {500000.1, 500000.3, 0.1}};
    for (int dims : {2, 3})
        for (const auto& box : boxes)
            for (const auto& visit : visits)
                for (GridKind grid : {GridKind::relative, GridKind::full}) {
                    if (grid == GridKind::full && box.lo > 1e5) continue;  // rounding is too coarse
                    FindRequest request{.dimensions = dims,
                                        .lo = glm::dvec3(box.lo),
                                        .hi = glm::dvec3(box.hi),
                                        .wrapped = true,
                                        .radius = box.radius,
                                        .search = {.visit = visit.visit},
                                        .grid = grid,
                                        .pairs = true};
                    std::mt19937 random(5);
                    for (int i = 0; i < 60; ++i) {
                        glm::dvec3 p = request.lo;
                        for (int a = 0; a < dims; ++a) p[a] += (box.hi - box.lo) / 8 * double(random() % 9);
                        request.points.push_back(glm::min(p, request.hi));
                    }
                    SCOPED_TRACE(testing::Message() << dims << "D, " << box.lo << " to " << box.hi << ", visit "
                                                    << visit.name << ", grid " << int(grid));
                    ASSERT_NO_FATAL_FAILURE(expect_double_precision(request, GetParam()));
                    request.radius *= 1.000'000'001;
                    EXPECT_NE(refusal([&] { find_neighbours(request, GetParam()); }).find("narrower than two"),
                              std::string::npos);
                }
}

TEST_P(Search, RefusesWhatMakesNoSense) {
    const FindRequest good{.dimensions = 2,
                           .points = {{1, 1, 0}},
                           .lo = glm::dvec3(0),
                           .hi = glm::dvec3(5),
                           .wrapped = false,
                           .radius = 1,
                           .search = {},
                           .pairs = false};
    const auto refused = [&](auto spoil) {
        FindRequest bad = good;
        spoil(bad);
        return refusal([&] { find_neighbours(bad, GetParam()); });
    };
    EXPECT_NO_THROW(find_neighbours(good, GetParam()));
    EXPECT_NE(refused([](auto& r) { r.radius = 0; }).find("radius 0"), std::string::npos);
    EXPECT_NE(refused([](auto& r) { r.radius = NAN; }).find("radius nan"), std::string::npos);
    EXPECT_NE(refused([](auto& r) { r.hi.x = 0; }).find("environment"), std::string::npos);
    EXPECT_NE(refused([](auto& r) {
                  r.wrapped = true;
                  r.radius = 2.6f;
              }).find("narrower than two search radii"),
              std::string::npos);
    EXPECT_NE(refused([](auto& r) {
                  r.radius = 1e-6f;
                  r.grid = GridKind::full;
              }).find("does not fit"),
              std::string::npos);
    EXPECT_NE(refused([](auto& r) { r.radius = 1e-6f; }).find("too roughly"), std::string::npos);
    EXPECT_NE(refused([](auto& r) {
                  r.hi.y = 0x1p32;
                  r.radius = 2;
                  r.grid = GridKind::relative;
              }).find("4294967296 bins of width 1 along y"),
              std::string::npos);
    EXPECT_NE(refused([](auto& r) { r.search.block = 100; }).find("multiple of 32"), std::string::npos);
    EXPECT_NE(refused([](auto& r) { r.points[0].x = NAN; }), std::string());
    EXPECT_NE(refused([](auto& r) { r.points[0].x = 6; }), std::string());
    EXPECT_NE(refused([](auto& r) {
                  r.radius = 1e-4f;
                  r.search.bin_ratio = 0.2f;
                  r.grid = GridKind::full;
              }),
              std::string())
        << "6e10 bins must be refused before they are allocated";
}

TEST_P(Search, AuditMeasuresWhatTheoryExpects) {
    Points make(2);
    const glm::vec3 lo(0.f), hi(40.f, 40.f, 0.f);
    FindRequest request{.dimensions = 2,
                        .points = make.many(40000, lo, hi),
                        .lo = lo,
                        .hi = hi,
                        .wrapped = true,
                        .radius = 1,
                        .search = {},
                        .pairs = false};
    const struct {
        float ratio;
        Visit visit;
        double theory;
    } rows[] = {{1.f, visit_of<StripsVisit>, 2.865},
                {0.5f, visit_of<StripsVisit>, 1.989},
                {0.5f, visit_of<BinsVisit>, 1.989},
                {0.5f, visit_of<TrimmedVisit>, 1.716},
                {0.25f, visit_of<TrimmedVisit>, 1.338}};
    for (const auto& row : rows) {
        request.search.bin_ratio = row.ratio;
        request.search.visit = row.visit;
        const Audit audit = find_neighbours(request, GetParam()).audit;
        EXPECT_NEAR(audit.surplus_theory, row.theory, 0.001);
        EXPECT_NEAR(audit.surplus, row.theory, 0.03 * row.theory) << "ratio " << row.ratio;
        EXPECT_NEAR(audit.neighbours, 25 * 3.14159, 1.5);
        EXPECT_GT(audit.wee, 0.4);
        EXPECT_LT(audit.wee, 1.0);
    }
}

NF_ON_BACKENDS(Search);

}  // namespace search_test
}  // namespace nearfield
