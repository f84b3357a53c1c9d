// Benchmark of neighbour counts of uniform points in 3D, construction included: Nearfield on the CPU and nanoflann, in
// turn in one run. Built by `ninja nanoflann_bench` if libnanoflann-dev is installed; not a test.
//
//   nanoflann_bench [repeats=9] [points=1000000] [density=61.7] [bin ratio=1] [fine=4]
//
// The density is the number of neighbours far from the walls; the default gives an average of 60 over all points.
#include "base/random.hpp"
#include "exec/simd.hpp"
#include "usp/explain/probe.hpp"

#include <fmt/format.h>
#include <nanoflann.hpp>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace nearfield {
namespace {

struct Cloud {
    std::vector<vec<3>> points;
    Environment<3> box;
    float radius = 1;
    std::size_t kdtree_get_point_count() const { return points.size(); }
    float kdtree_get_pt(std::size_t i, std::size_t axis) const { return points[i][int(axis)]; }
    template <class Box> bool kdtree_get_bbox(Box&) const { return false; }
};

Cloud uniform_cloud(u32 n, double density) {
    Cloud cloud;
    const float side = float(std::cbrt(n / (density / ball<3>(1))));
    cloud.box = {.lo = vec<3>(0.f), .hi = vec<3>(side)};
    for (u32 i = 0; i < n; ++i) cloud.points.push_back(Random{1}.uniform<3>(i, cloud.box.lo, cloud.box.hi));
    return cloud;
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

struct Outcome {
    std::vector<u32> count;
    double construction = 0, query = 0;
    double total() const { return construction + query; }
};

/// Copies the points in, sorts them into bins, counts, and copies the counts out; memory is reused between runs.
class Grids {
  public:
    Grids(const Cloud& cloud, const SearchSettings& settings) : cloud_(cloud), ids_(cloud.points.size()) {
        std::iota(ids_.begin(), ids_.end(), 0u);
        search_.configure(make_grid(cloud.box, cloud.radius, settings, u32(ids_.size())), settings, u32(ids_.size()));
        search_.clear_lost(exec_);
        actors_.resize(u32(ids_.size()));
    }

    Outcome run() {
        Outcome outcome;
        const double start = seconds();
        for_each(exec_, actors_.size(),
                 [from = cloud_.points.data(), to = actors_.position.writable(), id = actors_.id.writable()](u32 i) {
                     to[i] = pack<3>(from[i]);
                     id[i] = i;
                 });
        search_.construct(exec_, untimed_, actors_, 0);
        outcome.construction = seconds() - start;
        outcome.count = count_neighbours(exec_, search_, actors_.id.current());
        outcome.query = seconds() - start - outcome.construction;
        return outcome;
    }

  private:
    const Cloud& cloud_;
    std::vector<u32> ids_;
    Cpu exec_;
    StageTimer<Cpu> untimed_;
    Actors<Cpu, 3> actors_;
    Search<Cpu, 3> search_;
};

/// A result set for nanoflann that only counts; distances are squared.
struct CountResult {
    using DistanceType = float;
    float radius2;
    u32 count = 0;
    std::size_t size() const { return count; }
    bool full() const { return true; }
    bool addPoint(float d2, u32) {
        count += d2 < radius2;
        return true;
    }
    float worstDist() const { return radius2; }
};

using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Cloud>, Cloud, 3, u32>;

/// Queries in the order of the tree's leaves, for cache locality.
Outcome run_nanoflann(const Cloud& cloud, std::size_t leaf) {
    Outcome outcome{.count = std::vector<u32>(cloud.points.size())};
    const double start = seconds();
    Tree tree(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(leaf));
    tree.buildIndex();
    outcome.construction = seconds() - start;
    const nanoflann::SearchParams unsorted(0, 0.f, false);
#pragma omp parallel for schedule(dynamic, 256)
    for (std::size_t k = 0; k < tree.vAcc.size(); ++k) {
        const u32 i = tree.vAcc[k];
        CountResult result{cloud.radius * cloud.radius};
        tree.radiusSearchCustomCallback(&cloud.points[i].x, result, unsorted);
        outcome.count[i] = result.count - 1;  // without the point itself
    }
    outcome.query = seconds() - start - outcome.construction;
    return outcome;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Outcomes of one method with a given number of threads.
struct Series {
    std::vector<u32> count;
    std::vector<double> construction, query, total;
    void add(Outcome outcome) {
        construction.push_back(outcome.construction);
        query.push_back(outcome.query);
        total.push_back(outcome.total());
        count = std::move(outcome.count);
    }
    void print(const std::string& name, int threads) const {
        fmt::print("{:<24} {:>7} {:>13.1f} {:>8.1f} {:>8.1f} {:>8.1f}\n", name, threads, median(construction) * 1e3,
                   median(query) * 1e3, median(total) * 1e3, *std::min_element(total.begin(), total.end()) * 1e3);
    }
};

/// Number of actors whose counts differ by more than the borderline pairs.
u32 differing(const Cloud& cloud, const Tree& tree, const Series& a, const Series& b) {
    u32 wrong = 0;
    for (std::size_t i = 0; i < a.count.size(); ++i) {
        if (a.count[i] == b.count[i]) continue;
        CountResult inner{float(std::pow(cloud.radius * (1 - 1e-6), 2))},
            outer{float(std::pow(cloud.radius * (1 + 1e-6), 2))};
        for (CountResult* result : {&inner, &outer}) tree.radiusSearchCustomCallback(&cloud.points[i].x, *result, {});
        wrong += a.count[i] + 1 < inner.count || a.count[i] + 1 > outer.count || b.count[i] + 1 < inner.count ||
                 b.count[i] + 1 > outer.count;
    }
    return wrong;
}

std::size_t best_leaf(const Cloud& cloud) {
    std::size_t best = 0;
    double least = INFINITY;
    for (std::size_t leaf : {10, 20, 30, 40, 60, 80})
        if (const double t = run_nanoflann(cloud, leaf).total(); t < least) {
            least = t;
            best = leaf;
        }
    return best;
}

/// Runs everything in turn, once per repeat, after an uncounted first round.
void compare(const Cloud& cloud, const SearchSettings& settings, int repeats) {
    const int threads[] = {1, 2};
    omp_set_num_threads(2);
    const std::size_t leaf = best_leaf(cloud);
    Grids grids(cloud, settings);
    Series ours[2], narrower[2], theirs[2];
    const Instructions widest = instructions();
    limit_instructions(Instructions::avx2);
    const Instructions narrow = instructions();
    limit_instructions(widest);
    for (int repeat = -1; repeat < repeats; ++repeat)
        for (int t : {0, 1}) {
            omp_set_num_threads(threads[t]);
            Outcome wide = grids.run(), tree = run_nanoflann(cloud, leaf);
            limit_instructions(Instructions::avx2);
            Outcome less = grids.run();
            limit_instructions(widest);
            if (repeat >= 0) {
                ours[t].add(std::move(wide));
                theirs[t].add(std::move(tree));
                narrower[t].add(std::move(less));
            }
        }

    fmt::print("{}\n{} uniform points in 3D, {:.2f} neighbours each, {} repeats in turn; medians in ms\n",
               device_name(Backend::cpu), cloud.points.size(),
               double(std::accumulate(ours[0].count.begin(), ours[0].count.end(), u64{0})) /
                   double(cloud.points.size()),
               repeats);
    fmt::print("Nearfield: bin ratio {}, fine {}; nanoflann: leaf size {}, counting only, queries in tree order\n\n",
               settings.bin_ratio, settings.fine, leaf);
    fmt::print("{:<24} {:>7} {:>13} {:>8} {:>8} {:>8}\n", "", "threads", "construction", "query", "total", "least");
    for (int t : {0, 1}) {
        ours[t].print(fmt::format("Nearfield, {}", name(widest)), threads[t]);
        if (narrow < widest) narrower[t].print(fmt::format("Nearfield, {}", name(narrow)), threads[t]);
        theirs[t].print("nanoflann", threads[t]);
    }
    const auto ratio = [](const Series& a, const Series& b) { return median(a.total) / median(b.total); };
    for (int t : {0, 1})
        fmt::print("\nnanoflann / Nearfield, {} thread{}: {:.2f}", threads[t], t ? "s" : "", ratio(theirs[t], ours[t]));
    fmt::print("\nscaling from 1 to 2 threads: Nearfield {:.2f} (query alone {:.2f}), nanoflann {:.2f}\n",
               ratio(ours[0], ours[1]), median(ours[0].query) / median(ours[1].query), ratio(theirs[0], theirs[1]));

    Tree tree(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(leaf));
    tree.buildIndex();
    const auto total = [](const Series& s) { return std::accumulate(s.count.begin(), s.count.end(), u64{0}); };
    fmt::print("neighbours in all: Nearfield {}, nanoflann {}; points that differ beyond 1e-6 of the radius: {}; "
               "instructions and threads change a count: {}\n",
               total(ours[1]), total(theirs[1]), differing(cloud, tree, ours[1], theirs[1]),
               ours[0].count == ours[1].count && ours[1].count == narrower[1].count ? "no" : "YES");
}

}  // namespace
}  // namespace nearfield

int main(int argc, char** argv) {
    using namespace nearfield;
    const auto argument = [&](int n, double otherwise) { return argc > n ? std::atof(argv[n]) : otherwise; };
    const Cloud cloud = uniform_cloud(u32(argument(2, 1e6)), argument(3, 61.7));
    compare(cloud, {.bin_ratio = float(argument(4, 1)), .fine = int(argument(5, 4))}, int(argument(1, 9)));
}
