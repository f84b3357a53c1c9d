#pragma once
#include "usp/visits/row_by_row.hpp"
#include "usp/visits/walks.hpp"

namespace nearfield {

struct FusedVisit {
    static constexpr const char* name = "fused";
    static constexpr const char* help = "trimmed strips over finer bins, several rows in one loop";
    using Walk = TrimmedStrips;
    using Numbering = RowByRow;
    static constexpr bool fine = true, fused = true;
};

}  // namespace nearfield
