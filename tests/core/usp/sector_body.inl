// Searches with a field of view against brute force in double precision. Compiled once per backend; sector_cpu.cpp and
// sector_cuda.cu define the backend, TestedExec.
#include "on_exec.hpp"

#include "usp/explain/probe.hpp"

#include <algorithm>
#include <numeric>
#include <random>

namespace nearfield {
namespace {

constexpr double pi = 3.14159265358979323846;

/// Set of each actor's neighbours in sight.
template <int D> struct InSight {
    const Packed<D>* heading;
    const u32* id;
    Sight sight;
    SetSum* found;  ///< by id
    static constexpr bool sums_only = true, looks_ahead = true;
    template <class Near> NF_HD SetSum operator()(u32 i, const Near& near) const {
        const vec<D> ahead = direction<D>(load<D>(heading + i));
        return near.sum(i, SetSum{}, [&](const Other& j, const vec<D>& towards, float d2) {
            SetSum one;
            one.add(j.of(id));
            return OnlyIf<SetSum>{sight.sees(dot<D>(towards, ahead), d2), one};
        });
    }
    NF_HD void write(u32 i, const SetSum& set) const { found[id[i]] = set; }
};

/// Actors with headings, searched with radius 1.
template <int D> struct Crowd {
    Environment<D> box;
    std::vector<Packed<D>> at, heading;
};

template <int D> class Lookers {
  public:
    Lookers(TestedExec& exec, const Crowd<D>& crowd) : exec_(exec), crowd_(crowd) {
        std::vector<u32> id(crowd.at.size());
        std::iota(id.begin(), id.end(), 0u);
        actors_.resize(u32(id.size()));
        actors_.position.array().upload(exec, crowd.at);
        heading_.array().upload(exec, crowd.heading);
        actors_.id.array().upload(exec, id);
    }
    void construct(const SearchSettings& settings, double degrees) {
        search.configure(make_grid(crowd_.box, 1, settings, actors_.size()), settings, actors_.size());
        search.clear_lost(exec_);
        search.look_along(heading_, Sight::of(degrees));
        search.construct(exec_, timer_, actors_, 0);
    }
    /// Sets by id.
    std::vector<SetSum> see(double degrees) {
        Array<TestedExec, SetSum> found;
        found.resize(actors_.size(), "sets");
        search.query(exec_, InSight<D>{heading_.current(), actors_.id.current(), Sight::of(degrees), found.data()});
        return found.download(exec_);
    }
    u32 mismatches() { return verify(exec_, search, actors_.id.current(), 50).mismatches; }
    Audit work() { return audit(exec_, search, 1u << 16); }
    Inspection look(u32 actor) { return inspect(exec_, search, actors_.id.current(), actor); }

    Search<TestedExec, D> search;

  private:
    TestedExec& exec_;
    const Crowd<D>& crowd_;
    Actors<TestedExec, D> actors_;
    Column<TestedExec, Packed<D>>& heading_ = actors_.template add<Packed<D>>("headings");
    StageTimer<TestedExec> timer_;
};

/// A pair nearer than the radius, and the cosine of its angle to the heading times its absolute value. 0 without a
/// heading; 2 for coincident actors, which are in sight.
struct NearPair {
    u32 i, j;
    double cosine2, slack;  ///< and its rounding error
    bool either;            ///< rounding decides whether it counts
};

template <int D> std::vector<NearPair> near_pairs(const Crowd<D>& crowd) {
    std::vector<NearPair> pairs;
    for (u32 i = 0; i < crowd.at.size(); ++i)
        for (u32 j = 0; j < crowd.at.size(); ++j) {
            double ahead = 0, d2 = 0, length2 = 0;
            for (int a = 0; a < D; ++a) {
                const double side = double(crowd.box.hi[a]) - crowd.box.lo[a], h = crowd.heading[i].c[a];
                double d = double(crowd.at[j].c[a]) - crowd.at[i].c[a];
                if (crowd.box.wrapped) d -= side * std::round(d / side);
                ahead += d * h;
                d2 += d * d;
                length2 += h * h;
            }
            if (i == j || d2 > 1 + 3e-6) continue;
            const double c = d2 == 0 ? 2 : length2 > 0 ? ahead / std::sqrt(length2 * d2) : 0;
            pairs.push_back({i, j, c * std::fabs(c), 3e-6 + (d2 > 0 ? 2e-6 / std::sqrt(d2) : 0), d2 > 1 - 3e-6});
        }
    return pairs;
}

/// Random headings, headings along axes and edges of cones, and zero.
template <int D> Packed<D> some_heading(u32 i, std::mt19937& random) {
    vec<D> heading(0.f);
    if (i % 7 == 0) return pack<D>(heading);
    if (i % 7 == 1) heading[int(random() % D)] = random() % 2 ? 2.f : -2.f;
    else if (i % 7 == 2) {
        heading[0] = 1.f;
        heading[1] = random() % 2 ? 1.f : -1.f;
    } else if (i % 7 == 3) {
        heading[0] = 1e-7f;
        heading[1] = random() % 2 ? 3.f : -3.f;
    } else
        for (int a = 0; a < D; ++a) heading[a] = std::normal_distribution<float>()(random);
    return pack<D>(heading);
}

/// A third at random positions, a third on borders of bins, a third straight ahead of another.
template <int D> Crowd<D> crowd_on_borders(bool wrapped, float ratio, float lo, u32 n, std::mt19937& random) {
    Crowd<D> crowd{{.lo = vec<D>(lo), .hi = vec<D>(lo + 4), .wrapped = wrapped}, {}, {}};
    std::uniform_real_distribution<float> anywhere(lo, lo + 4);
    for (u32 i = 0; i < n; ++i) {
        vec<D> at;
        for (int a = 0; a < D; ++a) at[a] = anywhere(random);
        if (i % 3 == 1)
            for (int a = 0; a < D; ++a) at[a] = lo + ratio * std::floor((at[a] - lo) / ratio);
        if (i % 3 == 2) {
            const vec<D> from = unpack<D>(crowd.at[i - 2]), way = direction<D>(unpack<D>(crowd.heading[i - 2]));
            at = crowd.box.confine(from + way * std::uniform_real_distribution<float>(0.f, 1.2f)(random));
        }
        crowd.at.push_back(pack<D>(at));
        crowd.heading.push_back(some_heading<D>(i, random));
    }
    return crowd;
}

class Sectors : public OnExec<TestedExec> {
  protected:
    template <int D> void expect_exact(const Crowd<D>& crowd, float ratio, const std::string& what) {
        const auto pairs = near_pairs(crowd);
        Lookers<D> lookers(*exec, crowd);
        for (Visit visit : {visit_of<TrimmedVisit>, visit_of<FusedVisit>, visit_of<StripsVisit>})
            for (double degrees : {0., 1., 90., 179.9, 180., 181., 270., 300., 359., 360.}) {
                lookers.construct({.bin_ratio = ratio, .visit = visit, .sector = true}, degrees);
                const auto found = lookers.see(degrees);
                expect_sets(crowd, pairs, degrees, found, what + ", ratio " + std::to_string(ratio));
            }
    }
    /// Expects all actors certainly in sight, and none certainly out of sight.
    template <int D> void expect_sets(const Crowd<D>& crowd, const std::vector<NearPair>& pairs, double degrees,
                                      const std::vector<SetSum>& found, const std::string& what) {
        const double c = std::cos(degrees / 360 * pi), least = c * std::fabs(c);
        std::vector<SetSum> expected(crowd.at.size());
        std::vector<bool> unsure(crowd.at.size());
        for (const auto& p : pairs) {
            const bool close = degrees < 360 && std::fabs(p.cosine2 - least) < p.slack;
            if (p.either || close) unsure[p.i] = true;
            else if (degrees >= 360 || p.cosine2 > least) expected[p.i].add(p.j);
        }
        u32 compared = 0;
        for (u32 i = 0; i < expected.size(); ++i) {
            if (unsure[i]) continue;
            ++compared;
            ASSERT_EQ(found[i].count, expected[i].count) << what << ", " << degrees << " degrees, actor " << i;
            ASSERT_EQ(found[i].sum, expected[i].sum) << what << ", " << degrees << " degrees, actor " << i;
        }
        EXPECT_GT(compared, expected.size() / 8) << what << ", " << degrees << " degrees";
    }
};

TEST_F(Sectors, AllInSightAreFoundAndNobodyElse) {
    std::mt19937 random(11);
    for (bool wrapped : {false, true})
        for (float ratio : {0.125f, 0.3f, 0.5f, 1.f, 2.5f})
            for (float lo : {-2.f, 3000.f}) {  // there rounding places actors beyond their bins
                const std::string what = (wrapped ? "wrapped from " : "clamped from ") + std::to_string(lo);
                expect_exact(crowd_on_borders<2>(wrapped, ratio, lo, 240, random), ratio, "2D, " + what);
                expect_exact(crowd_on_borders<3>(wrapped, ratio, lo, 300, random), ratio, "3D, " + what);
            }
}

/// Strips are cut to the disc and then to the sector, which costs about 1 % more than cutting to both at once.
TEST_F(Sectors, TheoryIsSteinersForTheSector) {
    const double w = 0.5, half_disc = pi / 2 + 2 * w * (pi + 2) / pi + w * w, disc = pi + 4 * w + w * w;
    const auto plane = Grid<2>::make({.lo = vec<2>(0.f), .hi = vec<2>(40.f), .wrapped = true}, 1, float(w));
    const Sight half = Sight::of(180);
    EXPECT_NEAR(surplus_theory(plane, visit_of<TrimmedVisit>, half, true) * pi / 2 / half_disc, 1.01, 0.005);
    EXPECT_NEAR(surplus_theory(plane, visit_of<TrimmedVisit>, half, false) * pi / 2, disc, 1e-5);
}

template <int D> Crowd<D> even_crowd(float side, u32 n) {
    std::mt19937 random(5);
    Crowd<D> crowd{{.lo = vec<D>(0.f), .hi = vec<D>(side), .wrapped = true}, {}, {}};
    for (u32 i = 0; i < n; ++i) {
        vec<D> at, heading;
        for (int a = 0; a < D; ++a) {
            at[a] = std::uniform_real_distribution<float>(0, side)(random);
            heading[a] = std::normal_distribution<float>()(random);
        }
        crowd.at.push_back(pack<D>(at));
        crowd.heading.push_back(pack<D>(heading));
    }
    return crowd;
}

template <int D> void expect_work(TestedExec& exec, const Crowd<D>& crowd, Visit visit, float ratio) {
    Lookers<D> lookers(exec, crowd);
    for (double degrees : {20., 90., 180., 280., 360.}) {
        lookers.construct({.bin_ratio = ratio, .visit = visit}, degrees);
        const Audit whole = lookers.work();
        lookers.construct({.bin_ratio = ratio, .visit = visit, .sector = true}, degrees);
        const Audit seen = lookers.work();
        const std::string what = std::to_string(D) + "D, " + info(visit).name + ", " + std::to_string(degrees);
        EXPECT_EQ(seen.neighbours, whole.neighbours) << what;
        EXPECT_NEAR(seen.surplus, seen.surplus_theory, 0.02 * seen.surplus_theory) << what;
        EXPECT_NEAR(whole.surplus, whole.surplus_theory, 0.02 * whole.surplus_theory) << what;
        if (degrees < 360) EXPECT_LT(seen.candidates, whole.candidates) << what;
        else EXPECT_EQ(seen.candidates, whole.candidates) << what;
        EXPECT_EQ(lookers.mismatches(), 0u) << what;
    }
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_F(Sectors, CandidatesAreThoseThatTheoryExpects) {
    for (Visit visit : {visit_of<TrimmedVisit>, visit_of<FusedVisit>})
        for (float ratio : {0.5f, 1.f}) {
            expect_work(*exec, even_crowd<2>(20, 8000), visit, ratio);
            expect_work(*exec, even_crowd<3>(8, 8000), visit, ratio);
        }
}

TEST_F(Sectors, TheLensShowsTheCut) {
    const auto crowd = even_crowd<2>(20, 6000);
    Lookers<2> lookers(*exec, crowd);
    lookers.construct({.visit = visit_of<TrimmedVisit>}, 180);
    const Inspection whole = lookers.look(17);
    lookers.construct({.visit = visit_of<TrimmedVisit>, .sector = true}, 180);
    const Inspection seen = lookers.look(17);
    EXPECT_LT(seen.candidates.size(), 0.75 * double(whole.candidates.size()));
    const auto neighbours = [](const Inspection& i) {
        return std::count_if(i.candidates.begin(), i.candidates.end(), [](const Candidate& c) { return c.neighbour; });
    };
    EXPECT_EQ(neighbours(seen), neighbours(whole)) << "neighbours are those in sight";
}

}  // namespace
}  // namespace nearfield
