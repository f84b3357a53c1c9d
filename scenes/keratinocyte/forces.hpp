#pragma once
// One round of forces: repulsion of overlapping cells, attraction of cells in contact, and attraction of the lowest
// layer by the substrate.
#include "scenes/keratinocyte/cell.hpp"

#include "usp/walk/neighbours.hpp"

namespace nearfield::keratinocyte {

/// Attraction by another cell in contact, per µm of gap.
NF_INLINE float attraction(u32 own, u32 other) {
    if (own == type::hacat) return 0.f;
    const u32 like = other == type::hacat ? type::corneocyte : other;  // the published table is asymmetric here
    if (own != like || own == type::amplifying) return 0.01f;
    return own == type::corneocyte ? 0.08f : 0.06f;
}

/// Displacement per round towards the substrate, µm.
NF_INLINE float substrate_pull(u32 type) {
    return type == type::amplifying || type == type::corneocyte ? .1f : type == type::committed ? .2f : .3f;
}

/// Factor of all forces of neighbours on a cell attached to the substrate.
NF_INLINE float looseness(u32 type) {
    return type == type::amplifying || type == type::corneocyte ? .6f : type == type::committed ? .3f : .1f;
}

struct Mechanics {
    float diameter, overlap, attraction, substrate, damping;  ///< as in Params
    float settled;                                            ///< a cell that moves this far has not settled
};

/// A sum of forces in multiples of 2^-22 µm per round, in two words. Bits are independent of the order of neighbours,
/// so results do not depend on the search. Exact for fewer than 26,000 neighbours that push by at most 40 µm each.
struct Pushes {
    u32 coarse[3], fine[3];
    u32 across, above, stems, neighbours;
    float least_gap;

    static constexpr float unit = 4194304.f;
    static NF_INLINE Pushes none() { return {{0, 0, 0}, {0, 0, 0}, 0, 0, 0, 0, INFINITY}; }
    NF_INLINE void push(int axis, float force) {
        const float units = rintf(force * unit);
        const int whole = units > -1e9f ? (units < 1e9f ? int(units) : 1000000000) : -1000000000;
        coarse[axis] = u32(whole >> 11);
        fine[axis] = u32(whole & 2047);
    }
    NF_INLINE float force(int axis) const {
        return float((double(int(coarse[axis])) * 2048. + double(fine[axis])) / double(unit));
    }
    friend NF_HD Pushes operator+(const Pushes& a, const Pushes& b) {
        Pushes sum;
        for (int k = 0; k < 3; ++k) {
            sum.coarse[k] = a.coarse[k] + b.coarse[k];
            sum.fine[k] = a.fine[k] + b.fine[k];
        }
        sum.across = a.across + b.across;
        sum.above = a.above + b.above;
        sum.stems = a.stems + b.stems;
        sum.neighbours = a.neighbours + b.neighbours;
        sum.least_gap = a.least_gap < b.least_gap ? a.least_gap : b.least_gap;
        return sum;
    }
};

/// The search radius equals the contact radius, so all neighbours are in contact.
struct Resolve {
    Mechanics m;
    Reading reading;
    Environment<3> box;
    const Appearance* look;
    const u32* id;
    Packed<3>* next;
    Bonds* bonds;
    float *overlap, *neighbours;
    u32* unsettled;

    struct Result {
        vec<3> position;
        Pushes sum;
        bool moved;
    };
    static constexpr bool sums_only = true, costly = true;

    template <class Near> NF_HD Result operator()(u32 i, const Near& near) const {
        const vec<3> at = near.position(i);
        const u32 own = look[i].type();
        const float hold = at[up] <= basement ? m.damping * looseness(own) : m.damping;
        const Pushes sum = near.sum(i, Pushes::none(), [&](const Other& j, const vec<3>& towards, float d2) {
            const bool twin = d2 < same_place;
            const vec<3> along = twin ? apart(id[i] < j.only_if(twin).of(id)) : towards;
            return pushed_by(j.of(look).type(), own, hold, at, along, twin ? touch * touch : d2);
        });
        vec<3> to = at;
        for (int a = 0; a < 3; ++a) to[a] += sum.force(a);
        if (at[up] <= 1.5f * m.diameter) to[up] -= m.substrate * substrate_pull(own);
        to = box.confine(to);
        const vec<3> by = to - at;
        return {to, sum, dot<3>(by, by) >= m.settled * m.settled};
    }
    NF_HD void write(u32 i, const Result& result) const {
        next[i] = pack<3>(result.position);
        bonds[i] = {result.sum.across, result.sum.above, result.sum.stems};
        neighbours[i] = float(result.sum.neighbours);
        overlap[i] = result.sum.least_gap < 0.f ? -result.sum.least_gap : 0.f;
        if (result.moved) atomic_add(unsettled, 1u);
    }

  private:
    static constexpr float same_place = 1e-30f;  ///< squared distance
    static constexpr float touch = 1e-6f;        ///< distance assumed between cells at the same place

    /// Vector to a cell at the same place, as in a corner of the box: such cells part along x, in the order of ids.
    static NF_INLINE vec<3> apart(bool first) { return vec<3>(first ? touch : -touch, 0.f, 0.f); }

    NF_INLINE Pushes pushed_by(u32 other, u32 own, float hold, const vec<3>& at, const vec<3>& towards,
                               float d2) const {
        Pushes p = Pushes::none();
        if (!reading.sees(at, towards)) return p;
        const float distance = sqrtf(d2), gap = distance - m.diameter;
        const float pull = gap > 0.f ? m.attraction * attraction(own, other) : m.overlap;
        const float share = pull * hold * gap / distance;
        for (int a = 0; a < 3; ++a) p.push(a, share * towards[a]);
        if (towards[up] >= 0.f) {
            const bool above = towards[up] > 0.5f * m.diameter;
            p.above = above;
            p.across = !above;
            p.stems = other == type::stem;
        }
        p.neighbours = 1;
        p.least_gap = gap;
        return p;
    }
};

/// Keeps absent cells absent.
struct StayAway {
    const u32* present;
    Packed<3>* next;
    NF_HD void operator()(u32 i) const {
        if (i >= *present) next[i] = pack<3>(vec<3>(nowhere));
    }
};

}  // namespace nearfield::keratinocyte
