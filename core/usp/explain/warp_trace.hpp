#pragma once
// A warp's queries in lock step: which lane compares which candidate in each iteration, and which lanes wait.
#include "base/platform.hpp"

#include <optional>
#include <vector>

namespace nearfield {

constexpr u32 warp_lanes = 32;

/// One comparison of a query with an actor in a bin that it visits.
struct CandidateTest {
    enum class Result : std::uint8_t { rejected, neighbour, itself };
    u32 place;  ///< of the candidate in storage
    Result result;
};

/// The tests of up to 32 consecutive queries. Lanes walk loop after loop: a bin each, a strip each or, fused, several
/// rows; each loop lasts until the lane with the most candidates is done.
struct WarpTrace {
    struct Lane {
        std::vector<CandidateTest> tests;
        std::vector<u32> loop_end;  ///< number of tests up to the end of each loop
    };
    u32 first = 0;                ///< place in storage of lane 0
    std::vector<Lane> lanes;      ///< fewer than 32 in the last warp
    std::vector<u32> loop_begin;  ///< iteration at which each loop begins; last the number of iterations

    u32 iterations() const { return loop_begin.empty() ? 0 : loop_begin.back(); }
    /// What a lane does in an iteration; none: it waits.
    std::optional<CandidateTest> test(u32 lane, u32 iteration) const;
    /// The part of the lanes' time that is spent on tests, and that time: iterations of 32 lanes each. Warp execution
    /// efficiency is the first over the second.
    u64 useful() const;
    u64 lane_time() const { return u64{warp_lanes} * iterations(); }
    double efficiency() const { return lane_time() ? double(useful()) / double(lane_time()) : 0; }
};

}  // namespace nearfield
