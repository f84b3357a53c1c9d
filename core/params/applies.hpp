#pragma once
// The conditions under which parameters have an effect.
#include "params/settings.hpp"

#include <string>

namespace nearfield {

/// True if the parameter has an effect with these values on the named backend. It can be set in any case.
bool applies(const ParamSpec& spec, const Settings& settings, const std::string& backend);

/// Returns the conditions in words: "Solver is dfsph and Tank is empty". Empty for a parameter that always applies.
std::string conditions_text(const ParamSpec& spec, const Settings& settings);

}  // namespace nearfield
