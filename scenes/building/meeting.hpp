#pragma once
// Work items of the narrow phase for either backend: which copies of two parts meet.
#include "scenes/building/clip.hpp"
#include "scenes/building/moller.hpp"
#include "scenes/building/narrow_settings.hpp"
#include "scenes/building/relation.hpp"
#include "scenes/building/winding.hpp"

namespace nearfield::building {

/// A question about two parts: does this copy of one meet that copy of the other?
enum class Question : u32 { outer_outer, inner_inner, inner_outer, outer_inner, own_meet, own_cross };
constexpr u32 questions = 6;

NF_INLINE Copy copy_of_a(Question q) {
    if (q == Question::outer_outer || q == Question::outer_inner) return Copy::outer;
    return q == Question::own_meet || q == Question::own_cross ? Copy::own : Copy::inner;
}
NF_INLINE Copy copy_of_b(Question q) {
    if (q == Question::outer_outer || q == Question::inner_outer) return Copy::outer;
    return q == Question::own_meet || q == Question::own_cross ? Copy::own : Copy::inner;
}
/// Open surfaces that cross at most touch, so they do not count for questions about inner copies.
NF_INLINE bool counts_open(Question q) {
    return q == Question::outer_outer || q == Question::own_meet || q == Question::own_cross;
}

/// The questions asked in one round.
struct Round {
    Question question[2];
};

struct ExactTest {
    NF_INLINE bool operator()(const Corners& t, const Corners& u, SignCount& count) const { return meet(t, u, count); }
};
template <class Real> struct MollerTest {
    NF_INLINE bool operator()(const Corners& t, const Corners& u, SignCount&) const { return moller_meet<Real>(t, u); }
};

constexpr u32 counters = 1024;  ///< counters of each kind, to reduce contention

/// Answers and counters in backend memory.
struct AnswersView {
    const BoxPair* candidates;
    const u32* asked;       ///< 1 for candidates of this round
    u32* met;               ///< of candidate k and question q: at k * questions + q
    NarrowCounts* counted;  ///< null: counting is off

    NF_INLINE u32* met_at(u32 candidate, Question q) const { return met + candidate * questions + u32(q); }
    NF_INLINE NarrowCounts* counter(u64 item) const { return counted ? counted + item % counters : nullptr; }
};

namespace detail {

NF_INLINE void add(NarrowCounts* to, const NarrowCounts& own, const SignCount& signs) {
    if (!to) return;
    if (own.boxes) atomic_add(&to->boxes, own.boxes);
    if (own.pairs) atomic_add(&to->pairs, own.pairs);
    if (own.tests) atomic_add(&to->tests, own.tests);
    if (own.rays) atomic_add(&to->rays, own.rays);
    if (signs.all) atomic_add(&to->signs, u64(signs.all));
    if (signs.undecided) atomic_add(&to->undecided, u64(signs.undecided));
}

/// Tests two triangles of a candidate for one question.
template <class Test> struct TestPair {
    SurfacesView surfaces;
    AnswersView answers;
    Test test;

    NF_INLINE bool is_asked(const PartSurface& a, u32 t, const PartSurface& b, u32 u, Question q) const {
        if (t >= a.triangles.end_in(copy_of_a(q)) || u >= b.triangles.end_in(copy_of_b(q))) return false;
        return counts_open(q) || t < a.triangles.open || u < b.triangles.open;
    }
    NF_INLINE bool operator()(const BoxPair& c, u32 t, u32 u, Question q, NarrowCounts& own, SignCount& signs) const {
        if (!is_asked(surfaces.parts[c.a], t, surfaces.parts[c.b], u, q)) return false;
        const Corners a = corners_of(surfaces, copy_of_a(q), t), b = corners_of(surfaces, copy_of_b(q), u);
        ++own.boxes;
        if (!meet(box_of(a), box_of(b))) return false;
        ++own.tests;
        return q == Question::own_cross ? cross(a, b, signs) : test(a, b, signs);
    }
};

struct CountTests {
    SidesView sides;
    const u32* asked;
    u32 fragment;
    NF_HD u64 operator()(u32 k) const {
        return asked[k] ? sides.count[2 * k] * chunks(sides.count[2 * k + 1], fragment) : 0;
    }
};

/// Tests one triangle of a candidate's first part against a fragment of the second part, until all questions are
/// answered with yes.
template <class Test> struct TestFragment {
    TestPair<Test> pair;
    SidesView sides;
    Round round;
    u32 fragment;

    /// Consecutive items share the fragment, so adjacent threads read the same triangles.
    NF_HD void operator()(u32 k, u64 item) const {
        const u32 own = 2 * k, other = own + 1;
        const u32 t = sides.triangle(own, item % sides.count[own]), first = u32(item / sides.count[own]) * fragment;
        const u32 end = first + fragment < sides.count[other] ? first + fragment : sides.count[other];
        const BoxPair c = pair.answers.candidates[k];
        const Box box = pair.surfaces.boxes[t];
        NarrowCounts counts{.boxes = end - first, .pairs = end - first};
        SignCount signs;
        // Adjacent threads first search for their next pair of intersecting boxes, then test together, to limit
        // divergence.
        for (u32 i = first;; ++i) {
            u32 u = 0;
            while (i < end && !meet(box, pair.surfaces.boxes[u = sides.triangle(other, i)])) ++i;
            if (i == end || !test(k, c, t, u, counts, signs)) break;
        }
        add(pair.answers.counter(k + item), counts, signs);
    }

  private:
    /// True while a question is open.
    NF_INLINE bool test(u32 k, const BoxPair& c, u32 t, u32 u, NarrowCounts& counts, SignCount& signs) const {
        bool open = false;
        for (const Question q : round.question) {
            u32* met = pair.answers.met_at(k, q);
            if (seen(met)) continue;
            if (pair(c, t, u, q, counts, signs)) raise(met);
            else open = true;
        }
        return open;
    }
};

}  // namespace detail

}  // namespace nearfield::building
