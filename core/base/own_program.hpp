#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// Absolute path of the running program: the target of /proc/self/exe, else the path of its start, else the configured
/// place of installation. None depends on PATH or on the current folder.
std::optional<std::filesystem::path> find_own_program();
/// The same; throws Error if the path is unknown.
std::filesystem::path own_program();

/// Folders with the program's helpers: its own folder, as after a build, and libexec/nearfield below its prefix,
/// wherever that was moved. Empty if its own path is unknown.
std::vector<std::filesystem::path> helper_folders();
/// An executable helper of that name in helper_folders().
std::optional<std::filesystem::path> find_helper(const std::string& name);

/// find_own_program() for a given /proc link, start path and place of installation.
std::optional<std::filesystem::path> program_from(const std::filesystem::path& link,
                                                  const std::filesystem::path& started_as,
                                                  const std::filesystem::path& installed);
/// Path of a start, made absolute in `folder`. Empty if `name` has no slash, since the shell may have found it along
/// PATH.
std::filesystem::path path_of_start(const std::string& name, const std::filesystem::path& folder);

}  // namespace nearfield
