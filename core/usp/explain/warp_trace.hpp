#pragma once
// The queries of a warp in lock step: the candidate that each lane tests per iteration, and the lanes that wait.
#include "base/platform.hpp"

#include <optional>
#include <vector>

namespace nearfield {

constexpr u32 warp_lanes = 32;

/// A test of a query against a candidate.
struct CandidateTest {
    enum class Result : std::uint8_t { rejected, neighbour, itself };
    u32 place;  ///< storage index of the candidate
    Result result;
};

/// The tests of up to 32 consecutive queries. A loop covers one bin, one strip or, if fused, several rows, and lasts
/// until the lane with the most candidates is done.
struct WarpTrace {
    struct Lane {
        std::vector<CandidateTest> tests;
        std::vector<u32> loop_end;  ///< number of tests up to the end of each loop
    };
    u32 first = 0;                ///< storage index of lane 0
    std::vector<Lane> lanes;      ///< fewer than 32 in the last warp
    std::vector<u32> loop_begin;  ///< iteration where each loop begins, and the total number

    u32 iterations() const { return loop_begin.empty() ? 0 : loop_begin.back(); }
    /// The test of a lane in an iteration; none if it waits.
    std::optional<CandidateTest> test(u32 lane, u32 iteration) const;
    /// Lane iterations spent on tests, and in total (32 per iteration). Warp execution efficiency is their quotient.
    u64 useful() const;
    u64 lane_time() const { return u64{warp_lanes} * iterations(); }
    double efficiency() const { return lane_time() ? double(useful()) / double(lane_time()) : 0; }
};

}  // namespace nearfield
