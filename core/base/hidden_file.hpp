#pragma once
#include <filesystem>
#include <string>

namespace nearfield {

/// The name under which a file or folder grows before it takes the place of `target`, in the same folder. Whoever
/// writes it holds a lock on it (flock). `mark` tells files of one program that share a target apart.
std::filesystem::path hidden_name(const std::filesystem::path& target, const std::string& mark = "");

/// Removes what programs that were killed left in this folder under such names: nobody holds a lock on it, and it is
/// older than a minute. Looks once per folder.
void remove_orphans(const std::filesystem::path& folder);

}  // namespace nearfield
