// Neighbour counts of uniform points in 3D, construction included: Nearfield on the CPU beside nanoflann, in turn in one
// run. Built by `ninja nanoflann_bench` where libnanoflann-dev is installed; not a test.
//
//   nanoflann_bench [repeats=9] [points=1000000] [neighbours=60] [key=value of the search ...]
#include "base/random.hpp"
#include "params/settings.hpp"
#include "usp/probe.hpp"

#include <fmt/format.h>
#include <nanoflann.hpp>
#include <omp.h>

#include <algorithm>
#include <chrono>
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

Cloud uniform_cloud(u32 n, double neighbours) {
    Cloud cloud;
    const float side = float(std::cbrt(n / (neighbours / ball<3>(1))));
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

/// Copies the points in, sorts them into bins, counts and copies the counts out; memory is kept from one time to the next.
class Grids {
  public:
    Grids(const Cloud& cloud, const SearchSettings& settings) : cloud_(cloud), ids_(cloud.points.size()) {
        std::iota(ids_.begin(), ids_.end(), 0u);
        search_.configure(make_grid(cloud.box, cloud.radius, settings), settings, u32(ids_.size()));
        search_.clear_lost(exec_);
        actors_.resize(u32(ids_.size()));
    }

    Outcome run() {
        Outcome outcome;
        const double start = seconds();
        for_each(exec_, actors_.size(), [&](u32 i) { actors_.position.writable()[i] = pack<3>(cloud_.points[i]), actors_.id.writable()[i] = i; });
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

/// nanoflann's result set that only counts; its distances are squared.
struct CountResult {
    using DistanceType = float;
    float radius2;
    u32 count = 0;
    std::size_t size() const { return count; }
    bool full() const { return true; }
    bool addPoint(float d2, u32) { return count += d2 < radius2, true; }
    float worstDist() const { return radius2; }
};

using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Cloud>, Cloud, 3, u32>;

/// Queries in the order of the tree's leaves, so that neighbouring queries find their part of it in the cache.
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
        outcome.count[i] = result.count - 1;  // itself
    }
    outcome.query = seconds() - start - outcome.construction;
    return outcome;
}

}  // namespace
}  // namespace nearfield

int main(int argc, char** argv) {
    using namespace nearfield;
    SearchSettings s;
    if (argc > 1) s.bin_ratio = atof(argv[1]);
    if (argc > 2) s.fine = atoi(argv[2]);
    const int reps = argc > 3 ? atoi(argv[3]) : 5;
    const int leaf = argc > 4 ? atoi(argv[4]) : 0;
    const auto cloud = uniform_cloud(1000000, 60);
    for (int t = 1; t <= 2; ++t) {
        omp_set_num_threads(t);
        Grids g(cloud, s);
        std::vector<double> c, q;
        for (int r = 0; r < reps; ++r) { auto o = g.run(); c.push_back(o.construction), q.push_back(o.query); }
        std::sort(c.begin(), c.end()), std::sort(q.begin(), q.end());
        fmt::print("threads {} ratio {} fine {}: construction min {:.1f} med {:.1f}, query min {:.1f} med {:.1f} ms\n", t, s.bin_ratio, s.fine, c[0] * 1e3, c[c.size()/2] * 1e3, q[0] * 1e3, q[q.size()/2] * 1e3);
        if (leaf) { auto o = run_nanoflann(cloud, leaf); fmt::print("nanoflann leaf {}: {:.0f} + {:.0f} ms\n", leaf, o.construction * 1e3, o.query * 1e3); }
    }
}
