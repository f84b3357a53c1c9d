#pragma once
// The narrow phase: relations between the parts of candidate pairs.
#include "exec/stage_timer.hpp"
#include "scenes/building/inside.hpp"
#include "scenes/building/triangle_trees.hpp"

#include <type_traits>
#include <variant>

namespace nearfield::building {

namespace detail {

struct CountsAt {
    const NarrowCounts* counts;
    NF_HD NarrowCounts operator()(u32 i) const { return counts[i]; }
};

/// True if two closed parts are equal solids: the same mesh, with no corner displaced by twice the tolerance or more.
NF_HD inline bool coincide(const SurfacesView& s, const BoxPair& c) {
    const PartSurface &a = s.parts[c.a], &b = s.parts[c.b];
    const u32 corners = a.end_corner - a.first_corner;
    if (a.form != b.form || corners != b.end_corner - b.first_corner || a.shells.open != a.shells.end) return false;
    const Point *p = s.corners[u32(Copy::own)] + a.first_corner, *q = s.corners[u32(Copy::own)] + b.first_corner;
    for (u32 i = 0; i < corners; ++i) {
        const Step d = p[i] - q[i];
        if (i128(d.x) * d.x + i128(d.y) * d.y + i128(d.z) * d.z >= i128(s.margin) * s.margin) return false;
    }
    return true;
}

/// Derives the predicate for each mode of Copies.
struct Classify {
    SurfacesView surfaces;
    const BoxPair* candidates;
    Copies copies;
    const u32* met;
    const Lie* lies;
    Predicate* predicate;
    NF_HD void operator()(u32 k) const {
        predicate[k] = of(met + k * questions, lies + k * questions);
        // Touching solids of one part: the inner copy of one solid intersects the other part's outer copy of the next.
        // Equal parts are therefore compared corner by corner.
        if (copies == Copies::relations && predicate[k] == Predicate::overlap && coincide(surfaces, candidates[k]))
            predicate[k] = Predicate::equals;
    }

