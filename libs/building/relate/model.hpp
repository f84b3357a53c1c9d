#pragma once
#include "libs/building/readers/building.hpp"

#include <functional>
#include <optional>

namespace nearfield {

/// A building, and behind its parts those to search with, if there are any.
struct SearchedModel {
    building::Building building;
    std::optional<std::size_t> search;  ///< the first of them
};

/// Models are files or keys (libs/building/readers/models.hpp); `search` may be empty. `go_on` is called again and
/// again while files are read, and throws to end that.
SearchedModel load_searched(const std::string& model, const std::string& search, const std::function<void()>& go_on);

/// Why IFC cannot be read and what to do, or empty if it can.
std::string why_no_ifc();

/// The models that need no file: "house, town …".
std::string keys_of_models();

}  // namespace nearfield
