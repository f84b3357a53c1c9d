// Timed searches on points: results other than the times.
#include "backends.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "usp/ask/measure.hpp"

#include <numeric>
#include <set>

namespace nearfield {
namespace measure_test {

class Measure : public OnBackend {};
NF_ON_BACKENDS(Measure);

MeasureRequest uniform(u32 seed, u32 count = 2000) {
    MeasureRequest request{.points = {.dimensions = 3, .hi = glm::dvec3(10), .radius = 1.2f, .grid = GridKind::full},
                           .repeats = 20,
                           .warmup = 1};
    for (u32 i = 0; i < count; ++i) {
        const auto p = Random{seed}.uniform<3>(i, glm::vec3(0), glm::vec3(10));
        request.points.points.push_back(p);
    }
    return request;
}

TEST_P(Measure, EveryRepetitionWithoutAndWithStages) {
    auto request = uniform(1);
    for (bool query : {false, true}) {
        request.query = query;
        const auto measured = measure_search(request, GetParam());
        ASSERT_EQ(measured.whole.size(), 20u);
        ASSERT_EQ(measured.staged.size(), 20u);
        for (const auto& step : measured.whole) EXPECT_TRUE(step.stages.empty());
        for (const auto& step : measured.staged) {
            double sum = 0;
            for (const auto& stage : step.stages) sum += stage.ms;
            EXPECT_NEAR(sum, step.total_ms, 0.02 * step.total_ms + 1e-3);
            EXPECT_EQ(step.stages.back().name == "query", query);
        }
    }
}

TEST_P(Measure, CountsWhatTheSearchFinds) {
    auto request = uniform(2);
    request.query = true;
    const auto counts = find_neighbours(request.points, GetParam()).count;
    const auto measured = measure_search(request, GetParam());
    EXPECT_EQ(measured.audit.queries, 2000u);
    EXPECT_NEAR(measured.audit.neighbours, std::accumulate(counts.begin(), counts.end(), 0.0) / 2000, 1e-9);
}

TEST_P(Measure, ChecksumBelongsToThePoints) {
    for (bool query : {false, true}) {
        std::set<u64> same, others;
        for (bool sorted : {false, true})
            for (Sort sort : {Sort::counting, Sort::radix}) {
                auto request = uniform(3);
                request.query = query;
                request.sorted = sorted;
                request.points.search.sort = sort;
                same.insert(measure_search(request, GetParam()).checksum);
            }
        EXPECT_EQ(same.size(), 1u) << query;
        for (u32 seed : {4, 5}) {
            auto request = uniform(seed);
            request.query = query;
            others.insert(measure_search(request, GetParam()).checksum);
        }
        EXPECT_EQ(others.size(), 2u) << query;
        EXPECT_FALSE(others.count(*same.begin())) << query;
    }
}

TEST_P(Measure, EndsEarlyWhenAsked) {
    auto request = uniform(6);
    int asked = 0;
    request.repeats = 1000;
    request.interrupted = [&] { return ++asked > 3; };
    EXPECT_LT(measure_search(request, GetParam()).whole.size(), 1000u);
}

TEST_P(Measure, RefusesPointsOutside) {
    auto request = uniform(7);
    request.points.points[5].x = 11;
    EXPECT_THROW(measure_search(request, GetParam()), UsageError);
}

}  // namespace measure_test
}  // namespace nearfield
