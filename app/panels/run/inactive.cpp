#include "app/panels/run/inactive.hpp"

#include "params/applies.hpp"

namespace nearfield::ui {

std::string why_inactive(const ParamSpec& spec, const Settings& settings, Backend backend, bool sparse) {
    if (!applies(spec, settings, name(backend))) return "Applies when " + conditions_text(spec, settings) + ".";
    if (sparse && spec.key == "search.sector")
        return "The grid is sparse: whole bins are visited, and there are no strips to be cut.";
    return {};
}

}  // namespace nearfield::ui
