// Every listed visit: the numbering of its bins, its theory, its walk on a CPU, and what is said about it.
#include "usp/visits/visits.hpp"

#include "backends.hpp"
#include "places.hpp"
#include "usp/ask/find.hpp"
#include "usp/walk/cpu_neighbours.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

// not in tsan: nothing new for threads
namespace nearfield {
namespace visits_test {

template <int D> Environment<D> box_of(const vec<D>& sides) {
    return {.lo = vec<D>(0.f), .hi = sides, .wrapped = false};
}

/// Expects that a visit gives each bin a number of its own, and finds the bin by it.
template <int D> void expect_numbers(const VisitInfo& visit, const vec<D>& sides) {
    const auto plain = Grid<D>::make(box_of<D>(sides), 1, 1);
    const auto grid = Grid<D>::make(box_of<D>(sides), 1, 1, {.numbering = visit.numbering});
    std::set<u32> numbers;
    for (u32 n = 0; n < plain.bin_count(); ++n) {
        const ivec<D> place = plain.place(n);
        const u32 number = grid.bin(vec<D>(place) + 0.5f);
        EXPECT_LT(number, grid.bin_count());
        EXPECT_TRUE(numbers.insert(number).second) << visit.name << ": two bins have number " << number;
        EXPECT_EQ(grid.place(number), place) << visit.name;
    }
}

TEST(Visits, NumberEachBinOnce) {
    for (const auto& visit : visits) {
        for (const vec<2>& sides : {vec<2>(16, 16), vec<2>(13, 9), vec<2>(100, 3), vec<2>(7, 1)})
            expect_numbers<2>(visit, sides);
        for (const vec<3>& sides : {vec<3>(8, 8, 8), vec<3>(5, 12, 7), vec<3>(6, 5, 1)})
            expect_numbers<3>(visit, sides);
    }
}

template <int D> std::vector<Packed<D>> even_points(u32 n, float side) {
    std::mt19937 random(7);
    std::vector<Packed<D>> points(n);
    for (auto& p : points)
        for (float& c : p.c) c = std::uniform_real_distribution<float>(0, side)(random);
    return points;
}

/// A storage of points, sorted by a visit's numbering.
template <int D> class Sorted {
  public:
    Sorted(std::vector<Packed<D>> points, const Grid<D>& grid) : start_(grid.bin_count() + 1) {
        const auto bin = [&](const Packed<D>& p) { return grid.bin(unpack<D>(p)); };
        std::sort(points.begin(), points.end(), [&](const auto& a, const auto& b) { return bin(a) < bin(b); });
        position_ = std::move(points);
        for (const auto& p : position_) ++start_[bin(p) + 1];
        for (std::size_t b = 1; b < start_.size(); ++b) start_[b] += start_[b - 1];
        storage_ = {grid, position_.data(), start_.data(), u32(position_.size())};
    }
    const Storage<D>& storage() const { return storage_; }

  private:
    std::vector<Packed<D>> position_;
    std::vector<u32> start_;
    Storage<D> storage_;
};

using Strips = std::vector<std::pair<u32, u32>>;

template <int D> Strips listed_on_cpu(const Storage<D>& s, Visit visit, u32 i) {
    Strips strips;
    detail::StripList<D> list;
    const auto walk = detail::cpu_walk<D>(visit, s.grid.box.wrapped);
    do {
        walk.list_strips(s, i, load<D>(s.position + i), list);
        for (u32 n = 0; n < list.held; ++n) strips.emplace_back(list.strips[n].first, list.strips[n].end);
    } while (list.more);
    return strips;
}

template <int D> Strips walked(const Storage<D>& s, Visit visit, u32 i) {
    Strips strips;
    each_range(Walk{visit, s.grid.box.wrapped}, s, load<D>(s.position + i), [&](const Stretch& t, const vec<D>&) {
        if (t.first < t.end) strips.emplace_back(t.first, t.end);
    });
    return strips;
}

template <int D> void expect_own_walk(const VisitInfo& visit, bool wrapped) {
    constexpr float side = 8;
    const Environment<D> box{.lo = vec<D>(0.f), .hi = vec<D>(side), .wrapped = wrapped};
    const Sorted<D> sorted(even_points<D>(1000, side), Grid<D>::make(box, 1, 0.5f, {.numbering = visit.numbering}));
    for (u32 i = 0; i < 1000; i += 50)
        EXPECT_EQ(listed_on_cpu(sorted.storage(), visit.visit, i), walked(sorted.storage(), visit.visit, i))
            << visit.name << ", " << D << "D" << (wrapped ? ", wrapped" : "");
}

TEST(Visits, TheCpuListsTheStretchesOfTheWalkThatIsAskedFor) {
    for (const auto& visit : visits)
        for (bool wrapped : {false, true}) {
            expect_own_walk<2>(visit, wrapped);
            expect_own_walk<3>(visit, wrapped);
        }
}

class VisitWork : public OnBackend {};

double side_of(int dimensions) { return dimensions == 2 ? 20 : 8; }

FindRequest even_request(int dimensions) {
    const double side = side_of(dimensions);
    FindRequest request{.dimensions = dimensions, .hi = glm::dvec3(side), .wrapped = true};
    for (const auto& p : even_points<3>(4000, float(side)))
        request.points.emplace_back(p.c[0], p.c[1], dimensions == 2 ? 0.f : p.c[2]);
    return request;
}

void expect_work(const VisitInfo& visit, const Audit& work, const Lengths& lengths, const std::string& what) {
    EXPECT_NEAR(work.surplus, work.surplus_theory, 0.03 * work.surplus_theory) << what;
    const auto bins = visit.bins(lengths);
    if (bins) { EXPECT_NEAR(work.bins, *bins, 0.03 * *bins) << what; }
    const double stretches = visit.one_by_one ? *bins : visit.rows(lengths);
    EXPECT_GT(work.strips, 0.97 * stretches) << what;
    const double divided = visit.one_by_one ? 0 : 2 * lengths.radius / side_of(lengths.dimensions);
    EXPECT_LT(work.strips, (1.03 + divided) * stretches) << what << ": more than wrapped borders divide";
}

TEST_P(VisitWork, IsWhatItsTheoryExpects) {
    for (int dimensions : {2, 3}) {
        FindRequest request = even_request(dimensions);
        for (const auto& visit : visits) {
            const std::string what = fmt::format("{}, {}D", visit.name, dimensions);
            request.search = {.bin_ratio = 0.5f, .visit = visit.visit};
            const Audit work = find_neighbours(request, GetParam()).audit;
            if (visit.reads_bins) {
                const double x = visit.fine ? 0.5 / request.search.fine : 0.5;
                expect_work(visit, work, {dimensions, 1, x, 0.5, 0.5}, what);
            } else {
                EXPECT_EQ(work.surplus_theory, 0) << what;
                EXPECT_GE(work.candidates, 3999) << what << ": all others, some through several images";
            }
        }
    }
}

NF_ON_BACKENDS(VisitWork);

TEST(Visits, HaveNamesOfTheirOwnAndSaySo) {
    const std::vector<ParamSpec> specs = describe(static_cast<SearchSettings*>(nullptr));
    const auto& spec = *std::find_if(specs.begin(), specs.end(), [](const auto& s) { return s.key == "search.visit"; });
    std::set<std::string> names;
    for (const auto& visit : visits) {
        EXPECT_TRUE(names.insert(visit.name).second) << visit.name;
        EXPECT_EQ(&info(visit.visit), &visit);
        EXPECT_NE(spec.help.find(fmt::format(" {}: {}.", visit.name, visit.help)), std::string::npos) << visit.name;
    }
    EXPECT_EQ(spec.choices, visit_names());
    EXPECT_EQ(names.size(), spec.choices.size());
}

TEST(Visits, WalkInSparseGridsAsTheFirstWithTheirWalk) {
    const auto as = [](Visit visit) { return info(visit).in_sparse_grids; };
    EXPECT_EQ(as(visit_of<FusedVisit>), visit_of<TrimmedVisit>);
    EXPECT_EQ(as(visit_of<ZOrderVisit>), visit_of<BinsVisit>);
    for (const auto& visit : visits) {
        const auto& other = info(visit.in_sparse_grids);
        EXPECT_EQ(other.reads_bins, visit.reads_bins);
        EXPECT_EQ(other.trims, visit.trims);
        EXPECT_EQ(other.one_by_one, visit.one_by_one);
        EXPECT_FALSE(other.fused || other.by_curve()) << visit.name;
    }
}

std::string page(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// "`trimmed`, `fused`"
std::string names_with(bool trims) {
    std::string names;
    for (const auto& visit : visits)
        if (visit.reads_bins && visit.trims == trims)
            names += fmt::format("{}`{}`", names.empty() ? "" : ", ", visit.name);
    return names;
}

TEST(Visits, AreOnThePageOfTheSearchInTheirOwnWords) {
    const std::string text = page(places::assets + "/../docs/search.md");
    std::vector<std::string> lines{fmt::format("| {} | (2R + x)(2R + y)(2R + z)", names_with(false)),
                                   fmt::format("| {}, 2D |", names_with(true)),
                                   fmt::format("| {}, 3D |", names_with(true))};
    for (const auto& visit : visits) lines.push_back(fmt::format("  - `{}`: {}\n", visit.name, visit.help));
    for (const auto& line : lines)
        EXPECT_NE(text.find("\n" + line), std::string::npos) << "docs/search.md lacks: " << line;
}

}  // namespace visits_test
}  // namespace nearfield
