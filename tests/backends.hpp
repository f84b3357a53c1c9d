#pragma once
// The same test body on every backend: a missing GPU shows as skipped, never as passed.
#include "exec/backend.hpp"

#include <gtest/gtest.h>

namespace nearfield {

class OnBackend : public testing::TestWithParam<Backend> {
  protected:
    void SetUp() override {
        if (GetParam() == Backend::cuda && cuda_status().devices.empty()) GTEST_SKIP() << cuda_status().why_not;
    }
};

/// Steps of a run that need not be long: a sixth of `plain` under a sanitizer.
#ifdef NEARFIELD_SANITIZED
constexpr int enough_steps(int plain) { return (plain + 5) / 6; }
#else
constexpr int enough_steps(int plain) { return plain; }
#endif

inline std::string backend_label(const testing::TestParamInfo<Backend>& info) { return name(info.param); }

}  // namespace nearfield

/// Declares that the fixture's tests run once per backend.
#define NF_ON_BACKENDS(Fixture)                                                                                        \
    INSTANTIATE_TEST_SUITE_P(Backends, Fixture, testing::Values(Backend::cpu, Backend::cuda), backend_label)