    NF_INLINE Predicate of(const u32* met, const Lie* lies) const {
        if (copies == Copies::relations)
            return predicate_of({lies[u32(Question::outer_outer)], lies[u32(Question::inner_inner)],
                                 lies[u32(Question::inner_outer)], lies[u32(Question::outer_inner)]});
        const bool one = copies == Copies::one;
        if (!met[u32(one ? Question::own_meet : Question::outer_outer)]) return Predicate::disjoint;
        bool overlap = met[u32(one ? Question::own_cross : Question::inner_inner)];
        if (copies == Copies::four)
            overlap = overlap && met[u32(Question::inner_outer)] && met[u32(Question::outer_inner)];
        return overlap ? Predicate::overlap : Predicate::touch;
    }
};

}  // namespace detail

/// Computes the predicate of each candidate. The result depends only on the candidates, the surfaces, `copies` and, for
/// degenerate or nearly touching triangles, `test`.
template <class Exec> class NarrowPhase {
  public:
    static constexpr bool has_trees = std::is_same_v<Exec, Cpu>;

    /// Throws UsageError for incompatible settings, and then changes nothing.
    void configure(const NarrowSettings& settings) {
        require_valid(settings, has_trees);
        settings_ = settings;
        budget_.set(settings.launch_budget);
    }
    const NarrowSettings& settings() const { return settings_; }

    /// `surfaces` and `candidates` are in backend memory. Throws Error if memory is short.
    void relate(Exec& exec, StageTimer<Exec>& timer, const SurfacesView& surfaces, const BoxPair* candidates, u32 n) {
        timer.stage(exec, narrow_stages::clip);
        prepare(exec, n);
        if constexpr (has_trees) {
            if (settings_.narrow == Narrow::trees) trees_.build(surfaces);
        }
        count_offsets(exec, n, detail::BeginCandidate{surfaces, candidates, asked_.data(), met_.data()},
                      shell_start_.data());
        const u64* blocks = sides_.count_blocks(exec, surfaces, candidates, n);
        const auto [all_blocks, shells] = items_of(exec, blocks, 2 * n, shell_start_.data(), n);
        winding_.resize(shells, "shells of pairs of parts");
        if (settings_.narrow == Narrow::clipped) sides_.clip(exec, surfaces, candidates, n, all_blocks, budget_);
        if (settings_.narrow == Narrow::fragments) sides_.take_all(exec, surfaces, candidates, n);
        const bool own = settings_.copies == Copies::one;
        round(exec, timer, surfaces, candidates, n,
              own ? Round{{Question::own_meet, Question::own_cross}}
                  : Round{{Question::outer_outer, Question::inner_inner}});
        if (settings_.copies == Copies::relations || settings_.copies == Copies::four)
            round(exec, timer, surfaces, candidates, n, {{Question::inner_outer, Question::outer_inner}});
        timer.stage(exec, narrow_stages::classify);
        for_each(
            exec, n,
            detail::Classify{surfaces, candidates, settings_.copies, met_.data(), lies_.data(), predicates_.data()});
    }

    /// One predicate per candidate, in order.
    const Array<Exec, Predicate>& predicates() const { return predicates_; }
    /// Counts of the last query; 0 unless counting was on.
    NarrowCounts counts(Exec& exec) const {
        return reduce<NarrowCounts>(exec, u32(counts_.size()), detail::CountsAt{counts_.data()});
    }
    /// Launches into which the budget split the last query.
    u32 launches() const { return budget_.launches(); }
    std::size_t bytes() const {
        return sides_.bytes() + asked_.bytes() + met_.bytes() + lies_.bytes() + predicates_.bytes() + start_.bytes() +
               shell_start_.bytes() + winding_.bytes() + counts_.bytes();
    }

  private:
    void prepare(Exec& exec, u32 n) {
        const char* what = "answers about pairs of parts";
        asked_.resize(n, what);
        met_.resize(std::size_t(n) * questions, what);
        lies_.resize(std::size_t(n) * questions, what);
        predicates_.resize(n, what);
        start_.resize(std::size_t(n) + 1, what);
        shell_start_.resize(std::size_t(n) + 1, what);
        counts_.resize(counters, what);
        fill_zero(exec, counts_.data(), counters);
        budget_.begin_count();
    }

    void round(Exec& exec, StageTimer<Exec>& timer, const SurfacesView& surfaces, const BoxPair* candidates, u32 n,
               const Round& round) {
        const AnswersView answers{candidates, asked_.data(), met_.data(), settings_.counted ? counts_.data() : nullptr};
        timer.stage(exec, narrow_stages::triangles);
        if (settings_.test == TriangleTest::exact) meet_by(exec, surfaces, answers, n, round, ExactTest{});
        else if (settings_.precision == Precision::f64)
            meet_by(exec, surfaces, answers, n, round, MollerTest<double>{});
        else meet_by(exec, surfaces, answers, n, round, MollerTest<float>{});
        if (settings_.copies != Copies::relations) return;
        timer.stage(exec, narrow_stages::inside);
        count_offsets(exec, n, detail::CountRays{surfaces, answers, round, shell_start_.data(), winding_.data()},
                      start_.data());
        for_each_item(exec, start_.data(), n,
                      detail::CastRay{surfaces, answers, round, shell_start_.data(), winding_.data()}, budget_);
        for_each(exec, n,
                 detail::ReadLies{surfaces, answers, round, shell_start_.data(), winding_.data(), lies_.data(),
                                  asked_.data()});
    }

    template <class Test> void meet_by(Exec& exec, const SurfacesView& surfaces, const AnswersView& answers, u32 n,
                                       const Round& round, const Test& test) {
        const detail::TestPair<Test> pair{surfaces, answers, test};
        if constexpr (has_trees) {
            if (settings_.narrow == Narrow::trees) return walk_in_pairs(trees_, pair, round, n);
        }
        const SidesView sides = sides_.view();
        count_offsets(exec, n, detail::CountTests{sides, answers.asked, settings_.fragment}, start_.data());
        for_each_item(exec, start_.data(), n, detail::TestFragment<Test>{pair, sides, round, settings_.fragment},
                      budget_);
    }

    NarrowSettings settings_;
    LaunchBudget<Exec> budget_;
    ClippedSides<Exec> sides_;
    std::conditional_t<has_trees, TriangleTrees, std::monostate> trees_;
    Array<Exec, u32> asked_, met_, winding_;
    Array<Exec, Lie> lies_;
    Array<Exec, Predicate> predicates_;
    Array<Exec, u64> start_, shell_start_;
    Array<Exec, NarrowCounts> counts_;
};

}  // namespace nearfield::building
