#include "libs/building/relate/model.hpp"

#include "base/joined.hpp"
#include "libs/building/readers/ifc_process.hpp"
#include "libs/building/readers/models.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nearfield {

SearchedModel load_searched(const std::string& model, const std::string& search, const std::function<void()>& go_on) {
    const building::Reading reading{.progress = [&](double) { go_on(); }, .named = true};
    SearchedModel loaded{.building = building::load_building(model, {}, reading)};
    if (search.empty()) return loaded;
    loaded.search = loaded.building.parts.size();
    auto parts = building::load_building(search, {}, reading).parts;
    std::move(parts.begin(), parts.end(), std::back_inserter(loaded.building.parts));
    return loaded;
}

std::string why_no_ifc() { return building::ifc_is_read() ? "" : building::how_to_read_ifc(); }

std::string keys_of_models() { return joined(building::model_keys(), ", "); }

}  // namespace nearfield
