// Which boxes of parts meet and which surfaces do, trees included: Nearfield on the CPU beside Boost's R-tree (packed,
// 8 entries) and CGAL's AABB trees (one per part, exact predicates), in turn in one run. Built by
// `ninja building_bench` where libcgal-dev and libboost-dev are installed; not a test.
//
//   building_bench [model=fzk] [buildings=1] [repeats=5]
//
// The search mesh is a box: the lowest octant of the largest part's box (Schweizer 2014).
#include "boxes/box_search.hpp"
#include "scenes/building/made_models.hpp"
#include "scenes/building/models.hpp"
#include "scenes/building/narrow_phase.hpp"

#define CGAL_DISABLE_GMP 1  // else it must be linked
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>

namespace nearfield::building {
namespace {

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// What a method found, and how long boxes and triangles took, in s.
struct Outcome {
    std::size_t candidates = 0, meeting = 0;
    double boxes = 0, triangles = 0;
};

/// Parts on the lattice; those from `search` on are searched with, if there are any.
struct Question {
    Surfaces surfaces;
    std::vector<Box> boxes;
    u32 search;
    bool all_pairs() const { return search == boxes.size(); }
};

Question question_of(const Building& building, u32 search) {
    Question question{.surfaces = surfaces_of(building, 0.001), .search = search};
    for (const auto& part : question.surfaces.parts) question.boxes.push_back(part.box);
    return question;
}

/// Surfaces that meet, decided exactly; memory is kept from one run to the next.
class Ours {
  public:
    Ours(const Question& question, const BoxSettings& boxes) : question_(question) {
        boxes_.configure(boxes);
        narrow_.configure({.copies = Copies::one, .counted = false});
    }
    Outcome run() {
        const double start = seconds();
        const u32 taken = question_.search, others = u32(question_.boxes.size()) - taken;
        boxes_.construct(exec_, untimed_, question_.boxes.data(), taken);
        const auto& found = question_.all_pairs() ? boxes_.all_pairs(exec_, untimed_)
                                                  : boxes_.search(exec_, question_.boxes.data() + taken, others);
        auto pairs = found.download(exec_);
        if (!question_.all_pairs())
            for (auto& pair : pairs) pair = {pair.b, pair.a + taken};
        Outcome outcome{.candidates = pairs.size(), .boxes = seconds() - start};
        narrow_.relate(exec_, untimed_, view_of(question_.surfaces), pairs.data(), u32(pairs.size()));
        for (const auto p : narrow_.predicates().download(exec_)) outcome.meeting += p != Predicate::disjoint;
        outcome.triangles = seconds() - start - outcome.boxes;
        return outcome;
    }

  private:
    const Question& question_;
    Cpu exec_;
    StageTimer<Cpu> untimed_;
    BoxSearch<Cpu> boxes_;
    NarrowPhase<Cpu> narrow_;
};

namespace geo = boost::geometry;
using Place = geo::model::point<int, 3, geo::cs::cartesian>;
using Entry = std::pair<geo::model::box<Place>, u32>;
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Triangles = std::vector<Kernel::Triangle_3>;
using Tree =
    CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>>>;

/// Boost finds the boxes, CGAL the surfaces, on one thread.
class Theirs {
  public:
    explicit Theirs(const Question& question) : question_(question) {
        for (const Box& b : question.boxes)
            entries_.push_back({{{b.lo[0], b.lo[1], b.lo[2]}, {b.hi[0], b.hi[1], b.hi[2]}}, u32(entries_.size())});
        const auto view = view_of(question.surfaces);
        const auto point = [](const Point& p) { return Kernel::Point_3(p.x, p.y, p.z); };
        for (const auto& part : question.surfaces.parts) {
            triangles_.emplace_back();
            for (u32 t = part.triangles.closed; t < part.triangles.back; ++t) {
                const Corners c = corners_of(view, Copy::own, t);
                if (!normal_signs(c.p, c.q, c.r).none())
                    triangles_.back().emplace_back(point(c.p), point(c.q), point(c.r));
            }
        }
    }
    Outcome run() const {
        const double start = seconds();
        const auto pairs = candidates();
        Outcome outcome{.candidates = pairs.size(), .boxes = seconds() - start};
        std::vector<std::unique_ptr<Tree>> trees(triangles_.size());
        for (const auto& [a, b] : pairs) {
            const u32 in = question_.all_pairs() ? a : b, from = question_.all_pairs() ? b : a;
            if (!trees[in]) {
                trees[in] = std::make_unique<Tree>(triangles_[in].begin(), triangles_[in].end());
                trees[in]->build();
            }
            outcome.meeting += std::any_of(triangles_[from].begin(), triangles_[from].end(),
                                           [&](const auto& t) { return trees[in]->do_intersect(t); });
        }
        outcome.triangles = seconds() - start - outcome.boxes;
        return outcome;
    }

