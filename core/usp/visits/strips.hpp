#pragma once
#include "usp/visits/row_by_row.hpp"
#include "usp/visits/walks.hpp"

namespace nearfield {

struct StripsVisit {
    static constexpr const char* name = "strips";
    static constexpr const char* help = "a row of bins as one stretch of storage";
    using Walk = EachStrip;
    using Numbering = RowByRow;
    static constexpr bool fine = false, fused = false;
};

}  // namespace nearfield
