#pragma once
// A reader in a process of its own, so that a file that crashes it, or that it never gets done with, does no harm.
#include "scenes/building/models.hpp"

namespace nearfield::building {

/// To this descriptor the reader writes lines: the share of the work that is done, or "!" and what went wrong.
constexpr int progress_descriptor = 3;

/// Whether this build can read IFC: it was made with libifcplusplus-dev.
bool ifc_is_read();

/// The building in an IFC text (IFC2x3 or IFC4, STEP). Throws UsageError "name: what; remedy" for a text that is no
/// IFC, that crashes the reader, or that needs more time or memory than `reading` grants.
Building read_ifc(const std::string& text, const std::string& name, const Reading& reading);

}  // namespace nearfield::building
