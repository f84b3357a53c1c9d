// Benchmark of intersecting boxes and surfaces, construction of trees included. Compares Nearfield on a GPU and the CPU
// with Boost's R-tree (packed, 8 entries) plus the triangle trees of CGAL (AABB, exact predicates) and, if libfcl-dev
// is installed, FCL (OBBRSS, its own tolerance), in turn in one run. Built by `ninja building_bench` if libcgal-dev and
// libboost-dev are installed; not a test.
//
//   building_bench [model=fzk] [buildings=1] [repeats=5] [left-out=WORD,...]
//
// Omits methods whose name contains one of the words.
// The search mesh is a box: the lowest octant of the largest part's box (Schweizer 2014). Each turn calls a method
// twice and counts the second call, since an idle GPU is slower at first. Methods that take longer than two seconds are
// called once.
#include "building_bench.hpp"

#include "libs/building/readers/made_models.hpp"
#include "libs/building/readers/models.hpp"

#define CGAL_DISABLE_GMP 1  // otherwise it must be linked
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#ifdef NEARFIELD_FCL
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#endif
#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace nearfield::building {
namespace {

Task task_of(const Building& building, u32 search) {
    Task task{.surfaces = surfaces_of(building, 0.001), .search = search};
    for (const auto& part : task.surfaces.parts) task.boxes.push_back(part.box);
    return task;
}

namespace geo = boost::geometry;
using Place = geo::model::point<int, 3, geo::cs::cartesian>;
using Entry = std::pair<geo::model::box<Place>, u32>;
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

/// CGAL's trees of some triangles, with integer coordinates in lattice steps.
class CgalPart {
  public:
    void add(const Corners& c) { triangles_.emplace_back(point(c.p), point(c.q), point(c.r)); }
    bool is_built() const { return tree_ != nullptr; }
    void build() {
        tree_ = std::make_unique<Tree>(triangles_.begin(), triangles_.end());
        tree_->build();
    }
    void forget() { tree_.reset(); }
    /// `other` needs no tree.
    bool meets(const CgalPart& other) const {
        return std::any_of(other.triangles_.begin(), other.triangles_.end(),
                           [&](const auto& t) { return tree_->do_intersect(t); });
    }
    static constexpr bool both_need_trees = false;

  private:
    using Triangles = std::vector<Kernel::Triangle_3>;
    using Tree =
        CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>>>;
    static Kernel::Point_3 point(const Point& p) { return {p.x, p.y, p.z}; }

    Triangles triangles_;
    std::unique_ptr<Tree> tree_;
};

#ifdef NEARFIELD_FCL
/// FCL's trees, in metres.
class FclPart {
  public:
    void add(const Corners& c) { triangles_.push_back(c); }
    bool is_built() const { return model_ != nullptr; }
    void build() {
        model_ = std::make_unique<fcl::BVHModel<fcl::OBBRSSd>>();
        model_->beginModel(int(triangles_.size()), int(triangles_.size()) * 3);
        for (const Corners& c : triangles_) model_->addTriangle(point(c.p), point(c.q), point(c.r));
        model_->endModel();
    }
    void forget() { model_.reset(); }
    bool meets(const FclPart& other) const {
        const auto here = fcl::Transform3d::Identity();
        fcl::CollisionResultd result;
        return fcl::collide(model_.get(), here, other.model_.get(), here, fcl::CollisionRequestd(), result) > 0;
    }
    static constexpr bool both_need_trees = true;

  private:
    static fcl::Vector3d point(const Point& p) {
        const glm::dvec3 at = metres(p);
        return {at.x, at.y, at.z};
    }

