#pragma once
// Metrics and colours of a colony.
#include "scenes/keratinocyte/signals.hpp"

namespace nearfield::keratinocyte {

/// Totals over all cells present.
struct Tally {
    u32 of[type::all] = {}, cells = 0;
    double neighbours = 0, overlap = 0;
    float most_overlap = 0, top = 0;
    friend NF_HD Tally operator+(const Tally& a, const Tally& b) {
        Tally sum;
        for (u32 k = 0; k < type::all; ++k) sum.of[k] = a.of[k] + b.of[k];
        sum.cells = a.cells + b.cells;
        sum.neighbours = a.neighbours + b.neighbours;
        sum.overlap = a.overlap + b.overlap;
        sum.most_overlap = larger(a.most_overlap, b.most_overlap);
        sum.top = larger(a.top, b.top);
        return sum;
    }
};

struct TallyOf {
    const Packed<3>* position;
    const Appearance* look;
    const float *overlap, *neighbours;
    NF_HD Tally operator()(u32 i) const {
        Tally t;
        const vec<3> at = load<3>(position + i);
        if (is_absent<3>(at)) return t;
        t.of[look[i].type()] = t.cells = 1;
        t.neighbours = neighbours[i];
        t.overlap = t.most_overlap = overlap[i];
        t.top = at[up];
        return t;
    }
};

/// Square columns of the sheet, one cell diameter wide, with the height of the highest cell in each.
struct Columns {
    Environment<3> box;
    int across, deep;
    float per_width;

    static Columns of(const Environment<3>& box, float width) {
        const auto count = [&](int axis) {
            return int(std::clamp(std::ceil((box.hi[axis] - box.lo[axis]) / width), 1.f, 2000.f));
        };
        return {box, count(0), count(2), 1 / width};
    }
    u32 count() const { return u32(across) * u32(deep); }
    NF_INLINE u32 column(const vec<3>& at) const {
        const int x = limited(floor_int((at[0] - box.lo[0]) * per_width), 0, across - 1),
                  z = limited(floor_int((at[2] - box.lo[2]) * per_width), 0, deep - 1);
        return u32(z) * u32(across) + u32(x);
    }
};

/// Heights in 1/64 µm above the floor, plus 1; 0 is an empty column.
struct RaiseTops {
    Columns columns;
    const Packed<3>* position;
    u32* top;
    NF_HD void operator()(u32 i) const {
        const vec<3> at = load<3>(position + i);
        if (!is_absent<3>(at)) atomic_max(top + columns.column(at), u32((at[up] - columns.box.lo[up]) * 64.f) + 1);
    }
};

struct Cover {
    double columns = 0, height = 0;
    friend NF_HD Cover operator+(const Cover& a, const Cover& b) {
        return {a.columns + b.columns, a.height + b.height};
    }
};
struct CoverOf {
    const u32* top;
    NF_HD Cover operator()(u32 c) const {
        if (top[c] == 0) return {};
        return {1, double(top[c] - 1) / 64.};
    }
};

/// Values per cell for its colour.
struct CellValues {
    u32 *type, *cycle, *inhibited, *bonds, *stems;
    float *height, *nearest;
};
struct Show {
    const Packed<3>* position;
    const Appearance* look;
    const Life* life;
    const Bonds* bonds;
    const Heard* heard;
    CellValues to;
    NF_HD void operator()(u32 i) const {
        to.type[i] = look[i].type();
        to.cycle[i] = life[i].cycle;
        to.inhibited[i] = life[i].inhibited;
        to.bonds[i] = bonds[i].all();
        to.stems[i] = heard[i].stems;
        to.height[i] = load<3>(position + i)[up];
        to.nearest[i] = sqrtf(heard[i].nearest2);
    }
};

/// Positions for drawing; cells in front of the cut are hidden.
struct CutAway {
    float front;  ///< z of the cut plane
    const Packed<3>* position;
    Packed<3>* shown;
    NF_HD void operator()(u32 i) const {
        const vec<3> at = load<3>(position + i);
        shown[i] = pack<3>(at[2] > front ? vec<3>(nowhere) : at);
    }
};

}  // namespace nearfield::keratinocyte
