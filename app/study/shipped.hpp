#pragma once
#include "libs/document/carried.hpp"

namespace nearfield::experiments {

/// assets/experiments/*.json.
const std::vector<document::Carried>& carried_experiments();
/// assets/studies/*.json.
const std::vector<document::Carried>& carried_studies();

}  // namespace nearfield::experiments
