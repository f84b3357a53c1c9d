// The circles model of scenes/circles/README.md: pairs, single steps, uniform start, rings and degenerate cases, on
// every backend.
#include "backends.hpp"
#include "worlds.hpp"

#include "base/error.hpp"
#include "exec/simd.hpp"
#include "usp/grid/settings.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace nearfield {
namespace circles_test {

using Values = std::vector<std::pair<std::string, std::string>>;

// takes long
class CirclesModel : public OnBackend {
  protected:
    static Settings settings(Values values) {
        values.insert(values.begin(), {"aspect", "1"});
        return settings_of(find_scene("circles"), values);
    }
    static std::unique_ptr<World> world(const Values& values) {
        return make_world(find_scene("circles"), settings(values), GetParam());
    }
};

/// A step by brute force in double precision: takes positions, returns positions and neighbour counts.
struct Reference {
    std::vector<glm::dvec3> next;
    std::vector<int> neighbours, borderline;
};

Reference brute_step(const std::vector<glm::vec3>& at, int dims, glm::dvec3 lo, glm::dvec3 hi, bool wrapped, double r,
                     double k, double pi, bool mean) {
    Reference ref;
    for (std::size_t i = 0; i < at.size(); ++i) {
        glm::dvec3 sum(0), xi(at[i]);
        int count = 0, edge = 0;
        for (std::size_t j = 0; j < at.size(); ++j) {
            glm::dvec3 d = glm::dvec3(at[j]) - xi;
            if (wrapped)
                for (int a = 0; a < dims; ++a) d[a] -= (hi[a] - lo[a]) * std::round(d[a] / (hi[a] - lo[a]));
            const double distance = glm::length(d);
            edge += std::abs(distance - r) < 1e-6 * r;
            if (i == j || distance == 0 || distance >= r) continue;
            sum += std::sin(-2 * pi * distance / r) / distance * d;
            ++count;
        }
        glm::dvec3 x = xi + sum * (mean && count ? k / count : k);
        for (int a = 0; a < dims; ++a) {
            if (wrapped) x[a] -= (hi[a] - lo[a]) * std::floor((x[a] - lo[a]) / (hi[a] - lo[a]));
            else x[a] = std::clamp(x[a], lo[a], hi[a]);
        }
        ref.next.push_back(x);
        ref.neighbours.push_back(count);
        ref.borderline.push_back(edge);
    }
    return ref;
}

TEST_P(CirclesModel, PairFollowsTheRecurrence) {
    const double expected[] = {.3951056516, .4563438907, .4834311527, .4938228720, .4977031016};
    for (int dims : {2, 3})
        for (int axis = 0; axis < dims; ++axis)
            for (const char* ratio : {"0.5", "1", "0.13"}) {
                auto w = world({{"actors", "2"},
                                {"side", "8"},
                                {"dimensions", std::to_string(dims)},
                                {"search.bin_ratio", ratio}});
                glm::vec3 a(0), b(0);
                a[axis] = -0.15f;
                b[axis] = 0.15f;  // across a bin border at zero
                w->actors()->place({a, b});
                double d = 0.3;
                for (int n = 1; n <= 10; ++n) {
                    run(*w, 1);
                    d += 0.1 * std::sin(2 * 3.14159265358979323846 * d);
                    if (n <= 5) { EXPECT_NEAR(d, expected[n - 1], 1e-10); }
                    const auto at = w->actors()->read().position;
                    EXPECT_NEAR(glm::length(at[1] - at[0]), d, 1e-6) << "step " << n << " axis " << axis;
                }
                EXPECT_NEAR(d, .4999837061, 1e-10);
            }
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(CirclesModel, OneStepEqualsBruteForceInDoublePrecision) {
    for (const char* dims : {"2", "3"})
        for (const char* bounds : {"clamped", "wrapped"})
            for (const auto& visit : visit_names())
                for (const char* pi : {"exact", "3.141"})
                    for (const char* reduction : {"mean", "sum"}) {
                        SCOPED_TRACE(testing::Message()
                                     << dims << "D " << bounds << " " << visit << " " << pi << " " << reduction);
                        auto w = world({{"actors", "1500"},
                                        {"dimensions", dims},
                                        {"bounds", bounds},
                                        {"search.visit", visit},
                                        {"pi", pi},
                                        {"reduction", reduction},
                                        {"aspect", "1.5"}});
                        const auto start = w->actors()->read().position;
                        Picture picture;
                        w->draw(picture, 0, true);
                        const bool wrapped = std::string(bounds) == "wrapped", mean = std::string(reduction) == "mean";
                        const auto ref = brute_step(start, dims[0] - '0', picture.lo, picture.hi, wrapped, 1,
                                                    double(0.05f), std::string(pi) == "exact" ? M_PI : 3.141, mean);
                        run(*w, 1);
                        const auto table = w->actors()->read();
                        const double tolerance =
                            1e-6 * (picture.hi.x - picture.lo.x) * (mean ? 1 : 10);  // rounding of a sum of 70 forces
                        for (std::size_t i = 0; i < start.size(); ++i) {
                            for (int a = 0; a < 3; ++a) {
                                double off = std::abs(table.position[i][a] - ref.next[i][a]);
                                if (wrapped) off = std::min(off, std::abs(off - double(picture.hi[a] - picture.lo[a])));
                                ASSERT_LE(off, tolerance) << "actor " << i;
                            }
                            ASSERT_LE(std::abs(int(table.attributes[0][i]) - ref.neighbours[i]), ref.borderline[i])
                                << "actor " << i;
                        }
                    }
}

/// Mean neighbours and squared displacement of the uniform start, over actors farther than R from every wall.
struct Interior {
    double neighbours = 0, rms = 0, longest = 0;
};

Interior first_step(World& w) {
    const auto start = w.actors()->read().position;
    Picture picture;
    w.draw(picture, 0, true);
    w.step();
    w.finish();
    const auto table = w.actors()->read();
    Interior result;
    int n = 0;
    for (std::size_t i = 0; i < start.size(); ++i) {
        result.longest = std::max(result.longest, double(table.attributes[1][i]));
        bool inside = true;
        for (int a = 0; a < picture.dimensions; ++a)
            inside &= start[i][a] > picture.lo[a] + 1 && start[i][a] < picture.hi[a] - 1;
        if (!inside) continue;
        ++n;
        result.neighbours += table.attributes[0][i];
        result.rms += std::pow(double(table.attributes[1][i]), 2);
    }
    result.neighbours /= n;
    result.rms = std::sqrt(result.rms / n);
    return result;
}

TEST_P(CirclesModel, UniformStartHasTheExpectedNeighboursAndStep) {
    for (int dims : {2, 3}) {
        auto w = world({{"actors", "40000"}, {"dimensions", std::to_string(dims)}, {"neighbours", "60"}});
        const auto measured = first_step(*w);
        EXPECT_NEAR(measured.neighbours, 60, 0.02 * 60);
        const double formula = dims == 2 ? 0.05 / std::sqrt(2 * 60.) : 0.05 * std::sqrt(.481 / 60);
        EXPECT_NEAR(measured.rms, formula, 0.05 * formula);
        EXPECT_LE(measured.longest, 0.05 * (1 + 1e-6));
    }
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(CirclesModel, SettlesIntoRings) {
    auto w = world({{"actors", "20000"}, {"side", "32.36"}});
    run(*w, 1);
    const auto before = w->metrics();
    run(*w, 499);
    const auto after = w->metrics();
    EXPECT_LT(after[0], 0.2 * before[0]) << "rms step";
    EXPECT_GT(after[1], 2 * before[1]) << "mean neighbours";
    for (const auto& p : w->actors()->read().position) ASSERT_TRUE(std::abs(p.x) <= 16.18f && std::abs(p.y) <= 16.18f);
}

TEST_P(CirclesModel, CoincidentActorsStayFiniteAndAreSkipped) {
    auto w = world({{"actors", "3"}, {"side", "8"}});
    w->actors()->place({{1, 1, 0}, {1, 1, 0}, {1.25f, 1, 0}});
    run(*w, 1);
    const auto table = w->actors()->read();
    EXPECT_EQ(table.attributes[0], (std::vector<float>{1, 1, 2})) << "the coincident one is not counted";
    EXPECT_EQ(table.position[0], table.position[1]);
    EXPECT_NEAR(table.position[0].x, 0.95, 1e-6) << "k sin(-pi/2) away from the third";
}

TEST_P(CirclesModel, ZeroForceMovesNothing) {
    auto still = world({{"actors", "3000"}, {"force", "0"}});
    const auto start = still->actors()->read().position;
    run(*still, 3);
    const auto end = still->actors()->read().position;
    EXPECT_EQ(std::memcmp(start.data(), end.data(), start.size() * sizeof start[0]), 0);
}

/// A negative k reverses the law: actors farther apart than R/2 disperse up to R, nearer ones collapse. (Chisholm 2020
/// only says that they disperse; at its densities most nearest neighbours start below R/2.)
TEST_P(CirclesModel, NegativeForceDispersesBeyondHalfTheRadius) {
    auto w = world({{"actors", "4"}, {"side", "20"}, {"force", "-0.05"}});
    w->actors()->place({{-5, 0, 0}, {-4.4f, 0, 0}, {5, 0, 0}, {5.4f, 0, 0}});
    double wide = 0.6, narrow = 0.4;
    for (int n = 0; n < 20; ++n) {
        run(*w, 1);
        wide -= 0.1 * std::sin(2 * M_PI * wide);
        narrow -= 0.1 * std::sin(2 * M_PI * narrow);
        const auto at = w->actors()->read().position;
        EXPECT_NEAR(at[1].x - at[0].x, wide, 1e-5);
        EXPECT_NEAR(at[3].x - at[2].x, narrow, 1e-5);
    }
    EXPECT_GT(wide, 0.99);
    EXPECT_LT(narrow, 0.01);
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(CirclesModel, DeterministicRunsAreBitwiseEqual) {
    for (const char* sort : {"counting", "radix"})
        for (const char* dims : {"2", "3"}) {
            std::vector<glm::vec3> ends[2];
            for (int twice = 0; twice < 2; ++twice) {
                auto w = world(
                    {{"actors", "20000"}, {"dimensions", dims}, {"search.sort", sort}, {"search.deterministic", "on"}});
                run(*w, enough(30));
                if (twice) {  // inspections between steps change nothing
                    w->search()->audit(1000);
                    w->search()->verify(100);
                }
                run(*w, enough(30));
                ends[twice] = w->actors()->read().position;
            }
            EXPECT_EQ(std::memcmp(ends[0].data(), ends[1].data(), ends[0].size() * sizeof ends[0][0]), 0)
                << sort << " " << dims << "D";
        }
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(CirclesModel, InstructionSetsAndThreadsChangeNoBit) {
    if (GetParam() != Backend::cpu) GTEST_SKIP() << "the CPU has several instruction sets";
    const int threads = omp_get_max_threads();
    for (const char* dims : {"2", "3"})
        for (const char* bounds : {"clamped", "wrapped"}) {
            const auto end = [&](Instructions most, int with) {
                limit_instructions(most);
                omp_set_num_threads(with);
                auto w = world(
                    {{"actors", "5000"}, {"dimensions", dims}, {"bounds", bounds}, {"search.deterministic", "on"}});
                run(*w, 20);
                limit_instructions(Instructions::avx512);
                omp_set_num_threads(threads);
                return w->actors()->read().position;
            };
            const auto expected = end(Instructions::baseline, 1);
            for (Instructions most : {Instructions::baseline, Instructions::avx2, Instructions::avx512}) {
                if (most > instructions()) continue;  // not on this processor
                EXPECT_EQ(std::memcmp(end(most, 3).data(), expected.data(), expected.size() * sizeof expected[0]), 0)
                    << name(most) << " " << dims << "D " << bounds;
            }
        }
}

/// True if some actor is so near the radius from actor i that rounding decides whether it is a neighbour.
bool has_borderline_pair(const std::vector<glm::vec3>& at, std::size_t i) {
    for (std::size_t j = 0; j < at.size(); ++j)
        if (j != i && std::abs(glm::length(glm::dvec3(at[j]) - glm::dvec3(at[i])) - 1) < 1e-6) return true;
    return false;
}

TEST_P(CirclesModel, AgreesWithTheCpuAfterOneStep) {
    if (GetParam() == Backend::cpu) GTEST_SKIP() << "compares the other backend with the CPU";
    const auto& scene = find_scene("circles");
    for (const auto& [dims, actors] :
         {std::pair{"2", "50000"}, {"3", "50000"}, {"2", "90000"}, {"3", "90000"}}) {  // threads share an actor, or not
        const Settings settings = settings_of(scene, Values{{"dimensions", dims}, {"actors", actors}});
        auto here = make_world(scene, settings, GetParam()), cpu = make_world(scene, settings, Backend::cpu);
        const auto start = here->actors()->read().position;
        ASSERT_EQ(start, cpu->actors()->read().position) << "same seed, same start, to the bit";
        run(*here, 1);
        run(*cpu, 1);
        Picture picture;
        cpu->draw(picture, 0, true);
        const auto a = here->actors()->read().position, b = cpu->actors()->read().position;
        int decided_by_rounding = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (glm::length(a[i] - b[i]) <= 1e-6 * (picture.hi.x - picture.lo.x)) continue;
            ASSERT_TRUE(has_borderline_pair(start, i)) << "actor " << i << " is off by " << glm::length(a[i] - b[i]);
            ++decided_by_rounding;
        }
        EXPECT_LE(decided_by_rounding, 10) << "of " << actors << " actors with 70 neighbours, one or two are expected";
    }
}

TEST_P(CirclesModel, ResetGoesBackToTheStart) {  // compared by id
    auto w = world({{"actors", "5000"}});
    const auto start = w->actors()->read().position;
    run(*w, 20);
    EXPECT_NE(w->actors()->read().position, start);
    w->reset();
    EXPECT_EQ(w->steps(), 0u);
    EXPECT_EQ(w->actors()->read().position, start);
}

TEST_P(CirclesModel, QuestionsLeaveTheStateAlone) {
    auto w = world({{"actors", "4000"}});
    run(*w, 5);
    const auto before = w->actors()->read();
    const Verification v = w->search()->verify(4000);
    EXPECT_EQ(v.queries, 4000u);
    EXPECT_EQ(v.mismatches, 0u);
    const Inspection seen = w->search()->inspect(17).value();
    u32 neighbours = 0;
    for (const auto& c : seen.candidates) neighbours += c.neighbour;
    EXPECT_EQ(seen.position, before.position[17]);
    EXPECT_GT(neighbours, 0u);
    for (const auto& c : seen.candidates)
        EXPECT_EQ(c.neighbour, glm::length(c.position - seen.position) < 1) << c.actor;
    EXPECT_THROW(w->search()->inspect(4000), Error);
    Settings a = find_scene("circles").defaults(), b = a;
    a.set("search.visit", "bins");
    b.set("search.visit", "trimmed");
    b.set("search.sort", "radix");
    const Comparison c = w->search()->compare(a, b, 3);
    EXPECT_TRUE(c.same_neighbours);
    EXPECT_GT(c.a.audit.candidates, c.b.audit.candidates);
    EXPECT_GT(c.a.query_ms, 0);
    EXPECT_EQ(w->elements()->pick(before.position[99] + glm::vec3(0, 0, 5), {0, 0, -1}, 0), 99u);
    EXPECT_EQ(w->elements()->pick({1e6f, 0, 5}, {0, 0, -1}, 0), std::nullopt);
    EXPECT_EQ(w->actors()->read().position, before.position);
    EXPECT_EQ(w->actors()->read().attributes, before.attributes) << "values still belong to their actors";
    EXPECT_EQ(w->steps(), 5u);
}

/// The ratio is time A over time B: bins four times the radius wide hold many times the candidates.
TEST_P(CirclesModel, ComparisonsTellTheRatioOfAToB) {
    auto w = world({{"actors", std::to_string(enough(20'000))}});
    Settings a = find_scene("circles").defaults(), b = a;
    a.set("search.visit", "bins");
    a.set("search.bin_ratio", 4.);
    b.set("search.visit", "trimmed");
    const Comparison c = w->search()->compare(a, b, 9);
    EXPECT_LE(c.ratio.lo, c.ratio.median);
    EXPECT_LE(c.ratio.median, c.ratio.hi);
    EXPECT_GT(c.ratio.median, 1);
    const WayTimes slow{.construct = {1, 2, 3}, .query = {5, 6}}, fast{.construct = {1, 1}, .query = {2, 3}};
    EXPECT_EQ(slow.over(fast), (std::vector<double>{2, 2}));
}

/// Histograms counted ahead serve the next construction only while positions and grid are those that were counted.
TEST_P(CirclesModel, CountingAheadIsForgottenWhenActorsOrGridChange) {
    for (const char* dims : {"2", "3"})
        for (const char* actors : {"3000", "170000"}) {  // CUDA: threads share an actor, or not
            if (GetParam() == Backend::cpu && actors[0] == '1') continue;
            auto w = world({{"dimensions", dims}, {"actors", actors}});
            Settings settings = this->settings({{"dimensions", dims}, {"actors", actors}});
            const auto expect_right = [&](const char* after) {
                const Verification v = w->search()->verify(300);
                EXPECT_EQ(v.mismatches, 0u) << after << ", " << dims << "D, " << actors;
            };
            const auto change = [&](const char* key, const char* value) {
                settings.set(key, value);
                w->configure(settings);
            };
            run(*w, 3);
            expect_right("steps");
            run(*w, 2);
            auto at = w->actors()->read().position;
            std::reverse(at.begin(), at.end());
            w->actors()->place(at);
            expect_right("placing");
            run(*w, 1);
            expect_right("a step after placing");
            run(*w, 1);
            change("search.bin_ratio", "0.7");
            expect_right("a new grid");
            run(*w, 2);
            expect_right("steps on it");
            run(*w, 1);
            change("search.sort", "radix");
            run(*w, 2);
            change("search.sort", "counting");
            run(*w, 2);
            expect_right("another sort between");
            run(*w, 1);
            change("search.count_ahead", "off");
            run(*w, 1);
            expect_right("steps that do not count ahead");
            change("search.count_ahead", "on");
            run(*w, 2);
            w->reset();
            run(*w, 1);
            expect_right("a reset");
        }
}

/// A new grid discards the histogram that was counted ahead; a live change keeps it.
TEST_P(CirclesModel, LiveChangesRebuildNoGrid) {
    auto w = world({{"actors", "3000"}});
    Settings settings = this->settings({{"actors", "3000"}});
    const auto counts_anew = [&](const char* assignment) {
        settings.set_assignment(assignment);
        w->configure(settings);
        w->step();
        const auto steps = w->finish();
        const auto& stages = steps.back().stages;
        return std::any_of(stages.begin(), stages.end(), [](const auto& stage) { return stage.name == "histogram"; });
    };
    EXPECT_TRUE(counts_anew("seed=12")) << "the first step of all";
    for (const char* live : {"force=0.02", "reduction=sum", "pi=3.141", "search.block=64", "search.together=5",
                             "trails=3", "colour=move", "search.visit=fused"})
        EXPECT_FALSE(counts_anew(live)) << live;
    for (const char* regrid : {"radius=0.9", "bounds=wrapped", "search.bin_ratio=0.6", "search.visit=strips"})
        EXPECT_TRUE(counts_anew(regrid)) << regrid;
}

TEST_P(CirclesModel, PlacingRefusesWhatIsNotInside) {
    auto w = world({{"actors", "2"}, {"side", "8"}});
    EXPECT_THROW(w->actors()->place({{NAN, 0, 0}, {0, 0, 0}}), UsageError);
    EXPECT_THROW(w->actors()->place({{0, 9, 0}, {0, 0, 0}}), UsageError);
    EXPECT_THROW(w->actors()->place({{0, 0, 0}}), UsageError);
    EXPECT_NO_THROW(w->actors()->place({{4, 4, 0}, {0, 0, 0}}));
}

NF_ON_BACKENDS(CirclesModel);

}  // namespace circles_test
}  // namespace nearfield
