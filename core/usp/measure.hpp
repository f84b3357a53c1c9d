#pragma once
// The search timed on points of one's own, without a scene: construction stage by stage, and a query that counts.
#include "exec/step_times.hpp"
#include "usp/find.hpp"

#include <functional>

namespace nearfield {

struct MeasureRequest {
    FindRequest points;    ///< points, environment and search; `pairs` is not looked at
    bool sorted = false;   ///< start from bin order, as after a step in which nobody moved, instead of the order given
    bool query = false;    ///< time a query that counts neighbours too, and audit it
    u64 repeats = 100;     ///< each from the same start, once without and once with marks between the stages
    u64 warmup = 10;       ///< before them, not kept
    std::function<bool()> interrupted = [] { return false; };  ///< asked now and then; true ends early
};

struct Measured {
    std::vector<StepTimes> whole;   ///< without marks: no stages
    std::vector<StepTimes> staged;  ///< with them
    u64 bins = 0;                   ///< of the grid that was used
    /// Equal for every way of searching. Of the neighbour sets if there was a query, else of the bin that each point was
    /// stored in.
    u64 checksum = 0;
    Audit audit;                    ///< over at most 65,536 queries; empty without a query
};

/// Times are in ms: CUDA events on the stream, the steady clock on the CPU. Throws as find_neighbours does.
Measured measure_search(const MeasureRequest& request, Backend backend);

}  // namespace nearfield