    std::vector<Corners> triangles_;
    std::unique_ptr<fcl::BVHModel<fcl::OBBRSSd>> model_;
};
#endif

/// Boost finds intersecting boxes and another library surfaces, on one thread.
template <class TreeOfPart> class Theirs : public Method {
  public:
    explicit Theirs(const Task& task) : task_(task), parts_(task.boxes.size()) {
        for (const Box& b : task.boxes)
            entries_.push_back({{{b.lo[0], b.lo[1], b.lo[2]}, {b.hi[0], b.hi[1], b.hi[2]}}, u32(entries_.size())});
        const auto view = view_of(task.surfaces);
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            const Share& share = task.surfaces.parts[p].triangles;
            for (u32 t = share.closed; t < share.back; ++t) {
                const Corners c = corners_of(view, Copy::own, t);
                if (!normal_signs(c.p, c.q, c.r).none()) parts_[p].add(c);
            }
        }
    }
    Outcome run() override {
        for (auto& part : parts_) part.forget();
        const double start = seconds();
        const auto pairs = candidates();
        Outcome outcome{.candidates = pairs.size(), .boxes = seconds() - start};
        for (const auto& [a, b] : pairs) {
            auto &in = parts_[task_.all_pairs() ? a : b], &from = parts_[task_.all_pairs() ? b : a];
            if (!in.is_built()) in.build();
            if (TreeOfPart::both_need_trees && !from.is_built()) from.build();
            outcome.meeting += in.meets(from);
        }
        outcome.triangles = seconds() - start - outcome.boxes;
        return outcome;
    }

  private:
    std::vector<BoxPair> candidates() const {
        const auto end = entries_.begin() + task_.search;
        const geo::index::rtree<Entry, geo::index::rstar<8>> tree(entries_.begin(), end);
        std::vector<BoxPair> pairs;
        std::vector<Entry> found;
        for (auto query = task_.all_pairs() ? entries_.begin() : end; query != entries_.end(); ++query) {
            found.clear();
            tree.query(geo::index::intersects(query->first), std::back_inserter(found));
            for (const Entry& other : found) {
                if (!task_.all_pairs()) pairs.push_back({other.second, query->second});
                else if (query->second < other.second) pairs.push_back({query->second, other.second});
            }
        }
        return pairs;
    }

    const Task& task_;
    std::vector<Entry> entries_;
    std::vector<TreeOfPart> parts_;
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Outcomes of one method, without the first, unless that took too long for a second.
class Series {
  public:
    Series(std::string name, int threads, std::unique_ptr<Method> method)
        : name_(std::move(name)),
          threads_(threads),
          method_(std::move(method)) {}

    void run() {
        constexpr double patience = 2;  // s
        if (is_slow_) return;
        omp_set_num_threads(threads_);
        last_ = method_->run();
        is_slow_ = runs_ == 0 && last_.boxes + last_.triangles > patience;
        if (!is_slow_) last_ = method_->run();
        if (runs_++ > 0 || is_slow_) {
            boxes_.push_back(last_.boxes);
            triangles_.push_back(last_.triangles);
        }
    }
    void print() const {
        fmt::print("{:<26} {:>7} {:>10} {:>8} {:>10.3f} {:>10.3f} {:>10.3f}\n", name_, threads_, last_.candidates,
                   last_.meeting, median(boxes_) * 1e3, median(triangles_) * 1e3,
                   (median(boxes_) + median(triangles_)) * 1e3);
    }
    const Outcome& last() const { return last_; }

