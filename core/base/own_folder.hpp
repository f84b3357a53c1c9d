#pragma once
#include "base/hidden_file.hpp"

#include <filesystem>

namespace nearfield {

/// Makes the folder and its missing parents. Returns the new folders, deepest first. On failure it removes them and
/// throws Error.
std::vector<std::filesystem::path> make_folders(const std::filesystem::path& folder);

/// Makes the folder if it is missing. Throws Error unless the user owns it and others cannot write to it.
void require_own_folder(const std::filesystem::path& folder);

/// Removes the user's `known` files from a folder, and then the folder if it is empty. Returns the names that remain. A
/// missing folder counts as empty; links are not followed.
std::vector<std::string> remove_own_folder(const std::filesystem::path& folder, const KnowsName& known);

}  // namespace nearfield
