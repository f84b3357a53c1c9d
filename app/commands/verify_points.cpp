#include "app/commands/verify_points.hpp"

#include "app/terminal/interrupt.hpp"
#include "base/random.hpp"
#include "usp/ask/find.hpp"
#include "usp/visits/visits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace nearfield {
namespace {

/// Points in a box for a search with radius 1.
struct PointSet {
    std::string name;
    glm::dvec3 lo{-3.3f, 1.7f, -0.4f}, hi{4.f, 7.6f, 4.8f};  // no square, away from zero, no multiple of any bin width
    std::vector<glm::dvec3> points;
    GridKind grid = GridKind::full;
};

/// Number i of a stream of uniform random points, each coordinate in [0, 1).
glm::dvec3 uniform(u32 stream, u32 i) {
    const auto u = Random{7, stream}.uniform<3>(i);
    return {u.x, u.y, u.z};
}

PointSet uniform_set(u32 n) {
    PointSet set{.name = fmt::format("uniform, {}", n)};
    for (u32 i = 0; i < n; ++i) set.points.push_back(set.lo + uniform(1, i) * (set.hi - set.lo));
    return set;
}

PointSet few(u32 n) {
    PointSet set{.name = fmt::format("N = {}", n)};
    for (u32 i = 0; i < n; ++i) set.points.push_back({0.1 + 0.4 * i, 3, 1});
    return set;
}

PointSet clustered(u32 n) {
    PointSet set{.name = "clustered"};
    for (u32 i = 0; i < n; ++i) {
        const glm::dvec3 centre = set.lo + uniform(2, i % 5) * (set.hi - set.lo);
        set.points.push_back(
            glm::clamp(centre + 0.3 * (uniform(3, i) + uniform(4, i) + uniform(5, i) - 1.5), set.lo, set.hi));
    }
    return set;
}

PointSet one_bin(u32 n) {
    PointSet set{.name = "all in one bin"};
    for (u32 i = 0; i < n; ++i) set.points.push_back(set.lo + 0.1 * uniform(6, i));
    return set;
}

PointSet coincident(u32 n) {
    PointSet set{.name = "coincident"};
    for (u32 i = 0; i < n; ++i) set.points.push_back(set.lo + uniform(8, i / 20) * (set.hi - set.lo));
    return set;
}

/// Points whose coordinates all lie on a border between bins of one of the widths, or on a wall.
PointSet on_borders(u32 n, const std::vector<float>& ratios) {
    PointSet set{.name = "on bin borders and walls"};
    for (u32 i = 0; i < n; ++i) {
        glm::dvec3 p, u = uniform(9, i), v = uniform(10, i);
        for (int a = 0; a < 3; ++a) {
            const float width = ratios[std::size_t(u[a] * double(ratios.size()))];
            const double k = std::floor(v[a] * ((set.hi[a] - set.lo[a]) / width + 2)) - 1;
            p[a] = std::clamp(set.lo[a] + k * width, set.lo[a], set.hi[a]);
        }
        set.points.push_back(p);
    }
    return set;
}

/// Points in a box two radii wide, the minimum for a wrapped axis. It has one or two bins along an axis at most ratios.
PointSet narrow(u32 n) {
    PointSet set{.name = "narrow box", .lo = {-1.f, 5.f, -7.f}, .hi = {1.f, 11.f, -4.9f}};
    for (u32 i = 0; i < n; ++i) set.points.push_back(set.lo + uniform(11, i) * (set.hi - set.lo));
    return set;
}

/// Points in map coordinates, m.
PointSet on_a_map(u32 n) {
    PointSet set{.name = "map coordinates",
                 .lo = {500000, 5400000, 200},
                 .hi = {500010, 5400008, 206},
                 .grid = GridKind::relative};
    for (u32 i = 0; i < n; ++i) set.points.push_back(set.lo + uniform(12, i) * (set.hi - set.lo));
    return set;
}

/// Small clusters in a mostly empty environment. A full grid would have up to 10^24 bins.
PointSet far_apart(u32 n) {
    PointSet set{
        .name = "a million radii apart", .lo = glm::dvec3(-5), .hi = {3e6, 4e6, 2e6 + 5}, .grid = GridKind::relative};
    for (u32 i = 0; i < n; ++i) set.points.push_back(glm::floor(3.0 * uniform(13, i % 7)) * 1e6 + 2.0 * uniform(14, i));
    return set;
}

constexpr double radius = 1, slack = 1e-6;

/// Rounds the set to single precision, unless its positions are relative to their bins.
PointSet rounded(PointSet set) {
    if (set.grid == GridKind::relative) return set;
    set.lo = glm::vec3(set.lo);
    set.hi = glm::vec3(set.hi);
    for (auto& p : set.points) p = glm::clamp(glm::dvec3(glm::vec3(p)), set.lo, set.hi);
    return set;
}

double distance(const PointSet& set, int dimensions, bool wrapped, u32 i, u32 j) {
    double sum = 0;
    for (int a = 0; a < dimensions; ++a) {
        double d = set.points[j][a] - set.points[i][a];
        const double side = set.hi[a] - set.lo[a];
        if (wrapped) d -= side * std::nearbyint(d / side);
        sum += d * d;
    }
    return std::sqrt(sum);
}

/// The expected result: pairs clearly nearer than the radius, and pairs so close to it that either answer is right.
struct Truth {
    std::vector<std::pair<u32, u32>> certain;
    std::set<std::pair<u32, u32>> either;
    std::vector<u32> least, most;  ///< bounds of the number of neighbours per point
};

Truth brute_force(const PointSet& set, int dimensions, bool wrapped) {
    const auto n = u32(set.points.size());
    Truth truth{.least = std::vector<u32>(n), .most = std::vector<u32>(n)};
    for (u32 i = 0; i < n; ++i)
        for (u32 j = i + 1; j < n; ++j) {
            const double d = distance(set, dimensions, wrapped, i, j);
            if (d >= radius * (1 + slack)) continue;
            ++truth.most[i];
            ++truth.most[j];
            if (d > radius * (1 - slack)) truth.either.insert({i, j});
            else {
                truth.certain.push_back({i, j});
                ++truth.least[i];
                ++truth.least[j];
            }
        }
    return truth;
}

/// Describes the first mismatch. Empty if the answer is right.
std::string compare(const Found& found, const Truth& truth) {
    std::vector<std::pair<u32, u32>> pairs;
    for (const auto& p : found.pairs)
        if (!truth.either.count({p.i, p.j})) pairs.push_back({p.i, p.j});
    const auto [got, expected] = std::mismatch(pairs.begin(), pairs.end(), truth.certain.begin(), truth.certain.end());
    if (got != pairs.end() && (expected == truth.certain.end() || *got < *expected))
        return fmt::format("pair {}, {} was found but is not a pair", got->first, got->second);
    if (expected != truth.certain.end())
        return fmt::format("pair {}, {} was missed", expected->first, expected->second);
    for (std::size_t i = 0; i < truth.least.size(); ++i)
        if (i >= found.count.size() || found.count[i] < truth.least[i] || found.count[i] > truth.most[i])
            return fmt::format("point {} has another number of neighbours", i);
    return "";
}

PointSetResult check(const PointSet& set, int dimensions, bool wrapped, const std::vector<float>& ratios,
                     Backend backend) {
    const Truth truth = brute_force(set, dimensions, wrapped);
    PointSetResult result{.name = fmt::format("{}D {} {}", dimensions, wrapped ? "wrapped" : "clamped", set.name),
                          .pairs = truth.certain.size()};
    FindRequest request{.dimensions = dimensions,
                        .points = set.points,
                        .lo = set.lo,
                        .hi = set.hi,
                        .wrapped = wrapped,
                        .radius = float(radius),
                        .grid = set.grid,
                        .pairs = true};
    for (float ratio : ratios) {
        int failures = 0;
        for (Sort sort : {Sort::counting, Sort::radix})
            for (const auto& visit : visits) {
                request.search.bin_ratio = ratio;
                request.search.sort = sort;
                request.search.visit = visit.visit;
                const std::string wrong = compare(find_neighbours(request, backend), truth);
                ++result.searches;
                failures += !wrong.empty();
                if (!wrong.empty() && result.first_failure.empty())
                    result.first_failure = fmt::format("{}, bin ratio {}, sort {}, visit {}: {}", result.name, ratio,
                                                       int(sort), visit.name, wrong);
            }
        result.failures.push_back(failures);
    }
    return result;
}

}  // namespace

void verify_point_sets(const std::vector<float>& ratios, Backend backend,
                       const std::function<void(const PointSetResult&)>& report) {
    const std::vector<PointSet> sets{uniform_set(300), clustered(300), one_bin(200),  on_borders(300, ratios),
                                     coincident(200),  narrow(200),    on_a_map(300), far_apart(300),
                                     few(0),           few(1),         few(2)};
    for (int dimensions : {2, 3})
        for (bool wrapped : {false, true})
            for (const auto& set : sets) {
                if (Interrupt::signal()) return;
                report(check(rounded(set), dimensions, wrapped, ratios, backend));
            }
}

}  // namespace nearfield
