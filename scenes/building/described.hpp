#pragma once
// What the scene says of a building in numbers and words.
#include "boxes/report.hpp"
#include "scenes/building/narrow_settings.hpp"
#include "scenes/building/parts.hpp"
#include "sim/world.hpp"

namespace nearfield::building {

constexpr std::size_t colourings = 7;  ///< attributes, in the order of Colouring

std::vector<Quantity> describe_metrics();
std::vector<Quantity> describe_attributes();

/// In the order of describe_metrics().
std::vector<double> metrics_of(const Surfaces&, const Relations&, const BoxAudit&, const NarrowCounts&);

/// Every attribute of every part, in the order of describe_attributes().
std::array<std::vector<float>, colourings> values_of(const Building&, const Relations&, std::optional<u32> picked,
                                                     const std::vector<bool>& near);

/// What is to be said of a part, and its partners, the most serious first.
std::vector<Fact> facts_of(const Building&, const Surfaces&, const Relations&, u32 part);

}  // namespace nearfield::building
