#include "usp/explain/neighbour_sample.hpp"

#include "base/stoppable.hpp"
#include "usp/walk/lanes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {

void NeighbourSample::begin(u32 elements) {
    id.resize(elements);
    place.clear();
    found.clear();
}

void NeighbourSample::begin(int dimensions_, u32 numbers_, double radius_, u32 actors) {
    begin(actors);
    key.clear();
    box.clear();
    dimensions = dimensions_;
    numbers = numbers_;
    radius = radius_;
    position.resize((std::size_t(actors) + cpu_lanes) * numbers);  // the last lanes of a block may read beyond the end
}

void NeighbourSample::begin_with_keys(u32 elements) {
    begin(elements);
    position.clear();
    box.clear();
    radius = 0;
    key.resize(elements);
}

void NeighbourSample::begin_with_boxes(u32 elements) {
    begin(elements);
    position.clear();
    key.clear();
    radius = 0;
    box.resize(elements);
}

void NeighbourSample::note(const SampledPlaces& places, std::vector<SetSum> sets) {
    found = std::move(sets);
    for (u32 s = 0; s < places.queries; ++s) place.push_back(places.first + s * places.apart);
}

namespace {

constexpr u32 block = 512;

template <int D> double squared(const NeighbourSample& s, u32 i, u32 j) {
    const float *a = s.position.data() + std::size_t(i) * s.numbers,
                *b = s.position.data() + std::size_t(j) * s.numbers;
    double d2 = 0;
    for (int x = 0; x < D; ++x) {
        double d = double(b[x]) - double(a[x]);
        if (s.wrapped) d -= s.side[x] * std::rint(d / s.side[x]);
        d2 += d * d;
    }
    return d2;
}

/// Calls f(j, distance) for all elements within the radius, with a margin for rounding. Distances are computed in
/// blocks, which vectorise.
template <int D, bool Wrapped, class F> void each_near(const NeighbourSample& s, u32 i, F&& f) {
    constexpr u32 apart = D == 2 ? 2 : 4;
    const double most = s.radius * s.radius * (1 + 4e-6);
    double at[D], side[D], per_side[D];
    for (int x = 0; x < D; ++x) {
        at[x] = s.position[std::size_t(i) * apart + u32(x)];
        side[x] = s.side[x];
        per_side[x] = 1 / s.side[x];
    }
    for (u32 first = 0; first < s.actors(); first += block) {
        const u32 many = std::min(block, s.actors() - first);
        const float* p = s.position.data() + std::size_t(first) * apart;
        double d2[block];
#pragma omp simd
        for (u32 k = 0; k < many; ++k) {
            double sum = 0;
            for (int x = 0; x < D; ++x) {
                double d = double(p[k * apart + u32(x)]) - at[x];
                if (Wrapped) d -= side[x] * std::rint(d * per_side[x]);
                sum += d * d;
            }
            d2[k] = sum;
        }
        for (u32 k = 0; k < many; ++k)
            if (d2[k] < most && first + k != i) f(first + k, std::sqrt(d2[k]));
    }
}

template <int D, class F> void each_neighbour(const NeighbourSample& s, u32 i, F&& f) {
    const auto exactly = [&](u32 j, double distance) {
        if (distance < s.radius && !borderline(distance, s.radius)) f(j);
    };
    s.wrapped ? each_near<D, true>(s, i, exactly) : each_near<D, false>(s, i, exactly);
}

template <class F> void each_with_key(const NeighbourSample& s, u32 i, F&& f) {
    for (u32 j = 0; j < s.actors(); ++j)
        if (j != i && s.key[j] == s.key[i]) f(j);
}

template <class F> void each_box_met(const NeighbourSample& s, u32 i, F&& f) {
    const auto& one = s.box[i];
    for (u32 j = 0; j < s.actors(); ++j) {
        bool met = j != i;
        for (std::size_t a = 0; a < 3; ++a) met &= one[a] <= s.box[j][a + 3] && s.box[j][a] <= one[a + 3];
        if (met) f(j);
    }
}

/// Storage index of the single element in which two sets differ, if there is one.
std::optional<u32> odd_one(const NeighbourSample& s, const SetSum& found, const SetSum& expected) {
    if (found.count + 1 != expected.count && expected.count + 1 != found.count) return {};
    const u64 odd = found.count < expected.count ? expected.sum - found.sum : found.sum - expected.sum;
    for (u32 j = 0; j < s.actors(); ++j)
        if (scramble(s.id[j]) == odd) return j;
    return {};
}

/// Compares all samples; each(i, f) calls f(j) for the expected neighbours of element i.
template <class Each> std::optional<Disagreement> compare(const NeighbourSample& s, const Each& each) {
    for (std::size_t n = 0; n < s.place.size(); ++n) {
        stop_if_unwanted();
        const u32 i = s.place[n];
        SetSum expected;
        each(i, [&](u32 j) { expected.add(s.id[j]); });
        const SetSum& found = s.found[n];
        if (expected == found) continue;
        Disagreement wrong{.actor = s.id[i],
                           .step = s.step,
                           .found = u32(found.count),
                           .expected = u32(expected.count),
                           .radius = s.radius};
        if (const auto j = odd_one(s, found, expected)) {
            wrong.other = s.id[*j];
            if (s.radius > 0)
                wrong.distance = std::sqrt(s.dimensions == 3 ? squared<3>(s, i, *j) : squared<2>(s, i, *j));
        }
        return wrong;
    }
    return {};
}

}  // namespace

std::optional<Disagreement> compare_with_brute_force(const NeighbourSample& sample) {
    const auto by = [&](const auto& each) {
        return compare(sample, [&](u32 i, const auto& f) { each(sample, i, f); });
    };
    if (!sample.key.empty()) return by([](auto& s, u32 i, const auto& f) { each_with_key(s, i, f); });
    if (!sample.box.empty()) return by([](auto& s, u32 i, const auto& f) { each_box_met(s, i, f); });
    if (sample.dimensions == 3) return by([](auto& s, u32 i, const auto& f) { each_neighbour<3>(s, i, f); });
    return by([](auto& s, u32 i, const auto& f) { each_neighbour<2>(s, i, f); });
}

std::string text(const Disagreement& d, const std::string& elements) {
    const std::string who = fmt::format("in step {} the search found {} neighbours of number {} among the {}", d.step,
                                        d.found, d.actor, elements);
    if (!d.other && d.found == d.expected) return fmt::format("{}; brute force finds as many, but others", who);
    if (!d.other) return fmt::format("{}; brute force finds {}", who, d.expected);
    const std::string away = d.radius > 0 ? fmt::format("{:.4g} R away, ", d.distance / d.radius) : "";
    return fmt::format("{}; brute force finds {}: number {}, {}was {}", who, d.expected, *d.other, away,
                       d.found < d.expected ? "missed" : "taken for one");
}

}  // namespace nearfield
