#include "exec/expand.hpp"

namespace nearfield {

void offsets_of(Cpu&, const u64* count, u64* start, u32 n) {
    u64 sum = 0;
    for (u32 k = 0; k < n; ++k) {
        const u64 own = count[k];  // works in place
        start[k] = sum;
        sum += own;
    }
    start[n] = sum;
}

}  // namespace nearfield
