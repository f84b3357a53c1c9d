#pragma once
// Times the search on given points, without a scene: construction stage by stage, and a query that counts neighbours.
#include "exec/step_times.hpp"
#include "usp/ask/find.hpp"

#include <functional>

namespace nearfield {

struct MeasureRequest {
    FindRequest points;   ///< points, environment and search on a full grid; `pairs` is ignored
    bool sorted = false;  ///< start from bin order, as after a step without movement, instead of the given order
    bool query = false;   ///< also time a query that counts neighbours, and audit it
    u64 repeats = 100;    ///< each from the same start, once without and once with marks between the stages
    u64 warmup = 10;      ///< repeats before these, not kept
    std::function<bool()> interrupted = [] { return false; };  ///< called now and then; true ends the run early
};

struct Measured {
    std::vector<StepTimes> whole;   ///< without marks: no stages
    std::vector<StepTimes> staged;  ///< with marks
    u64 bins = 0;                   ///< of the grid that was used
    /// Equal for every way of searching. With a query: checksum of the neighbour sets; without: of the bin in which
    /// each point was stored.
    u64 checksum = 0;
    Audit audit;  ///< over at most 65,536 queries; empty without a query
};

/// Times are in ms: CUDA events on the stream, the steady clock on the CPU. Throws what find_neighbours throws.
Measured measure_search(const MeasureRequest& request, Backend backend);

}  // namespace nearfield
