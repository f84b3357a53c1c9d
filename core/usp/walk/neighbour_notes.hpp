#pragma once
#include "base/error.hpp"
#include "exec/exec.hpp"
#include "usp/walk/neighbour_list.hpp"

namespace nearfield {

/// The memory of a NeighbourList.
template <class Exec> class NeighbourNotes {
  public:
    /// Allocates `room` neighbours per owner. Returns an empty list if memory is full.
    NeighbourList make(Exec& exec, u32 actors, u32 lanes, u32 room) {
        constexpr u32 aligned = Exec::backend == Backend::cpu ? cpu_lanes : 1;
        room = std::min((room + aligned - 1) / aligned + (aligned > 1), NeighbourList::most / aligned) * aligned;
        const u32 owners = actors * lanes;
        const std::size_t need = std::size_t(owners) * room;
        try {
            entries_.resize(need, "neighbour lists");
            counts_.resize(owners, "neighbour counts");
            spilled_.resize(actors + 1, "actors with many neighbours");
        } catch (const Error&) { return {}; }
        fill_zero(exec, spilled_.data(), 1);
        return {entries_.data(), counts_.data(), spilled_.data(), owners, room};
    }
    std::size_t bytes() const { return entries_.bytes() + counts_.bytes() + spilled_.bytes(); }

  private:
    Array<Exec, u32> entries_, counts_, spilled_;
};

}  // namespace nearfield
