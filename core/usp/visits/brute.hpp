#pragma once
#include "usp/visits/row_by_row.hpp"
#include "usp/visits/walks.hpp"

namespace nearfield {

struct BruteVisit {
    static constexpr const char* name = "brute";
    static constexpr const char* help = "every actor against every other, the O(N^2) baseline";
    using Walk = EveryActor;
    using Numbering = RowByRow;
    static constexpr bool fine = false, fused = false;
};

}  // namespace nearfield
