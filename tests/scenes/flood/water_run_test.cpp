// Reproducible runs of water for checks.
#include "backends.hpp"
#include "scenes/sph/checks/water_run.hpp"

namespace nearfield {
namespace water_run_test {

class WaterRuns : public OnBackend {};

/// The solver whose front used to vary between runs.
TEST_P(WaterRuns, AreTheSameEveryTime) {
    std::optional<u64> first;
    for (int i = 0; i < 3; ++i) {
        WaterRun run(GetParam(), "dam-break-1", {{"method", "wcsph"}, {"actors", "2500"}});
        for (int step = 0; step < enough(400); ++step) run.step();
        const auto now = state_checksum(run.world());
        EXPECT_EQ(now, first.value_or(*now));
        first = now;
    }
}

NF_ON_BACKENDS(WaterRuns);

}  // namespace water_run_test
}  // namespace nearfield
