// The k nearest against brute force: in integers where single precision is exact, so that lists must be identical, and
// in double precision elsewhere.
#include "backends.hpp"

#include "refusal.hpp"
#include "usp/ask/find.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace nearfield {
namespace nearest_test {

using Place = glm::i64vec3;
constexpr double unit = 1.0 / 64;

/// Points with integer coordinates; squared distances stay below 2^24, which single precision represents.
struct Whole {
    std::string name;
    Place lo, hi;
    std::vector<Place> points;
};

class Scatter {
  public:
    Scatter(int dims, u32 seed) : dims_(dims), random_(seed) {}
    Place one(Place lo, Place hi) {
        Place p = lo;
        for (int a = 0; a < dims_; ++a) p[a] = std::uniform_int_distribution<std::int64_t>(lo[a], hi[a])(random_);
        return p;
    }
    std::vector<Place> many(int n, Place lo, Place hi) {
        std::vector<Place> points;
        for (int i = 0; i < n; ++i) points.push_back(one(lo, hi));
        return points;
    }

  private:
    int dims_;
    std::mt19937 random_;
};

std::vector<Whole> whole_cases(int dims) {
    Scatter scatter(dims, 3);
    const Place zero(0), side(320);
    std::vector<Whole> all{{"uniform", zero, side, scatter.many(220, zero, side)}};
    Whole clusters{"clusters far apart", zero, Place(1200), {}};
    for (int c = 0; c < 4; ++c) {
        const Place at = scatter.one(zero, Place(1190));
        for (const Place& p : scatter.many(30, at, at + Place(10))) clusters.points.push_back(p);
    }
    all.push_back(clusters);
    Whole lattice{"lattice: most distances tie", zero, side, {}};
    for (int x = 0; x < 320; x += dims == 2 ? 20 : 64)
        for (int y = 0; y < 320; y += dims == 2 ? 20 : 64)
            for (int z = 0; z < (dims == 3 ? 320 : 1); z += 64) lattice.points.push_back({x, y, z});
    std::shuffle(lattice.points.begin(), lattice.points.end(), std::mt19937(9));
    all.push_back(lattice);
    Whole borders{"on borders of bins and of the environment", Place(-128), Place(128), {}};
    for (const Place& p : scatter.many(150, Place(-8), Place(8))) borders.points.push_back(Place(16) * p);
    all.push_back(borders);
    Whole twice{"three in each place", zero, side, scatter.many(30, zero, side)};
    for (int i = 0; i < 60; ++i) twice.points.push_back(twice.points[std::size_t(i % 30)]);
    all.push_back(twice);
    all.push_back({"all in one place", zero, side, std::vector<Place>(40, Place(100, 200, dims == 3 ? 300 : 0))});
    const Place narrow(1280, 30, 70);
    all.push_back({"oblong", zero, narrow, scatter.many(120, zero, narrow)});
    for (int few : {0, 1, 2, 3})
        all.push_back({"N = " + std::to_string(few), zero, side, scatter.many(few, zero, side)});
    if (dims == 2)
        for (auto& c : all)
            for (auto& p : c.points) p.z = 0;
    return all;
}

/// All others of each point in brute-force order: by squared distance, then by index.
using Ranking = std::vector<std::vector<std::pair<std::int64_t, u32>>>;
Ranking rank_all(const Whole& c, int dims, bool wrapped) {
    Ranking ranking(c.points.size());
    for (u32 i = 0; i < c.points.size(); ++i) {
        for (u32 j = 0; j < c.points.size(); ++j) {
            std::int64_t d2 = 0;
            for (int a = 0; a < dims; ++a) {
                std::int64_t d = std::abs(c.points[j][a] - c.points[i][a]);
                if (wrapped) d = std::min(d, c.hi[a] - c.lo[a] - d);
                d2 += d * d;
            }
            if (j != i) ranking[i].push_back({d2, j});
        }
        std::sort(ranking[i].begin(), ranking[i].end());
    }
    return ranking;
}

class Nearest : public OnBackend {
  protected:
    static NearestRequest request_for(const Whole& c, int dims, bool wrapped) {
        NearestRequest request{
            .points = {
                .dimensions = dims, .lo = unit * glm::dvec3(c.lo), .hi = unit * glm::dvec3(c.hi), .wrapped = wrapped}};
        for (const Place& p : c.points) request.points.points.push_back(unit * glm::dvec3(p));
        return request;
    }

