#pragma once
#include "scenes/document/carried.hpp"

namespace nearfield::building {

/// The built-in IFC files of assets/buildings.
const std::vector<document::Carried>& carried_buildings();

}  // namespace nearfield::building
