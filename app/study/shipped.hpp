#pragma once
#include "scenes/document/carried.hpp"

namespace nearfield::experiments {

/// assets/experiments/*.json.
const std::vector<document::Carried>& carried_experiments();

}  // namespace nearfield::experiments