  private:
    std::string name_;
    int threads_;
    std::unique_ptr<Method> method_;
    int runs_ = 0;
    bool is_slow_ = false;
    std::vector<double> boxes_, triangles_;
    Outcome last_;
};

/// Other libraries decide only whether surfaces meet; relations of parts are answered by Nearfield alone.
std::vector<Series> methods_for(const Task& task, Copies copies, const std::vector<std::string>& left_out) {
    std::vector<Series> methods;
    const auto add = [&](const std::string& name, int threads, const auto& make) {
        const auto is_named = [&](const std::string& word) { return name.find(word) != std::string::npos; };
        if (std::none_of(left_out.begin(), left_out.end(), is_named))
            if (auto method = make()) methods.emplace_back(name, threads, std::move(method));
    };
    const std::pair<const char*, BoxSettings> ways[]{{"bins", {.broad = Broad::bins}},
                                                     {"lbvh", {.broad = Broad::lbvh}}};
#ifdef NEARFIELD_CUDA
    for (const auto& [name, way] : ways)
        add(fmt::format("Nearfield, CUDA, {}", name), 1, [&, &way = way] { return ours_on_cuda(task, way, copies); });
#endif
    for (const int threads : {1, omp_get_num_procs()})
        for (const auto& [name, way] : ways)
            add(fmt::format("Nearfield, {}", name), threads,
                [&, &way = way] { return std::make_unique<Ours<Cpu>>(task, way, copies); });
    if (copies != Copies::one) return methods;
    add("Boost R-tree, CGAL AABB", 1, [&] { return std::make_unique<Theirs<CgalPart>>(task); });
#ifdef NEARFIELD_FCL
    add("Boost R-tree, FCL OBBRSS", 1, [&] { return std::make_unique<Theirs<FclPart>>(task); });
#endif
    return methods;
}

struct Turns {
    int repeats;
    std::vector<std::string> left_out;
};

void compare(const Task& task, Copies copies, const Turns& turns) {
    auto methods = methods_for(task, copies, turns.left_out);
    for (int repeat = -1; repeat < turns.repeats; ++repeat)
        for (auto& method : methods) method.run();
    for (const auto& method : methods) method.print();
    const auto differs = [&](const Series& other) {
        return other.last().meeting != methods[0].last().meeting ||
               other.last().candidates != methods[0].last().candidates;
    };
    const auto others = std::count_if(methods.begin(), methods.end(), differs);
    fmt::print("{}\n\n", others == 0 ? "All find the same numbers of pairs."
                                     : fmt::format("{} of them find other numbers of pairs than the first.", others));
}

std::vector<std::string> words_of(const std::string& list) {
    std::vector<std::string> words;
    std::istringstream in(list);
    for (std::string word; std::getline(in, word, ',');) words.push_back(word);
    return words;
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
        if (const double volume = size.x * size.y * size.z; volume > most) {
            most = volume;
            largest = own;
        }
    }
    return {.id = "search", .surfaces = {box_mesh(largest.lo, (largest.lo + largest.hi) / 2.)}};
}

}  // namespace
}  // namespace nearfield::building

int main(int argc, char** argv) {
    using namespace nearfield;
    const std::string model = argc > 1 ? argv[1] : "fzk";
    const int buildings = argc > 2 ? std::atoi(argv[2]) : 1;
    const building::Turns turns{.repeats = argc > 3 ? std::atoi(argv[3]) : 5,
                                .left_out = building::words_of(argc > 4 ? argv[4] : "")};
    auto building = building::load_building(model, {.buildings = buildings});
    const auto parts = u32(building.parts.size());
    const auto all = building::task_of(building, parts);
    fmt::print("{}{}\n", cuda_status().devices.empty() ? "" : device_name(Backend::cuda) + "; ",
               device_name(Backend::cpu));
    fmt::print("{} x {}: {} parts, {} triangles; {} repeats in turn; medians in ms, trees included\n\n", buildings,
               model, parts, all.surfaces.triangles.size(), turns.repeats);
    fmt::print("{:<26} {:>7} {:>10} {:>8} {:>10} {:>10} {:>10}\nAll pairs that meet\n", "", "threads", "candidates",
               "meeting", "boxes", "triangles", "total");
    building::compare(all, building::Copies::one, turns);
    fmt::print("All relations\n");
    building::compare(all, building::Copies::relations, turns);
    building.parts.push_back(building::search_part(building));
    fmt::print("One search mesh\n");
    building::compare(building::task_of(building, parts), building::Copies::one, turns);
}
