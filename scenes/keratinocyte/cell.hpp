#pragma once
// A cell: type, state visible to others, and memory. Lengths are in µm, times in ticks.
#include "base/random.hpp"
#include "base/vec.hpp"

namespace nearfield::keratinocyte {

/// Vertical axis; pictures draw y upward. The sheet lies in x and z.
constexpr int up = 1;
constexpr float basement = 5;  ///< a cell whose centre is at most this high is on the substrate

namespace type {
constexpr u32 stem = 0, amplifying = 1, committed = 2, corneocyte = 3, hacat = 4, all = 5;
}  // namespace type

/// State visible to other cells, packed in one word.
struct Appearance {
    u32 word = 0;

    static NF_INLINE Appearance of(u32 type, bool moves, bool newborn = false) {
        return {type | u32(moves) << 3 | u32(newborn) << 4};
    }
    NF_INLINE u32 type() const { return word & 7u; }
    NF_INLINE bool moves() const { return (word & 8u) != 0; }
    NF_INLINE bool newborn() const { return (word & 16u) != 0; }  ///< born in this tick; others do not see it yet
    NF_INLINE bool divides() const { return type() < type::committed || type() == type::hacat; }
};

struct Life {
    u32 cycle = 0;      ///< ticks since the last division, without contact inhibition
    u32 inhibited = 0;  ///< consecutive ticks of contact inhibition
    u32 age = 0;        ///< ticks since commitment
    float motility = 0, direction = 0;
    float noise = 1;  ///< of the cell's sense of distance
};

/// Neighbours in contact at the same height or higher, from the last round of forces.
struct Bonds {
    u32 across = 0;  ///< lateral
    u32 above = 0;   ///< higher by more than half a diameter
    u32 stems = 0;   ///< stem cells among both
    NF_INLINE u32 all() const { return across + above; }
};

/// Purposes of random numbers; each has its own stream per tick.
enum class Draw : u32 { start, cycle, birth, daughter, fate, motion };
constexpr u32 draws = 8;

/// Four numbers in [0, 1).
struct Four {
    float u[4];
};
NF_INLINE Four four(const Random& random, u32 id) {
    const auto w = random.words(id);
    Four f;
    for (int k = 0; k < 4; ++k) f.u[k] = float(w[std::size_t(k)] >> 8) * 0x1p-24f;
    return f;
}

/// Range of the published program: it reads messages from all bins adjacent to the cell's own bin, without a cutoff
/// distance. The range therefore depends on the bin width and on the cell's position in its bin.
struct Reading {
    float per_width = 0;  ///< 1 / bin width; 0: no limit other than the search radius
    int beyond = 0;       ///< bins on each side

    NF_INLINE bool sees(const vec<3>& own, const vec<3>& towards) const {
        if (per_width == 0.f) return true;
        bool seen = true;
        for (int a = 0; a < 3; ++a) {
            const int apart = floor_int((own[a] + towards[a]) * per_width) - floor_int(own[a] * per_width);
            seen &= apart >= -beyond && apart <= beyond;
        }
        return seen;
    }
};

}  // namespace nearfield::keratinocyte
