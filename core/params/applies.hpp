#pragma once
// The conditions under which parameters have an effect.
#include "params/settings.hpp"

#include <string>

namespace nearfield {

/// Whether the parameter has an effect with these values on the named backend. It can be set even if it has none.
bool applies(const ParamSpec& spec, const Settings& settings, const std::string& backend);

/// "Solver is dfsph and Tank is empty"; empty for a parameter that always applies.
std::string conditions_text(const ParamSpec& spec, const Settings& settings);

}  // namespace nearfield
