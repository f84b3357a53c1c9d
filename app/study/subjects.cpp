#include "app/study/subjects.hpp"

#include "base/random.hpp"
#include "sim/dimensions.hpp"
#include "usp/explain/decomposition.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

constexpr double most_seed = 2147483647;

enum class Order { unsorted, sorted };

struct RowParams {
    int actors = 1000000;
    int bins = 100000;
    float per_bin = 0;
    Order order = Order::unsorted;
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
    Dimensions dimensions = Dimensions::two;
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

struct DecompositionParams {
    Decomposition cells = Decomposition::squares;
    float ratio = 0.5f;
    float degrees = 180;
    int samples = 200000;
    int seed = 12;
};

std::vector<ParamSpec> describe(DecompositionParams*) {
    using P = DecompositionParams;
    return param_list<P>({
        choice(
            &P::cells, "cells", "Cells", {"boxes", "squares", "fine", "hexagons", "sector"},
            "boxes: squares that meet the square around the disc. squares, hexagons: those that meet the disc. fine: "
            "rectangles four times narrower along x. sector: squares that meet what is in sight."),
        real(&P::ratio, "ratio", "Ratio W/R", "", 0.05, 4, "Cells have the area of squares this wide."),
        real(&P::degrees, "degrees", "Field of view", "°", 0, 360, "Whole angle of the sector."),
        integer(&P::samples, "samples", "Samples", "", 1, 100e6, "Queries at random places."),
        integer(&P::seed, "seed", "Seed", "", 0, most_seed, "Start of the random numbers."),
    });
}

/// Search parameters without those of the field of view, because points have no heading.
std::vector<ParamSpec> search_of_points() {
    auto specs = describe(static_cast<SearchSettings*>(nullptr));
    std::erase_if(specs, [](const ParamSpec& spec) { return spec.key == "search.sector"; });
    return specs;
}

template <class P> ParamSpecs with_search() {
    auto specs = describe(static_cast<P*>(nullptr));
    for (auto& spec : search_of_points()) specs.push_back(std::move(spec));
    return std::make_shared<const std::vector<ParamSpec>>(std::move(specs));
}

template <class P> P read(const Settings& settings) {
    P params;
    settings.store(describe(&params), &params);
    return params;
}

SearchSettings read_search(const Settings& settings) {
    SearchSettings search;
    settings.store(search_of_points(), &search);
    return search;
}

template <int D> void fill(FindRequest& request, u32 count, u32 seed) {
    const Random random{seed};
    vec<D> lo, hi;
    for (int a = 0; a < D; ++a) {
        lo[a] = float(request.lo[a]);
        hi[a] = float(request.hi[a]);
    }
    request.points.resize(count, glm::dvec3(0));
    for (u32 i = 0; i < count; ++i) {
        const vec<D> p = random.uniform<D>(i, lo, hi);
        for (int a = 0; a < D; ++a) request.points[i][a] = p[a];
    }
}

MeasureRequest row_request(const Settings& settings) {
    const auto p = read<RowParams>(settings);
    auto search = read_search(settings);
    search.visit = visit_of<BinsVisit>;  // other visits may need finer bins than requested
    const double bins = p.per_bin > 0 ? std::max(1.0, std::round(p.actors / double(p.per_bin))) : p.bins;
    MeasureRequest request{.points = {.dimensions = 2, .radius = 1, .search = search, .grid = GridKind::full},
                           .sorted = p.order == Order::sorted};
    request.points.hi = {float(bins * search.bin_ratio), search.bin_ratio, 1};
    fill<2>(request.points, u32(p.actors), u32(p.seed));
    return request;
}

MeasureRequest uniform_request(const Settings& settings) {
    const auto p = read<UniformParams>(settings);
    const int dimensions = axes_of(p.dimensions);
    const double count =
        p.neighbours * std::pow(double(p.side), dimensions) / (dimensions == 2 ? ball<2>(1) : ball<3>(1));
    MeasureRequest request{.points = {.dimensions = dimensions,
                                      .wrapped = true,
                                      .radius = 1,
                                      .search = read_search(settings),
                                      .grid = GridKind::full},
                           .query = true};
    request.points.hi = glm::dvec3(p.side);
    if (dimensions == 2) fill<2>(request.points, u32(std::min(count, 1e9)), u32(p.seed));
    else fill<3>(request.points, u32(std::min(count, 1e9)), u32(p.seed));
    return request;
}

Audit sample_decomposition(const Settings& settings) {
    const auto p = read<DecompositionParams>(settings);
    return sample_cells({p.cells, p.ratio, p.degrees}, u32(p.samples), u32(p.seed));
}

}  // namespace

BenchSubject subject_of(const SceneInfo& scene) { return {scene.key, scene.title, scene.params, &scene}; }

const std::vector<BenchSubject>& other_subjects() {
    static const std::vector<BenchSubject> all{
        // construction depends only on the numbers of points and bins
        {.key = "row",
         .title = "Construction over a row of bins",
         .params = with_search<RowParams>(),
         .points = row_request},
        // in a wrapped box: every query is far from walls
        {.key = "uniform",
         .title = "Uniform points",
         .params = with_search<UniformParams>(),
         .points = uniform_request},
        // area visited by a query in decompositions of the plane
        {.key = "decompositions",
         .title = "Cells that a query visits",
         .params = std::make_shared<const std::vector<ParamSpec>>(describe(static_cast<DecompositionParams*>(nullptr))),
         .sampled = sample_decomposition}};
    return all;
}

}  // namespace nearfield
