#pragma once
#include "usp/visits/row_by_row.hpp"
#include "usp/visits/walks.hpp"

namespace nearfield {

struct TrimmedVisit {
    static constexpr const char* name = "trimmed";
    static constexpr const char* help = "strips cut to the circle row by row";
    using Walk = TrimmedStrips;
    using Numbering = RowByRow;
    static constexpr bool fine = false, fused = false;
};

}  // namespace nearfield
