#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// Absolute path of the running program: what /proc/self/exe links to, else the path it was started by, else the place
/// that it was configured to be installed in. None of them depends on PATH or on the current folder.
std::optional<std::filesystem::path> find_own_program();
/// The same; throws Error if the path is unknown.
std::filesystem::path own_program();

/// The folders that hold the programs which this one starts: its own, as after a build, and libexec/nearfield in the
/// prefix that it is installed in, wherever that was moved to. Empty if its own path is unknown.
std::vector<std::filesystem::path> helper_folders();
/// The program of that name in helper_folders(), if it can be started.
std::optional<std::filesystem::path> find_helper(const std::string& name);

/// find_own_program() for a given link of the kernel (`link`), path of the start and place of installation.
std::optional<std::filesystem::path> program_from(const std::filesystem::path& link,
                                                  const std::filesystem::path& started_as,
                                                  const std::filesystem::path& installed);
/// The path of a start, made absolute in `folder`. Empty if `name` has no slash: PATH may have led to it.
std::filesystem::path path_of_start(const std::string& name, const std::filesystem::path& folder);

}  // namespace nearfield
