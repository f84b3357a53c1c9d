#include "app/cli/verify_points.hpp"

#include "app/cli/interrupt.hpp"
#include "base/random.hpp"
#include "usp/find.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace nearfield {
namespace {

/// Points in a box for a search with radius 1.
struct PointSet {
    std::string name;
    glm::vec3 lo{-3.3f, 1.7f, -0.4f}, hi{4.f, 7.6f, 4.8f};  // neither square nor at zero nor a multiple of any bin width
    std::vector<glm::vec3> points;
};

/// Point i of a stream of uniform numbers 0 <= u < 1.
glm::vec3 uniform(u32 stream, u32 i) {
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
    for (u32 i = 0; i < n; ++i) set.points.push_back({0.1f + 0.4f * float(i), 3.f, 1.f});
    return set;
}

PointSet clustered(u32 n) {
    PointSet set{.name = "clustered"};
    for (u32 i = 0; i < n; ++i) {
        const glm::vec3 centre = set.lo + uniform(2, i % 5) * (set.hi - set.lo);
        set.points.push_back(glm::clamp(centre + 0.3f * (uniform(3, i) + uniform(4, i) + uniform(5, i) - 1.5f), set.lo, set.hi));
    }
    return set;
}

PointSet one_bin(u32 n) {
    PointSet set{.name = "all in one bin"};
    for (u32 i = 0; i < n; ++i) set.points.push_back(set.lo + 0.1f * uniform(6, i));
    return set;
}

PointSet coincident(u32 n) {
    PointSet set{.name = "coincident"};
    for (u32 i = 0; i < n; ++i) set.points.push_back(set.lo + uniform(8, i / 20) * (set.hi - set.lo));
    return set;
}

/// Every coordinate lies on a border between bins of one of the widths, or on a wall.
PointSet on_borders(u32 n, const std::vector<float>& ratios) {
    PointSet set{.name = "on bin borders and walls"};
    for (u32 i = 0; i < n; ++i) {
        glm::vec3 p, u = uniform(9, i), v = uniform(10, i);
        for (int a = 0; a < 3; ++a) {
            const float width = ratios[std::size_t(u[a] * float(ratios.size()))];
            const float k = std::floor(v[a] * ((set.hi[a] - set.lo[a]) / width + 2.f)) - 1.f;
            p[a] = std::clamp(set.lo[a] + k * width, set.lo[a], set.hi[a]);
        }
        set.points.push_back(p);
    }
    return set;
}

/// Two radii wide, the least that may be wrapped: one or two bins along an axis at most ratios.
PointSet narrow(u32 n) {
    PointSet set{.name = "narrow box", .lo = {-1.f, 5.f, -7.f}, .hi = {1.f, 11.f, -4.9f}};
    for (u32 i = 0; i < n; ++i) set.points.push_back(set.lo + uniform(11, i) * (set.hi - set.lo));
    return set;
}

constexpr double radius = 1, slack = 1e-6;

double distance(const PointSet& set, int dimensions, bool wrapped, u32 i, u32 j) {
    double sum = 0;
    for (int a = 0; a < dimensions; ++a) {
        double d = double(set.points[j][a]) - double(set.points[i][a]);
        const double side = double(set.hi[a]) - double(set.lo[a]);
        if (wrapped) d -= side * std::nearbyint(d / side);
        sum += d * d;
    }
    return std::sqrt(sum);
}

/// What must be found: pairs clearly nearer than the radius, and those so near to it that either answer is right.
struct Truth {
    std::vector<std::pair<u32, u32>> certain;
    std::set<std::pair<u32, u32>> either;
    std::vector<u32> least, most;  ///< neighbours per point
};

Truth brute_force(const PointSet& set, int dimensions, bool wrapped) {
    const auto n = u32(set.points.size());
    Truth truth{.least = std::vector<u32>(n), .most = std::vector<u32>(n)};
    for (u32 i = 0; i < n; ++i)
        for (u32 j = i + 1; j < n; ++j) {
            const double d = distance(set, dimensions, wrapped, i, j);
            if (d >= radius * (1 + slack)) continue;
            ++truth.most[i], ++truth.most[j];
            if (d > radius * (1 - slack)) truth.either.insert({i, j});
            else truth.certain.push_back({i, j}), ++truth.least[i], ++truth.least[j];
        }
    return truth;
}

/// What is wrong with the answer, or nothing.
std::string compare(const Found& found, const Truth& truth) {
    std::vector<std::pair<u32, u32>> pairs;
    for (const auto& p : found.pairs)
        if (!truth.either.count({p.i, p.j})) pairs.push_back({p.i, p.j});
    const auto [got, expected] = std::mismatch(pairs.begin(), pairs.end(), truth.certain.begin(), truth.certain.end());
    if (got != pairs.end() && (expected == truth.certain.end() || *got < *expected))
        return fmt::format("pair {}, {} is none", got->first, got->second);
    if (expected != truth.certain.end()) return fmt::format("pair {}, {} was missed", expected->first, expected->second);
    for (std::size_t i = 0; i < truth.least.size(); ++i)
        if (i >= found.count.size() || found.count[i] < truth.least[i] || found.count[i] > truth.most[i])
            return fmt::format("point {} has another number of neighbours", i);
    return "";
}

PointSetResult check(const PointSet& set, int dimensions, bool wrapped, const SearchWay& ways, Backend backend) {
    const Truth truth = brute_force(set, dimensions, wrapped);
    PointSetResult result{.name = fmt::format("{}D {} {}", dimensions, wrapped ? "wrapped" : "clamped", set.name),
                          .pairs = truth.certain.size()};
    FindRequest request{
        .dimensions = dimensions, .points = set.points, .lo = set.lo, .hi = set.hi, .wrapped = wrapped, .radius = float(radius), .pairs = true};
    for (float ratio : ways.ratios) {
        int failures = 0;
        for (Sort sort : ways.sorts)
            for (Visit visit : ways.visits) {
                request.search.bin_ratio = ratio, request.search.sort = sort, request.search.visit = visit;
                const std::string wrong = compare(find_neighbours(request, backend), truth);
                ++result.searches, failures += !wrong.empty();
                if (!wrong.empty() && result.first_failure.empty())
                    result.first_failure =
                        fmt::format("{}, bin ratio {}, sort {}, visit {}: {}", result.name, ratio, int(sort), int(visit), wrong);
            }
        result.failures.push_back(failures);
    }
    return result;
}

}  // namespace

void verify_point_sets(const SearchWay& ways, Backend backend, const std::function<void(const PointSetResult&)>& report) {
    const std::vector<PointSet> sets{uniform_set(300), clustered(300), one_bin(200), on_borders(300, ways.ratios), coincident(200), narrow(200),
                                     few(0),           few(1),         few(2)};
    for (int dimensions : {2, 3})
        for (bool wrapped : {false, true})
            for (const auto& set : sets) {
                if (Interrupt::signal()) return;
                report(check(set, dimensions, wrapped, ways, backend));
            }
}

}  // namespace nearfield
