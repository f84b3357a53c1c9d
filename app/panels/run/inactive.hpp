#pragma once
// Reasons why a parameter has no effect.
#include "exec/backend.hpp"
#include "params/settings.hpp"

#include <string>

namespace nearfield::ui {

/// Returns the reason as a sentence; empty if the parameter has an effect. `sparse`: the search's grid stores occupied
/// bins only.
std::string why_inactive(const ParamSpec& spec, const Settings& settings, Backend backend, bool sparse);

}  // namespace nearfield::ui