    /// A multiple of the radius that is expected to hold 7, limited for wrapped environments.
    static float radius_for(const FindRequest& points, float multiple) {
        float radius = multiple * expected_reach(points, 7);
        for (int a = 0; a < points.dimensions && points.wrapped; ++a)
            radius = std::min(radius, float(points.hi[a] - points.lo[a]) / 2);
        return radius;
    }

    /// Expects identical lists up to the distance `within`.
    static void check(const Ranking& ranking, const NearestRequest& request,
                      std::int64_t within = std::int64_t(1) << 20) {
        const auto found = find_nearest(request, GetParam());
        ASSERT_EQ(found.count.size(), ranking.size());
        for (u32 i = 0; i < ranking.size(); ++i) {
            u32 k = 0;
            for (; k < std::min<std::size_t>(request.nearest, ranking[i].size()); ++k) {
                const auto& [d2, point] = ranking[i][k];
                if (d2 >= within * within) break;
                ASSERT_LT(k, found.count[i]) << "point " << i;
                ASSERT_EQ(found.of(i)[k].point, point) << "point " << i << ", rank " << k + 1;
                ASSERT_FLOAT_EQ(found.of(i)[k].distance, float(unit * std::sqrt(double(d2))));
            }
            ASSERT_EQ(found.count[i], k) << "point " << i;
        }
    }
};

// not in tsan: nothing new for threads
TEST_P(Nearest, ListsAreThoseOfBruteForce) {
    Combinations combinations;
    for (int dims : {2, 3})
        for (const auto& c : whole_cases(dims))
            for (bool wrapped : {false, true}) {
                const Ranking ranking = rank_all(c, dims, wrapped);
                for (GridKind grid : {GridKind::full, GridKind::sparse})
                    for (auto [sort, visit] : {std::pair(Sort::counting, visit_of<FusedVisit>),
                                               {Sort::radix, visit_of<FusedVisit>},
                                               {Sort::counting, visit_of<ZOrderVisit>}})
                        for (float ratio : {0.3f, 0.5f, 1.f, 2.5f})
                            for (float multiple : {0.4f, 3.f})
                                for (u32 nearest : {1u, 7u, 1000u}) {
                                    if (combinations.left_out()) continue;
                                    SCOPED_TRACE(testing::Message()
                                                 << c.name << ", " << dims << "D" << (wrapped ? ", wrapped" : "")
                                                 << ", grid " << int(grid) << ", sort " << int(sort) << ", visit "
                                                 << info(visit).name << ", ratio " << ratio << ", radius times "
                                                 << multiple << ", " << nearest << " nearest");
                                    auto request = request_for(c, dims, wrapped);
                                    request.points.radius = radius_for(request.points, multiple);
                                    request.points.grid = grid;
                                    request.points.search = {.bin_ratio = ratio, .visit = visit, .sort = sort};
                                    request.nearest = nearest;
                                    ASSERT_NO_FATAL_FAILURE(check(ranking, request));
                                }
            }
}

/// Pairs at exactly the distance are excluded, like in a search with a radius.
TEST_P(Nearest, OnlyThoseNearerThanADistance) {
    Combinations combinations;
    for (int dims : {2, 3})
        for (const auto& c : whole_cases(dims))
            for (bool wrapped : {false, true}) {
                const Ranking ranking = rank_all(c, dims, wrapped);
                for (GridKind grid : {GridKind::full, GridKind::sparse})
                    for (std::int64_t within : {1, 20, 64, 200})
                        for (u32 nearest : {3u, 1000u}) {
                            if (combinations.left_out()) continue;
                            SCOPED_TRACE(testing::Message()
                                         << c.name << ", " << dims << "D" << (wrapped ? ", wrapped" : "") << ", grid "
                                         << int(grid) << ", within " << within << ", " << nearest << " nearest");
                            auto request = request_for(c, dims, wrapped);
                            request.points.radius = radius_for(request.points, 1);
                            request.points.grid = grid;
                            request.nearest = nearest;
                            request.within = unit * double(within);
                            ASSERT_NO_FATAL_FAILURE(check(ranking, request, within));
                        }
            }
}

/// Distance in double precision.
double distance(const FindRequest& request, std::size_t i, std::size_t j) {
    double d2 = 0;
    for (int a = 0; a < request.dimensions; ++a) {
        double d = request.points[j][a] - request.points[i][a];
        const double side = request.hi[a] - request.lo[a];
        if (request.wrapped) d -= side * std::round(d / side);
        d2 += d * d;
    }
    return std::sqrt(d2);
}

/// Expects the distances of brute force for each point, and existing pairs.
void expect_nearest(const FoundNearest& found, const NearestRequest& request) {
    const auto& points = request.points;
    const std::size_t n = points.points.size(), expected = std::min<std::size_t>(request.nearest, n - 1);
    for (std::size_t i = 0; i < n; ++i) {
        std::vector<double> all;
        for (std::size_t j = 0; j < n; ++j)
            if (j != i) all.push_back(distance(points, i, j));
        std::sort(all.begin(), all.end());
        ASSERT_EQ(found.count[i], expected) << "point " << i;
        std::set<u32> others;
        for (std::size_t k = 0; k < expected; ++k) {
            const NearPoint& near = found.of(i)[k];
            const double slack = 2e-6 * (points.radius + all[k]);
            ASSERT_NEAR(near.distance, all[k], slack) << "point " << i << ", rank " << k + 1;
            ASSERT_NEAR(near.distance, distance(points, i, near.point), slack) << "point " << i;
            ASSERT_TRUE(near.point != i && others.insert(near.point).second) << "point " << i;
        }
    }
}

TEST_P(Nearest, AnywhereAndHoweverFarApart) {
    for (int dims : {2, 3})
        for (bool wrapped : {false, true})
            for (double apart : {0.0, 30.0, 3e6})
                for (u32 nearest : {1u, 10u, 500u}) {
                    SCOPED_TRACE(testing::Message() << dims << "D" << (wrapped ? ", wrapped" : "") << ", clusters "
                                                    << apart << " apart, " << nearest << " nearest");
                    const glm::dvec3 corner(4.5e6, -3.2e6, 12);
                    NearestRequest request{.points = {.dimensions = dims,
                                                      .lo = corner,
                                                      .hi = corner + glm::dvec3(3 * apart + 5),
                                                      .wrapped = wrapped,
                                                      .radius = 0.7f,
                                                      .grid = GridKind::relative},
                                           .nearest = nearest};
                    std::mt19937 random(5);
                    std::uniform_real_distribution<double> within(0, 5);
                    for (int i = 0; i < 240; ++i) {
                        glm::dvec3 p = corner + apart * glm::dvec3(i % 3, i % 4, i % 2);
                        for (int a = 0; a < dims; ++a) p[a] += within(random);
                        request.points.points.push_back(p);
                    }
                    ASSERT_NO_FATAL_FAILURE(expect_nearest(find_nearest(request, GetParam()), request));
                }
}

/// All others of each point by distance in double precision, then by index.
std::vector<std::vector<std::pair<double, u32>>> rank_in_double(const FindRequest& points) {
    std::vector<std::vector<std::pair<double, u32>>> ranking(points.points.size());
    for (u32 i = 0; i < points.points.size(); ++i) {
        for (u32 j = 0; j < points.points.size(); ++j) {
            double d2 = 0;
            for (int a = 0; a < points.dimensions; ++a) {
                double d = std::abs(points.points[j][a] - points.points[i][a]);
                if (points.wrapped) d = std::min(d, points.hi[a] - points.lo[a] - d);
                d2 += d * d;
            }
            if (j != i) ranking[i].push_back({d2, j});
        }
        std::sort(ranking[i].begin(), ranking[i].end());
    }
    return ranking;
}

/// Expects the lists of brute force in double precision: points, order and distances.
void expect_exactly(const FoundNearest& found, const NearestRequest& request) {
    const auto ranking = rank_in_double(request.points);
    for (u32 i = 0; i < ranking.size(); ++i) {
        u32 k = 0;
        for (const auto& [d2, point] : ranking[i]) {
            if (k == request.nearest || !(d2 < request.within * request.within)) break;
            ASSERT_LT(k, found.count[i]) << "point " << i;
            ASSERT_EQ(found.of(i)[k].point, point) << "point " << i << ", rank " << k + 1;
            ASSERT_EQ(found.of(i)[k].distance, float(std::sqrt(d2))) << "point " << i << ", rank " << k + 1;
            ++k;
        }
        ASSERT_EQ(found.count[i], k) << "point " << i;
    }
}

/// Clusters `apart` from each other, of points on a lattice with this `step`, which produces ties and coincident
/// points.
NearestRequest clusters(int dims, bool wrapped, double apart, double step, const glm::dvec3& corner) {
    NearestRequest request{.points = {.dimensions = dims,
                                      .lo = corner,
                                      .hi = corner + glm::dvec3(3 * apart + 64 * step),
                                      .wrapped = wrapped,
                                      .grid = GridKind::relative}};
    std::mt19937 random(7);
    for (int i = 0; i < 120; ++i) {
        glm::dvec3 p = corner + apart * glm::dvec3(i % 3, i * 5 % 4, i % 2);
        for (int a = 0; a < dims; ++a) p[a] += step * double(random() % 9);
        request.points.points.push_back(p);
    }
    request.points.radius = expected_reach(request.points, 3);
    return request;
}

TEST_P(Nearest, ClustersOfEverySizeAreExact) {
    Combinations combinations;
    for (int dims : {2, 3})
        for (bool wrapped : {false, true})
            for (double apart : {0.0, 30.0, 5e5})
                for (double step : {1e-9, 1e-3, 1.0})
                    for (double place : {0.0, 5e6})
                        for (u32 nearest : {1u, 7u, 1000u}) {
                            if (combinations.left_out()) continue;
                            auto request = clusters(dims, wrapped, apart, step, glm::dvec3(place, -place, 100));
                            request.nearest = nearest;
                            SCOPED_TRACE(testing::Message() << dims << "D" << (wrapped ? ", wrapped" : "") << ", "
                                                            << apart << " apart, step " << step << ", at " << place
                                                            << ", " << nearest << " nearest");
                            ASSERT_NO_FATAL_FAILURE(expect_exactly(find_nearest(request, GetParam()), request));
                            request.within = 5 * step;
                            if (request.within / request.points.radius > 1e-15)
                                ASSERT_NO_FATAL_FAILURE(expect_exactly(find_nearest(request, GetParam()), request));
                        }
}

/// Coordinates in metres with millimetres, across a town and a country.
TEST_P(Nearest, MapCoordinatesAreExact) {
    for (int dims : {2, 3})
        for (GridKind grid : {GridKind::relative, GridKind::chosen}) {
            NearestRequest request{.points = {.dimensions = dims, .grid = grid}, .nearest = 6};
            std::mt19937 random(3);
            const auto mm = [&](u32 most) { return double(random() % most) / 1000; };
            for (int i = 0; i < 300; ++i) {
                const double side = i % 3 ? 50 : 600'000'000;
                request.points.points.push_back({690123.456 + mm(u32(side)), 5334567.891 + mm(u32(side)), mm(9000)});
            }
            auto& points = request.points;
            points.lo = points.hi = points.points[0];
            for (const auto& p : points.points) {
                points.lo = glm::min(points.lo, p);
                points.hi = glm::max(points.hi, p);
            }
            points.radius = expected_reach(points, 6);
            ASSERT_NO_FATAL_FAILURE(expect_exactly(find_nearest(request, GetParam()), request)) << int(grid);
        }
}

TEST_P(Nearest, SinglePrecisionThroughout) {
    for (int dims : {2, 3})
        for (bool wrapped : {false, true})
            for (float ratio : {0.125f, 0.7f, 2.5f})
                for (u32 nearest : {1u, 30u}) {
                    SCOPED_TRACE(testing::Message() << dims << "D" << (wrapped ? ", wrapped" : "") << ", ratio "
                                                    << ratio << ", " << nearest << " nearest");
                    NearestRequest request{.points = {.dimensions = dims,
                                                      .lo = glm::vec3(-103.7f, -2.1f, -51.f),
                                                      .hi = glm::vec3(-98.2f, 4.2f, -48.9f),
                                                      .wrapped = wrapped,
                                                      .search = {.bin_ratio = ratio}},
                                           .nearest = nearest};
                    std::mt19937 random(6);
                    std::uniform_real_distribution<float> share(0, 1);
                    for (int i = 0; i < 300; ++i) {
                        glm::vec3 p(request.points.lo);
                        for (int a = 0; a < dims; ++a)
                            p[a] += share(random) * float(request.points.hi[a] - request.points.lo[a]);
                        request.points.points.push_back(
                            glm::clamp(glm::dvec3(p), request.points.lo, request.points.hi));
                    }
                    request.points.radius = expected_reach(request.points, nearest);
                    ASSERT_NO_FATAL_FAILURE(expect_nearest(find_nearest(request, GetParam()), request));
                }
}

/// Uniform points: the expected reach holds the requested number, and the point itself.
TEST_P(Nearest, TheExpectedReachHoldsAsManyAsAskedFor) {
    for (int dims : {2, 3}) {
        Scatter scatter(dims, 8);
        Whole c{"uniform", Place(0), Place(1 << 20), scatter.many(8000, Place(0), Place(1 << 20))};
        auto request = request_for(c, dims, true).points;
        for (u32 nearest : {7u, 40u}) {
            request.radius = expected_reach(request, nearest);
            double sum = 0;
            for (u32 n : find_neighbours(request, GetParam()).count) sum += n;
            EXPECT_NEAR(sum / 8000, nearest + 1, 0.02 * nearest) << dims << "D";
        }
    }
    FindRequest line{.dimensions = 3, .points = std::vector<glm::dvec3>(100), .lo = {0, 0, 0}, .hi = {50, 0, 0}};
    EXPECT_FLOAT_EQ(expected_reach(line, 7), 2) << "8 of 100 on a side of 50";
    line.hi.y = line.hi.z = 0.1;
    line.wrapped = true;
    EXPECT_LE(2.0 * expected_reach(line, 7), 0.1) << "a search needs two radii";
    line.hi = glm::dvec3(0);
    line.wrapped = false;
    EXPECT_GT(expected_reach(line, 7), 0);
}

TEST_P(Nearest, RefusesWhatMakesNoSense) {
    const NearestRequest good{.points = {.dimensions = 2, .points = {{1, 1, 0}, {2, 2, 0}}, .hi = glm::dvec3(5)},
                              .nearest = 1};
    const auto refused = [&](auto spoil) {
        NearestRequest bad = good;
        spoil(bad);
        return refusal<UsageError>([&] { find_nearest(bad, GetParam()); });
    };
    EXPECT_EQ(find_nearest(good, GetParam()).of(1)->point, 0u);
    EXPECT_NE(refused([](auto& r) { r.nearest = 0; }).find("0 nearest"), std::string::npos);
    EXPECT_NE(refused([](auto& r) { r.within = 0; }).find("within 0"), std::string::npos);
    EXPECT_NE(refused([](auto& r) { r.within = NAN; }).find("within nan"), std::string::npos);
    EXPECT_NE(refused([](auto& r) { r.within = 1e-30; }).find("within 1e-30"), std::string::npos);
    EXPECT_NE(refused([](auto& r) { r.points.points[1].x = 6; }).find("outside"), std::string::npos);
}

NF_ON_BACKENDS(Nearest);

}  // namespace nearest_test
}  // namespace nearfield
