#pragma once
#include <filesystem>
#include <system_error>

namespace nearfield {

/// Whether a file that has not yet its name has begun to grow in this folder.
inline bool a_temporary_file_grows(const std::filesystem::path& folder) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        std::error_code gone;
        const auto size = std::filesystem::file_size(entry, gone);
        if (entry.path().extension() == ".tmp" && !gone && size > 0) return true;
    }
    return false;
}

}  // namespace nearfield
