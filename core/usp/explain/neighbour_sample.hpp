#pragma once
// Neighbour sets of a few elements, taken from a search to be compared with brute force elsewhere.
#include "base/mix.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

NF_HD inline u64 scramble(u32 id) { return mix((id + 1ull) * golden_ratio); }

/// A set of ids as a count and a sum of scrambled ids: equal sets agree in any order.
struct SetSum {
    u64 sum = 0, count = 0;
    NF_HD void add(u32 id) { ++count, sum += scramble(id); }
    friend NF_HD SetSum operator+(const SetSum& a, const SetSum& b) { return {a.sum + b.sum, a.count + b.count}; }
    NF_HD bool operator==(const SetSum& o) const { return count == o.count && sum == o.sum; }
};

/// Whether rounding decides if a pair at this distance are neighbours; such pairs do not count.
NF_HD inline bool borderline(double distance, double radius) {
    const double off = distance - radius;
    return (off < 0 ? -off : off) < 1e-6 * radius;
}

/// Elements whose sets are sampled: as many as asked for, evenly apart, others in every turn.
struct SampledPlaces {
    u32 queries, apart, first;
    SampledPlaces(u32 elements, u32 count, u32 turn)
        : queries(std::min(count, elements)),
          apart(queries ? elements / queries : 0),
          first(queries ? turn % (elements - (queries - 1) * apart) : 0) {}
};

/// What a search found for some of the elements, and everything that it searched among: positions, keys or boxes.
struct NeighbourSample {
    u64 step = 0;
    int dimensions = 2;
    u32 numbers = 2;  ///< per position
    double radius = 1, side[3] = {1, 1, 1};
    bool wrapped = false;
    std::vector<float> position;          ///< in storage order, `numbers` of them each, and room for a block of lanes
    std::vector<u32> key;                 ///< elements with the same one meet
    std::vector<std::array<int, 6>> box;  ///< lo and hi; those that share a point meet
    std::vector<u32> id;
    std::vector<u32> place;     ///< in storage, of the actors sampled
    std::vector<SetSum> found;  ///< by the search for each of them, without borderline pairs

    u32 actors() const { return u32(id.size()); }
    /// Make room and keep the memory of an earlier sample.
    void begin(int dimensions_, u32 numbers_, double radius_, u32 actors);
    void begin_with_keys(u32 elements);
    void begin_with_boxes(u32 elements);
    void note(const SampledPlaces& places, std::vector<SetSum> sets);

  private:
    void begin(u32 elements);
};

/// An actor for which a search found another set than brute force.
struct Disagreement {
    u32 actor = 0;
    u64 step = 0;  ///< in which the search was made
    u32 found = 0, expected = 0;
    double radius = 0;         ///< 0 if elements do not meet by distance
    std::optional<u32> other;  ///< the one actor missed or taken too many, if there is just one
    double distance = 0;       ///< of the other
};

/// The first of the sampled elements whose set is not the one that comparing it with all others gives, positions in
/// double precision. Can be stopped.
std::optional<Disagreement> compare_with_brute_force(const NeighbourSample& sample);

/// As one sentence; `elements` as in SceneInfo.
std::string text(const Disagreement& disagreement, const std::string& elements);

}  // namespace nearfield
