#pragma once
// Clashes as coordination programs read them: BIM Collaboration Format 2.1 (buildingSMART), without pictures.
#include "libs/building/relate/pairs.hpp"

#include <iosfwd>

namespace nearfield {

/// One topic per pair, with a viewpoint that selects both parts. Parts with a GlobalId are found by it, others by name.
/// Throws UsageError for more pairs than an archive holds.
void write_bcf(std::ostream& out, const building::Building&, const Answer&, const std::string& file);

}  // namespace nearfield
