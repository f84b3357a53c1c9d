#include "app/cli/subjects.hpp"

#include "base/random.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

constexpr double most_seed = 2147483647;

struct RowParams {
    int actors = 1000000;
    int bins = 100000;
    float per_bin = 0;
    int order = 0;
    int seed = 12;
};

std::vector<ParamSpec> describe(RowParams*) {
    using P = RowParams;
    return param_list<P>({
        integer(&P::actors, "actors", "Actors", "", 1, 100e6, "Number of points."),
        integer(&P::bins, "bins", "Bins", "", 1, 100e6, "Number of bins."),
        real(&P::per_bin, "per_bin", "Actors per bin", "", 0, 1e6, "Gives the number of bins; 0 leaves it as it is."),
        choice(&P::order, "order", "Order", {"unsorted", "sorted"}, "In no order at all, or in bin order already."),
        integer(&P::seed, "seed", "Seed", "", 0, most_seed, "Start of the random numbers."),
    });
}

struct UniformParams {
    int dimensions = 0;
    float neighbours = 70;
    float side = 42;
    int seed = 12;
};

std::vector<ParamSpec> describe(UniformParams*) {
    using P = UniformParams;
    return param_list<P>({
        choice(&P::dimensions, "dimensions", "Dimensions", {"2", "3"}, "A plane or a volume."),
        real(&P::neighbours, "neighbours", "Neighbours", "", 0.1, 1000, "Mean number of neighbours."),
        real(&P::side, "side", "Side", "R", 2, 10000, "Side of the environment in search radii."),
        integer(&P::seed, "seed", "Seed", "", 0, most_seed, "Start of the random numbers."),
    });
}

template <class P> ParamSpecs with_search() {
    auto specs = describe(static_cast<P*>(nullptr));
    for (auto& spec : describe(static_cast<SearchSettings*>(nullptr))) specs.push_back(std::move(spec));
    return std::make_shared<const std::vector<ParamSpec>>(std::move(specs));
}

template <class P> P read(const Settings& settings) {
    P params;
    settings.store(describe(&params), &params);
    return params;
}

template <int D> void fill(FindRequest& request, u32 count, u32 seed) {
    const Random random{seed};
    vec<D> lo, hi;
    for (int a = 0; a < D; ++a) lo[a] = request.lo[a], hi[a] = request.hi[a];
    request.points.resize(count, glm::vec3(0));
    for (u32 i = 0; i < count; ++i) {
        const vec<D> p = random.uniform<D>(i, lo, hi);
        for (int a = 0; a < D; ++a) request.points[i][a] = p[a];
    }
}

MeasureRequest row_request(const Settings& settings) {
    const auto p = read<RowParams>(settings);
    auto search = read<SearchSettings>(settings);
    search.visit = Visit::bins;  // others may want finer bins than those asked for
    const double bins = p.per_bin > 0 ? std::max(1.0, std::round(p.actors / double(p.per_bin))) : p.bins;
    MeasureRequest request{.points = {.dimensions = 2, .radius = 1, .search = search}, .sorted = p.order == 1};
    request.points.hi = {float(bins * search.bin_ratio), search.bin_ratio, 1.f};
    fill<2>(request.points, u32(p.actors), u32(p.seed));
    return request;
}

MeasureRequest uniform_request(const Settings& settings) {
    const auto p = read<UniformParams>(settings);
    const int dimensions = 2 + p.dimensions;
    const double count = p.neighbours * std::pow(double(p.side), dimensions) / (dimensions == 2 ? ball<2>(1) : ball<3>(1));
    MeasureRequest request{.points = {.dimensions = dimensions, .wrapped = true, .radius = 1, .search = read<SearchSettings>(settings)},
                           .query = true};
    request.points.hi = glm::vec3(p.side);
    if (dimensions == 2) fill<2>(request.points, u32(std::min(count, 1e9)), u32(p.seed));
    else fill<3>(request.points, u32(std::min(count, 1e9)), u32(p.seed));
    return request;
}

}  // namespace

BenchSubject subject_of(const SceneInfo& scene) { return {scene.key, scene.title, scene.params, &scene}; }

const BenchSubject& row_of_bins() {
    static const BenchSubject subject{"row", "Construction over a row of bins", with_search<RowParams>(), nullptr, row_request};
    return subject;
}

const BenchSubject& uniform_points() {
    static const BenchSubject subject{"uniform", "Uniform points", with_search<UniformParams>(), nullptr, uniform_request};
    return subject;
}

}  // namespace nearfield