  private:
    std::vector<BoxPair> candidates() const {
        const auto end = entries_.begin() + question_.search;
        const geo::index::rtree<Entry, geo::index::rstar<8>> tree(entries_.begin(), end);
        std::vector<BoxPair> pairs;
        std::vector<Entry> found;
        for (auto query = question_.all_pairs() ? entries_.begin() : end; query != entries_.end(); ++query) {
            found.clear();
            tree.query(geo::index::intersects(query->first), std::back_inserter(found));
            for (const Entry& other : found) {
                if (!question_.all_pairs()) pairs.push_back({other.second, query->second});
                else if (query->second < other.second) pairs.push_back({query->second, other.second});
            }
        }
        return pairs;
    }

    const Question& question_;
    std::vector<Entry> entries_;
    std::vector<Triangles> triangles_;
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Outcomes of one method; the first is not counted.
class Series {
  public:
    void add(const Outcome& outcome) {
        if (runs_++ > 0) boxes_.push_back(outcome.boxes), triangles_.push_back(outcome.triangles);
        last_ = outcome;
    }
    void print(const char* name, int threads) const {
        fmt::print("{:<26} {:>7} {:>10} {:>8} {:>10.2f} {:>10.2f} {:>10.2f}\n", name, threads, last_.candidates,
                   last_.meeting, median(boxes_) * 1e3, median(triangles_) * 1e3,
                   (median(boxes_) + median(triangles_)) * 1e3);
    }
    const Outcome& last() const { return last_; }

  private:
    int runs_ = 0;
    std::vector<double> boxes_, triangles_;
    Outcome last_;
};

void compare(const Question& question, int repeats) {
    Ours bins(question, {.broad = Broad::bins}), lbvh(question, {.broad = Broad::lbvh});
    const Theirs theirs(question);
    const int threads[]{1, 2};
    Series with_bins[2], with_lbvh[2], beside;
    for (int repeat = -1; repeat < repeats; ++repeat) {
        for (int t : {0, 1}) {
            omp_set_num_threads(threads[t]);
            with_bins[t].add(bins.run()), with_lbvh[t].add(lbvh.run());
        }
        beside.add(theirs.run());
    }
    for (int t : {0, 1})
        with_bins[t].print("Nearfield, bins", threads[t]), with_lbvh[t].print("Nearfield, lbvh", threads[t]);
    beside.print("Boost R-tree, CGAL AABB", 1);
    const bool same = beside.last().meeting == with_bins[0].last().meeting &&
                      beside.last().candidates == with_bins[0].last().candidates;
    fmt::print("{}\n\n", same ? "All find the same numbers of pairs." : "THE NUMBERS OF PAIRS DIFFER.");
}

/// The lowest octant of the largest part's box.
Part search_part(const Building& building) {
    geometry::Bounds largest;
    double most = -1;
    for (const auto& part : building.parts) {
        geometry::Bounds own;
        for (const auto& mesh : part.surfaces)
            for (const auto& p : mesh.vertices) own.hold(p);
        const glm::dvec3 size = own.hi - own.lo;
        if (const double volume = size.x * size.y * size.z; volume > most) most = volume, largest = own;
    }
    return {.id = "search", .surfaces = {box_mesh(largest.lo, (largest.lo + largest.hi) / 2.)}};
}

}  // namespace
}  // namespace nearfield::building

int main(int argc, char** argv) {
    using namespace nearfield;
    const std::string model = argc > 1 ? argv[1] : "fzk";
    const int buildings = argc > 2 ? std::atoi(argv[2]) : 1, repeats = argc > 3 ? std::atoi(argv[3]) : 5;
    auto building = building::load_building(model, {.buildings = buildings}, {.stand_in = false});
    const auto parts = u32(building.parts.size());
    const auto all = building::question_of(building, parts);
    fmt::print("{}\n{} x {}: {} parts, {} triangles; {} repeats in turn; medians in ms, trees included\n\n",
               device_name(Backend::cpu), buildings, model, parts, all.surfaces.triangles.size(), repeats);
    fmt::print("{:<26} {:>7} {:>10} {:>8} {:>10} {:>10} {:>10}\nAll pairs\n", "", "threads", "candidates", "meeting",
               "boxes", "triangles", "total");
    building::compare(all, repeats);
    building.parts.push_back(building::search_part(building));
    fmt::print("One search mesh\n");
    building::compare(building::question_of(building, parts), repeats);
}
