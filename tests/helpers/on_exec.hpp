#pragma once
// Test bodies that are compiled once per backend.
#include "exec/exec.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace nearfield {

/// A missing GPU shows as skipped, never as passed.
template <class Exec> class OnExec : public testing::Test {
  protected:
    void SetUp() override {
        if (Exec::backend == Backend::cuda && cuda_status().devices.empty()) GTEST_SKIP() << cuda_status().why_not;
        exec = std::make_unique<Exec>();
    }
    std::unique_ptr<Exec> exec;
};

}  // namespace nearfield
