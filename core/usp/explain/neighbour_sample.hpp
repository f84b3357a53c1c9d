#pragma once
// Neighbour sets of a few elements, copied from a search for comparison with brute force on another thread.
#include "base/mix.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

NF_HD inline u64 scramble(u32 id) { return mix((id + 1ull) * golden_ratio); }

/// A set of ids as their number and the sum of their hashes, independent of the order.
struct SetSum {
    u64 sum = 0, count = 0;
    NF_HD void add(u32 id) {
        ++count;
        sum += scramble(id);
    }
    friend NF_HD SetSum operator+(const SetSum& a, const SetSum& b) { return {a.sum + b.sum, a.count + b.count}; }
    NF_HD bool operator==(const SetSum& o) const { return count == o.count && sum == o.sum; }
};

/// True if rounding decides whether a pair at this distance are neighbours; such pairs are ignored.
NF_HD inline bool borderline(double distance, double radius) {
    const double off = distance - radius;
    return (off < 0 ? -off : off) < 1e-6 * radius;
}

/// Evenly spaced elements for a sample, shifted each turn.
struct SampledPlaces {
    u32 queries, apart, first;
    SampledPlaces(u32 elements, u32 count, u32 turn)
        : queries(std::min(count, elements)),
          apart(queries ? elements / queries : 0),
          first(queries ? turn % (elements - (queries - 1) * apart) : 0) {}
};

/// Neighbour sets that a search found for some elements, and its full input: positions, keys or boxes.
struct NeighbourSample {
    u64 step = 0;
    int dimensions = 2;
    u32 numbers = 2;  ///< floats per position
    double radius = 1, side[3] = {1, 1, 1};
    bool wrapped = false;
    std::vector<float> position;          ///< in storage order, `numbers` per element, padded for a block of lanes
    std::vector<u32> key;                 ///< elements with equal keys are neighbours
    std::vector<std::array<int, 6>> box;  ///< lo and hi; boxes that share a point are neighbours
    std::vector<u32> id;
    std::vector<u32> place;     ///< storage indices of the sampled elements
    std::vector<SetSum> found;  ///< set of each sampled element, without borderline pairs

    u32 actors() const { return u32(id.size()); }
    /// Resize for a new sample and reuse memory.
    void begin(int dimensions_, u32 numbers_, double radius_, u32 actors);
    void begin_with_keys(u32 elements);
    void begin_with_boxes(u32 elements);
    void note(const SampledPlaces& places, std::vector<SetSum> sets);

  private:
    void begin(u32 elements);
};

/// An element whose set differs between search and brute force.
struct Disagreement {
    u32 actor = 0;
    u64 step = 0;  ///< step of the search
    u32 found = 0, expected = 0;
    double radius = 0;         ///< 0 for neighbours by key or box
    std::optional<u32> other;  ///< the only missed or surplus element, if there is one
    double distance = 0;       ///< to the other
};

/// Compares the sampled elements with brute force, positions in double precision. Returns the first that differs. Can
/// be stopped.
std::optional<Disagreement> compare_with_brute_force(const NeighbourSample& sample);

/// Describes a disagreement in one sentence; `elements` as in SceneInfo.
std::string text(const Disagreement& disagreement, const std::string& elements);

}  // namespace nearfield
