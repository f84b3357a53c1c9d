#pragma once
// Relations of two parts' copies whose surfaces do not meet: decided by one point of each shell.
#include "scenes/building/meeting.hpp"

namespace nearfield::building::detail {

constexpr u32 triangles_at_once = 8;  ///< triangles that a thread tests against a point

/// The shells of one part's copy and the closed triangles of the other part's copy.
struct ShellsBeside {
    Copy shell_copy, solid_copy;
    const PartSurface *part, *solid;

    NF_INLINE u32 shells() const { return part->shells.end_in(shell_copy) - part->shells.closed; }
    NF_INLINE u64 blocks() const { return chunks(solid->triangles.open - solid->triangles.closed, triangles_at_once); }
    NF_INLINE u64 items() const { return shells() * blocks(); }
};

/// Shell tests of a candidate's question: shells of the first part in the second, and vice versa.
struct ShellQuestion {
    ShellsBeside side[2];
};
NF_INLINE ShellQuestion shell_question(const SurfacesView& s, const BoxPair& c, Question q) {
    const PartSurface *a = s.parts + c.a, *b = s.parts + c.b;
    return {{{copy_of_a(q), copy_of_b(q), a, b}, {copy_of_b(q), copy_of_a(q), b, a}}};
}

/// Selects every candidate, and reserves room for its shells in each question of a round.
struct BeginCandidate {
    SurfacesView surfaces;
    const BoxPair* candidates;
    u32 *asked, *met;
    NF_HD u64 operator()(u32 k) const {
        asked[k] = 1;
        for (u32 q = 0; q < questions; ++q) met[k * questions + q] = 0;
        const Share &a = surfaces.parts[candidates[k].a].shells, &b = surfaces.parts[candidates[k].b].shells;
        return 2 * (u64(a.end - a.closed) + (b.end - b.closed));
    }
};

/// Counts a candidate's rays and zeroes its winding numbers.
struct CountRays {
    SurfacesView surfaces;
    AnswersView answers;
    Round round;
    const u64* shell_start;
    u32* winding;
    NF_HD u64 operator()(u32 k) const {
        for (u64 place = shell_start[k]; place < shell_start[k + 1]; ++place) winding[place] = 0;
        u64 items = 0;
        if (!answers.asked[k]) return items;
        for (const Question q : round.question)
            for (const ShellsBeside& side : shell_question(surfaces, answers.candidates[k], q).side)
                if (!*answers.met_at(k, q)) items += side.items();
        return items;
    }
};

/// Casts a ray from one shell's point through a block of triangles and adds to the shell's winding number.
struct CastRay {
    SurfacesView surfaces;
    AnswersView answers;
    Round round;
    const u64* shell_start;
    u32* winding;

    NF_HD void operator()(u32 k, u64 item) const {
        u64 place = shell_start[k];
        for (const Question q : round.question)
            for (const ShellsBeside& side : shell_question(surfaces, answers.candidates[k], q).side) {
                const u64 items = *answers.met_at(k, q) ? 0 : side.items();
                if (item < items) return cast(side, u32(item / side.blocks()), u32(item % side.blocks()), place);
                item -= items;
                place += side.shells();
            }
    }
    NF_INLINE void cast(const ShellsBeside& side, u32 shell, u32 block, u64 place) const {
        const Point p = surfaces.corners[u32(side.shell_copy)][surfaces.shells[side.part->shells.closed + shell]];
        if (!meet(box_of(p), side.solid->box)) return;
        const u32 first = side.solid->triangles.closed + block * triangles_at_once;
        const u32 end = first + triangles_at_once < side.solid->triangles.open ? first + triangles_at_once
                                                                               : side.solid->triangles.open;
        SignCount signs;
        int sum = 0;
        for (u32 t = first; t < end; ++t) sum += crossing(corners_of(surfaces, side.solid_copy, t), p, signs);
        if (sum != 0)
            atomic_add(winding + place + shell,
                       u32(sum));  // unsigned overflow is intended: partial sums may be negative
        add(answers.counter(place + block), {.rays = end - first}, signs);
    }
};

/// Reads the relations of the copies in this round. Candidates that need more information are selected again for the
/// second round.
struct ReadLies {
    SurfacesView surfaces;
    AnswersView answers;
    Round round;
    const u64* shell_start;
    const u32* winding;
    Lie* lies;  ///< of candidate k and question q: at k * questions + q
    u32* asked;

    NF_HD void operator()(u32 k) const {
        if (!answers.asked[k]) return;
        u64 place = shell_start[k];
        for (const Question q : round.question) {
            const ShellQuestion asked = shell_question(surfaces, answers.candidates[k], q);
            u32 shells[2], within[2];
            for (u32 s = 0; s < 2; ++s) {
                shells[s] = asked.side[s].shells();
                within[s] = 0;
                for (u32 i = 0; i < shells[s]; ++i) within[s] += int(winding[place + i]) > 0;
                place += shells[s];
            }
            lies[k * questions + u32(q)] =
                *answers.met_at(k, q) ? Lie::crossing : lie_of(shells[0], within[0], shells[1], within[1]);
        }
        const Lie* own = lies + k * questions;
        asked[k] = !is_disjoint(own[u32(Question::outer_outer)]) && !is_touch(own[u32(Question::inner_inner)]);
    }
};

}  // namespace nearfield::building::detail
