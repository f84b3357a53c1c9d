#pragma once
#include "base/hidden_file.hpp"

#include <filesystem>

namespace nearfield {

/// Makes the folder and its missing parents. Returns the folders that it made, the deepest first. On failure it removes
/// them and throws Error.
std::vector<std::filesystem::path> make_folders(const std::filesystem::path& folder);

/// Makes the folder if it is missing. Throws Error unless it is then the user's, and nobody else can put files there.
void require_own_folder(const std::filesystem::path& folder);

/// Removes the user's files that are `known` from a folder, and the folder once it is empty. Returns the names that
/// stay. A missing folder is empty; a link is not followed.
std::vector<std::string> remove_own_folder(const std::filesystem::path& folder, const KnowsName& known);

}  // namespace nearfield
