#pragma once
// Fields of a plan computed on the CPU, readable by name.
#include "libs/plans/ways.hpp"

#include <gtest/gtest.h>

namespace nearfield::plans {

/// Fields in the layout that rules read.
struct Fields {
    explicit Fields(const Plan& plan, const NavigationSettings& settings = {}) : ways(exec, plan, settings) {}
    const Navigation& navigation() const { return ways.navigation(); }
    NavigationView view() const { return ways.view(); }
    std::size_t nodes() const { return std::size_t(navigation().grid().nodes()); }
    float distance(int e, int node) const { return view().distance[std::size_t(e) * nodes() + std::size_t(node)]; }
    glm::vec2 direction(int e, int node) const {
        return unpack<2>(view().direction[std::size_t(e) * nodes() + std::size_t(node)]);
    }

    Cpu exec;
    Ways<Cpu> ways;
};

}  // namespace nearfield::plans
