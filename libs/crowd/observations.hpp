#pragma once
// Measurements of the whole crowd, and values per person for colouring.
#include "libs/crowd/density.hpp"
#include "libs/crowd/measured.hpp"
#include "libs/crowd/rule.hpp"
#include "sim/world.hpp"

#include <deque>

namespace nearfield::crowd {

/// The crowd's counters at a point in time.
struct Sample {
    double time = 0;
    std::vector<LineSums> passed;  ///< per measured line
    std::vector<AreaSums> sums;
};

/// Samples of the last seconds, for flows.
class History {
  public:
    static constexpr double window = 10;  ///< s

    void clear() { samples_.clear(); }
    void add(Sample sample) {
        while (!samples_.empty() && samples_.back().time >= sample.time) samples_.pop_back();
        samples_.push_back(std::move(sample));
        while (samples_.size() > 2 && samples_[1].time <= samples_.back().time - window) samples_.pop_front();
    }
    const Sample& last() const { return samples_.back(); }
    double seconds() const { return samples_.empty() ? 0 : samples_.back().time - samples_.front().time; }
    /// Net number of persons who crossed line l to its left, and total number of crossings.
    std::pair<double, double> passed(std::size_t l) const {
        const double left = grown(l, &LineSums::left), right = grown(l, &LineSums::right);
        return {left - right, left + right};
    }
    LineSample line(std::size_t l) const { return {passed(l).second, grown(l, &LineSums::speed) * 1e-3}; }
    AreaSample area(std::size_t a) const {
        const auto &from = samples_.front().sums[a], &to = samples_.back().sums[a];
        return {to.seconds() - from.seconds(), to.metres() - from.metres()};
    }

  private:
    double grown(std::size_t l, u32 LineSums::*sum) const {
        return double(samples_.back().passed[l].*sum - samples_.front().passed[l].*sum);
    }
    std::deque<Sample> samples_;
};

/// Lines and areas as gauges: density, speed and specific flow over the history. `floor`: floor of each area in m².
/// Values are NaN in the first two seconds; speeds are NaN without persons.
std::vector<Gauge> gauges_of(const Measured&, const std::vector<double>& floor, const History&);

/// Readings of one line and one area, or of all together.
struct Reading {
    double flow = 0, net_flow = 0, crossed = 0;
    double density = 0, speed = 0, specific_flow = 0;
};

/// Selection of a line and an area, numbered from 1; 0: all together.
struct ReadAt {
    std::size_t line, area;
};
Reading reading_of(const ReadAt&, const Measured&, const std::vector<double>& floor, const History&);

inline bool same_place(const MeasureLine& a, const MeasureLine& b) { return a.a == b.a && a.b == b.b; }
inline bool same_place(const Area& a, const Area& b) { return a.outline == b.outline; }

/// Counts for the items in `after`: items also in `before` keep theirs, new ones get zero.
template <class Item, class Sums> std::vector<Sums>
carried(const std::vector<Item>& before, const std::vector<Sums>& sums, const std::vector<Item>& after) {
    std::vector<Sums> result(sums.size());
    std::vector<char> taken(before.size());
    for (std::size_t n = 0; n < after.size(); ++n)
        for (std::size_t b = 0; b < before.size(); ++b)
            if (!taken[b] && same_place(before[b], after[n])) {
                result[n] = sums[b];
                taken[b] = 1;
                break;
            }
    return result;
}

struct CrowdTotals {
    double present = 0, speed = 0, density = 0, pressed = 0, pressure = 0;
    friend NF_HD CrowdTotals operator+(const CrowdTotals& a, const CrowdTotals& b) {
        return {a.present + b.present, a.speed + b.speed, a.density + b.density, a.pressed + b.pressed,
                fmax(a.pressure, b.pressure)};
    }
};

constexpr float injuring_pressure = 1600;  // N/m, Helbing, Farkas & Vicsek 2000

struct TotalsOf {
    const Packed<2>* position;
    const Body* body;
    const float* pressure;
    DensityGrid grid;
    const float* density;
    NF_HD CrowdTotals operator()(u32 i) const {
        const vec<2> p = load<2>(position + i);
        if (is_absent<2>(p)) return {};
        const vec<2> v = body[i].velocity();
        return {1, sqrtf(dot<2>(v, v)), density[grid.index(p)], pressure[i] > injuring_pressure ? 1. : 0., pressure[i]};
    }
};

/// Lane formation. The floor is cut along x into bands of about 0.6 m. In a band with n people, of whom n+ walk to the
/// right and n- to the left, (n+ - n-)² / n is n if all walk one way, and 1 on average for random mixing. The index is
/// the sum over bands of (n+ - n-)² / n - 1, over the sum of n - 1: 1 for perfect lanes, 0 for random mixing.
struct LaneBands {
    static constexpr int most = 256;
    float lo, per_band;
    int bands;
};

struct CountLanes {
    LaneBands bands;
    Aim aim;
    const Packed<2>* position;
    const u32* id;
    u32* count;  ///< per band and direction
    NF_HD void operator()(u32 i) const {
        const vec<2> p = load<2>(position + i);
        if (is_absent<2>(p)) return;
        const vec<2> e = aim.direction(aim.traits[id[i]], p);
        const int band = limited(floor_int((p[1] - bands.lo) * bands.per_band), 0, bands.bands - 1);
        if (e[0] != 0.f) atomic_add(count + 2 * band + (e[0] < 0.f), 1u);
    }
};

double lane_index(const std::vector<u32>& count);

/// Legend of the floor's colours.
std::vector<ColourClass> level_classes(const LevelTable&);

/// Values per person for colouring.
enum Attribute { goal, speed, ratio, density, level, pressure, attributes };

struct Colours {
    Aim aim;
    DensityGrid grid;
    LevelLimits limits;
    const float* cell_density;
    const Packed<2>* position;
    const Body* body;
    const u32* id;
    float* to[attributes];  ///< output; pressure is already there
    NF_HD void operator()(u32 i) const {
        const vec<2> p = load<2>(position + i);
        if (is_absent<2>(p)) return;
        const Traits t = aim.traits[id[i]];
        const vec<2> v = body[i].velocity();
        const float s = sqrtf(dot<2>(v, v)), wish = aim.speed > 0.f ? aim.speed : t.speed,
                    near = cell_density[grid.index(p)];
        to[goal][i] = t.goal >= 0 ? float(t.goal) : float(t.group);
        to[speed][i] = s;
        to[ratio][i] = wish > 0.f ? s / wish : 0.f;
        to[density][i] = near;
        to[level][i] = float(limits.level(near));
    }
};

}  // namespace nearfield::crowd
