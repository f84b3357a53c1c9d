#pragma once
#include "scenes/building/building.hpp"

#include <functional>
#include <optional>

namespace nearfield {

/// A building, followed by the parts of the model to search with, if any.
struct SearchedModel {
    building::Building building;
    std::optional<std::size_t> search;  ///< index of the first of those
};

/// Models are files or keys (scenes/building/models.hpp); `search` may be empty. `go_on` is called repeatedly while
/// files are read, and throws to abort.
SearchedModel load_searched(const std::string& model, const std::string& search, const std::function<void()>& go_on);

/// Why IFC cannot be read, and the remedy; empty if it can be read.
std::string why_no_ifc();

/// The built-in models: "house, town …".
std::string keys_of_models();

}  // namespace nearfield
