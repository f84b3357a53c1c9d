#pragma once
#include "base/vec.hpp"

#include <climits>

namespace nearfield {

/// A closed axis-aligned box on an integer lattice, so that every predicate is exact. The default is empty and meets no
/// box; coordinates of others lie within +-(2^31 - 2) steps.
struct alignas(8) Box {
    int lo[3] = {INT_MAX, INT_MAX, INT_MAX}, hi[3] = {INT_MIN, INT_MIN, INT_MIN};

    bool operator==(const Box&) const = default;
    NF_HD bool is_empty() const { return lo[0] > hi[0] || lo[1] > hi[1] || lo[2] > hi[2]; }
    /// Length of a side in steps; 0 for an empty box.
    NF_HD double side(int axis) const { return hi[axis] < lo[axis] ? 0. : double(hi[axis]) - double(lo[axis]); }

    /// Enlarges the box to hold another.
    NF_HD void hold(const Box& other) {
        for (int a = 0; a < 3; ++a) {
            lo[a] = other.lo[a] < lo[a] ? other.lo[a] : lo[a];
            hi[a] = other.hi[a] > hi[a] ? other.hi[a] : hi[a];
        }
    }
};

/// True if two boxes share a point.
NF_INLINE bool meet(const Box& a, const Box& b) {
    bool met = true;  // no short circuit: a branch per axis costs more than six comparisons
    for (int k = 0; k < 3; ++k) met = met & (a.lo[k] <= b.hi[k]) & (b.lo[k] <= a.hi[k]);
    return met;
}

NF_INLINE bool holds(const Box& outer, const Box& inner) {
    bool held = true;
    for (int k = 0; k < 3; ++k) held = held & (outer.lo[k] <= inner.lo[k]) & (inner.hi[k] <= outer.hi[k]);
    return held;
}

/// The box enlarged for a distance query: two boxes grown by `distance` meet exactly if the gap between the originals
/// is at most `distance` steps on every axis. Half is added below, the other half above.
NF_INLINE Box grown(const Box& box, u32 distance) {
    if (box.is_empty()) return box;
    Box more;
    for (int a = 0; a < 3; ++a) {
        const long long lo = (long long)(box.lo[a]) - distance / 2, hi = (long long)(box.hi[a]) + (distance + 1) / 2;
        more.lo[a] = lo > -INT_MAX ? int(lo) : -INT_MAX;
        more.hi[a] = hi < INT_MAX - 1 ? int(hi) : INT_MAX - 1;
    }
    return more;
}

/// Bounding box and sum of sides of many boxes, ignoring empty ones.
struct BoxSum {
    Box all;
    double boxes = 0, sides[3] = {};
    friend NF_HD BoxSum operator+(const BoxSum& a, const BoxSum& b) {
        BoxSum sum = a;
        sum.all.hold(b.all);
        sum.boxes += b.boxes;
        for (int k = 0; k < 3; ++k) sum.sides[k] += b.sides[k];
        return sum;
    }
    /// 0 without boxes.
    double mean_side(int axis) const { return boxes > 0 ? sides[axis] / boxes : 0; }
};

}  // namespace nearfield
