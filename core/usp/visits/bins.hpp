#pragma once
#include "usp/visits/row_by_row.hpp"
#include "usp/visits/walks.hpp"

namespace nearfield {

struct BinsVisit {
    static constexpr const char* name = "bins";
    static constexpr const char* help = "each bin on its own";
    using Walk = EachBin;
    using Numbering = RowByRow;
    static constexpr bool fine = false, fused = false;
};

}  // namespace nearfield
