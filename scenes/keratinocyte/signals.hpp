#pragma once
// Signals that a cell receives from others at a distance, once per tick.
#include "scenes/keratinocyte/cell.hpp"

#include "usp/walk/neighbours.hpp"

namespace nearfield::keratinocyte {

/// Received signals. All are independent of the order of neighbours: counts, and the nearest stem cell (of several at
/// equal distance, the one nearest in height).
struct Heard {
    u32 stems = 0;        ///< stem cells in reach
    u32 corneocytes = 0;  ///< corneocytes in contact
    u32 blocked = 0;      ///< touching cells on the substrate that do not move
    float nearest2 = INFINITY,
          rise2 = INFINITY;  ///< squared distance of the nearest stem cell, and squared height above it

    friend NF_HD Heard operator+(const Heard& a, const Heard& b) {
        const bool first = a.nearest2 < b.nearest2 || (a.nearest2 == b.nearest2 && a.rise2 < b.rise2);
        return {a.stems + b.stems, a.corneocytes + b.corneocytes, a.blocked + b.blocked,
                first ? a.nearest2 : b.nearest2, first ? a.rise2 : b.rise2};
    }
};

/// Every cell receives signals from all others within the search radius, except those born in this tick.
struct Listen {
    Reading reading;
    float contact2, touching2;  ///< squared distances
    const Appearance* look;
    Heard* heard;

    static constexpr bool sums_only = true, costly = true;

    template <class Near> NF_HD Heard operator()(u32 i, const Near& near) const {
        const vec<3> at = near.position(i);
        return near.sum(i, Heard{}, [&](const Other& j, const vec<3>& towards, float d2) {
            const Appearance other = j.of(look);
            Heard h;
            if (other.newborn() || !reading.sees(at, towards)) return h;
            if (other.type() == type::stem) {
                h.stems = 1;
                h.nearest2 = d2;
                h.rise2 = towards[up] * towards[up];
            }
            h.corneocytes = other.type() == type::corneocyte && d2 <= contact2;
            h.blocked = !other.moves() && at[up] + towards[up] <= basement && d2 < touching2;
            return h;
        });
    }
    NF_HD void write(u32 i, const Heard& result) const { heard[i] = result; }
};

}  // namespace nearfield::keratinocyte
