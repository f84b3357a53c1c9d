#pragma once
// Runs a test body on every backend. A missing GPU shows as skipped, never as passed.
#include "exec/backend.hpp"

#include <gtest/gtest.h>

namespace nearfield {

/// Skips a test, in SetUp(), if its backend is missing.
inline void skip_without(Backend backend) {
    if (backend == Backend::cuda && cuda_status().devices.empty()) GTEST_SKIP() << cuda_status().why_not;
}

class OnBackend : public testing::TestWithParam<Backend> {
  protected:
    void SetUp() override { skip_without(GetParam()); }
};

#ifdef NEARFIELD_SANITIZED
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

/// Number of steps or points: a sixth of `plain` under a sanitizer, for tests that need not be long.
constexpr int enough(int plain) { return sanitized ? (plain + 5) / 6 : plain; }

/// Under a sanitizer only every seventh of hundreds of combinations is tested, which still includes every value.
class Combinations {
  public:
    bool left_out() { return sanitized && next_++ % 7 != 0; }

  private:
    int next_ = 0;
};

inline std::string backend_label(const testing::TestParamInfo<Backend>& info) { return name(info.param); }

}  // namespace nearfield

/// Declares that the fixture's tests run once per backend.
#define NF_ON_BACKENDS(Fixture)                                                                                        \
    INSTANTIATE_TEST_SUITE_P(Backends, Fixture, testing::Values(Backend::cpu, Backend::cuda), backend_label)
