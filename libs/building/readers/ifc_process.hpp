#pragma once
// A reader in a process of its own, so that a file that crashes it, or that it never gets done with, does no harm.
#include "libs/building/readers/models.hpp"

namespace nearfield::building {

/// To this descriptor the reader writes lines: the share of the work that is done, or "!" and what went wrong.
constexpr int progress_descriptor = 3;

/// True if IFC can be read: the reader was built, with libifcplusplus-dev, and is where its program looks for it.
bool ifc_is_read();
/// Says why not, and what to do.
std::string how_to_read_ifc();

/// The building in an IFC text (IFC2x3 or IFC4, STEP). Throws UsageError "name: what; remedy" for a text that is no
/// IFC, that crashes the reader, or that needs more time or memory than `reading` grants.
Building read_ifc(const std::string& text, const std::string& name, const Reading& reading);

}  // namespace nearfield::building
