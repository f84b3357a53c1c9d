#pragma once
// Reads IFC in a separate process, so that a file that crashes or hangs the reader does no harm.
#include "scenes/building/models.hpp"

namespace nearfield::building {

/// Descriptor to which the reader writes lines: the share of the work done, or "!" and an error.
constexpr int progress_descriptor = 3;

/// True if IFC can be read: the reader was built (with libifcplusplus-dev) and is found by the program.
bool ifc_is_read();
/// Explains why IFC cannot be read, and the remedy.
std::string how_to_read_ifc();

/// The building in an IFC text (IFC2x3 or IFC4, STEP). Throws UsageError "name: what; remedy" for a text that is not
/// IFC, that crashes the reader, or that exceeds the time or memory of `reading`.
Building read_ifc(const std::string& text, const std::string& name, const Reading& reading);

}  // namespace nearfield::building
