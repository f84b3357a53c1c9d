#pragma once
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <system_error>

namespace nearfield {

constexpr uid_t stranger = 65534;  ///< another user, whom root can act as

/// Content of a folder and its subfolders: kind of each entry, and its content or target.
inline std::map<std::string, std::string> everything_in(const std::filesystem::path& folder) {
    std::map<std::string, std::string> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        struct stat status {};
        lstat(entry.path().c_str(), &status);
        std::ostringstream text;
        text << std::oct << status.st_mode << " of " << std::dec << status.st_uid << ' ';
        if (S_ISLNK(status.st_mode)) text << std::filesystem::read_symlink(entry.path()).string();
        if (S_ISREG(status.st_mode)) text << std::ifstream(entry.path()).rdbuf();
        all[entry.path().lexically_relative(folder).string()] = text.str();
    }
    return all;
}

/// Permissions of a file or folder, such as 0600.
inline unsigned mode_of(const std::filesystem::path& path) {
    struct stat status {};
    return lstat(path.c_str(), &status) == 0 ? unsigned(status.st_mode & 07777) : 0;
}

/// True if this process may change ownership; root in a single-user container may not.
inline bool is_root() {
    static const bool may = [] {
        char name[] = "/tmp/nearfield-test-XXXXXX";
        const int file = geteuid() == 0 ? mkstemp(name) : -1;
        const bool given = file >= 0 && fchown(file, stranger, stranger) == 0;
        if (file >= 0) {
            close(file);
            unlink(name);
        }
        return given;
    }();
    return may;
}

/// Makes a stranger the owner, of a link itself rather than its target. Needs root.
inline void give_away(const std::filesystem::path& path) {
    if (lchown(path.c_str(), stranger, stranger) != 0)
        throw std::system_error(errno, std::generic_category(), path.string());
}

}  // namespace nearfield
