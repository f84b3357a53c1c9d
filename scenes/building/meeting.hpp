#pragma once
// Which copies of two parts meet, and how shells lie to the other part where they do not: work items of the narrow
// phase, for either backend.
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
/// Two open surfaces that cross touch at most: where an inner copy is asked for, they do not count as meeting.
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

/// Answers and counters in the backend's memory.
struct AnswersView {
    const BoxPair* candidates;
    const u32* asked;       ///< 1 for candidates that this round asks about
    u32* met;               ///< of candidate k and question q: at k * questions + q
    NarrowCounts* counted;  ///< null: nothing is counted

    NF_INLINE u32* met_at(u32 candidate, Question q) const { return met + candidate * questions + u32(q); }
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

/// Two triangles of a candidate under one question.
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
    u64* items;
    u32 fragment;
    NF_HD void operator()(u32 k) const {
        items[k] = asked[k] ? sides.count[2 * k] * chunks(sides.count[2 * k + 1], fragment) : 0;
    }
};

/// One triangle of a candidate's first part against a fragment of the second's, until all questions have a yes.
template <class Test> struct TestFragment {
    TestPair<Test> pair;
    SidesView sides;
    Round round;
    u32 fragment;

    NF_HD void operator()(u32 k, u64 item) const {
        const u32 blocks = u32(chunks(sides.count[2 * k + 1], fragment));
        const u32 t = sides.triangle(2 * k, item / blocks), first = u32(item % blocks) * fragment;
        const u32 end = first + fragment < sides.count[2 * k + 1] ? first + fragment : sides.count[2 * k + 1];
        const BoxPair c = pair.answers.candidates[k];
        NarrowCounts own{.pairs = end - first};
        SignCount signs;
        for (u32 i = first; i < end; ++i) {
            const u32 u = sides.triangle(2 * k + 1, i);
            bool open = false;
            for (const Question q : round.question) {
                u32* met = pair.answers.met_at(k, q);
                if (seen(met)) continue;
                if (pair(c, t, u, q, own, signs)) raise(met);
                else open = true;
            }
            if (!open) break;
        }
        add(pair.answers.counted, own, signs);
    }
};

}  // namespace detail

}  // namespace nearfield::building
