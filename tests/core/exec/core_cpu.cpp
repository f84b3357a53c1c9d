#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cpu;
}
#define Core CoreOnCpu
#include "core_body.inl"

#include <omp.h>

namespace nearfield {

TEST_F(Core, OneThreadAndThreeScanAndClearAlike) {
    const int before = omp_get_max_threads();
    const std::size_t n = 2'000'001;  // more bytes than one thread clears
    const auto values = random_values(n, 10);
    std::vector<u32> expected(n);
    std::exclusive_scan(values.begin(), values.end(), expected.begin(), 0u);
    for (const int threads : {1, 3}) {
        omp_set_num_threads(threads);
        auto in = upload(values), out = upload(std::vector<u32>(n));
        exclusive_scan(*exec, in.data(), out.data(), n);
        EXPECT_EQ(out.download(*exec), expected) << threads;
        fill_zero(*exec, out.data(), n - 1);
        std::vector<u32> cleared(n);
        cleared.back() = expected.back();
        EXPECT_EQ(out.download(*exec), cleared) << threads;
    }
    omp_set_num_threads(before);
}

}  // namespace nearfield
