#include "usp/explain/warp_trace.hpp"

#include <algorithm>

namespace nearfield {

std::optional<CandidateTest> WarpTrace::test(u32 lane, u32 iteration) const {
    if (lane >= lanes.size() || iteration >= iterations()) return {};
    const auto& [tests, loop_end] = lanes[lane];
    const auto after = std::upper_bound(loop_begin.begin(), loop_begin.end(), iteration);
    const auto loop = std::size_t(after - loop_begin.begin()) - 1;
    if (loop >= loop_end.size()) return {};
    const u32 at = (loop ? loop_end[loop - 1] : 0) + iteration - loop_begin[loop];
    return at < loop_end[loop] ? std::optional(tests[at]) : std::nullopt;
}

u64 WarpTrace::useful() const {
    u64 sum = 0;
    for (const auto& lane : lanes) sum += lane.tests.size();
    return sum;
}

}  // namespace nearfield
