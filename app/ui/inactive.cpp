#include "app/ui/inactive.hpp"

#include "params/applies.hpp"
#include "usp/settings.hpp"

namespace nearfield::ui {

std::string why_inactive(const ParamSpec& spec, const Settings& settings, Backend backend, bool sparse) {
    if (!applies(spec, settings, name(backend))) return "Applies when " + conditions_text(spec, settings) + ".";
    if (spec.key != "search.sector") return {};
    if (sparse) return "The grid is sparse: whole bins are visited, and there are no strips to be cut.";
    SearchSettings search{.sector = true};
    search.visit = Visit(std::get<Choice>(settings.value("search.visit")).index);
    if (!cuts_to_sight(search, backend)) return "On CUDA it applies when Visit is trimmed.";
    return {};
}

}  // namespace nearfield::ui
