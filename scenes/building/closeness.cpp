#include "scenes/building/closeness.hpp"

#include "scenes/building/depth.hpp"
#include "scenes/building/distance.hpp"
#include "scenes/building/parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nearfield::building {
namespace {

bool shares_inside(Predicate p) { return p != Predicate::disjoint && p != Predicate::touch; }

/// A length in mm or m, with three digits.
std::string length_text(double metres) {
    return metres < 1 ? fmt::format("{:.3g} mm", metres * 1e3) : fmt::format("{:.3g} m", metres);
}

/// The pair of copies whose intersection distinguishes this predicate from those before it in predicate_of(); none if
/// no intersection does.
std::optional<Question> question_of(Predicate p) {
    switch (p) {
    case Predicate::touch:
    case Predicate::equals: return Question::outer_outer;
    case Predicate::covered_by: return Question::outer_inner;
    case Predicate::covers: return Question::inner_outer;
    case Predicate::overlap: return Question::inner_inner;
    default: return {};
    }
}

/// Triangles of a part within a box, in any copy.
std::vector<u32> triangles_within(const SurfacesView& surfaces, u32 part, const Box& box) {
    const Share& all = surfaces.parts[part].triangles;
    std::vector<u32> some;
    for (u32 t = all.closed; t < all.end; ++t)
        if (meet(surfaces.boxes[t], box)) some.push_back(t);
    return some;
}

glm::dvec3 normal_of(const Corners& t) {
    const glm::dvec3 across = glm::cross(metres(t.q) - metres(t.p), metres(t.r) - metres(t.p));
    const double length = glm::length(across);
    return length > 0 ? across / length : across;
}

/// Pairs of triangles for which `fit` holds; stops early for very large pairs of parts.
template <class Fit> Deciding triangles_that(const Surfaces& surfaces, u32 a, u32 b, const Fit& fit) {
    constexpr u64 most_tests = 20'000'000;
    const SurfacesView view = view_of(surfaces);
    const auto of_a = triangles_within(view, a, view.parts[b].box), of_b = triangles_within(view, b, view.parts[a].box);
    Deciding found;
    std::vector<bool> fits(of_b.size());
    u64 tests = 0;
    for (std::size_t i = 0; i < of_a.size() && tests < most_tests; ++i) {
        bool any = false;
        for (std::size_t j = 0; j < of_b.size(); ++j) {
            ++tests;
            if (meet(view.boxes[of_a[i]], view.boxes[of_b[j]]) && fit(of_a[i], of_b[j])) any = fits[j] = true;
        }
        if (any) found.of_a.push_back(of_a[i]);
    }
    for (std::size_t j = 0; j < of_b.size(); ++j)
        if (fits[j]) found.of_b.push_back(of_b[j]);
    return found;
}

/// Triangles whose copies for a question meet.
Deciding triangles_that_meet(const Surfaces& surfaces, u32 a, u32 b, Question question) {
    const detail::TestPair<ExactTest> test{view_of(surfaces), {}, {}};
    return triangles_that(surfaces, a, b, [&](u32 t, u32 u) {
        NarrowCounts counts{};
        SignCount signs;
        return test({a, b}, t, u, question, counts, signs);
    });
}

/// Triangles that face each other at no more than twice the tolerance.
Deciding triangles_that_face(const Surfaces& surfaces, u32 a, u32 b) {
    const SurfacesView view = view_of(surfaces);
    return triangles_that(surfaces, a, b, [&](u32 t, u32 u) {
        const Corners p = corners_of(view, Copy::own, t), q = corners_of(view, Copy::own, u);
        return glm::dot(normal_of(p), normal_of(q)) < -0.9 && nearest(p, q).length <= 2 * surfaces.tolerance;
    });
}

}  // namespace

Closeness closeness_of(const Part& a, const Part& b, Predicate predicate, double tolerance) {
    if (shares_inside(predicate)) return {.depth = depth_of(a, b, tolerance)};
    const Surfaces pair = surfaces_of({.parts = {a, b}}, tolerance);
    return {.gap = Distances(pair).nearest(0, 1).length};
}

std::string text_of(const Closeness& c, Predicate predicate) {
    if (shares_inside(predicate)) return c.depth > 0 ? length_text(c.depth) + " deep" : "";
    return c.gap > 0 ? "gap " + length_text(c.gap) : "no gap";
}

std::string sentence_of(const Part& a, const Part& b, Predicate predicate, const std::optional<Closeness>& c) {
    const std::string more = c ? text_of(*c, predicate) : "";
    return called(a) + " " + verb(predicate) + " " + called(b) + (more.empty() ? "." : ", " + more + ".");
}

Part moved(const Part& from, glm::dvec3 by) {
    Part part = from;
    for (auto& surface : part.surfaces) geometry::transform(surface, 1, by);
    return part;
}

Deciding deciding_triangles(const Surfaces& surfaces, u32 a, u32 b, Predicate predicate) {
    const auto question = question_of(predicate);
    if (!question) return {};
    Deciding found;
    if (predicate == Predicate::touch) found = triangles_that_face(surfaces, a, b);
    if (found.of_a.empty()) found = triangles_that_meet(surfaces, a, b, *question);
    if (found.of_a.empty())
        found = triangles_that_meet(surfaces, a, b, Question::outer_outer);  // one part within the other
    return found;
}

}  // namespace nearfield::building
