#include "exec/expand.hpp"

namespace nearfield {

u64 offsets_of(Cpu&, const u64* count, u64* start, u32 n) {
    u64 sum = 0;
    for (u32 k = 0; k < n; ++k) start[k] = sum, sum += count[k];
    return start[n] = sum;
}

}  // namespace nearfield
