#pragma once
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <system_error>

namespace nearfield {

/// True if the process is writing an unnamed or hidden file in this folder.
inline bool an_unfinished_file_grows(pid_t process, const std::filesystem::path& folder) {
    std::error_code gone;
    const std::filesystem::path files = "/proc/" + std::to_string(process) + "/fd";
    for (auto at = std::filesystem::directory_iterator(files, gone); !gone && at != decltype(at)();
         at.increment(gone)) {
        struct stat status {};
        std::error_code closed;
        const std::string name = std::filesystem::read_symlink(at->path(), closed).string();
        const bool is_unfinished = name.ends_with(" (deleted)") || name.ends_with(".tmp");
        if (closed || !is_unfinished || !name.starts_with(folder.string())) continue;
        if (stat(at->path().c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) return true;
    }
    return false;
}

}  // namespace nearfield
