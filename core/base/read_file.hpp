#pragma once
#include <filesystem>
#include <string>

namespace nearfield {

/// The bytes of a file or pipe. Throws UsageError if it is a folder or a device, cannot be read, or has more than 2 GB;
/// `wanted` is what the message asks for, such as "the name of a preset file".
std::string read_file(const std::filesystem::path& path, const std::string& wanted);

}  // namespace nearfield
