#pragma once
// Times the search on given points without a scene: the stages of construction, and a query that counts neighbours.
#include "exec/step_times.hpp"
#include "usp/ask/find.hpp"

#include <functional>

namespace nearfield {

struct MeasureRequest {
    FindRequest points;   ///< points, environment and search on a full grid; `pairs` is ignored
    bool sorted = false;  ///< start in bin order, as after a step without movement, instead of the given order
    bool query = false;   ///< also time a query that counts neighbours, and audit it
    u64 repeats = 100;    ///< from the same start each: once without and once with marks between the stages
    u64 warmup = 10;      ///< repeats before these, which are discarded
    std::function<bool()> interrupted = [] { return false; };  ///< polled; true ends the run early
};

struct Measured {
    std::vector<StepTimes> whole;   ///< without marks between stages
    std::vector<StepTimes> staged;  ///< with marks between stages
    u64 bins = 0;                   ///< of the grid in use
    /// Equal for all ways of searching. With a query: hash of the neighbour sets; without: hash of the bin of each
    /// point.
    u64 checksum = 0;
    Audit audit;  ///< of at most 65,536 queries; empty without a query
};

/// Times in ms, by CUDA events or the CPU's steady clock. Throws like find_neighbours.
Measured measure_search(const MeasureRequest& request, Backend backend);

}  // namespace nearfield
