#pragma once
// The storage array and the partition boundary matrix of one state on the host, for inspection.
#include "base/vec.hpp"
#include "usp/explain/sort_trace.hpp"
#include "usp/explain/warp_trace.hpp"
#include "usp/grid/settings.hpp"
#include "usp/walk/sector.hpp"
#include "usp/walk/walk.hpp"

#include <glm/glm.hpp>

#include <memory>
#include <variant>
#include <vector>

namespace nearfield {

/// The actors of a state as the next construction reads them: in memory order, without absent ones.
struct ActorsInMemory {
    u64 world = 0, step = 0;  ///< as in Status
    int dimensions = 2;
    Environment<3> box;
    float radius = 1;
    SearchSettings settings;
    Sight sight;
    u32 room = 0;  ///< number of actors, absent ones included
    std::vector<glm::vec3> position;
    std::vector<glm::vec3> heading;  ///< viewing directions; empty if actors see all round
    std::vector<u32> id;
};

/// Initial order of the actors.
enum class StartingOrder { in_memory, by_number };

/// Actors in bin order, as the search stores them with its deterministic sort (search.deterministic).
class LaidOut {
  public:
    /// Replaces the visit of the settings. Throws like make_grid, and UsageError if the grid would be sparse or the
    /// visit reads no bins.
    LaidOut(const ActorsInMemory& actors, Visit visit, StartingOrder order = StartingOrder::in_memory);

    /// Elements are actors in their starting order, keys are bins.
    const CountingTrace& sort() const { return sort_; }
    const std::vector<u32>& bins_of_elements() const { return bins_; }
    u32 actors() const { return u32(stored_id_.size()); }
    u32 id_of_element(u32 element) const { return id_[element]; }
    u32 id_at(u32 place) const { return stored_id_[place]; }
    u32 bin_at(u32 place) const { return bins_[sort_.source()[place]]; }
    std::optional<u32> place_of(u32 id) const;

    /// Bins per axis, and a bin's coordinates.
    glm::ivec3 bins() const;
    glm::ivec3 place_of_bin(u32 bin) const;

    /// Stretches of storage that the query of the actor at `place` reads.
    std::vector<Stretch> stretches(u32 place) const;
    /// Candidates that the query of the actor at `place` tests.
    std::vector<CandidateTest> tests(u32 place) const;
    u32 warps() const { return (actors() + warp_lanes - 1) / warp_lanes; }
    WarpTrace warp(u32 number) const;
    /// Warp execution efficiency over about `sample` queries, in whole warps spread over the storage array.
    double efficiency(u32 sample) const;

  private:
    template <int D> struct Arrays {
        Grid<D> grid;
        std::vector<Packed<D>> position, heading;
    };
    template <class F> auto in_storage(F&& f) const;

    SearchSettings settings_;
    Sight sight_;
    std::variant<Arrays<2>, Arrays<3>> arrays_;
    std::vector<u32> id_, stored_id_, bins_;
    CountingTrace sort_;
};

}  // namespace nearfield
