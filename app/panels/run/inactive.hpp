#pragma once
// Why a parameter has no effect at present.
#include "exec/backend.hpp"
#include "params/settings.hpp"

#include <string>

namespace nearfield::ui {

/// In a sentence; empty for a parameter that has an effect. `sparse`: the search's grid keeps occupied bins only.
std::string why_inactive(const ParamSpec& spec, const Settings& settings, Backend backend, bool sparse);

}  // namespace nearfield::ui
