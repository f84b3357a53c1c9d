#pragma once
#include "libs/document/carried.hpp"

namespace nearfield::experiments {

/// Contents of assets/experiments/*.json.
const std::vector<document::Carried>& carried_experiments();
/// Contents of assets/studies/*.json.
const std::vector<document::Carried>& carried_studies();

}  // namespace nearfield::experiments
