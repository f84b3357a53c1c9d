#pragma once
// The same test body on every backend: a missing GPU shows as skipped, never as passed.
#include "exec/backend.hpp"

#include <gtest/gtest.h>

namespace nearfield {

/// In SetUp(): skips a test whose backend is not there.
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

/// Steps, or points, of a test that need not be many: a sixth of `plain` under a sanitizer.
constexpr int enough(int plain) { return sanitized ? (plain + 5) / 6 : plain; }

/// Of hundreds of combinations a sanitizer tries every seventh, which meets every value of each.
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
