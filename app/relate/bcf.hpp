#pragma once
// Clashes for coordination software: BIM Collaboration Format 2.1 (buildingSMART), without pictures.
#include "app/relate/pairs.hpp"

#include <iosfwd>

namespace nearfield {

/// Writes one topic per pair, with a viewpoint that selects both parts. Parts are identified by GlobalId, or else by
/// name. Throws UsageError for more pairs than an archive holds.
void write_bcf(std::ostream& out, const building::Building&, const Answer&, const std::string& file);

}  // namespace nearfield
