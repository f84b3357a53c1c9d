#pragma once
#include "base/error.hpp"

#include <functional>
#include <string>

namespace nearfield {

/// Message of the Problem that `act` throws; empty if it throws none.
template <class Problem = Error> std::string refusal(const std::function<void()>& act) {
    try {
        act();
    } catch (const Problem& problem) { return problem.what(); }
    return "";
}

}  // namespace nearfield
