#pragma once
#include "app/ui/session.hpp"

namespace nearfield::ui {

/// Draws a parameter's row: name and control, disabled while the parameter has no effect. Right-click offers the
/// default; Ctrl+click types a number.
void parameter_row(Session& session, const ParamSpec& spec);
std::string parameter_help(const ParamSpec& spec);
std::string parameter_detail(const Session& session, const ParamSpec& spec);

/// True if the section has a parameter of this key.
bool is_in_section(const Session& session, const std::string& key, Section section);

}  // namespace nearfield::ui
